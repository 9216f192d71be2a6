#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of rosbag-to-vrs, vrs-inspect and vrs-play changes what a user sees:
# flags_test.sh ROSBAG_TO_VRS VRS_INSPECT VRS_PLAY GS_SYNTH GS_LOG SOURCE_DIR
set -eu
converter=$1 inspect=$2 play=$3 synth=$4 log=$5 source=$6
. "$source/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
quietly() { "$@" > quietly.txt 2>&1 || { cat quietly.txt; exit 1; }; }
names_only='/files\.json$'  # it has the times of the files
seen_text() { sed '/ took [0-9.]*s/d; /of recording in/d; /conversion_time/d'; }

quietly "$synth" d435i in/in.bag --seconds 0.2 --color 64x48 --depth 64x48 --imu
depth=$("$log" info in/in.bag 2> /dev/null | grep -o '/device_0/sensor_0/[^ ]*image/data' | head -1)
color=$("$log" info in/in.bag 2> /dev/null | grep -o '/device_0/sensor_1/[^ ]*image/data' | head -1)
quietly "$log" filter in/in.bag in/depth_only.bag --exclude "$color"
quietly "$log" filter in/in.bag in/uncalibrated.bag --exclude '*camera_info'
printf '%s: {stream_id: 1002, stream_type: depth}\n' "$depth" > in/map.yaml
echo x > in/there.vrs
mkdir in/parts # of a recording, without metadata.yaml: read with a notice
quietly "$log" convert in/in.bag in/parts/take_0.mcap
quietly "$log" filter in/in.bag in/parts/take_1.mcap --topics "$depth"

base "$converter" in.bag out.vrs && works
flag --phase 4A
flag --compression none
flag --mapping map.yaml
flag --time-range 0.05,0.1
flag --time-source log
flag --json
base "$converter" parts out.vrs && works
flag --verbose
base "$converter" uncalibrated.bag out.vrs
flag --allow-missing-camera-info
base "$converter" depth_only.bag out.vrs
flag --allow-missing-topics
base "$converter" in.bag there.vrs
flag --force
swept "$converter"

quietly "$converter" in/in.bag in/in.vrs
base "$inspect" in.vrs && works
flag --stream 1001
flag --verbose
flag --json
flag --check
flag --checksum
swept "$inspect"

base "$play" in.vrs --speed 0 && works
flag --stream 1001
flag --from 0.1
flag --to 0.1
flag --extract frames
base "$play" in.vrs --extract frames && works
flag --format jpg
flag --color-map
flag --json
(cd in && quietly "$play" in.vrs --extract there)
base "$play" in.vrs --extract there
flag --force
# 0.2 s of recording at a tenth of its speed.
begin=$(date +%s%N)
"$play" in/in.vrs --speed 0.1 > /dev/null
[ $(($(date +%s%N) - begin)) -ge 1500000000 ] || sweep_fail "vrs-play --speed 0.1 is too quick"
shown_by --speed "the time that playing takes, above"
swept "$play"
end_sweep
