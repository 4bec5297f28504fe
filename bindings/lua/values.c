/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core.h"

/* What a double holds exactly: beyond it two integers look the same. */
#define EXACT_MAX (INT64_C(1) << 53)

static void push_digits(lua_State *L, int64_t value)
{
	char digits[24];
	snprintf(digits, sizeof digits, "%" PRId64, value);
	lua_pushstring(L, digits);
}

void core_push_integer(lua_State *L, int64_t value)
{
#if LUA_VERSION_NUM >= 503
	if (value >= LUA_MININTEGER && value <= LUA_MAXINTEGER) {
		lua_pushinteger(L, (lua_Integer)value);
		return;
	}
#endif
	if (value >= -EXACT_MAX && value <= EXACT_MAX)
		lua_pushnumber(L, (lua_Number)value);
	else
		push_digits(L, value);
}

const char *core_text(lua_State *L, int index)
{
	size_t length;
	if (lua_isnil(L, index))
		return NULL;
	luaL_checktype(L, index, LUA_TSTRING);
	const char *text = lua_tolstring(L, index, &length);
	if (strlen(text) != length)
		luaL_argerror(L, index, "a text without zero bytes expected");
	return text;
}

bridge_bytes core_bytes(lua_State *L, int index)
{
	bridge_bytes bytes = {NULL, 0};
	if (lua_isnil(L, index))
		return bytes;
	luaL_checktype(L, index, LUA_TSTRING);
	bytes.data = lua_tolstring(L, index, &bytes.size);
	return bytes;
}

size_t core_count(lua_State *L, int index)
{
	luaL_checktype(L, index, LUA_TNUMBER);
	lua_Number value = lua_tonumber(L, index);
	if (!(value >= 0 && value <= (lua_Number)UINT32_MAX) || value != (lua_Number)(size_t)value)
		luaL_argerror(L, index, "a whole number from 0 to 4294967295 expected");
	return (size_t)value;
}

/* One more than there are, so that none is no special case. The block is Lua's: it stays on the
 * stack, below what the call returns. */
static const char **new_list(lua_State *L, size_t count)
{
	return lua_newuserdata(L, (count + 1) * sizeof(const char *));
}

static const char *text_of(lua_State *L, int index, size_t i)
{
	size_t length;
	lua_rawgeti(L, index, (int)i + 1);
	if (lua_type(L, -1) != LUA_TSTRING)
		luaL_argerror(L, index, "a list of texts expected");
	const char *text = lua_tolstring(L, -1, &length);
	if (strlen(text) != length)
		luaL_argerror(L, index, "texts without zero bytes expected");
	lua_pop(L, 1); /* the list has it */
	return text;
}

bridge_texts core_texts(lua_State *L, int index)
{
	luaL_checktype(L, index, LUA_TTABLE);
	size_t count = core_length(L, index);
	const char **items = new_list(L, count);
	for (size_t i = 0; i < count; i++)
		items[i] = text_of(L, index, i);
	return (bridge_texts){items, count};
}

bridge_pairs core_pairs(lua_State *L, int index)
{
	luaL_checktype(L, index, LUA_TTABLE);
	size_t count = core_length(L, index) / 2;
	const char **names = new_list(L, count);
	const char **values = new_list(L, count);
	for (size_t i = 0; i < count; i++) {
		names[i] = text_of(L, index, 2 * i);
		values[i] = text_of(L, index, 2 * i + 1);
	}
	return (bridge_pairs){names, values, count};
}
