#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-simulator changes what a user sees: flags_test.sh GS_SIMULATOR SOURCE_DIR
set -eu
simulator=$1 source=$2
. "$source/apps/testing/flag_sweep.sh"
export ROS_LOCALHOST_ONLY=1 ROS_DOMAIN_ID=$((101 + $$ % 99))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
names_only='oversize'
seen_text() { sed '/ took [0-9.]*s/d; s/, [0-9.]* s of wall time.*//; s/ steps, mean .*//; s/, [0-9.]* ms each//g'; }

cp -r "$source/worlds/minimal_test" in/world
printf 'vehicle: {max_acceleration: 0.1}\n' > in/vehicle.yaml
printf 'simulation: {initial_velocity: 3}\n' > in/sim.yaml
printf 'sensors: {camera: {enable: false}}\n' > in/sensors.yaml
echo x > in/there.mcap
# More Gaussians than a simulator takes unasked, in a file with a hole: when they may be many, it is their values.
cp -r in/world in/oversize
ply=in/oversize/gaussians/background.splat.ply
sed -i 's/^element vertex .*/element vertex 5000001/' $ply
header=$(($(grep -abo end_header $ply | head -1 | cut -d: -f1) + 11))
truncate -s $((header + 5000001 * 4 * $(head -c $header $ply | grep -ac '^property float'))) $ply
# A world with a car that stands ahead: two samples, an asset of one Gaussian, the first of the world moved to its origin.
cp -r in/world in/traffic
mkdir in/traffic/actors in/traffic/actors/car
ply=in/world/gaussians/background.splat.ply
header=$(($(grep -abo end_header $ply | head -1 | cut -d: -f1) + 11))
row=$((4 * $(head -c $header $ply | grep -ac '^property float')))
{ head -c $header $ply | sed 's/^element vertex .*/element vertex 1/'; head -c 12 /dev/zero
  tail -c +$((header + 13)) $ply | head -c $((row - 12)); } > in/traffic/actors/car/splat.ply
sed -i 's/^version: .*/version: "1.2.0"/' in/traffic/world.yaml
printf 'actors:\n  trajectories: "actors/trajectories.json"\n  assets: "actors/assets.json"\n' >> in/traffic/world.yaml
size='"class": "car", "size": [4, 2, 1.5]' zeros='[0, 0]'
cat > in/traffic/actors/assets.json << END
{"version": "1.2.0", "assets": [{"id": "car", $size, "source": {"kind": "log"},
 "frame": "x forward, y left, z up, origin on the ground below the middle of the box",
 "faces": {"front": 0, "back": 0, "left": 0, "right": 0, "top": 0}, "shapes": [], "stride_m": 0,
 "splat": "actors/car/splat.ply", "splats": 1, "sh_degree": 1}]}
END
cat > in/traffic/actors/trajectories.json << END
{"version": "1.2.0", "frame": "map", "time": {"zero": {"sec": 0, "nanosec": 0}, "unit": "seconds after zero",
 "start_time": 0}, "interpolation": "hermite", "actors": [{"id": "a1", "asset": "car", $size, "confidence": 1,
 "size_source": ["prior", "prior", "prior"], "quality": 1, "phases": [{"from": 0, "to": 9, "kind": "parked"}],
 "t": [0, 9], "x": [11.3, 11.3], "y": $zeros, "z": $zeros, "yaw": $zeros, "v": $zeros, "yaw_rate": $zeros}]}
END
quick="--real-time-factor 0 --duration 0.3"
"$simulator" run in/world $quick --quiet --driver hold --record in/drive.mcap > /dev/null

base "$simulator" run world $quick --digest && works
flag --vehicle-config vehicle.yaml
flag --sim-config sim.yaml
flag --sensor-config sensors.yaml
flag --set vehicle.max_acceleration=0.1
flag --start-paused
flag --record out.mcap
flag --video out.mp4
flag --replay-control drive.mcap
flag --driver hold
flag --quiet
base "$simulator" run world --real-time-factor 0 --set simulation.initial_velocity=3 --digest --duration 0.5
flag --driver-max-speed 0.5
base "$simulator" run traffic $quick --digest && works
flag --traffic none
flag --shadows none
flag --ground-truth depth
base "$simulator" run world --real-time-factor 0 --replay-control drive.mcap && works
flag --duration 0.1
flag --digest
base "$simulator" run world $quick --record out.mcap && works
flag --record-images raw
base "$simulator" run world $quick --record there.mcap
flag --force
if ! "$simulator" run in/world --backend cuda --quiet $quick > /dev/null 2>&1; then
  base "$simulator" run world $quick
  flag --backend cuda
