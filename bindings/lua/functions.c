/* SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

/* Where a function and what belongs to it are on the stack; 0: there is none. */
struct function {
	core_call *call;
	int body;
	int setup;
	int teardown;
};

static int invoke(const core_call *call, int index)
{
	lua_pushvalue(call->L, index);
	return lua_pcall(call->L, 0, 0, 0);
}

/* The first error is the one that arrives, and whose function has failed; nothing is called after
 * it but what ends. */
static int invoke_first(core_call *call, int index)
{
	if (call->state != CORE_GOES_ON)
		return CB_FUNCTION_STOP;
	if (invoke(call, index) == 0)
		return 0;
	lua_replace(call->L, call->thrown);
	call->state = CORE_FAILED;
	return 1;
}

static int call_body(void *payload)
{
	const struct function *function = payload;
	return invoke_first(function->call, function->body);
}

static int set_up(void *payload)
{
	const struct function *function = payload;
	return function->setup != 0 ? invoke_first(function->call, function->setup) : 0;
}

static void tear_down(void *payload)
{
	const struct function *function = payload;
	core_call *call = function->call;
	if (function->teardown == 0)
		return;
	if (call->state == CORE_GOES_ON)
		invoke_first(call, function->teardown);
	else if (invoke(call, function->teardown) != 0)
		lua_pop(call->L, 1);
}

/* Leaves the member on the stack and tells where. */
static int keep_function(lua_State *L, int table, const char *name)
{
	lua_getfield(L, table, name);
	if (lua_isnil(L, -1))
		return 0;
	luaL_checktype(L, -1, LUA_TFUNCTION);
	return lua_gettop(L);
}

static uint64_t size_of(lua_State *L, int table)
{
	lua_getfield(L, table, "size");
	lua_Number size = lua_tonumber(L, -1);
	lua_pop(L, 1);
	if (!(size >= 0 && size <= (lua_Number)CB_FUNCTION_SIZE_MAX) ||
		size != (lua_Number)(uint64_t)size)
		luaL_error(L, "a size has to be a whole number from 0 on");
	return (uint64_t)size;
}

static cb_function take(lua_State *L, int table, struct function *function)
{
	cb_function item = CB_FUNCTION_INIT;
	lua_getfield(L, table, "name"); /* stays, as its text is the item's */
	item.name = core_text(L, lua_gettop(L));
	item.size = size_of(L, table);
	function->body = keep_function(L, table, "call");
	function->setup = keep_function(L, table, "setup");
	function->teardown = keep_function(L, table, "teardown");
	item.setup = set_up;
	item.call = function->body != 0 ? call_body : NULL;
	item.teardown = tear_down;
	item.payload = function;
	return item;
}

bridge_functions core_functions(lua_State *L, int index, core_call *call)
{
	luaL_checktype(L, index, LUA_TTABLE);
	size_t count = core_length(L, index);
	/* A table, its name and three functions each; two blocks here, two and an item of options.
	 */
	luaL_checkstack(L, 5 * (int)count + 8, "for functions to measure");
	cb_function *items = lua_newuserdata(L, (count + 1) * sizeof *items);
	struct function *functions = lua_newuserdata(L, (count + 1) * sizeof *functions);
	for (size_t i = 0; i < count; i++) {
		lua_rawgeti(L, index, (int)i + 1);
		luaL_checktype(L, -1, LUA_TTABLE);
		functions[i].call = call;
		items[i] = take(L, lua_gettop(L), &functions[i]);
	}
	return (bridge_functions){items, count};
}
