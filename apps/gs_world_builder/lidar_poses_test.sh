#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# A log without odometry and transforms of the vehicle becomes a world whose path is the true one:
# lidar_poses_test.sh GS_WORLD_BUILDER GS_SYNTH
set -eu
builder=$1 synth=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
quietly() { "$@" > quietly.txt 2>&1 || { cat quietly.txt; exit 1; }; }
missing() { echo "FAILED: $1"; exit 1; }

# compare TRUTH.tum TRAJECTORY.csv: largest distance [m] of the two paths, both in the frame of their first common
# pose without its roll and pitch. Truth: t x y z qx qy qz qw, 100 Hz. Trajectory: a header, then the same columns.
compare() {
  awk '
    function yaw(x, y, z, w) { return atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) }
    FNR == NR { if ($1 != "#") { n++; for (k = 1; k <= 8; k++) truth[n, k] = $k + 0 } next }
    FNR == 1 { gsub(/,/, " "); split($0, names, " "); for (k in names) column[names[k]] = k; next }
    {
      gsub(/,/, " ")
      t = $(column["timestamp"]) + 0
      while (i + 1 < n && truth[i + 1, 1] <= t) i++
      if (i < 1 || t > truth[n, 1]) next
      share = (t - truth[i, 1]) / (truth[i + 1, 1] - truth[i, 1])
      for (k = 2; k <= 4; k++) p[k] = truth[i, k] + share * (truth[i + 1, k] - truth[i, k])
      q[2] = $(column["x"]); q[3] = $(column["y"]); q[4] = $(column["z"])
      if (!started) {
        started = 1
        for (k = 2; k <= 4; k++) { p0[k] = p[k]; q0[k] = q[k] }
        a = yaw(truth[i, 5], truth[i, 6], truth[i, 7], truth[i, 8])
        b = yaw($(column["qx"]), $(column["qy"]), $(column["qz"]), $(column["qw"]))
      }
      dx = cos(a) * (p[2] - p0[2]) + sin(a) * (p[3] - p0[3]) - cos(b) * (q[2] - q0[2]) - sin(b) * (q[3] - q0[3])
      dy = cos(a) * (p[3] - p0[3]) - sin(a) * (p[2] - p0[2]) - cos(b) * (q[3] - q0[3]) + sin(b) * (q[2] - q0[2])
      dz = p[4] - p0[4] - q[4] + q0[4]
      d = sqrt(dx * dx + dy * dy + dz * dz)
      if (d > worst) worst = d
      count++
    }
    END { printf "%.3f %d\n", worst, count }' "$1" "$2"
}

quietly "$synth" drive drive.mcap --duration 4 --cameras front --resolution 64x36 --lidar os1_64 --lidar-columns 512 \
  --poses none --truth
printf 'pipeline: {enable_gs_train_orchestrator: false}\n' > config.yaml
quietly "$builder" build --input drive.mcap --output world --workspace ws --config config.yaml --backend cpu
grep -q "poses from LiDAR odometry on .*because the log has no odometry" quietly.txt || { cat quietly.txt; missing "the choice is not explained"; }
tr -d ' \n' < world/build_report.json | grep -q '"pose_source":{"source":"lidar"' || missing "build_report.json does not name the source"
set -- $(compare drive.truth/poses.tum world/sim/trajectory.csv)
echo "largest distance to the truth: $1 m in $2 poses"
[ "$2" -gt 100 ] || missing "$2 poses could be compared"
awk -v d="$1" 'BEGIN { exit !(d < 0.05) }' || missing "the path is $1 m from the truth, 0.05 m are allowed"

# The log's own poses are wanted, but there are none: the error of a log without a trajectory.
printf 'calibration: {poses: log}\n' > log.yaml
if "$builder" build --input drive.mcap --output none --workspace none_ws --config log.yaml > refused.txt 2>&1; then
  missing "a log without poses was built with calibration.poses: log"
fi
grep -q "so the trajectory is unknown" refused.txt || { cat refused.txt; missing "the error of a log without poses"; }
