#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-ros2 changes what a user sees, beside a paused simulator: flags_test.sh GS_ROS2 GS_SIMULATOR SOURCE_DIR
set -eu
tool=$1 simulator=$2 source=$3
. "$source/apps/testing/flag_sweep.sh"
export ROS_LOCALHOST_ONLY=1 ROS_DOMAIN_ID=$((101 + $$ % 99))
work=$(mktemp -d)
pid=
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" && mkdir in

# Logs, without anybody who listens.
"$simulator" run "$source/worlds/minimal_test" --quiet --real-time-factor 0 --duration 0.3 --record in/drive.mcap > /dev/null
echo x > in/there.mcap
base "$tool" bag play drive.mcap --rate 0 --discovery-time 0 && works
flag --topics /odom
flag --start-offset 0.1
flag --clock 100
# 0.3 s of a log at a tenth of its speed.
begin=$(date +%s%N)
"$tool" bag play in/drive.mcap --rate 0.1 --discovery-time 0 > /dev/null 2>&1
[ $(($(date +%s%N) - begin)) -ge 2000000000 ] || sweep_fail "bag play --rate 0.1 is too quick"
shown_by --rate "the time that playing takes, above"
begin=$(date +%s%N)
"$tool" bag play in/drive.mcap --rate 0 --discovery-time 2 --topics /odom > /dev/null 2>&1
[ $(($(date +%s%N) - begin)) -ge 1500000000 ] || sweep_fail "bag play --discovery-time 2 waits for nobody"
shown_by --discovery-time "the time it waits for subscribers, above"
base "$tool" bag record there.mcap --duration 0
flag --force
"$simulator" run "$source/worlds/minimal_test" --ros2 --quiet --best-effort-sensors > simulator.txt 2>&1 &
pid=$!
for i in $(seq 20); do
  "$tool" service call /sim/resume --timeout 20 > /dev/null 2>&1 && break
  sleep 0.5
done
"$tool" bag record zstd.mcap --topics /odom --duration 2 > /dev/null 2>&1
"$tool" bag record none.mcap --topics /odom --duration 2 --compression none > /dev/null 2>&1
grep -aq zstd zstd.mcap && ! grep -aq zstd none.mcap || sweep_fail "bag record --compression none"
shown_by --compression "the recordings above"
shown_by --duration "the recordings above end by it"
swept "$tool" bag

length() { "$tool" topic echo /odom --count 1 --duration 20 --max-items "$1" 2> /dev/null | wc -c; }
[ "$(length 0)" -gt "$(length 1)" ] || sweep_fail "topic echo --max-items 1 prints whole arrays"
shown_by --max-items "the lengths of messages above"
heard() { "$tool" topic echo /camera/front/camera_info --count 1 --duration 5 "$@" 2> /dev/null | wc -c; }
[ "$(heard --best-effort)" -gt "$(heard)" ] || sweep_fail "topic echo --best-effort hears no more than without"
shown_by --best-effort "what is heard of best-effort writers, above"
"$tool" service call /sim/pause --timeout 20 > /dev/null 2>&1
base "$tool" topic list && works
flag --types
flag --discovery-time 0
shown_by --count "program_test.sh: 'topic echo /car/odom --count 1' ends"
shown_by --duration "program_test.sh: 'topic hz /clock --duration 1' ends"
shown_by --rate "program_test.sh: 'topic pub ... --rate 10'"
swept "$tool" topic

base "$tool" service list && works
flag --timeout 0
swept "$tool" service

base "$tool" node list && works
flag --discovery-time 0
swept "$tool" node

base "$tool" param get /simulator_node vehicle.mass && works
flag --timeout 0
swept "$tool" param
end_sweep
