#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-log changes what a user sees: flags_test.sh GS_LOG GS_SYNTH GS_WORLD_BUILDER ROSBAG_TO_VRS SOURCE_DIR
set -eu
log=$1 synth=$2 builder=$3 to_vrs=$4 source=$5
. "$source/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
quietly() { "$@" > quietly.txt 2>&1 || { cat quietly.txt; exit 1; }; }
names_only='large'
drive="--duration 1 --cameras front --resolution 64x36 --lidar-columns 32 --lidar vlp16"

quietly "$synth" drive in/drive.mcap $drive
quietly "$synth" drive in/other.mcap $drive --seed 2
quietly "$log" convert in/drive.mcap in/drive.bag
quietly "$log" convert in/drive.mcap in/shuffled.mcap --order publish_time
quietly "$synth" d435i in/camera.bag --seconds 0.1 --color 64x48 --depth 64x48
quietly "$to_vrs" in/camera.bag in/camera.vrs
head -c -2000 in/drive.mcap > in/cut.mcap
cp in/other.mcap in/there.mcap

base "$log" info drive.mcap && works
flag --json
# Logs of more than 1 GiB are not read to the end unasked: a file with a hole of that size.
cp in/drive.mcap large.mcap && truncate -s 1100M large.mcap && mv large.mcap in/large.mcap
base "$log" info large.mcap
flag --gaps
rm in/large.mcap
swept "$log" info

base "$log" echo drive.mcap /odom && works
flag --count 1
flag --time-range +0.2:+0.4
flag --pretty
flag --max-items 1
swept "$log" echo

base "$log" convert drive.mcap out.mcap && works
flag --compression none
flag --order publish_time
base "$log" convert drive.mcap out.bag && works
flag --encoding cdr
base "$log" convert drive.mcap there.mcap
flag --force
swept "$log" convert

base "$log" filter drive.mcap out.mcap && works
flag --topics /odom
flag --exclude /odom
flag --time-range +0.2:+0.4
flag --compression none
base "$log" filter drive.mcap out.mcap --time-range +0.2:+0.4 && works
flag --no-keep-latched
base "$log" filter drive.mcap out.bag && works
flag --encoding cdr
base "$log" filter drive.mcap there.mcap
flag --force
swept "$log" filter

base "$log" merge drive.mcap other.mcap
flag --output out.mcap
base "$log" merge drive.mcap other.mcap --output out.mcap && works
flag --compression none
flag --encoding ros1
base "$log" merge drive.mcap other.mcap --output there.mcap
flag --force
swept "$log" merge

base "$log" sort shuffled.mcap out.mcap && works
flag --by publish_time
flag --compression none
flag --encoding ros1
base "$log" sort drive.mcap there.mcap
flag --force
swept "$log" sort

base "$log" recover cut.mcap out.mcap
flag --compression none
flag --encoding ros1
base "$log" recover cut.mcap there.mcap
flag --force
swept "$log" recover

swept "$log" check

day=in/kitti/2011_09_26
run=$day/2011_09_26_drive_0001_sync
transform='R: 1 0 0 0 1 0 0 0 1\nT: 0 0 0\n'
mkdir -p $run/image_02/data $run/image_03/data $run/oxts/data $run/velodyne_points/data
printf "$transform" | tee $day/calib_imu_to_velo.txt > $day/calib_velo_to_cam.txt
quietly "$builder" render "$source/worlds/minimal_test" --camera front --pose 0,0,0,0 --output picture.png --backend cpu
size=$(od -A n -t u1 -j 18 -N 6 picture.png | awk '{print $1 * 256 + $2, $5 * 256 + $6}')
{
  echo "R_rect_00: 1 0 0 0 1 0 0 0 1"
  for camera in 02 03; do
    echo "S_rect_$camera: $size"
    echo "P_rect_$camera: 700 0 100 0 0 700 100 0 0 0 1 0"
  done
} > $day/calib_cam_to_cam.txt
for i in 0 1 2; do
  for camera in 02 03; do cp picture.png $run/image_$camera/data/000000000$i.png; done
  seq 1 30 | tr '\n' ' ' > $run/oxts/data/000000000$i.txt
  head -c 1600 picture.png > $run/velodyne_points/data/000000000$i.bin
  for kind in image_02 image_03 oxts velodyne_points; do echo "2011-09-26 13:02:25.${i}00000000" >> $run/$kind/timestamps.txt; done
  for kind in start end; do cp $run/velodyne_points/timestamps.txt $run/velodyne_points/timestamps_$kind.txt; done
done
base "$log" import kitti-raw kitti out.mcap && works
flag --images raw
flag --scene another
flag --compression none
base "$log" import kitti out.mcap && works
base "$log" import kitti-raw kitti there.mcap
flag --force
swept "$log" import

quietly "$synth" drive in/sweeps.mcap --duration 1 --cameras none --lidar-columns 400 --lidar vlp16
base "$log" odometry sweeps.mcap out.tum && works
flag --format kitti
flag --lidar-topic /other
flag --imu-topic /other
flag --base-frame lidar_top
flag --no-use-imu
flag --use-odometry
shown_by --no-use-elevation "the elevation of beams needs a drive of 20 m: bias_survey_test"
flag --map-voxel-m 1.7
flag --map-thinning-m 0.3
flag --thinning-m 1
flag --min-range-m 8
flag --max-range-m 20
flag --iterations 2
flag --min-matches 100000
base "$log" odometry sweeps.mcap out.tum --use-odometry && works
flag --odometry-topic /other
flag --odometry-sigma-m 0.001
flag --odometry-sigma-rad 0.0001
base "$log" odometry sweeps.mcap there.mcap
flag --force
swept "$log" odometry
end_sweep
