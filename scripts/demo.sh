#!/bin/sh
# Runs all programs on generated examples and writes the results to ./demo/. Usage: scripts/demo.sh build/release
set -eu
cd "$(dirname "$0")/.."
bin=$1/bin
mkdir -p demo

say() { printf '\n== %s\n' "$1"; }

say "write a minimal world bundle and validate it"
"$bin/gs-synth" minimal-world demo/minimal_test --force
"$bin/gs-world-builder" validate demo/minimal_test

say "generate a synthetic drive through a street, as a car would record it"
"$bin/gs-synth" drive demo/drive.mcap --force --duration 8 --cameras front --resolution 640x360 --lidar os1_64 --lidar-columns 512
"$bin/gs-log" info demo/drive.mcap

say "build a world from the log: map, ground, and a short training of the Gaussians"
"$bin/gs-world-builder" build --input demo/drive.mcap --output demo/street --workspace demo/workspace --force \
  --gs-config config/demo_gs_training_config.yaml
"$bin/gs-world-builder" validate demo/street
cat demo/street/quality.json

say "drive in that world with dynamics, camera and LiDAR; write a ROS 2 log and a video"
"$bin/gs-simulator" run demo/street --duration 20 --driver-max-speed 3.5 --real-time-factor 0 \
  --set sensors.lidar.raycast.use_gaussians=true --record demo/run.mcap --video demo/run.mp4 --force
"$bin/gs-log" info demo/run.mcap

say "done: demo/street is the world, demo/run.mp4 the video; open demo/drive.mcap and demo/run.mcap in any MCAP viewer"
echo "   to drive in the world in a browser: make studio (needs Node.js), then open the address that it prints"
