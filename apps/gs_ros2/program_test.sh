#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# The simulator and gs-ros2 as separate processes over loopback: program_test.sh GS_ROS2 GS_SIMULATOR SOURCE_DIR
set -u
tool=$1
simulator=$2
world=$3/worlds/minimal_test
export ROS_LOCALHOST_ONLY=1 ROS_DOMAIN_ID=$((101 + $$ % 99))
log=$(mktemp)
pid=
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -f "$log" "$log".*' EXIT

fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}
start() {
  "$simulator" run "$world" --ros2 --quiet --duration 300 "$@" >"$log" 2>&1 &
  pid=$!
}
# The tools limit every wait themselves.
expect() {
  text=$1
  shift
  output=$("$tool" "$@" 2>&1) || fail "$*: $output"
  case $output in *"$text"*) ;; *) fail "$* says: $output" ;; esac
}

start --ros-args -p vehicle.mass:=900 -r odom:=/car/odom
expect '"success": true' service call /sim/pause --timeout 20
expect '"success": true' service call /sim/step --timeout 20
expect '"success": true' service call /sim/resume --timeout 20
expect 900 param get /simulator_node vehicle.mass --timeout 20
expect vehicle.wheelbase param list /simulator_node --timeout 20
expect '"frame_id": "odom"' topic echo /car/odom --count 1 --duration 20 --discovery-time 15
expect 'node /simulator_node' topic info /clock --discovery-time 2
expect 'tf2_msgs/msg/TFMessage' topic list --types --discovery-time 3
expect '/vehicle/control_cmd  ackermann_msgs/msg/AckermannDriveStamped' node info /simulator_node --discovery-time 3
expect 'datagrams dropped here: ' node info /simulator_node --discovery-time 3
# Datagrams that are not RTPS are dropped, counted and reported.
(for _ in $(seq 80); do
  bash -c 'for i in 0 2 4 6; do printf hello >/dev/udp/127.0.0.1/$((7410 + 250 * ROS_DOMAIN_ID + i)); done' 2>/dev/null
  sleep 0.25
done) &
sender=$!
expect 'DATAGRAMS_DROPPED' topic echo /sim/status --count 20 --duration 20 --discovery-time 15
kill "$sender" 2>/dev/null
expect ' messages in ' topic hz /clock --duration 1 --discovery-time 15
"$tool" service call /sim/set_ego_pose '{pose: {position: {x: much}}}' --timeout 20 >/dev/null 2>&1 && fail "a wrong request was sent"
"$tool" param set /simulator_node vehicle.mass 1.0 --timeout 20 >/dev/null 2>&1
[ $? = 1 ] || fail "a read-only parameter: not refused with exit 1"

# Exit codes: 2 configuration, 3 unreadable input, 4 name not in the graph or the log.
code() {
  wanted=$1
  shift
  "$@" >"$log.code" 2>&1
  got=$?
  [ $got = "$wanted" ] || fail "$*: exit $got, not $wanted: $(cat "$log.code")"
}
code 4 "$tool" topic echo /nope --discovery-time 0
code 4 "$tool" service call /nope --timeout 0.1
code 4 "$tool" node info /nope --discovery-time 0
code 2 env ROS_DOMAIN_ID=999 "$tool" topic list
code 3 "$tool" bag play "$log.nowhere" --discovery-time 0

# Missing arguments are reported at once, before discovery.
usage() {
  text=$1
  shift
  output=$("$tool" "$@" 2>&1)
  [ $? = 1 ] || fail "$*: not told as a wrong usage: $output"
  case $output in *"$text"*) ;; *) fail "$* says: $output" ;; esac
}
usage 'echo needs a topic' topic echo
usage 'pub needs a type and a message' topic pub /chat
usage 'call needs the name of a service' service call
usage 'info needs the name of a node' node info
usage 'get needs the name of a parameter' param get /simulator_node
output=$("$tool" topic pub /chat std_msgs/msg/String '{text: hello}' --count 1 --discovery-time 0 2>&1) && fail "an unknown field was sent"
case $output in *'known fields: data'*) ;; *) fail "an unknown field: $output" ;; esac

