// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs_training_config.yaml: how a cloud is trained. Groups and names are those of the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/core/options.h"
#include "gs/splat/train/chunk_options.h"

namespace gs {

struct ModelOptions {
  std::string type = "background_only";
  int sh_degree = 3;
};
void describe(auto& visit, ModelOptions& o) {
  visit("type", o.type, "what is trained", Choices{{"background_only"}});
  visit("sh_degree", o.sh_degree, "highest degree of spherical harmonics", Range{0, 3});
}

// Of Adam, per step.
struct LearningRateOptions {
  double position = 1.6e-4;  // times the scene's extent; falls to a hundredth by the last iteration
  double feature = 2.5e-3;   // colour; a twentieth of it for degrees above 0
  double opacity = 0.05;
  double scaling = 5e-3;
  double rotation = 1e-3;
  double settle = 0.1;  // of all rates but that of positions, what is left at the end; they begin to fall late
};
void describe(auto& visit, LearningRateOptions& o) {
  visit("position", o.position, "of positions, times the extent of the scene", Range{0, 1});
  visit("feature", o.feature, "of colours; a twentieth of it for higher degrees", Range{0, 1});
  visit("opacity", o.opacity, "of opacities (logit)", Range{0, 1});
  visit("scaling", o.scaling, "of scales (logarithm)", Range{0, 1});
  visit("rotation", o.rotation, "of rotations", Range{0, 1});
  visit("settle", o.settle, "of all rates but that of positions, what is left at the end", Range{1e-6, 1});
}

struct DensifyOptions {
  int64_t start_iter = 500;
  int64_t end_iter = 15000;
  int64_t interval = 100;
  double grad_threshold = 2e-4;  // of adc: mean |dL/d(centre)| with the image 2 wide and 2 high; mcmc has no use for it
};
void describe(auto& visit, DensifyOptions& o) {
  visit("start_iter", o.start_iter, "first iteration that may change the number of Gaussians", Range{0, 1e7});
  visit("end_iter", o.end_iter, "last iteration that may; the default is half of the iterations", Range{0, 1e7});
  visit("interval", o.interval, "iterations between two changes", Range{1, 1e6});
  visit("grad_threshold", o.grad_threshold, "of adc: gradients above it call for more Gaussians", Range{0, 1});
}

struct LoopOptions {
  std::string preset = "auto";
  int64_t iterations = 30000;
  int batch_size = 1;          // a key of the file's contract; only 1 is supported, so nothing reads it
  bool deterministic = false;  // on a GPU; the CPU always is
  LearningRateOptions learning_rate{};
  DensifyOptions densify{};
  uint64_t seed = 42;
  std::string strategy = "mcmc";
  uint64_t max_gaussians = 1'000'000;
  double initial_share = 0.8;  // of max_gaussians, where the strategy adds the rest
  double initial_opacity = 0.3;
  double initial_scale = 0.5;
  double seed_share = 0.3;     // of the initial ones: where images show what no point covers
  double surface_share = 1.0;  // of what points leave of the initial ones: pixels on the surfaces points form
  double image_scale = 1.0;
  int max_image_side = 0;      // [px]; 0: no limit
  double coarse_share = 0.25;  // of the iterations, at a quarter and then half of the resolution
  double low_pass_px2 = 0.1;   // of the filter on the image; with it, everybody who shows the cloud must render
  bool antialiasing = true;    // and with opacity compensation
  double dssim_weight = 0.15;
  double depth_weight = 0.01;
  double sky_weight = 0.05;
  double opacity_regularization = -1;  // of Gaussians seen in a step; less than 0: from the data, see plan.h
  double scale_regularization = -1;
  uint64_t sky_gaussians = 3000;
  double scene_extent_m = 0.0;  // 0: from the cameras
};
void describe(auto& visit, LoopOptions& o) {
  visit("preset", o.preset, "auto, cpu: limits for a CPU; full: the values as given", Choices{{"auto", "cpu", "full"}});
  visit("iterations", o.iterations, "steps of training", Range{1, 1e7});
  visit("batch_size", o.batch_size, "images a step; only 1 is supported", Range{1, 1});
  visit("deterministic", o.deterministic, "the same bytes every time on a GPU too, somewhat slower");
  visit("learning_rate", o.learning_rate, "");
  visit("densify", o.densify, "");
  visit("seed", o.seed, "of every random number", Range{0, 9e18});
  visit("strategy", o.strategy, "how Gaussians are added and removed", Choices{{"mcmc", "adc", "none"}});
  visit("max_gaussians", o.max_gaussians, "most Gaussians", Range{1, 1e9});
  visit("initial_share", o.initial_share, "of max_gaussians to begin with, unless strategy is none", Range{0.001, 1});
  visit("initial_opacity", o.initial_opacity, "of Gaussians on points", Range{0.001, 0.999});
  visit("initial_scale", o.initial_scale, "standard deviation, of the distance between points", Range{0.01, 10});
  visit("seed_share", o.seed_share, "of the first Gaussians, where images show what no point covers", Range{0, 0.9});
  visit("surface_share", o.surface_share, "of what points leave of the first Gaussians: pixels put on their surfaces",
        Range{0, 1});
  visit("image_scale", o.image_scale, "factor on the size of the images", Range{0.01, 1});
  visit("max_image_side", o.max_image_side, "longer images are scaled down to this [px]; 0: no limit", Range{0, 16384});
  visit("coarse_share", o.coarse_share, "of the iterations at a quarter, then half of the resolution", Range{0, 1});
  visit("low_pass_px2", o.low_pass_px2, "variance of the filter on the image [px^2]; 0.3 is that of most viewers",
        Range{0.001, 10});
  visit("antialiasing", o.antialiasing, "opacity compensation: what is smaller than a pixel fades");
  visit("dssim_weight", o.dssim_weight, "of structural dissimilarity in the loss; the rest is L1", Range{0, 1});
  visit("depth_weight", o.depth_weight, "of relative depth errors at LiDAR returns", Range{0, 10});
  visit("sky_weight", o.sky_weight, "of near Gaussians in front of the sky, where masks say it is", Range{0, 10});
  visit("opacity_regularization", o.opacity_regularization, "weight of the mean opacity in the loss; -1: from the data",
        Range{-1, 10});
  visit("scale_regularization", o.scale_regularization, "weight of the mean scale [m] in the loss; -1: from the data",
        Range{-1, 10});
  visit("sky_gaussians", o.sky_gaussians, "Gaussians on a far dome to begin with", Range{0, 1e6});
  visit("scene_extent_m", o.scene_extent_m, "scales the steps of positions [m]; 0: from the cameras", Range{0, 1e4});
}

struct RefinementOptions {
  bool refine_pose = false;
  bool refine_exposure = false;
  bool refine_vignetting = true;
};
void describe(auto& visit, RefinementOptions& o) {
  visit("refine_pose", o.refine_pose, "correct the camera poses");
  visit("refine_exposure", o.refine_exposure, "correct the exposure of each image");
  visit("refine_vignetting", o.refine_vignetting, "correct how every camera darkens the corners of its images");
}

struct TrainingOutputOptions {
  std::vector<int64_t> save_iterations{7000, 15000, 30000};
  std::string checkpoint_dir = "checkpoints";
};
void describe(auto& visit, TrainingOutputOptions& o) {
  visit("save_iterations", o.save_iterations,
        "when to write a checkpoint, the default in proportion to the iterations; the last one always has one",
        Range{1, 1e7});
  visit("checkpoint_dir", o.checkpoint_dir, "folder of the checkpoints, below the output");
}

struct TrainingOptions {
  ModelOptions model{};
  LoopOptions training{};
  RefinementOptions optimization{};
  TrainingOutputOptions output{};
  ChunkOptions chunks{};
};
void describe(auto& visit, TrainingOptions& o) {
  visit("model", o.model, "");
  visit("training", o.training, "");
  visit("optimization", o.optimization, "");
  visit("output", o.output, "");
  visit("chunks", o.chunks, "");
}

// The options a run really uses: preset applied (auto is cpu here), learning rates raised for a short run, and
// densify.end_iter and output.save_iterations scaled to the length of the run: the defaults in proportion to the
// default of 30,000 iterations, other values only where the preset shortens the run. Settings that ask for less than
// the preset's limits stay, and so do rates that are not the defaults. Applying it twice changes nothing.
TrainingOptions resolve_preset(TrainingOptions options);

// What the default of densify.end_iter becomes in a run of that many iterations.
int64_t usual_end_iter(int64_t iterations);

// An option that resolve_preset() changed, values as in the file.
struct ChangedOption {
  std::string name, given, used;
};
// Options that differ, in the order of the file.
std::vector<ChangedOption> options_changed(const TrainingOptions& given, const TrainingOptions& used);

// The options as one JSON object, names as in the file.
std::string to_json(const TrainingOptions& options);

}  // namespace gs
