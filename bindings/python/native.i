/* SPDX-License-Identifier: Apache-2.0 */
/* The extension module libcb._native and its shadow libcb.native. Private: the facade in libcb/ is
 * what users see. A name that begins with "_" would be mangled inside the shadow's classes. */
%module(package="libcb", threads="1", docstring="The private half of libcb.") native
%nothread; /* but where cb_api.i says so */
%include "cb_python.i"
%include "cb_api.i"
