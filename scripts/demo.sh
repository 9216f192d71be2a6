#!/bin/sh
# The main job on embedded examples, into ./demo/. Usage: scripts/demo.sh build/release
set -eu
cd "$(dirname "$0")/.."
bin=$1/bin
mkdir -p demo

say() { printf '\n== %s\n' "$1"; }

say "a minimal world, and what the validator says of it"
"$bin/gs-synth" minimal-world demo/minimal_test --force
"$bin/gs-world-builder" validate demo/minimal_test

say "driving in it: dynamics, camera, LiDAR, recorded as a ROS 2 log"
"$bin/gs-simulator" run demo/minimal_test --duration 4 --real-time-factor 0 --record demo/run.mcap

say "what the recording holds"
"$bin/gs-log" info demo/run.mcap

say "a synthetic street drive, as a car would record it"
"$bin/gs-synth" drive demo/drive.mcap --duration 2 --cameras front --resolution 480x270 --lidar vlp16 --force
"$bin/gs-log" info demo/drive.mcap

say "done: open demo/run.mcap and demo/drive.mcap in any MCAP viewer"
