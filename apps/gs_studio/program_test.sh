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
  : > "$work/out"
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

# A folder: the world is opened by id in a process of its own, which ends with Studio.
mkdir "$work/folder" && cp -r "$3/worlds/minimal_test" "$work/folder/world" && cp "$work/run.mcap" "$work/folder"
start "$work/folder" --port 0
token=$(sed -n 's|^page:.*token=||p' "$work/out")
# ask METHOD PATH: the answer.
ask() {
  bash -c 'exec 3<> "/dev/tcp/127.0.0.1/$1" && printf "%s %s?token=%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n" "$3" "$4" "$2" "$1" >&3 && cat <&3' \
    ask "$port" "$token" "$1" "$2"
}
for kind in world run; do
  id=$(ask GET /api/list.json | sed -n "s/.*{\"id\": \"\([0-9a-f]*\)\", \"kind\": \"$kind\".*/\1/p")
  [ -n "$id" ] || fail "no $kind in the list"
  ask POST "/api/open/$id" > "$work/first"
  for i in $(seq 300); do
    ask GET "/api/open/$id.json" > "$work/first"
    grep -q '"running"' "$work/first" && break
    sleep 0.2
  done
  grep -q '"url": "http://127.0.0.1:[0-9]*/?token=[A-Za-z0-9_-]\{22\}"' "$work/first" || fail "the address of a $kind: $(cat "$work/first")"
done
children=$(cat "/proc/$server/task/"*/children)
[ "$(echo $children | wc -w)" = 2 ] || fail "two processes, not '$children'"
stop
for child in $children; do ! kill -0 "$child" 2> /dev/null || fail "process $child goes on without Studio"; done

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
