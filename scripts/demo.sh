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
"$bin/gs-synth" drive demo/drive.mcap --force --duration 8 --cameras front --resolution 640x360 --lidar os1_64 --lidar-columns 512
"$bin/gs-log" info demo/drive.mcap

say "from the log to a world: map, ground, and Gaussians trained for a short while"
"$bin/gs-world-builder" build --input demo/drive.mcap --output demo/street --workspace demo/workspace --force \
  --gs-config config/demo_gs_training_config.yaml
"$bin/gs-world-builder" validate demo/street
cat demo/street/quality.json

say "driving in that world: dynamics, camera, LiDAR on the splats; a ROS 2 log and a video of it"
"$bin/gs-simulator" run demo/street --duration 20 --driver-max-speed 3.5 --real-time-factor 0 \
  --set sensors.lidar.raycast.use_gaussians=true --record demo/run.mcap --video demo/run.mp4 --force
"$bin/gs-log" info demo/run.mcap

say "done: demo/street is the world; look at demo/run.mp4; open demo/drive.mcap and demo/run.mcap in any MCAP viewer"
