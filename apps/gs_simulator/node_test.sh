#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# The simulator as five processes gives the same recording as one process, byte for byte: node_test.sh GS_SIMULATOR GS_LOG SOURCE_DIR
set -u
program=$1
gs_log=$2
world=$3/worlds/minimal_test
export ROS_LOCALHOST_ONLY=1 ROS_DOMAIN_ID=$((101 + $$ % 99))
work=$(mktemp -d)
parts=
trap 'for p in $parts; do kill "$p" 2>/dev/null; done; rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1"
  cat "$work"/*.log
  exit 1
}
part() {
  name=$1
  shift
  "$program" node "$name" "$world" --duration 1.5 "$@" >"$work/$name.log" 2>&1 &
  parts="$parts $!"
}

run="$program run $world --quiet --real-time-factor 0 --duration 1.5"
blind="--set sensors.camera.enable=false --set sensors.lidar.enable=false"
$run --record "$work/drive.mcap" >"$work/drive.log" 2>&1 || fail "the drive"
$run $blind --replay-control "$work/drive.mcap" --record "$work/single.mcap" >"$work/single.log" 2>&1 || fail "one process"

part vehicle_dynamics --replay-control "$work/drive.mcap"
part world_state --record "$work/parts.mcap"
part camera_renderer
part lidar_generator
part sim_clock --real-time-factor 0 --wait-for world_state_node --wait-for vehicle_dynamics_node --wait-for camera_renderer_node \
  --wait-for lidar_generator_node
# With a time limit, so that a hanging node is an error.
for p in $parts; do
  i=0
  while kill -0 "$p" 2>/dev/null; do
    i=$((i + 1))
    [ $i -gt 1200 ] && fail "a part does not end"
    sleep 0.1
  done
done
for name in vehicle_dynamics world_state camera_renderer lidar_generator sim_clock; do
  grep -q "$name: 150 steps" "$work/$name.log" || fail "$name says: $(cat "$work/$name.log")"
done
# world_state records no commands, because vehicle_dynamics receives them.
"$gs_log" filter "$work/single.mcap" "$work/states.mcap" --exclude /vehicle/control_cmd >"$work/filter.log" 2>&1 || fail "gs-log filter"
"$gs_log" filter "$work/parts.mcap" "$work/parts_states.mcap" >"$work/filter.log" 2>&1 || fail "gs-log filter"
cmp "$work/states.mcap" "$work/parts_states.mcap" || fail "five processes drove differently from one"
"$program" node world_state "$work/nowhere" >"$work/err.log" 2>&1
[ $? = 1 ] || fail "a missing bundle"
"$program" node world_state "$world" --set vehicle.weelbase=3 >"$work/err.log" 2>&1
[ $? = 2 ] || fail "an unknown parameter"
echo ok
