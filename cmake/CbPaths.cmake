# SPDX-License-Identifier: Apache-2.0
# cb_path_between(OUT FROM TO): the path from one directory of an installation to another, so that it
# can be moved. Both are relative to the prefix or, as some distributions give them, absolute.
function(cb_path_between out from to)
  get_filename_component(from "${from}" ABSOLUTE BASE_DIR "${CMAKE_INSTALL_PREFIX}")
  get_filename_component(to "${to}" ABSOLUTE BASE_DIR "${CMAKE_INSTALL_PREFIX}")
  file(RELATIVE_PATH path "${from}" "${to}")
  set(${out} "${path}" PARENT_SCOPE)
endfunction()
