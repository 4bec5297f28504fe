# SPDX-License-Identifier: Apache-2.0
# Packages by CPack: "cpack -G DEB" in a build tree that was configured with CMAKE_INSTALL_PREFIX=/usr
# (preset "package") makes Debian packages with files where Debian has them; "cpack -G TGZ" an
# archive of the same.
set(version "${PROJECT_VERSION}")
set(api "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
include(CbDebian)

set(CPACK_PACKAGE_NAME libcb)
set(CPACK_PACKAGE_VENDOR "The libcb project")
set(CPACK_PACKAGE_CONTACT "${CB_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_STRIP_FILES ON)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/\\\\.git/;/build[^/]*/;/\\\\.cache/;__pycache__")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE libcb)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
find_program(CB_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(CB_SHLIBDEPS)
if(CB_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

if(CB_DEBIAN_LAYOUT)
  cb_compress(changelog "${CB_DEBIAN_DIR}/changelog")
  cb_compress(history "${PROJECT_SOURCE_DIR}/CHANGELOG.md")
  install(FILES "${history}" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libcb-dev" COMPONENT dev)
endif()

# cb_package(COMPONENT PACKAGE SECTION DEPENDS TEXT): the package that holds a component. The
# components of one package are a group of it, as which it is known to CPack.
macro(cb_package component package section depends text)
  string(TOUPPER "${component}" upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${package}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${text}")
  if(CB_DEBIAN_LAYOUT)
    install(FILES "${CB_DEBIAN_DIR}/copyright" "${changelog}"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}" COMPONENT ${component})
  endif()
endmacro()

set(about "libcb measures OpenSSL, mbedTLS and libsodium side by side, each in
processes of its own, with and without the processor's instructions for
cryptography, and judges whether one build is slower than another.")
set(same "libcb${api} (= ${version})")
set(CPACK_COMPONENTS_ALL "")
cb_package(runtime "libcb${api}" libs "" "${about}

This package holds the library, its worker and the backends.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${CB_DEBIAN_DIR}/triggers")
# A static library is linked together with what it uses itself.
set(needed "${same}")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND needed ", libjansson-dev, libconfig-dev")
endif()
cb_package(dev libcb-dev libdevel "${needed}" "${about}

This package holds headers, a CMake package and data for pkg-config: for
programs that measure, and for backends for further libraries.")
if(TARGET cbench)
  cb_package(cbench cbench utils "${same}" "${about}

This package holds the command line, its manual and completions.")
endif()
if(TARGET cb_python)
  get_property(minor GLOBAL PROPERTY CB_PYTHON_MINOR)
  math(EXPR next "${minor} + 1")
  cb_package(python python3-libcb python
    "${same}, python3 (>= 3.${minor}), python3 (<< 3.${next})" "${about}

This package holds the module for Python 3.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${CB_DEBIAN_DIR}/postinst" "${CB_DEBIAN_DIR}/prerm")
endif()
get_property(found GLOBAL PROPERTY CB_LUA_FOUND)
if(found)
  list(FILTER found EXCLUDE REGEX jit) # it has the modules of 5.1
  list(TRANSFORM found REPLACE "(.+)" "lua\\1" OUTPUT_VARIABLE interpreters)
  list(SORT interpreters COMPARE NATURAL ORDER DESCENDING)
  if("lua5.1" IN_LIST interpreters)
    list(APPEND interpreters luajit)
  endif()
  list(JOIN interpreters " | " interpreters)
  cb_package(lua lua-libcb interpreters "${same}, ${interpreters}" "${about}

This package holds the modules for Lua.")
endif()

# Backends are a component of their own, for who builds theirs elsewhere; here they are the library's.
list(APPEND CPACK_COMPONENTS_ALL backends)
set(CPACK_COMPONENT_RUNTIME_GROUP runtime)
set(CPACK_COMPONENT_BACKENDS_GROUP runtime)
set(CPACK_COMPONENT_GROUP_RUNTIME_DESCRIPTION "${CPACK_COMPONENT_RUNTIME_DESCRIPTION}")
include(CPack)
