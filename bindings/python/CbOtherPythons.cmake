# SPDX-License-Identifier: Apache-2.0
# The module once more for each other Python, for the tests of the binding. Only built with them.
set(CB_PYTHON_EXTRA AUTO CACHE STRING
  "Other interpreters to test the Python binding with: AUTO (those found), OFF or a list of files")

set(others "${CB_PYTHON_EXTRA}")
if(NOT CB_BUILD_TESTS OR NOT CB_PYTHON_EXTRA OR CMAKE_C_FLAGS MATCHES "-fsanitize=|--coverage")
  return()
endif()
if(CB_PYTHON_EXTRA STREQUAL "AUTO")
  file(GLOB others "$ENV{HOME}/.pyenv/versions/3.*/bin/python3")
  foreach(minor RANGE 8 13)
    find_program(CB_PYTHON_3_${minor} python3.${minor})
    mark_as_advanced(CB_PYTHON_3_${minor})
    if(CB_PYTHON_3_${minor})
      list(APPEND others "${CB_PYTHON_3_${minor}}")
    endif()
  endforeach()
endif()

# Prints version, suffix and include directory; fails for what cannot be used.
set(question [[
import os, sys, sysconfig
include = sysconfig.get_paths()['include']
usable = sys.version_info >= (3, 8) and not sysconfig.get_config_var('Py_GIL_DISABLED')
if not usable or not os.path.exists(os.path.join(include, 'Python.h')):
    sys.exit(1)
print('%d.%d' % sys.version_info[:2], sysconfig.get_config_var('EXT_SUFFIX'), include, sep=';')
]])
set(seen "${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}")
foreach(other IN LISTS others)
  execute_process(COMMAND "${other}" -c "${question}"
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    continue()
  endif()
  list(GET answer 0 version)
  list(GET answer 1 suffix)
  list(GET answer 2 include)
  if(version IN_LIST seen)
    continue()
  endif()
  list(APPEND seen "${version}")
  set_property(GLOBAL APPEND PROPERTY CB_OTHER_PYTHONS "${version}")
  set_property(GLOBAL PROPERTY CB_PYTHON_${version} "${other}")
  cb_add_python(cb_python_${version} "${PROJECT_BINARY_DIR}/python-${version}" "${suffix}"
    "${include}")
endforeach()
