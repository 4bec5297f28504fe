# SPDX-License-Identifier: Apache-2.0
# Defines Libsodium::sodium and Libsodium_VERSION. The library comes without a CMake package.
find_path(Libsodium_INCLUDE_DIR sodium/version.h)
find_library(Libsodium_LIBRARY sodium)
mark_as_advanced(Libsodium_INCLUDE_DIR Libsodium_LIBRARY)

set(Libsodium_VERSION "")
if(Libsodium_INCLUDE_DIR)
  file(STRINGS "${Libsodium_INCLUDE_DIR}/sodium/version.h" line
    REGEX "define SODIUM_VERSION_STRING +\"")
  if(line MATCHES "\"([0-9.]+)")
    set(Libsodium_VERSION "${CMAKE_MATCH_1}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libsodium
  REQUIRED_VARS Libsodium_LIBRARY Libsodium_INCLUDE_DIR
  VERSION_VAR Libsodium_VERSION)

if(Libsodium_FOUND AND NOT TARGET Libsodium::sodium)
  add_library(Libsodium::sodium UNKNOWN IMPORTED)
  set_target_properties(Libsodium::sodium PROPERTIES
    IMPORTED_LOCATION "${Libsodium_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Libsodium_INCLUDE_DIR}")
endif()
