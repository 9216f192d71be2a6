#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# gs-studio: addresses, exit codes, damaged runs, Ctrl-C: program_test.sh GS_STUDIO GS_SIMULATOR SOURCE_DIR
set -u
program=$1
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server" 2>/dev/null; rm -rf "$work"' EXIT
. "$3/apps/testing/expect.sh"
# start ARGUMENTS...: runs the program until stop; its address is in $port.
start() {
  "$program" "$@" > "$work/out" 2> "$work/err" &
  server=$!
  for i in $(seq 600); do grep -q 'ssh -L' "$work/out" && break; sleep 0.1; done
  port=$(sed -n 's|^page: *http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/out")
  [ -n "$port" ] || fail "no address after a minute: $*"
}
stop() {
  kill -INT "$server"
  wait "$server"
  [ $? = 0 ] || fail "Ctrl-C"
  server=
}

"$2" run "$3/worlds/minimal_test" --quiet --real-time-factor 0 --duration 1 --record "$work/run.mcap" > /dev/null
start "$work/run.mcap" --port 0
says "a run" 'run.mcap, 1.0 s, at speed 1$'
says "addresses" 'http://127.0.0.1:[0-9]*/?token=[A-Za-z0-9_-]\{22\}$'
says "addresses" 'ws://127.0.0.1:[0-9]*/?token=[A-Za-z0-9_-]\{22\}$'
taken=$port
cp "$work/out" "$work/first"
expect "a port that is taken" 3 "$program" "$work/run.mcap" --port "$taken"
says "a port that is taken" "port $taken"
cp "$work/first" "$work/out"
stop

# A run that was cut off plays.
head -c $(($(wc -c < "$work/run.mcap") / 2)) "$work/run.mcap" > "$work/cut.mcap"
start "$work/cut.mcap" --port 0
says "a run that was cut off" 'cut.mcap, 0\.[0-9] s'
stop

echo text > "$work/text.mcap"
expect "no run" 3 "$program" "$work/missing.mcap" --port 0
says "no run" 'missing.mcap'
expect "another file" 3 "$program" "$work/text.mcap" --port 0
expect "a bad port" 1 "$program" "$work/run.mcap" --port 65536
expect "a bad origin" 1 "$program" "$work/run.mcap" --allow-origin app.foxglove.dev
expect "a bad host" 1 "$program" "$work/run.mcap" --allow-host robot:80
expect "a bad speed" 1 "$program" "$work/run.mcap" --speed 0
[ $failures = 0 ] && echo "all passed"
exit $failures
