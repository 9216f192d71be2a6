#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Runs one example on a small input and compares what it prints: examples_test.sh NAME PROGRAM GS_SYNTH SOURCE_DIR
set -eu
name=$1 program=$2 synth=$3 source=$4
world=$source/worlds/minimal_test
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# ROS 2 stays on the loopback interface, in a domain of this process.
export ROS_LOCALHOST_ONLY=1 ROS_DOMAIN_ID=$((101 + $$ % 99))

make_drive() { "$synth" drive drive.mcap --duration 1 --cameras front --resolution 64x36 --lidar-columns 64 > /dev/null 2>&1; }
case $name in
  read_a_log | talk_ros2) make_drive && "$program" drive.mcap > output.txt ;;
  render_a_world) "$program" "$world" image.png > output.txt && [ "$(head -c 4 image.png | tail -c 3)" = PNG ] ;;
  close_the_loop) "$program" "$world" > output.txt ;;
  *) echo "no example named $name" && exit 1 ;;
esac
diff -u "$source/examples/expected/$name.txt" output.txt

# Wrong usage and a missing file end with a message and exit status 1.
for argument in "" /nonexistent; do
  status=0
  "$program" $argument ${argument:+$([ "$name" = render_a_world ] && echo image2.png)} > /dev/null 2> error.txt || status=$?
  [ "$status" = 1 ] && grep -q '^error: ' error.txt || { echo "status $status for '$argument'"; cat error.txt; exit 1; }
done
echo "$name prints what examples/expected/$name.txt says"
