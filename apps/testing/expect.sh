# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Checks of exit codes and texts. A test sources this file and sets $work, a folder of its own; $failures counts.
failures=0

fail() {
  echo "FAILED: $1"
  cat "$work/out" "$work/err" "$work/server" 2> /dev/null
  failures=$((failures + 1))
}
# expect WHAT EXIT_CODE COMMAND...
expect() {
  what=$1 code=$2
  shift 2
  "$@" > "$work/out" 2> "$work/err"
  found=$?
  [ $found = "$code" ] || fail "$what: exit $found, not $code"
}
# says WHAT PATTERN: the last output or its errors contain it.
says() { cat "$work/out" "$work/err" | grep -q -- "$2" || fail "$1: no '$2'"; }
