#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every error code of the builder stands in docs/exit_codes.md in the row of its exit code.
set -eu
cd "$(dirname "$0")/.."
source=$(grep -rl --include=*.cpp 'BuildCode::mcap_read_error, "MCAP_READ_ERROR"' gs)
rows=$(sed -n 's/^ *{BuildCode::[a-z_]*, "\([A-Z_]*\)", \([0-9]*\)},$/\1 \2/p' "$source")
[ "$(echo "$rows" | wc -l)" -ge 15 ] || { echo "the table in $source was not recognised"; exit 1; }
echo "$rows" | while read -r name exit; do
  grep -q "^| $exit |.*\`$name\`" docs/exit_codes.md || { echo "docs/exit_codes.md: $name is not in the row of exit code $exit"; exit 1; }
done
echo "docs/exit_codes.md agrees with $source"
