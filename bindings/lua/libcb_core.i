/* SPDX-License-Identifier: Apache-2.0 */
/* The module libcb.core, which libcb.lua alone uses. */
%module libcb_core
%include "cb_lua.i"
%include "cb_api.i"
%inline %{
static const char *nearest(const char *name, bridge_texts known)
{
	return bridge_nearest(name, &known);
}
%}
