# SPDX-License-Identifier: Apache-2.0
# Defines MbedTLS::mbedcrypto and MbedTLS_VERSION. Header and library are looked for directly:
# distributions ship 2.28 without a CMake package.
find_path(MbedTLS_INCLUDE_DIR mbedtls/version.h)
find_library(MbedTLS_CRYPTO_LIBRARY mbedcrypto)
mark_as_advanced(MbedTLS_INCLUDE_DIR MbedTLS_CRYPTO_LIBRARY)

# 3.x has moved the number from version.h to build_info.h.
set(MbedTLS_VERSION "")
foreach(header version.h build_info.h)
  if(EXISTS "${MbedTLS_INCLUDE_DIR}/mbedtls/${header}")
    file(STRINGS "${MbedTLS_INCLUDE_DIR}/mbedtls/${header}" line
      REGEX "define MBEDTLS_VERSION_STRING +\"")
    if(line MATCHES "\"([0-9.]+)")
      set(MbedTLS_VERSION "${CMAKE_MATCH_1}")
    endif()
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MbedTLS
  REQUIRED_VARS MbedTLS_CRYPTO_LIBRARY MbedTLS_INCLUDE_DIR
  VERSION_VAR MbedTLS_VERSION
  HANDLE_VERSION_RANGE)

if(MbedTLS_FOUND AND NOT TARGET MbedTLS::mbedcrypto)
  add_library(MbedTLS::mbedcrypto UNKNOWN IMPORTED)
  set_target_properties(MbedTLS::mbedcrypto PROPERTIES
    IMPORTED_LOCATION "${MbedTLS_CRYPTO_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${MbedTLS_INCLUDE_DIR}")
endif()
