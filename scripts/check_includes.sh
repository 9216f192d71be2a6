#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Checks the syntax of every source of the libraries and programs, and of the headers that no source includes first, each by itself:
# a build with GS_UNITY=ON compiles several sources together and does not notice a missing #include. Tests are left out, and so are the
# sources that come first in their group of build/release, if that is built and newer than they are: nothing stands before them there.
# Usage: scripts/check_includes.sh
set -eu
cd "$(dirname "$0")/.."
build=build/single
mkdir -p build
cmake --preset release -B "$build" -DGS_UNITY=OFF -DGS_WEB_PAGE=OFF > build/single-configure.log 2>&1 || { cat build/single-configure.log; exit 1; }
commands=$(mktemp)
first=$(mktemp)
trap 'rm -f "$commands" "$first"' EXIT
sed -nE '/^ *"command": "/ { s/^ *"command": "(.*)",$/\1/; s/\\"/"/g; s/\\\\/\\/g; p }' "$build/compile_commands.json" |
  grep -v -e '_test\.cpp$' -e 'cmake_pch' -e '\.cu$' -e '\.c$' | sed -E 's/^.*ccache //; s/ -o [^ ]*\.o / /; s/ -O2 / -O0 /' > "$commands"
count=$(wc -l < "$commands")
[ "$count" -ge 500 ] || { echo "check-includes: only $count sources were found: the pattern no longer fits compile_commands.json" >&2; exit 1; }
find build/release -name 'unity_*_cxx.cxx' 2> /dev/null | while read -r group; do
  source=$(sed -n '/^#include "/ { s/^#include "\(.*\)"$/\1/p; q }' "$group")
  [ -n "$(find "$group.o" -newer "$source" 2> /dev/null)" ] && echo " -c $source"
done > "$first" || true
everything=$(mktemp)
cp "$commands" "$everything"
grep -v -F -f "$first" "$everything" > "$commands"
rm -f "$everything"
proven=$((count - $(wc -l < "$commands")))
cd "$build"
xargs -P "$(nproc)" -d '\n' -I{} sh -c '{} -fsyntax-only' < "$commands" || { echo "check-includes: a source does not compile by itself" >&2; exit 1; }
echo "$count sources and headers compile by themselves, $proven of them first in their group"
