#!/bin/sh
# Runs clang-tidy over the sources of the libraries and programs, tests left out. The sources of a folder are checked together
# (GS_UNITY=ON), which takes less than half of the time. Usage: scripts/tidy.sh
set -eu
cd "$(dirname "$0")/.."
build=build/tidy
mkdir -p build
cmake --preset clang -B "$build" > build/tidy-configure.log 2>&1 || { cat build/tidy-configure.log; exit 1; }
# A precompiled header would have to be built first.
sed -E -i 's/ -Winvalid-pch//; s/ -Xclang -include-pch -Xclang [^ ]*//g; s/ -Xclang -include -Xclang [^ ]*cmake_pch\.hxx//g' "$build/compile_commands.json"
files=$(sed -nE 's/^ *"file": "(.*\.(cpp|cxx))".*/\1/p' "$build/compile_commands.json" |
  grep -v -e '_test\.dir/' -e '_test\.cpp$' -e '/testing/' -e 'cmake_pch' -e '_verify_interface_header_sets/')
count=$(echo "$files" | wc -l)
[ "$count" -ge 100 ] || { echo "tidy: only $count units were found: the pattern no longer fits compile_commands.json" >&2; exit 1; }
# shellcheck disable=SC2086  # one path a word
printf '%s\n' $files | xargs -P "$(nproc)" -n 1 clang-tidy-14 --quiet -p "$build" --header-filter='.*/(gs|apps)/.*' \
  --checks=-bugprone-suspicious-include
echo "clang-tidy: $count units without a finding"
