#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# exit_codes_test.sh BIN: the situations that docs/exit_codes.md lists for all programs have the same exit code in each of them:
# an input that is missing 3, an output that exists 1, Ctrl-C 1.
set -u
bin=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0

# expect CODE PROGRAM ARGUMENTS...: runs the program and compares its exit code.
expect() {
  wanted=$1
  shift
  "$bin/$1" $(echo "$*" | cut -d' ' -f2-) > log 2>&1
  found=$?
  [ $found -eq "$wanted" ] || { echo "exit code $found instead of $wanted: $*"; tail -n 3 log; failed=1; }
}

# Inputs of the tests below.
"$bin/gs-synth" drive drive.mcap --duration 0.2 --cameras front > log 2>&1 || cat log
"$bin/gs-synth" d435i d435i.bag --seconds 0.2 --color 64x48 --depth 64x48 > log 2>&1 || cat log
"$bin/gs-synth" minimal-world world > log 2>&1 || cat log
"$bin/gs-synth" gaussians 100 cloud.ply > log 2>&1 || cat log
"$bin/rosbag-to-vrs" d435i.bag d435i.vrs > log 2>&1 || cat log
"$bin/vrs-play" d435i.vrs --extract frames > log 2>&1 || cat log
touch taken.mcap taken.bag taken.vrs taken.ply taken.png taken.gsds taken.mp4
mkdir taken
touch taken/file

# Input missing: 3.
for command in info check "echo missing.mcap /odom" "convert missing.mcap new.mcap" "filter missing.mcap new.mcap" \
  "sort missing.mcap new.mcap" "recover missing.mcap new.mcap" "merge missing.mcap --output new.mcap" "odometry missing.mcap new.txt"; do
  case $command in *missing*) ;; *) command="$command missing.mcap" ;; esac
  expect 3 gs-log "$command"
done
expect 3 gs-world-builder build --input missing.mcap --output new_world
expect 3 gs-world-builder build --input missing.mcap --output new_world --dry-run
expect 3 gs-world-builder validate missing
expect 3 gs-world-builder export missing --output new.ply
expect 3 gs-world-builder render missing --pose 0,0,0,0 --output new.png
expect 3 gs-world-builder render-path missing --output new.mp4
expect 3 gs-train missing --output new_run
expect 3 gs-train import missing.ply --output new.ply
expect 3 gs-train pack missing new.gsds
expect 3 rosbag-to-vrs missing.bag new.vrs
expect 3 vrs-inspect missing.vrs
expect 3 vrs-play missing.vrs
expect 3 gs-ros2 bag play missing.mcap
expect 3 gs-studio missing.mcap --port 0
expect 3 gs-simulator run world --replay-control missing.mcap --duration 0.1
expect 1 gs-simulator run missing  # its own code: see the table of gs-simulator

# Output exists: 1.
for command in convert filter sort recover; do expect 1 gs-log $command drive.mcap taken.mcap; done
expect 1 gs-log merge drive.mcap --output taken.mcap
expect 1 gs-log convert d435i.vrs taken.mcap
expect 1 gs-log odometry drive.mcap taken.mcap
expect 1 gs-synth drive taken.mcap
expect 1 gs-synth d435i taken.bag
expect 1 gs-synth gaussians 100 taken.ply
expect 1 gs-synth minimal-world taken
expect 1 gs-synth truth taken
expect 1 gs-train import cloud.ply --output taken.ply
expect 1 gs-train pack world taken.gsds
expect 1 gs-world-builder build --input drive.mcap --output taken
expect 1 gs-world-builder build --input drive.mcap --output taken --dry-run
expect 1 gs-world-builder export world --output taken.ply
expect 1 gs-world-builder render world --pose 0,0,0,0 --output taken.png
expect 1 gs-world-builder render-path world --output taken.mp4
expect 1 rosbag-to-vrs d435i.bag taken.vrs
expect 1 vrs-play d435i.vrs --extract frames
expect 1 gs-ros2 bag record taken.mcap --duration 0.1
expect 1 gs-simulator run world --record taken.mcap --duration 0.1
expect 1 gs-simulator run world --video taken.mp4 --duration 0.1

# interrupted PROGRAM ARGUMENTS...: Ctrl-C during work that would take minutes ends with 1 and leaves no output ("new...").
interrupted() {
  "$bin/$1" $(echo "$*" | cut -d' ' -f2-) > log 2>&1 &
  process=$!
  # The work has begun when the temporary file is there.
  for _ in $(seq 300); do
    [ -n "$(find . -maxdepth 1 -name '.new*')" ] && break
    sleep 0.2
  done
  kill -INT $process
  wait $process
  found=$?
  [ $found -eq 1 ] || { echo "exit code $found instead of 1 after Ctrl-C: $*"; tail -n 3 log; failed=1; }
  [ -z "$(find . -maxdepth 1 -name 'new*')" ] || { echo "output left after Ctrl-C: $*"; failed=1; }
  rm -rf new* .new*
}
interrupted gs-synth drive new.mcap --duration 600
interrupted gs-synth d435i new.bag --seconds 3600

[ $failed -eq 0 ] && echo "equal situations have equal exit codes"
exit $failed
