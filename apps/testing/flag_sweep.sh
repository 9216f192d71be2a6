# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Proves that a program reads every flag that its --help names. A test sources this file, in a folder of its own:
#
#   work=$(mktemp -d) && cd "$work" && mkdir in    # in/ holds the inputs of every run
#   base gs-log echo drive.mcap /odom              # runs twice: what a user sees must be the same
#   flag --count 1                                 # what a user sees must differ from that of the base
#   shown_by --threads "GS_THREADS in bench/..."   # for flags of speed and memory: what shows that they are read
#   swept gs-log echo                              # fails for every flag of 'gs-log echo --help' that was not listed
#   end_sweep
#
# What a user sees: the exit code, what is printed, and every file in the folder. Each run has a fresh copy of in/.
# A test may define seen_text, a filter for what is printed, and names_only, an expression (grep -E) for the files whose
# contents do not count.
sweep_failures=0
sweep_listed=

seen_text() { sed '/ took [0-9.]*s/d'; }  # without the lines of progress, which tell the speed
names_only='^$'

observe() {
  rm -rf run && cp -rp in run
  sweep_exit=0
  (cd run && "$@") > observed.out 2> observed.err < /dev/null || sweep_exit=$?
  echo "exit $sweep_exit"
  seen_text < observed.out
  seen_text < observed.err
  (cd run && find . -type f | LC_ALL=C sort) > observed.files
  cat observed.files
  grep -vE "$names_only" observed.files | (cd run && xargs -r -d '\n' md5sum)
}
sweep_fail() {
  echo "FAILED: $1"
  sweep_failures=$((sweep_failures + 1))
}
# base COMMAND...: with all its arguments. It may end with any exit code, but always with the same.
base() {
  sweep_base="$*"
  observe "$@" > base.seen
  observe "$@" > again.seen
  cmp -s base.seen again.seen || { sweep_fail "two runs of '$sweep_base' differ:"; diff base.seen again.seen | head -20; }
}
# works: the base must end with exit code 0.
works() { head -1 base.seen | grep -qx 'exit 0' || { sweep_fail "'$sweep_base' does not work:"; head -20 base.seen; }; }
# flag FLAG [VALUE]: added to the base.
flag() {
  sweep_listed="$sweep_listed $1"
  # shellcheck disable=SC2086
  observe $sweep_base "$@" > flag.seen
  ! cmp -s base.seen flag.seen || sweep_fail "'$*' changes nothing in '$sweep_base'"
}
shown_by() {
  sweep_listed="$sweep_listed $1"
  [ -n "$2" ] || sweep_fail "$1: what shows that it is read?"
}
# swept COMMAND: every flag of its help was listed since the last call.
swept() {
  "$@" --help | sed -n '/^Options:/,/^$/ s/^  \(--[a-z0-9-]*\).*/\1/p' > flags.txt
  [ -s flags.txt ] || sweep_fail "'$* --help' names no flags"
  while read -r sweep_flag; do
    case "$sweep_flag" in --help | --log-level) continue ;; esac  # flags of every program: gs/config/command_line_test.cpp
    case "$sweep_listed " in *" $sweep_flag "*) ;; *) sweep_fail "$sweep_flag of '$*' is in no sweep: list a value that changes the output" ;; esac
  done < flags.txt
  for sweep_flag in $sweep_listed; do
    grep -qx -- "$sweep_flag" flags.txt || sweep_fail "'$*' has no flag $sweep_flag"
  done
  sweep_listed=
}
end_sweep() {
  [ "$sweep_failures" = 0 ] && echo "every flag is read"
  exit "$sweep_failures"
}
