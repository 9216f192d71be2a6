#!/bin/sh
# The whole line on embedded examples, into ./demo/. Usage: scripts/demo.sh build/release
set -eu
cd "$(dirname "$0")/.."
bin=$1/bin
mkdir -p demo

say() { printf '\n== %s\n' "$1"; }

say "a minimal world, and what the validator says of it"
"$bin/gs-synth" minimal-world demo/minimal_test --force
"$bin/gs-world-builder" validate demo/minimal_test

say "a street drive, as a car would record it"
"$bin/gs-synth" drive demo/drive.mcap --duration 8 --cameras front --resolution 640x360 --lidar os1_64 --lidar-columns 512
"$bin/gs-log" info demo/drive.mcap

say "from the log to a world: map, ground, and Gaussians trained for a short while"
"$bin/gs-world-builder" build --input demo/drive.mcap --output demo/street --workspace demo/workspace --force \
  --gs-config config/demo_gs_training_config.yaml
"$bin/gs-world-builder" validate demo/street
cat demo/street/quality.json

say "driving in that world: dynamics, camera, LiDAR, recorded as a ROS 2 log"
"$bin/gs-simulator" run demo/street --duration 4 --real-time-factor 0 --record demo/run.mcap
"$bin/gs-log" info demo/run.mcap

say "done: demo/street is the world; open demo/drive.mcap and demo/run.mcap in any MCAP viewer"
