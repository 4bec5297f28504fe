# SPDX-License-Identifier: Apache-2.0
if(NOT CB_INSTALL)
  return()
endif()

# What each interpreter searches: Debian's has directories of its own. What Python says of itself is
# an absolute path outside the prefix, so it is of no use.
execute_process(COMMAND "${Python_EXECUTABLE}" -c
  "import sys; print(any(p.endswith('/dist-packages') for p in sys.path))"
  OUTPUT_VARIABLE is_debian OUTPUT_STRIP_TRAILING_WHITESPACE)
set(versioned "lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}")
if(is_debian STREQUAL "True" AND CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(fallback "lib/python3/dist-packages")
elseif(is_debian STREQUAL "True" AND CMAKE_INSTALL_PREFIX STREQUAL "/usr/local")
  set(fallback "${versioned}/dist-packages")
else()
  set(fallback "${versioned}/site-packages")
endif()
set(CB_PYTHON_DIR "" CACHE STRING
  "Where the package libcb is installed, below the prefix (empty: what the interpreter searches)")
set(directory "${CB_PYTHON_DIR}")
if(NOT directory)
  set(directory "${fallback}")
endif()

cb_path_between(to_library "${directory}/libcb" "${CMAKE_INSTALL_LIBDIR}")
if(NOT BUILD_SHARED_LIBS)
  # nothing to be found
elseif(APPLE)
  set_target_properties(cb_python PROPERTIES INSTALL_RPATH "@loader_path/${to_library}")
else()
  set_target_properties(cb_python PROPERTIES INSTALL_RPATH "$ORIGIN/${to_library}")
endif()
install(TARGETS cb_python LIBRARY DESTINATION "${directory}/libcb" COMPONENT python)
list(TRANSFORM facade PREPEND "libcb/" OUTPUT_VARIABLE sources)
install(FILES ${sources} "${shadow}" DESTINATION "${directory}/libcb" COMPONENT python)
