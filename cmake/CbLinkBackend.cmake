# SPDX-License-Identifier: Apache-2.0
# CB_STATIC_BACKENDS: backends and their crypto libraries are linked into cb-worker, for targets that
# cannot load modules and for programs that are one file. What is chosen at run time otherwise is
# then chosen here: one library for each backend, from its static archive.
list(PREPEND CMAKE_FIND_LIBRARY_SUFFIXES "${CMAKE_STATIC_LIBRARY_SUFFIX}")
set(OPENSSL_USE_STATIC_LIBS TRUE)

# Called by cb_add_backend() once it is known that the libraries are there.
function(cb_link_backend name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LIBRARIES")
  foreach(library IN LISTS arg_LIBRARIES)
    get_target_property(file ${library} IMPORTED_LOCATION)
    if(NOT file MATCHES "\\${CMAKE_STATIC_LIBRARY_SUFFIX}$")
      message(STATUS "libcb: ${file} is no static archive, so the ${name} backend is left out")
      return()
    endif()
  endforeach()
  string(MAKE_C_IDENTIFIER "cb_backend_v1_${name}" table)
  add_library(${target} OBJECT ${arg_SOURCES})
  target_link_libraries(${target} PUBLIC ${arg_LIBRARIES} PRIVATE cb::backend cb_warnings)
  target_compile_definitions(${target} PRIVATE
    _XOPEN_SOURCE=700 CB_BACKEND_LINKED cb_backend_v1=${table})
  target_link_libraries(cb-worker PRIVATE ${target})
  set_property(GLOBAL APPEND_STRING PROPERTY CB_LINKED_ROWS "ROW(\"${name}\", ${table})\n")
endfunction()
