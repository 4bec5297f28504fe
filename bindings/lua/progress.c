/* SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#define STACK_NEEDED 24

#ifdef LUA_RIDX_MAINTHREAD
void core_remember_main(lua_State *L)
{
	(void)L;
}

static lua_State *find_main(lua_State *L)
{
	lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
	lua_State *main = lua_tothread(L, -1);
	lua_pop(L, 1);
	return main != NULL ? main : L;
}
#else
#define MAIN_KEY "libcb.main"

/* The state that loads the module. Where that is a coroutine it is the best there is. */
void core_remember_main(lua_State *L)
{
	lua_pushthread(L);
	lua_setfield(L, LUA_REGISTRYINDEX, MAIN_KEY);
}

static lua_State *find_main(lua_State *L)
{
	lua_getfield(L, LUA_REGISTRYINDEX, MAIN_KEY);
	lua_State *main = lua_tothread(L, -1);
	lua_pop(L, 1);
	return main != NULL ? main : L;
}
#endif

static void set_count(lua_State *L, const char *name, uint64_t value)
{
	core_push_integer(L, (int64_t)value);
	lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, double value)
{
	lua_pushnumber(L, value);
	lua_setfield(L, -2, name);
}

/* Arguments: the function, and where the progress is. May raise whatever it likes: report() calls
 * it protected, and has allocated nothing. */
static int tell(lua_State *L)
{
	const cb_progress *progress = *(const cb_progress **)lua_touserdata(L, 2);
	lua_settop(L, 1);
	lua_createtable(L, 0, 7);
	set_count(L, "launch", progress->launch);
	set_count(L, "launches", progress->launches);
	set_count(L, "done", progress->done);
	set_count(L, "total", progress->total);
	set_number(L, "elapsed_s", progress->elapsed_s);
	if (progress->remaining_s >= 0)
		set_number(L, "remaining_s", progress->remaining_s);
	lua_pushstring(L, progress->current);
	lua_setfield(L, -2, "current");
	lua_call(L, 1, 1);
	return 1;
}

/* lua(1) answers SIGINT with a hook on the main state. There it fires as soon as Lua runs, which
 * the function below does; in a coroutine nobody would see it. */
static int is_interrupted(const core_call *call)
{
	return call->L != call->main && lua_gethook(call->main) != call->hook;
}

static int report(const cb_progress *progress, void *payload)
{
	core_call *call = payload;
	lua_State *L = call->L;
	if (call->state != CORE_GOES_ON)
		return 1;
	lua_pushvalue(L, call->tell);
	lua_pushvalue(L, call->function);
	lua_pushlightuserdata(L, &progress);
	if (lua_pcall(L, 2, 1, 0) != 0) {
		lua_replace(L, call->thrown);
		call->state = CORE_THROWN;
		return 1;
	}
	int stops = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
	lua_pop(L, 1);
	if (is_interrupted(call))
		call->state = CORE_INTERRUPTED;
	return stops || call->state != CORE_GOES_ON;
}

bridge_progress core_progress(lua_State *L, int index, core_call *call)
{
	luaL_checktype(L, index, LUA_TFUNCTION);
	luaL_checkstack(L, STACK_NEEDED, "for a progress function");
	call->L = L;
	call->main = find_main(L);
	call->hook = lua_gethook(call->main);
	call->function = index;
	call->state = CORE_GOES_ON;
	lua_pushcfunction(L, tell);
	call->tell = lua_gettop(L);
	lua_pushnil(L);
	call->thrown = lua_gettop(L);
	return (bridge_progress){report, call};
}

int core_push_stop(lua_State *L, const core_call *call)
{
	static const char *const words[] = {NULL, "thrown", "failed", "interrupted"};
	lua_pushstring(L, words[call->state]);
	lua_pushvalue(L, call->thrown);
	return 2;
}
