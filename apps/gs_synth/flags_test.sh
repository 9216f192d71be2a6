#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-synth changes what a user sees: flags_test.sh GS_SYNTH SOURCE_DIR
set -eu
synth=$1 source=$2
. "$source/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
names_only='/files\.json$'  # it has the times of the files
for file in there.mcap there.ply there.bag; do echo x > in/$file; done
cat > in/base.yaml <<'END'
street: {length_m: 150, density: 0.1, traffic: 3}
duration_s: 0.2
cameras: [front]
resolution: 48x32
lidar: vlp16
lidar_columns: 60
END

# The flags that describe a drive, which drive, truth and preview share.
drive_flags() {
  flag --seed 7
  flag --duration 0.3
  flag --street-seed 7
  flag --street-length-m 160
  flag --street-curvature-per-m 0.01
  flag --street-relief-m 3
  flag --street-density 1
  flag --street-hour 9
  flag --street-cloud-cover 0.9
  flag --street-scenery tunnel
  flag --ego-speed-mps 5
  flag --ego-start-s-m 20
  flag --ego-wander-m 0.4
  flag --imaging-exposure 2
  flag --imaging-noise 20
  flag --imaging-vignetting 0.8
  flag --imaging-samples 4
  flag --no-imaging-smooth-edges
  flag --lidar-noise-range-noise-m 0.5
  flag --no-lidar-noise-ray-drop
  flag --no-lidar-noise-motion-distortion
  flag --motion-gyro-noise-rps 0.5
  flag --motion-gyro-bias-rps 0.5
  flag --motion-accelerometer-noise-mps2 3
  flag --motion-accelerometer-bias-mps2 3
  flag --motion-gnss-noise-m 30
  flag --motion-latitude-deg 10
  flag --motion-longitude-deg 10
  flag --motion-altitude-m 10
  flag --motion-odometry-drift
  flag --errors-lidar-elevation-deg 0.2
  flag --errors-lidar-rotation-deg 0,0.2,0
  flag --errors-lidar-translation-m 0.1,0,0
  flag --errors-camera-rotation-deg 0,0.2,0
  flag --errors-camera-translation-m 0.1,0,0
  flag --errors-lidar-time-s 0.01
  flag --errors-camera-time-s 0.01
  flag --errors-imu-time-s 0.01
  flag --errors-gnss-time-s 0.01
  flag --errors-lidar-stops-s 0.1
  flag --errors-cameras-stop-s 0.05
  flag --errors-odometry-scale-percent 1
  flag --errors-odometry-yaw-deg-per-100m 1
  flag --errors-odometry-height-percent 1
  flag --errors-planar-poses
  flag --errors-gnss-outages-s 0,0.1
  flag --errors-gnss-multipath-m 2
  flag --poses none
  flag --duration-s 0.3
  flag --traffic
  flag --traffic-preset van_ahead
  flag --cameras rear
  flag --resolution 64x32
  flag --lens pinhole
  flag --camera-rate-hz 30
  flag --rolling-shutter-s 0.03
  flag --exposure-changes
  flag --jpeg 50
  flag --raw
  flag --lidar hdl32
  flag --lidar-columns 80
  flag --variant missing_tf
}
# Those that want another flag beside them: dependent_flags COMMAND...
dependent_flags() {
  base "$@" --config base.yaml --traffic
  flag --street-traffic 1
  base "$@" --config base.yaml --motion-odometry-drift
  flag --motion-drift-share 0.2
  base "$@" --config base.yaml --errors-gnss-jump-s 0,1
  flag --errors-gnss-jump-m 20
  base "$@" --config base.yaml --errors-gnss-jump-m 20
  flag --errors-gnss-jump-s 0,1
  base "$@" --config base.yaml --street-length-m 400
  flag --street-shape loop
  base "$@" --config base.yaml --street-length-m 400 --street-shape loop
  flag --ego-laps 1
}

base "$synth" drive out.mcap --config base.yaml && works
drive_flags
dependent_flags "$synth" drive out.mcap
base "$synth" drive out.mcap --config base.yaml
flag --truth
base "$synth" drive there.mcap --config base.yaml
flag --force
base "$synth" drive there.mcap
flag --config absent.yaml
swept "$synth" drive

base "$synth" truth out --config base.yaml && works
drive_flags
flag --every 1
flag --every-sweep 2
flag --offsets-m 0
flag --heightmap-resolution-m 1
flag --held-out-samples 1
dependent_flags "$synth" truth out
(cd in && "$synth" truth there --config base.yaml > /dev/null 2>&1)
base "$synth" truth there --config base.yaml
flag --force
base "$synth" truth there
flag --config absent.yaml
swept "$synth" truth

base "$synth" preview out --config base.yaml && works
drive_flags
flag --across 1
flag --down 1
dependent_flags "$synth" preview out
mkdir in/pictures && echo x > in/pictures/synth_front.png
base "$synth" preview pictures --config base.yaml
flag --force
base "$synth" preview pictures
flag --config absent.yaml
swept "$synth" preview

base "$synth" gaussians 200 out.ply && works
flag --seed 8
flag --sh-degree 1
flag --cameras 3
flag --public-order
base "$synth" gaussians 200 there.ply
flag --force
swept "$synth" gaussians

(cd in && "$synth" minimal-world world > /dev/null)
base "$synth" minimal-world world
flag --force
swept "$synth" minimal-world

base "$synth" d435i out.bag --seconds 0.1 && works
flag --color 64x48
flag --depth 64x48
flag --fps 60
flag --imu
flag --compression lz4
flag --seed 2
base "$synth" d435i out.bag
flag --seconds 0.1
base "$synth" d435i there.bag --seconds 0.1
flag --force
swept "$synth" d435i
end_sweep
