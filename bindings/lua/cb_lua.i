/* SPDX-License-Identifier: Apache-2.0 */
/* How values cross between Lua and the bridge. Instead of SWIG's own for numbers, which push floats
 * for integers, cut 3.7 to 3 and take "12" for a number.
 *
 * Errors of libcb are no errors of Lua here. Each call returns its result, then, where it has
 * progress, how it was stopped and the value thrown, then status and message of an error; the facade
 * raises. So a cancelled call can hand over both what it measured and why it ended. */
%{
#include "core.h"
%}

%typemap(in) const char * %{ $1 = (char *)core_text(L, $input); %}
%typemap(in) size_t, unsigned, unsigned int %{ $1 = ($1_ltype)core_count(L, $input); %}
%typemap(in) bridge_bytes %{ $1 = core_bytes(L, $input); %}
%typemap(in) bridge_texts %{ $1 = core_texts(L, $input); %}
%typemap(in) bridge_pairs %{ $1 = core_pairs(L, $input); %}

%typemap(out) int, unsigned, unsigned int, size_t
%{ core_push_integer(L, (int64_t)$1); SWIG_arg++; %}
%typemap(out) char *
%{ lua_pushstring(L, $1); SWIG_arg++; cb_string_free($1); %}
%typemap(out) const char *
%{ lua_pushstring(L, $1); SWIG_arg++; %}

%typemap(in) bridge_progress (core_call call) %{ $1 = core_progress(L, $input, &call); %}
%typemap(argout) bridge_progress %{ SWIG_arg += core_push_stop(L, &call$argnum); %}

/* One table, as an error in a function has to reach the progress function: functions, options,
 * progress. */
%typemap(in) (bridge_functions functions, bridge_pairs options, bridge_progress progress)
	(core_call call)
%{
	luaL_checktype(L, $input, LUA_TTABLE);
	luaL_checkstack(L, 4, "for functions to measure");
	int first = lua_gettop(L) + 1;
	for (int i = 1; i <= 3; i++)
		lua_rawgeti(L, $input, i);
	$1 = core_functions(L, first, &call);
	$2 = core_pairs(L, first + 1);
	$3 = core_progress(L, first + 2, &call);
%}
%typemap(argout) (bridge_functions functions, bridge_pairs options, bridge_progress progress)
%{ SWIG_arg += core_push_stop(L, &call$argnum); %}

%typemap(in, numinputs=0) bridge_error *ERROR (bridge_error error)
%{ error.status = CB_OK; error.message[0] = '\0'; $1 = &error; %}
%typemap(argout) bridge_error *ERROR {
	if ($1->status != CB_OK) {
		lua_pushinteger(L, $1->status);
		lua_pushstring(L, $1->message);
		SWIG_arg += 2;
	}
}

%typemap(in, numinputs=0) cb_baseline_info *INFO (cb_baseline_info info) %{ $1 = &info; %}
%typemap(argout) cb_baseline_info *INFO {
	lua_createtable(L, 0, 4);
	core_push_integer(L, (int64_t)$1->runs);
	lua_setfield(L, -2, "runs");
	core_push_integer(L, (int64_t)$1->cells);
	lua_setfield(L, -2, "cells");
	core_push_integer(L, (int64_t)$1->failed);
	lua_setfield(L, -2, "failed");
	lua_pushboolean(L, $1->has_library);
	lua_setfield(L, -2, "has_library");
	SWIG_arg++;
}

/* Documents belong to what Lua has of them. */
%define DOCUMENT(type)
%typemap(out) type * %{ SWIG_NewPointerObj(L, $1, $1_descriptor, 1); SWIG_arg++; %}
%enddef
DOCUMENT(Results)
DOCUMENT(Gate)
DOCUMENT(Proofs)
DOCUMENT(Comparison)
DOCUMENT(Selftest)
DOCUMENT(Inventory)
DOCUMENT(Advice)
DOCUMENT(Documents)
DOCUMENT(Import)
DOCUMENT(Profile)
DOCUMENT(Findings)
DOCUMENT(Lacks)
DOCUMENT(Opened)

%typemap(check) SWIGTYPE *self %{
	if ($1 == NULL)
		return luaL_error(L, "$symname: nil has no such method");
%}

%native(decode) int core_decode(lua_State *L);

%init %{ core_remember_main(L); %}
