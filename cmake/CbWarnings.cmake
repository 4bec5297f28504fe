# SPDX-License-Identifier: Apache-2.0
# Warnings of our own sources. Errors only where a preset says so: a newer compiler must not break
# somebody else's build.
include(CheckCCompilerFlag)

add_library(cb_warnings INTERFACE)
foreach(flag IN ITEMS
    -Wall
    -Wcast-qual
    -Wconversion
    -Wextra
    -Wformat=2
    -Wmissing-prototypes
    -Wpedantic
    -Wshadow
    -Wstrict-prototypes
    -Wundef
    -Wvla
    # After -Wpedantic, which switches it on: test keys are longer than the 4095 that C promises.
    -Wno-overlength-strings)
  string(MAKE_C_IDENTIFIER "CB_HAS${flag}" has_flag)
  check_c_compiler_flag(${flag} ${has_flag})
  if(${has_flag})
    target_compile_options(cb_warnings INTERFACE $<$<COMPILE_LANGUAGE:C>:${flag}>)
  endif()
endforeach()
