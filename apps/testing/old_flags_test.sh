#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of an earlier version is still read: old_flags_test.sh PROGRAM_DIR SOURCE_DIR
# A flag that has another name today must be read with a note on standard error: "--old is now --new".
set -eu
programs=$1 list=$2/testdata/compat_1e78ca7/flags.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
failed() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}
# refused COMMAND FLAG: true if the command does not know the flag. With --nothing, an unknown flag, no command does its work.
refused() {
  "$programs"/$1 "$2" --nothing > "$work/said.txt" 2>&1 < /dev/null && failed "'$1 $2 --nothing' ends with 0"
  grep -q -e "unknown flag '$2'" -e "unknown command" "$work/said.txt"
}
refused "gs-log info" --jsn || failed "an unknown flag is not refused: this test proves nothing"

count=0 before=
while read -r line; do
  flag=${line##* } command=${line% *} count=$((count + 1))
  if [ "$command" != "$before" ]; then
    "$programs"/$command --help > "$work/help.txt" 2>&1 || failed "'$command --help' ends with an error"
    before=$command
  fi
  name=${flag#--} && name=${name#no-}  # --help names the one of --x and --no-x that changes the default
  grep -qE -e "^  --(no-)?$name( |\$)" "$work/help.txt" && continue
  if refused "$command" "$flag"; then
    failed "$command: $flag is refused"
  elif ! grep -q -e "$flag is now --" "$work/said.txt"; then
    failed "$command: $flag is neither in --help nor read with the note '$flag is now --NEW'"
  fi
done < "$list"
[ "$count" -gt 400 ] || failed "$list has only $count flags"
[ "$failures" = 0 ] && echo "all $count flags are read"
exit "$failures"
