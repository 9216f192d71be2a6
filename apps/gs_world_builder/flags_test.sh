#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-world-builder changes what a user sees: flags_test.sh GS_WORLD_BUILDER GS_SYNTH SOURCE_DIR
set -eu
builder=$1 synth=$2 source=$3
. "$source/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
quietly() { "$@" > "$work/quietly.txt" 2>&1 || { cat "$work/quietly.txt"; exit 1; }; }
names_only='\.(json|gstc)$|ws/report\.html$|workspace/.*/report\.html$'  # they hold times and repeat the settings
seen_text() { sed '/ took [0-9.]*s/d; s/ in [0-9.]* s//; s/ ([^)]* free)//'; }

# Two logs, and what a build without training made of the first. Steps whose results are there are skipped.
drive="--duration 1.2 --cameras front --resolution 64x36 --lidar vlp16 --lidar-columns 600"
quietly "$synth" drive in/drive.mcap $drive
quietly "$synth" drive in/other.mcap $drive --seed 2
cd in
printf 'pipeline: {enable_gs_train_orchestrator: false}\n' > untrained.yaml
printf 'pipeline: {enable_gs_train_orchestrator: false}\nframes: {base_link_to_rear_axle_x: 0.5}\n' > shifted.yaml
printf 'pipeline: {enable_world_bundle_packer: false, enable_gs_train_orchestrator: false}\n' > unpacked.yaml
printf 'training: {iterations: 1, max_gaussians: 100}\n' > quick.yaml
printf 'training: {iterations: 1, max_gaussians: 100}\ndataset: {held_out_interval: 3}\n' > held_out.yaml
printf 'heightmap: {resolution: 0.4}\n' > coarse.yaml
printf 'image_width: 64\nimage_height: 36\nK: [80, 0, 31.5, 0, 80, 17.5, 0, 0, 1]\n' > camera.yaml
printf 'topics: {odom: /absent}\n' > missing_topic.yaml
printf 'lidars: {top: /absent}\n' > absent_lidar.yaml
mkdir other_folder && echo x > other_folder/note.txt
quietly "$builder" build --input drive.mcap --output world --workspace ws --config untrained.yaml --backend cpu
quietly "$builder" build --input drive.mcap --output trained --workspace trained_ws --gs-config quick.yaml --backend cpu
cp -rp ws edited && echo x > edited/05_geometry/note.txt
quietly "$builder" build --input drive.mcap --output coarse_world --workspace coarse_ws --config untrained.yaml --geometry-config coarse.yaml
mv coarse_ws/build_report.json coarse.json && rm -r coarse_ws
cd ..

touch in/there.html
base "$builder" inspect
flag --input drive.mcap
base "$builder" inspect drive.mcap && works
flag --html page.html
flag --config missing_topic.yaml
flag --lidar-calibration laser_angles.csv
flag --calibration-file drive.mcap
flag --topics absent_lidar.yaml
flag --gs-config quick.yaml
flag --output other_folder
base "$builder" inspect drive.mcap --html there.html
flag --force
base "$builder" inspect absent.mcap
flag --json-errors
shown_by --scan "a log above 1 GiB without an index"
shown_by --workspace "another disk, with another free space"
swept "$builder" inspect

base "$builder" build --input drive.mcap --output world --workspace ws --config untrained.yaml && works
flag --gs-config held_out.yaml
flag --geometry-config coarse.yaml
flag --lidar-calibration laser_angles.csv
flag --calibration-file camera.yaml
flag --topics absent_lidar.yaml
flag --scene-id other
flag --dry-run
flag --force
flag --clean
base "$builder" build --output world --workspace ws --config untrained.yaml
flag --input drive.mcap
base "$builder" build --input drive.mcap --output world --workspace ws --config untrained.yaml --dry-run && works
flag --input other.mcap
base "$builder" build --input drive.mcap --workspace ws --config untrained.yaml
flag --output world
base "$builder" build --input drive.mcap --output world --config untrained.yaml
flag --workspace ws
base "$builder" build --input drive.mcap --output trained --workspace trained_ws --gs-config quick.yaml && works
flag --config untrained.yaml
base "$builder" build --input drive.mcap --output new --workspace new_ws --gs-config quick.yaml && works
flag --verbose
"$builder" render "$source/worlds/minimal_test" --pose 0,0,0,0 --output gpu.png --backend cuda > gpu.txt 2>&1 || flag --backend cuda
base "$builder" build --input drive.mcap --output world --workspace edited --config untrained.yaml --geometry-config coarse.yaml
flag --discard-edits
base "$builder" build --input absent.mcap --output world
flag --json-errors
shown_by --ignore-disk-space "a disk with too little free space: disk_space_test"
shown_by --workers "the time a build takes; its bytes are the same: reproducible_test"
[ -s gpu.txt ] && grep -q GPU gpu.txt || shown_by --backend "a GPU is here: bench/train/train_gpu_test"
swept "$builder" build

