#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Makes an image "recorded | rendered | difference" of held-out views of your own log or of a public data set, on your
# machine: the licences of most data sets do not allow their images in this repository.
#   scripts/picture_of_dataset.sh LOG_OR_DRIVE OUTPUT_FOLDER [ITERATIONS]
# LOG_OR_DRIVE: a log that gs-world-builder reads, or the folder of a KITTI raw drive (gs-log import kitti-raw).
# Programs are taken from $GS_BIN (default: build/release/bin). Ends with the path of the image.
set -eu
[ $# -ge 2 ] || { sed -n '4,8s/^# *//p' "$0"; exit 1; }
bin=${GS_BIN:-$(dirname "$0")/../build/release/bin}
input=$1 output=$2 iterations=${3:-7000}
mkdir -p "$output"

log=$input
if [ -n "$(find "$input" -type d -name velodyne_points 2> /dev/null | head -n 1)" ]; then
  log=$output/drive.mcap
  "$bin/gs-log" import kitti-raw "$input" "$log" --force
fi

# The map, the ground and the data set; training follows by itself, so that it writes its contact sheet.
printf 'pipeline:\n  enable_gs_train_orchestrator: false\n' > "$output/config.yaml"
"$bin/gs-world-builder" build --input "$log" --output "$output/world" --workspace "$output/workspace" \
  --config "$output/config.yaml" --force
"$bin/gs-train" "$output/workspace/02_drivesim_dataset" --output "$output/training" --training-iterations "$iterations"
echo "$output/training/contact_sheet.png"
