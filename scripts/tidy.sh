#!/bin/sh
# clang-tidy over the library sources of a configured build tree.
set -eu
cd "$(dirname "$0")/.."
git ls-files 'gs/*.cpp' 'apps/*.cpp' | grep -v _test.cpp | xargs -P "$(nproc)" -n 4 clang-tidy-14 --quiet -p "$1"
