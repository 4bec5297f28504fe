/* SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>

#include "core.h"

#define STACK_OF_A_LEVEL 4

static void push_value(lua_State *L, json_t *value);

static void push_object(lua_State *L, json_t *object)
{
	const char *name;
	json_t *member;
	lua_createtable(L, 0, (int)json_object_size(object));
	json_object_foreach(object, name, member)
	{
		if (json_is_null(member))
			continue;
		lua_pushstring(L, name);
		push_value(L, member);
		lua_rawset(L, -3);
	}
}

/* A hole would make the length of the list anybody's guess. */
static void push_item(lua_State *L, json_t *item)
{
	if (json_is_null(item))
		lua_pushboolean(L, 0);
	else
		push_value(L, item);
}

static void push_array(lua_State *L, json_t *array)
{
	size_t i;
	json_t *item;
	lua_createtable(L, (int)json_array_size(array), 0);
	json_array_foreach(array, i, item)
	{
		push_item(L, item);
		lua_rawseti(L, -2, (int)i + 1);
	}
}

static void push_value(lua_State *L, json_t *value)
{
	luaL_checkstack(L, STACK_OF_A_LEVEL, "for a document");
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		push_object(L, value);
		break;
	case JSON_ARRAY:
		push_array(L, value);
		break;
	case JSON_STRING:
		lua_pushlstring(L, json_string_value(value), json_string_length(value));
		break;
	case JSON_INTEGER:
		core_push_integer(L, json_integer_value(value));
		break;
	case JSON_REAL:
		lua_pushnumber(L, json_real_value(value));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		lua_pushboolean(L, json_is_true(value));
		break;
	default:
		lua_pushnil(L);
	}
}

static int push_document(lua_State *L)
{
	json_t *root = lua_touserdata(L, 1);
	push_value(L, root);
	return 1;
}

int core_decode(lua_State *L)
{
	json_error_t error;
	bridge_bytes text = core_bytes(L, 1);
	lua_pushcfunction(L, push_document);
	json_t *root = json_loadb(text.data, text.size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
	if (root == NULL) {
		lua_pushnil(L);
		lua_pushfstring(L, "line %d, column %d: %s", error.line, error.column, error.text);
		return 2;
	}
	lua_pushlightuserdata(L, root);
	int failed = lua_pcall(L, 1, 1, 0);
	json_decref(root);
	return failed ? lua_error(L) : 1;
}