# A build without the packer reports that it wrote no bundle.
quietly "$builder" build --input in/drive.mcap --output none --workspace none_ws --config in/unpacked.yaml
grep -q 'no bundle was written' quietly.txt && [ ! -e none ] || sweep_fail "a build without a bundle says: $(cat quietly.txt)"

base "$builder" run-step mcap_ingest --workspace ws && works
flag --input other.mcap
flag --lidar-calibration laser_angles.csv
flag --topics absent_lidar.yaml
base "$builder" run-step calibration_builder --workspace ws && works
flag --calibration-file camera.yaml
base "$builder" run-step drivesim_dataset_converter --workspace ws && works
flag --gs-config held_out.yaml
base "$builder" run-step geometry_builder --workspace ws && works
flag --geometry-config coarse.yaml
base "$builder" run-step world_bundle_packer --workspace ws && works
flag --output new
flag --scene-id other
flag --config shifted.yaml
base "$builder" run-step geometry_builder
flag --workspace ws
flag --json-errors
base "$builder" run-step gs_train_orchestrator --workspace trained_ws && works
flag --verbose
grep -q GPU gpu.txt && flag --backend cuda || shown_by --backend "a GPU is here: bench/train/train_gpu_test"
base "$builder" run-step geometry_builder --workspace edited
flag --discard-edits
shown_by --workers "the time a step takes; its bytes are the same: reproducible_test"
swept "$builder" run-step

base "$builder" rebuild
flag --report ws/build_report.json
base "$builder" rebuild --report ws/build_report.json && works
flag --input other.mcap
flag --output new
flag --workspace new_ws
base "$builder" rebuild --report trained_ws/build_report.json --workspace new_ws --output new && works
flag --verbose
base "$builder" rebuild --report coarse.json --workspace edited
flag --discard-edits
base "$builder" rebuild --report absent.json
flag --json-errors
shown_by --ignore-disk-space "a disk with too little free space: disk_space_test"
shown_by --workers "the time a build takes; its bytes are the same: reproducible_test"
swept "$builder" rebuild

base "$builder" validate-config coarse.yaml
flag --kind geometry
flag --json-errors
swept "$builder" validate-config

base "$builder" validate world && works
flag --json
swept "$builder" validate

base "$builder" export world
flag --output out.ply
base "$builder" export world --output out.ply && works
flag --format splat
flag --frame yup
touch in/there.ply
base "$builder" export world --output there.ply
flag --force
swept "$builder" export

cp -r "$source/worlds/minimal_test" in/minimal
sed 's/,1\.0,/,1.5,/' in/minimal/sim/trajectory.csv | sed '20,$d' > in/path.csv
touch in/there.png in/there.mp4
base "$builder" render minimal --output out.png
flag --pose 0,0,0,0
base "$builder" render minimal --pose 0,0,0,0
flag --output out.png
base "$builder" render minimal --pose 0,0,0,0 --output out.png && works
flag --camera nowhere
flag --depth
grep -q GPU gpu.txt && flag --backend cuda || shown_by --backend "a GPU is here"
base "$builder" render minimal --pose 0,0,0,0 --output there.png
flag --force
swept "$builder" render