else
  shown_by --backend "a GPU is here: bench/raycast/raycast_gpu_test"
fi
base env ROS_DOMAIN_ID=999 "$simulator" run world $quick && works
flag --ros2
base "$simulator" run world $quick --ros2 && works
flag --ros-args -p vehicle.weelbase:=3
shown_by --real-time-factor "program_test.sh: the smallest factors stand still; pacing_test"
base "$simulator" run oversize $quick
flag --allow-oversize
shown_by --best-effort-sensors "the QoS that peers see: gs_ros2/program_test.sh"
shown_by --best-effort-tf "the QoS that peers see: gs_ros2/program_test.sh"
shown_by --lockstep-timeout "gs_ros2/program_test.sh: a step that waits for a command"
swept "$simulator" run

# Parts of a simulator that end before the first step; what they do in a run is compared by node_test.sh.
base "$simulator" node world_state world --duration 0 && works
flag --vehicle-config absent.yaml
flag --sim-config absent.yaml
flag --sensor-config absent.yaml
flag --set vehicle.weelbase=3
flag --record out.mcap
flag --ros-args -p vehicle.weelbase:=3
base "$simulator" node world_state world --duration 0 --record there.mcap
flag --force
base "$simulator" node vehicle_dynamics world --duration 0 && works
flag --replay-control absent.mcap
if ! "$simulator" node camera_renderer in/world --backend cuda --duration 0 > /dev/null 2>&1; then
  base "$simulator" node camera_renderer world --duration 0 && works
  flag --backend cuda
  flag --quiet
else
  shown_by --backend "a GPU is here"
  shown_by --quiet "a GPU is here: nothing is said of it"
fi
for name in --duration --wait-for --real-time-factor; do shown_by $name "node_test.sh: 150 steps of five processes"; done
for name in --start-paused --step-limit --driver --lockstep-timeout; do shown_by $name "nodes_test, nodes_trouble_test"; done
base "$simulator" node camera_renderer oversize --duration 0
flag --allow-oversize
for name in --best-effort-sensors --best-effort-tf; do shown_by $name "the QoS that peers see: nodes_test has no peer for it; the same code as of run"; done
swept "$simulator" node

# The token and a free port are new at every start.
seen_text() { sed '/ took [0-9.]*s/d; s/, [0-9.]* s of wall time.*//; s/ steps, mean .*//; s/, [0-9.]* ms each//g; s/token=[A-Za-z0-9_-]*/token/; s/:[0-9]*\/?/:PORT\/?/; s/-L [0-9:.]*/-L/'; }
base "$simulator" serve world --port 0 --rate 0 --duration 0.3 --digest && works
flag --sim-config sim.yaml
flag --sensor-config sensors.yaml
flag --set simulation.initial_velocity=3
flag --listen ::1
flag --view-only
flag --allow-origin foxglove
flag --allow-host robot:80
flag --driver path
flag --record out.mcap
base "$simulator" serve world --port 0 --rate 0 --duration 0.3 --digest --driver path && works
flag --vehicle-config vehicle.yaml
base "$simulator" serve world --port 0 --rate 0 --record there.mcap --duration 0.1
flag --force
base "$simulator" serve world --port 0 --rate 0 --duration 0.3 && works
flag --digest
shown_by --duration "serve_test.sh: 50 steps"
base "$simulator" serve oversize --port 0 --rate 0 --duration 0
flag --allow-oversize
base "$simulator" serve world --port 0 --rate 0 --duration 0.1 --listen 0.0.0.0 && works
flag --quiet
shown_by --backend "the same code as of run"
shown_by --port "serve_test.sh: a port that is taken"
shown_by --rate "serve_test.sh: a run that stands still"
swept "$simulator" serve

swept "$simulator" parameters
end_sweep
