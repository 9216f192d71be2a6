#!/bin/sh
# Tests the gs-simulator program: exit codes, files, repeatability. Usage: program_test.sh GS_SIMULATOR SOURCE_DIR
set -u
program=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
expect() { # expect NAME WANTED_EXIT command...
  name=$1; wanted=$2; shift 2
  "$@" > "$work/out" 2> "$work/err"
  got=$?
  if [ "$got" != "$wanted" ]; then
    echo "FAILED $name: exit $got, wanted $wanted"; cat "$work/out" "$work/err"
    failures=$((failures + 1))
  fi
}
world=$source/worlds/minimal_test
run="$program run --quiet --real-time-factor 0 --duration 0.5"
expect "help" 0 "$program" run --help
expect "version" 0 "$program" --version
expect "bad usage" 1 "$program" run --no-such-flag
expect "no bundle" 1 $run "$work/nowhere"
cp -r "$world" "$work/broken" && rm "$work/broken/geometry/heightmap.bin"
expect "invalid bundle" 2 $run "$work/broken"
cp -r "$world" "$work/cut" && truncate -s -100 "$work/cut/gaussians/background.splat.ply"
expect "truncated Gaussians" 2 $run "$work/cut"
cp -r "$world" "$work/flipped" && printf '\377\377\377\377' | dd of="$work/flipped/gaussians/background.splat.ply" bs=1 seek=4 conv=notrunc 2>/dev/null
expect "a damaged header of the Gaussians" 2 $run "$work/flipped"
cp -r "$world" "$work/liar" && sed -i 's/^element vertex .*/element vertex 4000000/' "$work/liar/gaussians/background.splat.ply"
expect "more Gaussians claimed than there are" 2 $run "$work/liar"
expect "unknown parameter" 2 $run "$world" --set vehicle.weelbase=3
expect "a camera the world does not have" 2 $run "$world" --set sensors.camera.cameras=back
expect "output cannot be written" 3 $run "$world" --record "$work/no/folder/run.mcap"
expect "no commands in the log" 3 $run "$world" --replay-control "$world/world.yaml"
expect "a run" 0 $run "$world" --record "$work/a.mcap"
echo "not ours" > "$work/mine.mcap"
expect "a file that is there" 1 $run "$world" --record "$work/mine.mcap"
grep -q 'not ours' "$work/mine.mcap" || { echo "FAILED: --record replaced a file unasked"; failures=$((failures + 1)); }
expect "replacing it" 0 $run "$world" --record "$work/mine.mcap" --force
# On a path with a radius of 12 m, a replay equals the run, for every driver and control mode.
cp -r "$world" "$work/bent"
awk -F, -v OFS=, 'NR > 1 { a = $2 / 12; $2 = 12 * sin(a); $3 = 12 * (1 - cos(a)); $7 = sin(a / 2); $8 = cos(a / 2) } 1' \
  "$world/sim/trajectory.csv" > "$work/bent/sim/trajectory.csv"
digests() { grep -E '^(state|images|clouds)' "$work/out"; }
for driver in path hold none; do
  for mode in ackermann twist custom; do
    drive="$program run $work/bent --quiet --real-time-factor 0 --digest --set simulation.control_mode=$mode --set simulation.initial_velocity=2 --set simulation.control_timeout_sec=0.2"
    expect "driver $driver, mode $mode" 0 $drive --duration 0.5 --driver $driver --record "$work/run.mcap" --force
    digests > "$work/digest_run"
    expect "replay of driver $driver, mode $mode" 0 $drive --replay-control "$work/run.mcap" --record "$work/again.mcap" --force
    digests > "$work/digest_replay"
    [ "$(wc -l < "$work/digest_run")" = 3 ] && cmp -s "$work/digest_run" "$work/digest_replay" ||
      { echo "FAILED: driver $driver, mode $mode: the replay differs from the run"; failures=$((failures + 1)); }
    cmp -s "$work/run.mcap" "$work/again.mcap" || { echo "FAILED: driver $driver, mode $mode: the recordings differ"; failures=$((failures + 1)); }
  done
