# SPDX-License-Identifier: Apache-2.0
# CB_EXTRA_BACKENDS: a list of NAME=BACKEND:PREFIX. Each builds the sources of BACKEND once more, as
# a module NAME, with the headers and against the shared library below PREFIX. Two releases of a
# library whose structures differ are compared so: one module cannot be right for both.
#
# The module looks for its library in PREFIX; as for every module, a library that is named with the
# subject (NAME=FILE) and LD_LIBRARY_PATH come first. If NAME is that of an ordinary backend, that
# one must be switched off: -DCB_BACKEND_MBEDTLS=OFF -DCB_EXTRA_BACKENDS=mbedtls=mbedtls:/opt/fork
set(CB_EXTRA_BACKENDS "" CACHE STRING "Further modules, a list of NAME=BACKEND:PREFIX")

# Called by cb_add_backend() for each backend, also for one whose library this system lacks.
function(cb_remember_backend name header library)
  set(sources "")
  foreach(source IN LISTS ARGN)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  set_property(GLOBAL PROPERTY "CB_SOURCES_OF_${name}" "${sources}")
  set_property(GLOBAL PROPERTY "CB_HEADER_OF_${name}" "${header}")
  set_property(GLOBAL PROPERTY "CB_LIBRARY_OF_${name}" "${library}")
  if(library)
    set_property(GLOBAL APPEND PROPERTY CB_REMEMBERED_BACKENDS "${name}")
  endif()
endfunction()

# Sets out_include and out_file to what is below the prefix, and never to what the system has.
function(cb_find_in_prefix out_include out_file entry prefix header library)
  find_path(include "${header}" PATHS "${prefix}" "${prefix}/usr"
    PATH_SUFFIXES include NO_DEFAULT_PATH NO_CACHE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES "${CMAKE_SHARED_LIBRARY_SUFFIX}")
  set(directories lib64 lib)
  if(CMAKE_LIBRARY_ARCHITECTURE)
    list(PREPEND directories "lib/${CMAKE_LIBRARY_ARCHITECTURE}")
  endif()
  find_library(file NAMES "${library}" PATHS "${prefix}" "${prefix}/usr"
    PATH_SUFFIXES ${directories} NO_DEFAULT_PATH NO_CACHE)
  if(NOT include)
    message(FATAL_ERROR "CB_EXTRA_BACKENDS: \"${entry}\": there is no include/${header} below "
      "${prefix}: install the library with its headers there")
  endif()
  if(NOT file)
    message(FATAL_ERROR "CB_EXTRA_BACKENDS: \"${entry}\": there is no shared library "
      "lib${library}${CMAKE_SHARED_LIBRARY_SUFFIX} in a lib directory below ${prefix}: build the "
      "library as a shared one and install it there")
  endif()
  # Packages may split what is generated from the rest.
  if(CMAKE_LIBRARY_ARCHITECTURE AND IS_DIRECTORY "${include}/${CMAKE_LIBRARY_ARCHITECTURE}")
    list(APPEND include "${include}/${CMAKE_LIBRARY_ARCHITECTURE}")
  endif()
  set(${out_include} "${include}" PARENT_SCOPE)
  set(${out_file} "${file}" PARENT_SCOPE)
endfunction()

function(cb_add_extra_backend entry)
  get_property(known GLOBAL PROPERTY CB_REMEMBERED_BACKENDS)
  if(NOT entry MATCHES "^([A-Za-z0-9._+-]+)=([A-Za-z0-9_-]+):(.+)$")
    message(FATAL_ERROR "CB_EXTRA_BACKENDS: \"${entry}\" does not read NAME=BACKEND:PREFIX, such as "
      "mbedtls-fork=mbedtls:/opt/fork")
  endif()
  set(name "${CMAKE_MATCH_1}")
  set(backend "${CMAKE_MATCH_2}")
  get_filename_component(prefix "${CMAKE_MATCH_3}" ABSOLUTE BASE_DIR "${CMAKE_SOURCE_DIR}")
  if(NOT backend IN_LIST known)
    list(JOIN known ", " known)
    message(FATAL_ERROR "CB_EXTRA_BACKENDS: \"${entry}\": there is no backend \"${backend}\"; "
      "there are ${known}")
  endif()
  if(TARGET "cb_backend_${name}")
    message(FATAL_ERROR "CB_EXTRA_BACKENDS: \"${entry}\": there is a backend \"${name}\" already: "
      "choose another name, or switch that one off")
  endif()

  get_property(sources GLOBAL PROPERTY "CB_SOURCES_OF_${backend}")
  get_property(header GLOBAL PROPERTY "CB_HEADER_OF_${backend}")
  get_property(library GLOBAL PROPERTY "CB_LIBRARY_OF_${backend}")
  cb_find_in_prefix(include file "${entry}" "${prefix}" "${header}" "${library}")
  message(STATUS "libcb: backend ${name} is ${backend} with ${file}")

  set("CB_LIBRARY_FILE_OF_${name}" "${file}" CACHE INTERNAL "Found below the prefix")
  set(target "cb_library_of_${name}")
  add_library(${target} UNKNOWN IMPORTED)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION "${file}" INTERFACE_INCLUDE_DIRECTORIES "${include}")
  string(TOUPPER "CB_BACKEND_${name}" switch)
  string(MAKE_C_IDENTIFIER "${switch}" switch)
  set(${switch} ON)
  cb_add_backend(NAME "${name}" SOURCES ${sources} LIBRARIES ${target})

  get_filename_component(directory "${file}" DIRECTORY)
  set_target_properties("cb_backend_${name}" PROPERTIES
    BUILD_RPATH "${directory}" INSTALL_RPATH "${directory}")
  # The older kind of path would win over a library that is named with the subject.
  if(NOT APPLE)
    target_link_options("cb_backend_${name}" PRIVATE LINKER:--enable-new-dtags)
  endif()
endfunction()

function(cb_add_extra_backends)
  if(CB_EXTRA_BACKENDS AND CB_STATIC_BACKENDS)
    message(FATAL_ERROR "CB_EXTRA_BACKENDS makes modules, which CB_STATIC_BACKENDS has none of")
  endif()
  foreach(entry IN LISTS CB_EXTRA_BACKENDS)
    cb_add_extra_backend("${entry}")
  endforeach()
endfunction()
