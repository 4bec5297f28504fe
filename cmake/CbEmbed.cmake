# SPDX-License-Identifier: Apache-2.0
# Writes a C source that holds files as arrays of bytes, with the SHA-256 of each in base 64:
#   cmake -DOUTPUT=file.c -DHEADER=header.h -DTYPE=type -DFILES=name=file|name=file -P CbEmbed.cmake
# Neither a shell nor another program is needed, and no byte depends on the machine.

set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)

# The base 64 of 32 bytes that are given in hexadecimal: 10 groups of 3 bytes, and 2 bytes.
function(encode_hash out hex)
  set(text "")
  foreach(group RANGE 10)
    math(EXPR at "${group} * 6")
    string(SUBSTRING "${hex}00" ${at} 6 six)
    math(EXPR bits "0x${six}")
    foreach(shift IN ITEMS 18 12 6 0)
      math(EXPR index "(${bits} >> ${shift}) & 63")
      string(SUBSTRING "${letters}" ${index} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

set(source "/* Made by cmake/CbEmbed.cmake. */\n#include \"${HEADER}\"\n")
string(REPLACE "|" ";" FILES "${FILES}")
foreach(pair IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.*)$" ignored "${pair}")
  set(name "${CMAKE_MATCH_1}")
  set(file "${CMAKE_MATCH_2}")
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  # A browser reads line ends of any kind as \n, and takes the hash of that.
  if(bytes MATCHES "0x0d,")
    message(FATAL_ERROR "${file}: its lines do not end in a line feed alone")
  endif()
  file(SHA256 "${file}" hash)
  encode_hash(hash "${hash}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n\t"
    bytes "${bytes}")
  string(APPEND source
    "\nstatic const unsigned char ${name}_bytes[] = {\n\t${bytes}\n};\n"
    "\nconst ${TYPE} ${name} = {\n\t${name}_bytes, sizeof ${name}_bytes, \"${hash}\"};\n")
endforeach()
file(WRITE "${OUTPUT}" "${source}")
