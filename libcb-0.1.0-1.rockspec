-- SPDX-License-Identifier: Apache-2.0
rockspec_format = "3.0"
package = "libcb"
version = "0.1.0-1"
source = {
	url = "git+https://example.invalid/libcb.git", -- "luarocks make" builds what is here
	tag = "v0.1.0",
}
description = {
	summary = "Measures crypto libraries, with and without hardware acceleration",
	license = "Apache-2.0",
}
supported_platforms = { "unix" }
dependencies = { "lua >= 5.1, < 5.5" }
-- Everything lies below LuaRocks' directory of C modules: libcb is linked into the module, worker
-- and backends are beside it. LuaRocks moves what lies below lib, so links would dangle there.
build = {
	type = "command",
	build_command = [[cmake -S . -B build.luarocks -DBUILD_SHARED_LIBS=OFF -DCB_BUILD_CLI=OFF -DCB_BUILD_TESTS=OFF -DCB_PYTHON=OFF -DCB_LUA=ON "-DCMAKE_C_COMPILER=$(CC)" "-DCMAKE_INSTALL_LIBDIR=$(LIBDIR)/libcb" -DCB_PRIVATE_DIR=parts "-DCB_LUA_INCLUDE_DIR=$(LUA_INCDIR)" "-DCB_LUA_MODULE_DIR=$(LIBDIR)" "-DCB_LUA_SCRIPT_DIR=$(LUADIR)" && cmake --build build.luarocks --parallel]],
	install_command = [[cmake --install build.luarocks --component lua && cmake --install build.luarocks --component runtime && cmake --install build.luarocks --component backends]],
}
