/* SPDX-License-Identifier: Apache-2.0 */
/* What the typemaps for Lua call. Compiled once for each version of Lua, all from this source.
 *
 * Functions that take arguments raise an error in Lua if they do not like one. They, and whatever
 * allocates, are called before libcb is entered, never below it: an error there is a longjmp that
 * would leave a worker behind. */
#ifndef CB_LUA_CORE_H
#define CB_LUA_CORE_H

#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>

#include "bridge.h"

#if LUA_VERSION_NUM < 502
#define core_length(L, index) lua_objlen(L, index)
#else
#define core_length(L, index) lua_rawlen(L, index)
#endif

/** An exact integer: of Lua's integers where there are some, else a number up to 2^53, else the
 *  digits as a string. */
void core_push_integer(lua_State *L, int64_t value);

/** A text without zero bytes; NULL for nil. */
const char *core_text(lua_State *L, int index);
/** A string with whatever is in it; no data for nil. */
bridge_bytes core_bytes(lua_State *L, int index);
/** A whole number from 0 on, not a string. */
size_t core_count(lua_State *L, int index);
/** A list of texts; they live as long as the call does. */
bridge_texts core_texts(lua_State *L, int index);
/** A list of names and values in turn. */
bridge_pairs core_pairs(lua_State *L, int index);

/** A call during which libcb tells a function of Lua how far it is. */
typedef struct core_call {
	lua_State *L;
	lua_State *main; /* where lua(1) asks for an interruption */
	lua_Hook hook;   /* of main, when the call began */
	int function;    /* stack indices */
	int tell;
	int thrown;
	enum { CORE_GOES_ON, CORE_THROWN, CORE_FAILED, CORE_INTERRUPTED } state;
} core_call;

/** @p index: a function that gets a table and may return false to stop. */
bridge_progress core_progress(lua_State *L, int index, core_call *call);
/** @p index: a list of tables with name, size, call, and perhaps setup and teardown. Functions that
 *  raise an error stop the call, for which core_progress() has to be called as well. */
bridge_functions core_functions(lua_State *L, int index, core_call *call);
/** Pushes how the call was stopped and the value thrown: "thrown" by the progress function,
 * "failed" by a function that is measured, "interrupted", or nil. */
int core_push_stop(lua_State *L, const core_call *call);
/** Keeps the main state where this version of Lua does not. */
void core_remember_main(lua_State *L);

/** For Lua: the value of a JSON text, or nil and what is wrong with it. Members that are null are
 *  left out; in a list, null is false. */
int core_decode(lua_State *L);

#endif
