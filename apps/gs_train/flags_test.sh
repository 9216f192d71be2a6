#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-train changes what a user sees: flags_test.sh GS_TRAIN GS_SYNTH GS_WORLD_BUILDER SOURCE_DIR
set -eu
train=$1 synth=$2 builder=$3 source=$4
. "$source/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
quietly() { "$@" > quietly.txt 2>&1 || { cat quietly.txt; exit 1; }; }
names_only='\.(json|gstc)$'  # reports and checkpoints repeat the settings, which proves nothing
seen_text() { sed '/ took [0-9.]*s/d; /^time /d'; }

# A data set of one camera on a street with traffic. The masks of what moves stand for those of the sky.
drive="--duration 1 --traffic --cameras front --camera-rate-hz 6 --lens pinhole --lidar vlp16"
echo 'resolution: 128x72' > small.yaml
echo 'resolution: 640x360' > large.yaml
quietly "$synth" drive drive.mcap $drive --config small.yaml
printf 'training: {iterations: 1, max_gaussians: 100}\n' > quick.yaml
quietly "$builder" build --input drive.mcap --output world --workspace workspace --gs-config quick.yaml --backend cpu
cp -r workspace/02_drivesim_dataset in/set
quietly "$synth" truth in/truth $drive --config small.yaml --every 1 --offsets-m 0,1
mkdir -p in/set/masks/camera_front in/set/sky/camera_front
for image in in/set/images/camera_front/*; do
  name=$(basename "$image" | sed 's/\..*//')
  number=$(echo "$name" | tail -c 7)
  cp "in/truth/frames/front/$number.moving.png" "in/set/sky/camera_front/$name.png"
done
cp "in/set/sky/camera_front/$name.png" in/set/masks/camera_front  # the last image only
# A vehicle that stands before the camera and shows one side, made of other Gaussians of the drive.
rm -rf in/set/actors && mkdir in/set/actors
cp workspace/04_gs_export/background.splat.ply in/set/actors/car.ply
echo '{"version": "1.0.0", "assets": [{"id": "car", "size": [4, 2, 1.5], "mirrored": true}]}' > in/set/actors/assets.json
sed 's/ .*/ 0 0.8 -0.6 0 24 0.6 0.8 0 0 0 0 1 0/' in/set/poses/camera_front.txt > in/set/actors/camera_front.txt
cat > in/base.yaml <<'END'
model: {sh_degree: 1}
training:
  preset: full
  iterations: 12
  max_gaussians: 1500
  sky_gaussians: 60
  densify: {start_iter: 2, end_iter: 10, interval: 2}
