#!/bin/sh
# clang-tidy over the library sources of a configured build tree. What the tree does not compile (CUDA without a
# toolkit) is left out; the precompiled header of GCC means nothing to Clang.
set -eu
cd "$(dirname "$0")/.."
database="$1/tidy"
mkdir -p "$database"
sed -E 's/ -Winvalid-pch//; s/ -Wno-maybe-uninitialized//; s/ -include [^ ]*cmake_pch\.hxx//' "$1/compile_commands.json" > "$database/compile_commands.json"
git ls-files 'gs/*.cpp' 'apps/*.cpp' | grep -v _test.cpp | while read -r file; do
  if grep -q "\"file\": \".*/$file\"" "$database/compile_commands.json"; then echo "$file"; fi
done | xargs -P "$(nproc)" -n 4 clang-tidy-14 --quiet -p "$database"
