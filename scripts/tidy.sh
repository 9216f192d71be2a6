#!/bin/sh
# Runs clang-tidy over the library sources of a configured build tree. Sources that the tree does not compile (CUDA
# without a toolkit) are left out. Removes GCC's precompiled header and warning flags, which Clang does not understand.
# Usage: scripts/tidy.sh build/release
set -eu
cd "$(dirname "$0")/.."
database="$1/tidy"
mkdir -p "$database"
sed -E 's/ -Winvalid-pch//; s/ -Wno-maybe-uninitialized//; s/ -include [^ ]*cmake_pch\.hxx//' "$1/compile_commands.json" > "$database/compile_commands.json"
git ls-files 'gs/*.cpp' 'apps/*.cpp' | grep -v _test.cpp | while read -r file; do
  if grep -q "\"file\": \".*/$file\"" "$database/compile_commands.json"; then echo "$file"; fi
done | xargs -P "$(nproc)" -n 4 clang-tidy-14 --quiet -p "$database"