base "$builder" render-path minimal --trajectory path.csv
flag --output out.mp4
base "$builder" render-path minimal --output out.mp4 && works
flag --trajectory path.csv
flag --fps 2
flag --camera nowhere
grep -q GPU gpu.txt && flag --backend cuda || shown_by --backend "a GPU is here"
base "$builder" render-path minimal --output there.mp4
flag --force
swept "$builder" render-path

cp -r in/minimal in/traffic && mkdir in/traffic/actors
cp "$source/fuzz/corpus/actors/trajectories.json" "$source/fuzz/corpus/actors/assets.json" in/traffic/actors
printf 'actors: {trajectories: "actors/trajectories.json", assets: "actors/assets.json"}\n' >> in/traffic/world.yaml
quietly "$builder" actors export in/traffic a1 in/exported
base "$builder" actors list traffic && works
flag --json
base "$builder" actors show traffic a1 && works
flag --time-s 1.5
base "$builder" actors import traffic exported && works
flag --new-id taxi
cp -r in/traffic in/shown && mkdir in/shown/actors/car_a1
cp in/minimal/gaussians/background.splat.ply in/shown/actors/car_a1/splat.ply
sed -i 's|"id": "car_a1",|& "splat": "actors/car_a1/splat.ply", "splats": 100, "sh_degree": 1,|' in/shown/actors/assets.json
base "$builder" actors turn-table shown a1 there.mp4
flag --force
swept "$builder" actors

# A video of an asset with Gaussians; none of an asset without.
quietly "$builder" actors turn-table in/shown asset:car_a1 car.mp4
[ -s car.mp4 ] || sweep_fail "turn-table wrote no video"
code=0; "$builder" actors turn-table in/shown walker walker.mp4 > quietly.txt 2>&1 || code=$?
[ $code = 3 ] && [ ! -e walker.mp4 ] && grep -q 'no Gaussians' quietly.txt || sweep_fail "turn-table of an asset without Gaussians: $code, $(cat quietly.txt)"

# An asset moves to a bundle without actors, and what cannot be exported or imported is refused.
cp -r in/minimal in/plain
quietly "$builder" actors import in/plain in/exported
quietly "$builder" validate in/plain
"$builder" actors list in/plain | grep -q "$(sed -n 's/.*"id": "\([a-z0-9_]*\)".*/\1/p' in/exported/asset.json | head -1)" || sweep_fail "the imported asset is not listed"
for arguments in "export in/traffic a1 in/exported" "export in/traffic a1" "turn-table in/traffic a1" "import in/plain" "import in/plain in/exported --new-id ../x"; do
  # shellcheck disable=SC2086  # several words
  code=0; "$builder" actors $arguments > quietly.txt 2>&1 || code=$?
  [ $code = 1 ] || sweep_fail "actors $arguments: $code, $(cat quietly.txt)"
done
code=0; "$builder" actors import in/plain in/nowhere > quietly.txt 2>&1 || code=$?
[ $code = 3 ] || sweep_fail "import of a missing folder: $code, $(cat quietly.txt)"

# Without an id, with one that is not there, and with one that is: the edit is recorded and the bundle stays valid.
for action in show remove; do
  code=0; "$builder" actors $action in/traffic > quietly.txt 2>&1 || code=$?
  [ $code = 1 ] && grep -q 'needs the id' quietly.txt || sweep_fail "actors $action without an id: $code, $(cat quietly.txt)"
  code=0; "$builder" actors $action in/traffic a9 > quietly.txt 2>&1 || code=$?
  [ $code = 1 ] && grep -q "'a9'" quietly.txt || sweep_fail "actors $action of an unknown id: $code, $(cat quietly.txt)"
done
quietly "$builder" actors remove in/traffic a1
grep -q 'may still show a1 where it was parked: x 4.0 y 3.0 m' quietly.txt || sweep_fail "actors remove says: $(cat quietly.txt)"
quietly "$builder" validate in/traffic
grep -q '"actors/trajectories.json"' in/traffic/edits.json || sweep_fail "actors remove is not in edits.json"
"$builder" actors list in/traffic > quietly.txt
grep -q '^a2 ' quietly.txt && ! grep -q '^a1 ' quietly.txt || sweep_fail "after actors remove: $(cat quietly.txt)"
end_sweep
