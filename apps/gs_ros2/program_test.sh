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
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -f "$log"' EXIT

fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}
start() {
  "$simulator" run "$world" --ros2 --quiet --duration 300 "$@" >"$log" 2>&1 &
  pid=$!
}
# Every wait is bounded by the tool itself.
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
"$tool" param set /simulator_node vehicle.mass 1.0 --timeout 20 >/dev/null 2>&1 && fail "a read-only parameter was set"

# What a newcomer gets wrong is answered with what is missing, before anybody is looked for.
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
case $output in *'its fields: data'*) ;; *) fail "an unknown field: $output" ;; esac

# Recorded until Ctrl-C, played to another recorder: the messages are the same.
bag=$(mktemp -d)
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -rf "$log" "$bag"' EXIT
"$tool" bag record "$bag/a.mcap" --topics /tf_static --topics /vehicle/state >"$bag/log" 2>&1 &
recorder=$!
expect ' messages in ' topic hz /vehicle/state --duration 2 --discovery-time 15
kill -INT "$recorder"
wait "$recorder" || fail "bag record: $(cat "$bag/log")"
grep -q '^recorded [1-9]' "$bag/log" || fail "bag record says: $(cat "$bag/log")"
[ -e "$bag/a.mcap" ] && [ ! -e "$bag/a.mcap.partial" ] || fail "bag record left no finished file"
expect 'played 1 messages' bag play "$bag/a.mcap" --topics /tf_static --rate 0 --discovery-time 0
"$tool" bag play "$bag/a.mcap" --topics /nothing --discovery-time 0 >/dev/null 2>&1 && fail "a topic that is not there was played"

# Killed without a goodbye, a simulator that comes back is found again.
for i in 1 2 3; do
  kill -9 "$pid"
  wait "$pid" 2>/dev/null
  start
  expect '"success": true' service call /sim/pause --timeout 20
done
echo ok
