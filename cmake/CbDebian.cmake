# SPDX-License-Identifier: Apache-2.0
# What Debian's policy wants in a package besides what is installed anywhere. Only there with the
# prefix /usr on Debian; the files are made in the build tree.
set(CB_PACKAGE_CONTACT "The libcb project <libcb@example.invalid>" CACHE STRING
  "Maintainer of the packages: name and address of who builds them")
if(NOT CB_PACKAGE_CONTACT MATCHES "^[^<>]+ <[^<> ]+@[^<> ]+>$")
  message(FATAL_ERROR "CB_PACKAGE_CONTACT is \"${CB_PACKAGE_CONTACT}\" and not \"NAME <ADDRESS>\"")
endif()

set(CB_DEBIAN_DIR "${PROJECT_BINARY_DIR}/debian")
# SOURCE_DATE_EPOCH counts, so that a build can be repeated.
string(TIMESTAMP CB_DEBIAN_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(debian "${CMAKE_CURRENT_LIST_DIR}/debian")
configure_file("${debian}/copyright.in" "${CB_DEBIAN_DIR}/copyright" @ONLY)
configure_file("${debian}/changelog.in" "${CB_DEBIAN_DIR}/changelog" @ONLY)
configure_file("${debian}/postinst.in" "${CB_DEBIAN_DIR}/postinst" @ONLY)
configure_file("${debian}/prerm.in" "${CB_DEBIAN_DIR}/prerm" @ONLY)
file(WRITE "${CB_DEBIAN_DIR}/triggers" "activate-noawait ldconfig\n")

# cb_compress(OUT FILE): without name and time, as dpkg's own tools do.
find_program(CB_GZIP gzip)
mark_as_advanced(CB_GZIP)
function(cb_compress out file)
  get_filename_component(name "${file}" NAME)
  set(packed "${CB_DEBIAN_DIR}/${name}.gz")
  execute_process(COMMAND "${CB_GZIP}" -9nc "${file}" OUTPUT_FILE "${packed}" COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${packed}" PARENT_SCOPE)
endfunction()