done
expect "a log of another mode" 3 $run "$work/bent" --replay-control "$work/run.mcap"
expect "a bad domain" 2 env ROS_DOMAIN_ID=999 $run "$world" --ros2
expect "a bad domain of a part" 2 env ROS_DOMAIN_ID=999 "$program" node sim_clock "$world" --quiet
# With the smallest real-time factors the run stands still, and Ctrl-C ends it.
for factor in 1e-300 0.0001; do
  "$program" run "$world" --quiet --driver hold --real-time-factor $factor > "$work/out" 2> "$work/err" &
  pid=$!
  sleep 1
  kill -INT $pid
  for i in $(seq 100); do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
  kill -0 $pid 2>/dev/null && { echo "FAILED: factor $factor does not end at SIGINT"; kill -KILL $pid; failures=$((failures + 1)); }
  wait $pid
  grep -q '^1 steps' "$work/out" || { echo "FAILED: factor $factor"; cat "$work/out" "$work/err"; failures=$((failures + 1)); }
done
expect "a replay onto the log it reads" 3 $drive --replay-control "$work/run.mcap" --record "$work/run.mcap" --force
expect "the same run" 0 env GS_THREADS=1 $run "$world" --record "$work/b.mcap"
cmp -s "$work/a.mcap" "$work/b.mcap" || { echo "FAILED: two recordings of one run differ"; failures=$((failures + 1)); }
[ ! -e "$work/a.mcap.partial" ] || { echo "FAILED: a .partial file was left"; failures=$((failures + 1)); }
expect "digest" 0 env GS_THREADS=1 $run "$world" --digest
grep -E '^(state|images|clouds)' "$work/out" > "$work/digest_1"
expect "digest with two threads" 0 env GS_THREADS=2 $run "$world" --digest
grep -E '^(state|images|clouds)' "$work/out" > "$work/digest_2"
[ "$(wc -l < "$work/digest_1")" = 3 ] && cmp -s "$work/digest_1" "$work/digest_2" || { echo "FAILED: digests differ"; failures=$((failures + 1)); }
expect "a video" 0 $run "$world" --video "$work/run.mp4"
[ -s "$work/run.mp4" ] || { echo "FAILED: no video"; failures=$((failures + 1)); }
expect "video cannot be written" 3 $run "$world" --video "$work/no/folder/run.mp4"
expect "splats for the LiDAR alone" 0 $run "$world" --set sensors.camera.enable=false --set sensors.lidar.raycast.use_gaussians=true
# When the disk is full after 100 kB, the run goes on to its end, reports it, and keeps the recorded part.
expect "a full disk" 3 sh -c "trap '' XFSZ; ulimit -f 200; exec $program run $world --quiet --real-time-factor 0 --duration 2 --record $work/full.mcap --record-images raw"
grep -q 'RECORDING_STOPPED' "$work/err" && grep -q '^drove .* in 2.00 s' "$work/out" && [ -e "$work/full.mcap.partial" ] && [ ! -e "$work/full.mcap" ] ||
  { echo "FAILED: a full disk"; cat "$work/out" "$work/err"; failures=$((failures + 1)); }
if ! "$program" run "$world" --backend cuda --quiet --duration 0.1 --real-time-factor 0 > "$work/out" 2>&1; then
  expect "no GPU" 4 "$program" run "$world" --backend cuda --quiet --duration 0.1 --real-time-factor 0
  expect "no GPU for the rays alone" 4 "$program" run "$world" --backend cuda --quiet --duration 0.1 --set sensors.camera.enable=false
  expect "the CPU in its place" 0 "$program" run "$world" --duration 0.1 --real-time-factor 0
  grep -q 'CameraRenderer. BACKEND: no usable GPU, using cpu' "$work/err" && grep -q 'LiDARGenerator. BACKEND: no usable GPU, using cpu' "$work/err" ||
    { echo "FAILED: no notice that the CPU is used instead of a GPU"; cat "$work/err"; failures=$((failures + 1)); }
fi
for file in vehicle sim sensors; do
  "$program" parameters $file > "$work/$file.yaml"
  cmp -s "$work/$file.yaml" "$source/config/default_$file.yaml" || { echo "FAILED: config/default_$file.yaml does not hold the defaults"; failures=$((failures + 1)); }
done
expect "the shipped configuration" 0 $run "$world" --vehicle-config "$source/config/default_vehicle.yaml" --sim-config "$source/config/default_sim.yaml" --sensor-config "$source/config/default_sensors.yaml"
[ $failures = 0 ] && echo "all passed"
exit $failures