# A recording ended by Ctrl-C and played to another recorder gives the same messages.
bag=$(mktemp -d)
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -rf "$log" "$log".* "$bag"' EXIT
"$tool" bag record "$bag/a.mcap" --topics /tf_static --topics /vehicle/state >"$bag/log" 2>&1 &
recorder=$!
expect ' messages in ' topic hz /vehicle/state --duration 2 --discovery-time 15
kill -INT "$recorder"
wait "$recorder" || fail "bag record: $(cat "$bag/log")"
grep -q '^recorded [1-9]' "$bag/log" || fail "bag record says: $(cat "$bag/log")"
[ -e "$bag/a.mcap" ] && [ ! -e "$bag/a.mcap.partial" ] || fail "bag record left no finished file"
"$tool" bag record "$bag/a.mcap" --duration 0 >"$bag/log" 2>&1 && fail "bag record replaced a file unasked"
expect 'played 1 messages' bag play "$bag/a.mcap" --topics /tf_static --rate 0 --discovery-time 0
code 4 "$tool" bag play "$bag/a.mcap" --topics /nothing --discovery-time 0

# Ctrl-C ends every run at once and services answer, also while a step waits.
start_noisy() {
  "$simulator" run "$world" --ros2 --duration 300 "$@" >"$log" 2>&1 &
  pid=$!
}
end() { # must end at the first SIGINT; ten seconds allow for a busy machine
  kill -INT "$pid"
  for i in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$pid" 2>/dev/null && fail "does not end at SIGINT: $1"
  wait "$pid" || fail "exit $? after SIGINT: $1"
  pid=
}
end "a plain run"
# Commands that do not decode are told on stderr, not only on /rosout: a log of 20 of them, byte by byte.
number() { # number VALUE BYTES: little endian
  printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))"
  head -c $(($2 - 2)) /dev/zero
}
text() { number ${#1} 4; printf %s "$1"; }
record() { # record OPCODE <CONTENT
  cat >"$bag/record"
  printf "\\$(printf %03o "$1")"
  number "$(wc -c <"$bag/record")" 8
  cat "$bag/record"
}
{
  printf '\211MCAP0\r\n'
  { text ros2; text ""; } | record 1
  { number 1 2; text ackermann_msgs/msg/AckermannDriveStamped; text ros2msg; number 0 4; } | record 3
  { number 1 2; number 1 2; text /vehicle/control_cmd; text cdr; number 0 4; } | record 4
  for i in $(seq 20); do
    { number 1 2; number "$i" 4; number "$i" 8; number "$i" 8; printf '\0\1\0\0\377\377\377'; } | record 5
  done
  number 0 4 | record 15
  number 0 20 | record 2
  printf '\211MCAP0\r\n'
} >"$bag/damaged.mcap"
start_noisy
expect 'played 20 messages' bag play "$bag/damaged.mcap" --discovery-time 20
for i in $(seq 100); do grep -q 'INVALID_CONTROL_INPUT' "$log" && break; sleep 0.1; done
grep -q '\[ROS2Bridge\] INVALID_CONTROL_INPUT' "$log" || fail "commands that do not decode are not told"
end "after damaged commands"
start_noisy --lockstep-timeout 3600
expect '"success": true' service call /sim/pause --timeout 20
expect '"success": true' service call /sim/resume --timeout 20
end "a step that waits for a command"
start_noisy
expect '"success": true' service call /sim/pause --timeout 20
output=$("$tool" param set /simulator_node simulation.real_time_factor 0.000001 --timeout 20 2>&1) || fail "param set: $output"
expect '"success": true' service call /sim/resume --timeout 20
expect '"success": true' service call /sim/reset_world '{initial_pose: {orientation: {w: 0.0}}, reset_time: true}' --timeout 20
"$tool" topic pub /vehicle/control_cmd ackermann_msgs/msg/AckermannDriveStamped '{header: {stamp: {sec: -5}}, drive: {speed: 1.0}}' --count 3 --rate 10 >/dev/null 2>&1
end "a tiny real-time factor"
start --best-effort-sensors --best-effort-tf
expect 'best effort, transient local' topic info /tf --discovery-time 5
expect 'best effort, volatile' topic info /camera/front/image_raw --discovery-time 5
expect 'reliable, volatile' topic info /odom --discovery-time 5

# A simulator that was killed and started again is found again.
for i in 1 2 3; do
  kill -9 "$pid"
  wait "$pid" 2>/dev/null
  start
  expect '"success": true' service call /sim/pause --timeout 20
done
echo ok
