# SPDX-License-Identifier: Apache-2.0
# cb_add_backend(NAME name SOURCES file... [LIBRARIES target...] [OUTPUT_DIRECTORY dir] [NO_INSTALL]
#   [HEADER file] [LIBRARY_NAME name])
#
# Builds one backend module. In this tree, the cache variable CB_BACKEND_<NAME> decides: AUTO leaves
# it out if a library is missing, ON makes that an error, OFF leaves it out. HEADER and LIBRARY_NAME
# say what CB_EXTRA_BACKENDS looks for to build it once more against another installation.
function(cb_add_backend)
  cmake_parse_arguments(PARSE_ARGV 0 arg
    "NO_INSTALL" "NAME;OUTPUT_DIRECTORY;HEADER;LIBRARY_NAME" "SOURCES;LIBRARIES")
  if(COMMAND cb_remember_backend)
    cb_remember_backend("${arg_NAME}" "${arg_HEADER}" "${arg_LIBRARY_NAME}" ${arg_SOURCES})
  endif()
  string(TOUPPER "${arg_NAME}" upper)
  string(MAKE_C_IDENTIFIER "CB_BACKEND_${upper}" switch)
  set(${switch} AUTO CACHE STRING "Build the ${arg_NAME} backend: AUTO, ON or OFF")
  set_property(CACHE ${switch} PROPERTY STRINGS AUTO ON OFF)
  if(${switch} STREQUAL "OFF")
    return()
  endif()

  foreach(library IN LISTS arg_LIBRARIES)
    if(NOT TARGET ${library})
      if(${switch} STREQUAL "AUTO")
        message(STATUS "libcb: no ${library}, so the ${arg_NAME} backend is left out")
        return()
      endif()
      message(FATAL_ERROR "libcb: ${switch} is ON, but ${library} was not found")
    endif()
  endforeach()

  set(target "cb_backend_${arg_NAME}")
  if(CB_STATIC_BACKENDS)
    cb_link_backend("${arg_NAME}" ${target} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES})
    return()
  endif()
  add_library(${target} MODULE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE cb::backend ${arg_LIBRARIES})
  if(TARGET cb_warnings)
    target_link_libraries(${target} PRIVATE cb_warnings)
  endif()
  target_compile_definitions(${target} PRIVATE _XOPEN_SOURCE=700)
  set_target_properties(${target} PROPERTIES
    PREFIX ""
    OUTPUT_NAME "${arg_NAME}"
    SUFFIX ".so"
    C_STANDARD 11
    C_STANDARD_REQUIRED ON
    C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden)
  if(arg_OUTPUT_DIRECTORY)
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${arg_OUTPUT_DIRECTORY}")
  elseif(CMAKE_LIBRARY_OUTPUT_DIRECTORY AND CB_PRIVATE_DIR)
    set_target_properties(${target} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${CB_PRIVATE_DIR}/backends")
  endif()
  if(CB_INSTALL AND NOT arg_NO_INSTALL)
    install(TARGETS ${target}
      LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/${CB_PRIVATE_DIR}/backends" COMPONENT backends)
  endif()
endfunction()