END
base "$train" set --output out --config base.yaml --backend cpu && works
flag --model-sh-degree 0
flag --training-preset cpu
flag --training-iterations 4
shown_by --model-type "one value"
shown_by --training-batch-size "one value"
shown_by --training-deterministic "the order of sums on a GPU: bench/train/train_gpu_test"
flag --training-learning-rate-position 0.01
flag --training-learning-rate-feature 0.1
flag --training-learning-rate-opacity 0.5
flag --training-learning-rate-scaling 0.5
flag --training-learning-rate-rotation 0.5
flag --training-learning-rate-settle 1
flag --training-densify-start-iter 6
flag --training-densify-end-iter 4
flag --training-densify-interval 3
flag --training-seed 43
flag --training-strategy none
flag --training-max-gaussians 1000
flag --training-initial-share 0.5
flag --training-initial-opacity 0.1
flag --training-initial-scale 1
flag --training-seed-share 0
flag --training-image-scale 0.5
flag --training-max-image-side 64
flag --training-coarse-share 0
flag --training-low-pass-px2 0.3
flag --no-training-antialiasing
flag --training-dssim-weight 0.5
flag --training-depth-weight 1
flag --training-sky-weight 1
flag --training-opacity-regularization 1
flag --training-scale-regularization 1
flag --training-sky-gaussians 0
flag --training-scene-extent-m 500
flag --optimization-refine-pose
flag --optimization-refine-exposure
shown_by --optimization-refine-vignetting "short runs refine it unless --no-optimization-refine-vignetting is given"
flag --output-save-iterations 5
flag --output-checkpoint-dir mine
flag --training-frame-stride 2
flag --no-training-masks
flag --no-training-actors
flag --no-training-mirror-actors
shown_by --no-training-actor-gains "a drive of one camera has no gains: gs/splat/train/actors/actor_corrections_test.cpp"
shown_by --no-training-refine-actor-poses "a second has too few keys: gs/splat/train/actors/actor_corrections_test.cpp"
flag --preview-interval 8
flag --truth truth
base "$train" set --output out --config base.yaml --backend cpu --training-strategy adc
flag --training-densify-grad-threshold 1
# Pixels become Gaussians where there are fewer points than the pixels support.
quietly "$synth" drive large.mcap $drive --lidar-columns 256 --config large.yaml
quietly "$builder" build --input large.mcap --output large --workspace workspace_2 --gs-config quick.yaml --backend cpu
cp -r workspace_2/02_drivesim_dataset in/large
base "$train" large --output out --config base.yaml --backend cpu --training-max-gaussians 30000 --training-iterations 2
flag --training-surface-share 0
rm -r in/large
base "$train" set --output out --config base.yaml --backend cpu --chunks-length-m 4
flag --chunks-split-above-m 4
base "$train" set --output out --config base.yaml --backend cpu --chunks-split-above-m 4
flag --chunks-length-m 4
base "$train" set --output out --config base.yaml --backend cpu --chunks-split-above-m 4 --chunks-length-m 4
flag --chunks-overlap-m 1
base "$train" set --config base.yaml
flag --output out
base "$train" set --output out --training-iterations 2
flag --config base.yaml
if ! "$train" set --output out --backend cuda > /dev/null 2>&1; then
  base "$train" set --output out --config base.yaml
  flag --backend cuda
fi
cp -r in/set . && quietly "$train" set --output in/before --config in/base.yaml --backend cpu --training-iterations 4
base "$train" set --output before --config base.yaml --backend cpu
flag --resume
swept "$train"

base "$train" pack set out.gsds && works
flag --frame-stride 2
flag --no-masks
echo x > in/there.gsds
base "$train" pack set there.gsds
flag --force
swept "$train" pack

cp "$source/testdata/splat/gaussians_standard.ply" in/cloud.ply
printf '1 0 0 10\n0 1 0 0\n0 0 1 0\n' > in/move.txt
base "$train" import cloud.ply
flag --output out.ply
base "$train" import cloud.ply --output out.ply && works
flag --map-from-model move.txt
flag --scale 2
flag --flavor standard
base "$train" import cloud.ply --output there.gsds
flag --force
swept "$train" import

base "$train" drivestudio set out && works
flag --frame-stride 2
flag --no-masks
flag --training-image-scale 0.5
flag --training-max-image-side 64
# A change of config.yaml, or a warning that DriveStudio has no such setting.
"$train" drivestudio --help | sed -n '/^Options:/,/^$/ s/^  \(--[a-z0-9-]*\).*/\1/p' > training_flags.txt
while read -r name; do
  case "$name" in
    --help | --frame-stride | --no-masks | --training-image-scale | --training-max-image-side) ;;
    --config) printf 'training: {seed: 43}\n' > in/seed.yaml && flag --config seed.yaml ;;
    --model-type | --training-batch-size) shown_by "$name" "one value" ;;
    --training-strategy) flag "$name" none ;;
    --training-preset) flag "$name" cpu ;;
    --no-* | --*-refine-pose | --*-refine-exposure | --*-refine-vignetting | --training-deterministic) flag "$name" ;;
    --output-checkpoint-dir) flag "$name" mine ;;
    --model-sh-degree | --output-save-iterations) flag "$name" 2 ;;
    --training-densify-* | --training-seed | --training-iterations | --training-max-* | --training-sky-gaussians | --chunks-*) flag "$name" 600 ;;
    *) flag "$name" 0.375 ;;
  esac
done < training_flags.txt
swept "$train" drivestudio
end_sweep
