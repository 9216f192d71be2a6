#!/bin/sh
# Formats all sources with clang-format; with --check it only lists what it would change, and fails if there is any.
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files '*.h' '*.cpp' '*.cu' '*.cuh')
if [ "${1:-}" = --check ]; then
  clang-format-14 --dry-run --Werror $files
else
  clang-format-14 -i $files
fi
