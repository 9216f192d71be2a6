#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# gs-simulator serve: addresses, exit codes, ports, Ctrl-C: serve_test.sh GS_SIMULATOR SOURCE_DIR
set -u
program=$1
world=$2/worlds/minimal_test
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server" 2>/dev/null; rm -rf "$work"' EXIT
. "$2/apps/testing/expect.sh"

quick="--port 0 --rate 0 --duration 0.5"
expect "a run" 0 "$program" serve "$world" $quick
says "addresses" 'http://127.0.0.1:[0-9]*/?token=[A-Za-z0-9_-]\{22\}\( \|$\)'
says "addresses" 'ws://127.0.0.1:[0-9]*/?token=[A-Za-z0-9_-]\{22\}$'
says "addresses" 'ssh -L'
says "the page" '^open in a browser: *http://'
says "its length" '^50 steps'
first=$(grep -o 'token=.*$' "$work/out" | tail -1)
expect "view only" 0 "$program" serve "$world" $quick --view-only --listen ::1
says "view only" '^view only'
says "IPv6" 'http://\[::1\]:'
[ "$first" != "$(grep -o 'token=.*$' "$work/out" | tail -1)" ] || fail "two runs have one token"
expect "every network" 0 "$program" serve "$world" $quick --listen 0.0.0.0
says "every network" 'NOT_ENCRYPTED'
expect "no bundle" 1 "$program" serve "$work" $quick
expect "a bad port" 1 "$program" serve "$world" --port 65536
expect "a bad origin" 1 "$program" serve "$world" --allow-origin app.foxglove.dev
says "a bad origin" 'app.foxglove.dev'
expect "a bad host" 1 "$program" serve "$world" --allow-host robot:80
expect "an address of another machine" 3 "$program" serve "$world" $quick --listen 192.0.2.1
says "an address of another machine" '192.0.2.1'
expect "a name for an address" 3 "$program" serve "$world" $quick --listen robot.lan
expect "a parameter that is unknown" 2 "$program" serve "$world" $quick --set vehicle.weelbase=3

# With this rate the run stands still after its first step, until Ctrl-C.
"$program" serve "$world" --port 0 --rate 0.000001 --record "$work/run.mcap" > "$work/server" 2> "$work/err" &
server=$!
for i in $(seq 600); do grep -q ws:// "$work/server" && break; sleep 0.1; done
port=$(sed -n 's|.*ws://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/server")
[ -n "$port" ] || fail "no address after a minute"
expect "a port that is taken" 3 "$program" serve "$world" --rate 0 --duration 0.1 --port "$port"
says "a port that is taken" "port $port"
kill -INT "$server"
wait "$server"
[ $? = 0 ] || fail "Ctrl-C"
server=
grep -q '^1 steps' "$work/server" || fail "the rate"
[ -s "$work/run.mcap" ] || fail "no recording"
[ $failures = 0 ] && echo "all passed"
exit $failures
