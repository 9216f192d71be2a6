#!/bin/sh
# Prints the SHA-256 of what the programs make from fixed inputs: a drive, a world with a short training, a simulation, a VRS file and, where
# GS_TEST_DATA is set, an imported log. Two builds whose output is the same print the same lines.
# Usage: scripts/hash_outputs.sh build/release FOLDER   (FOLDER must not exist)
set -eu
bin=$(cd "$1/bin" && pwd)
config=$(cd "$(dirname "$0")/.." && pwd)/config
mkdir "$2"
cd "$2"
quiet() { "$@" > log.txt 2>&1 || { cat log.txt; exit 1; }; }

quiet "$bin/gs-synth" minimal-world minimal
quiet "$bin/gs-synth" drive drive.mcap --duration 4 --cameras front --resolution 320x180 --lidar vlp16
quiet "$bin/gs-world-builder" build --input drive.mcap --output world --workspace workspace --gs-config "$config/demo_gs_training_config.yaml" \
 
quiet "$bin/gs-simulator" run world --duration 5 --driver-max-speed 3.5 --real-time-factor 0 --record run.mcap
quiet "$bin/gs-synth" d435i camera.bag --seconds 1 --color 640x480 --depth 640x480 --imu
quiet "$bin/rosbag-to-vrs" camera.bag camera.vrs
if [ -n "${GS_TEST_DATA:-}" ]; then
  quiet "$bin/gs-log" import kitti-raw "$GS_TEST_DATA/drives/kitti_raw_0009/2011_09_26" kitti.mcap
fi
# metadata.json holds the time of the build.
find . -type f ! -path './workspace/*' ! -name log.txt ! -name metadata.json | LC_ALL=C sort | xargs sha256sum
