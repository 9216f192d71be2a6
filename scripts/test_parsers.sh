#!/bin/sh
# Builds and runs the tests of the libraries that read files and network data, under the address and undefined-behaviour
# sanitizers (preset asan, only these targets). `make test-asan` runs all tests that way.
set -eu
cd "$(dirname "$0")/.."
build=build/asan
tests="core core_json_oracle core_hash core_folders config rosmsg lidar ros2_rtps ros2 world
  logio logio_codec logio_mcap logio_mcap_conformance logio_mcap_damage logio_rosbag1 logio_rosbag2 rosmsg_foxglove logio_vrs logio_tools
  assets_glb assets_image assets_npz assets_pcd assets_rad assets_spz assets_torch assets_video
  camera importers_common importers_kitti importers_kitti_360 importers_kitti_odometry importers_nuscenes
  importers_pandaset
  web_drive web_foxglove web_guard web_http web_lanes web_server"
cmake --preset asan > "build-asan-configure.log" 2>&1 || { cat build-asan-configure.log; exit 1; }
rm -f build-asan-configure.log
targets=""
pattern=""
for test in $tests; do
  targets="$targets ${test}_test"
  pattern="$pattern|$test"
done
cmake --build "$build" -j "$(nproc)" --target $targets
GS_TEST_ARGS="-LE slow -R ^(${pattern#|})\$" GS_SKIP_HEADERS=1 scripts/test.sh "$build"
