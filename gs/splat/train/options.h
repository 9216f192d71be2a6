// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options of training, as in gs_training_config.yaml: groups and names are those of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/splat/train/chunks/chunk_options.h"

namespace gs::splat::train {

// Group `model`.
struct ModelOptions {
  std::string type = "background_only";
  int sh_degree = 3;
};
void describe(auto& visit, ModelOptions& o) {
  visit("type", o.type, "what is trained", Choices{{"background_only"}});
  visit("sh_degree", o.sh_degree, "highest degree of spherical harmonics", Range{0, 3});
}

// Group `training.learning_rate`: Adam rate of each parameter group, per step.
struct LearningRateOptions {
  double position = 1.6e-4;  // times the scene extent; decays exponentially to 1 % by the last iteration
  double feature = 2.5e-3;   // SH degree 0; a twentieth of it for higher degrees
  double opacity = 0.05;
  double scaling = 5e-3;
  double rotation = 1e-3;
  double settle = 0.1;  // final / initial rate of all groups but position; the decay begins at 70 % of the run
};
void describe(auto& visit, LearningRateOptions& o) {
  visit("position", o.position, "learning rate of positions, times the scene extent", Range{0, 1});
  visit("feature", o.feature, "learning rate of colours; a twentieth of it for higher SH degrees", Range{0, 1});
  visit("opacity", o.opacity, "learning rate of opacities (logit)", Range{0, 1});
  visit("scaling", o.scaling, "learning rate of scales (natural logarithm)", Range{0, 1});
  visit("rotation", o.rotation, "learning rate of rotations", Range{0, 1});
  visit("settle", o.settle, "final / initial learning rate, all groups but position", Range{1e-6, 1});
}

// Group `training.densify`: when Gaussians are added and removed.
struct DensifyOptions {
  int64_t start_iter = 500;
  int64_t end_iter = -1;  // negative: automatic, see usual_end_iter()
  int64_t interval = 100;
  double grad_threshold = 2e-4;  // adc only: mean |dL/d(centre)| with the image 2 wide and 2 high
};
void describe(auto& visit, DensifyOptions& o) {
  visit("start_iter", o.start_iter, "first iteration that may add or remove Gaussians", Range{0, 1e7});
  visit("end_iter", o.end_iter,
        "last iteration that may add or remove Gaussians; -1: 85 % of the iterations (mcmc), half of them (adc)",
        Range{-1, 1e7});
  visit("interval", o.interval, "iterations between two refinements", Range{1, 1e6});
  visit("grad_threshold", o.grad_threshold, "adc only: Gaussians with a larger mean image gradient are cloned or split",
        Range{0, 1});
}

// Group `training`: the schedule, the initial cloud, the images, and the weights of the loss.
struct LoopOptions {
  std::string preset = "auto";
  int64_t iterations = 30000;
  int batch_size = 1;          // fixed: part of the file format, only 1 is supported and nothing reads it
  bool deterministic = false;  // affects the GPU only; the CPU is always deterministic
  LearningRateOptions learning_rate{};
  DensifyOptions densify{};
  uint64_t seed = 42;
  std::string strategy = "mcmc";
  uint64_t max_gaussians = 1'000'000;
  double initial_share = 0.8;  // initial number of Gaussians / max_gaussians, if the strategy adds more
  double initial_opacity = 0.3;
  double initial_scale = 0.5;
  double seed_share = 0.3;  // share of the initial Gaussians seeded in image areas without LiDAR points
  // Share of the remaining initial Gaussians made from image pixels projected on nearby surfaces.
  double surface_share = 1.0;
  double image_scale = 1.0;
  int max_image_side = 0;      // [px]; 0: no limit
  double coarse_share = 0.25;  // share of the iterations at a quarter and then half of the resolution
  double low_pass_px2 = 0.1;   // variance of the screen-space filter; renderers must use the same value
  bool antialiasing = true;    // opacity compensation for the filter; renderers must use the same setting
  double dssim_weight = 0.15;
  double depth_weight = 0.01;
  double sky_weight = 0.05;
  // Weights over the Gaussians seen in a step; negative: automatic, see usual_penalties() in training_plan.h.
  double opacity_regularization = -1;
  double scale_regularization = -1;
  uint64_t sky_gaussians = 3000;
  double scene_extent_m = 0.0;     // 0: from the cameras
  bool mirror_actors = true;       // the unseen side of a vehicle learns from the other one (actors/hidden_side.h)
  bool actor_gains = true;         // a gain of the colours of each actor in each camera (actors/actor_corrections.h)
  bool refine_actor_poses = true;  // offsets of the poses of actors over time
};
void describe(auto& visit, LoopOptions& o) {
  visit("preset", o.preset, "auto, cpu: limits that suit a CPU; full: all values as given",
        Choices{{"auto", "cpu", "full"}});
  visit("iterations", o.iterations, "number of training steps", Range{1, 1e7});
  visit("batch_size", o.batch_size, "images per step; only 1 is supported", Range{1, 1});
  visit("deterministic", o.deterministic, "bit-identical results on a GPU too, somewhat slower");
  visit("learning_rate", o.learning_rate, "");
  visit("densify", o.densify, "");
  visit("seed", o.seed, "seed of all random numbers", Range{0, 9e18});
  visit("strategy", o.strategy, "how Gaussians are added and removed", Choices{{"mcmc", "adc", "none"}});
  visit("max_gaussians", o.max_gaussians, "maximum number of Gaussians", Range{1, 1e9});
  visit("initial_share", o.initial_share,
        "initial number of Gaussians as a share of max_gaussians, unless strategy is none", Range{0.001, 1});
  visit("initial_opacity", o.initial_opacity, "initial opacity of Gaussians on points", Range{0.001, 0.999});
  visit("initial_scale", o.initial_scale, "initial size as a multiple of the neighbour distance", Range{0.01, 10});
  visit("seed_share", o.seed_share, "share of initial Gaussians seeded in image areas without LiDAR points",
        Range{0, 0.9});
  visit("surface_share", o.surface_share,
        "share of the remaining initial Gaussians made from image pixels projected on nearby surfaces", Range{0, 1});
  visit("image_scale", o.image_scale, "factor on the size of the images", Range{0.01, 1});
  visit("max_image_side", o.max_image_side, "longer images are scaled down to this [px]; 0: no limit", Range{0, 16384});
  visit("coarse_share", o.coarse_share, "share of the iterations at a quarter, then half of the resolution",
        Range{0, 1});
  visit("low_pass_px2", o.low_pass_px2, "variance of the screen-space filter [px^2]; most viewers use 0.3",
        Range{0.001, 10});
  visit("antialiasing", o.antialiasing, "opacity compensation: Gaussians smaller than a pixel fade");
  visit("dssim_weight", o.dssim_weight, "weight of structural dissimilarity in the loss; the rest is L1", Range{0, 1});
  visit("depth_weight", o.depth_weight, "weight of relative depth errors at LiDAR returns", Range{0, 10});
  visit("sky_weight", o.sky_weight, "weight of near Gaussians in front of sky pixels (needs sky masks)", Range{0, 10});
  visit("opacity_regularization", o.opacity_regularization, "weight of the mean opacity in the loss; -1: automatic",
        Range{-1, 10});
  visit("scale_regularization", o.scale_regularization, "weight of the mean scale [m] in the loss; -1: automatic",
        Range{-1, 10});
  visit("sky_gaussians", o.sky_gaussians, "initial number of Gaussians on the sky dome", Range{0, 1e6});
  visit("scene_extent_m", o.scene_extent_m,
        "scene extent, scales the learning rate of positions [m]; 0: from the cameras", Range{0, 1e4});
  visit("mirror_actors", o.mirror_actors, "the side of a vehicle that no image shows learns from its other side");
  visit("actor_gains", o.actor_gains, "learn a gain of the colours of each actor in each camera, if two see it");
  visit("refine_actor_poses", o.refine_actor_poses,
        "correct the poses of actors over time, if held-out images agree better with them");
}

// Group `optimization`: properties of images and cameras that are learned together with the cloud.
struct RefinementOptions {
  // Unset: chosen by cross-validation (cross_validation/choose_refinements.h), or as in resolved_refinements().
  std::optional<bool> refine_pose{}, refine_exposure{}, refine_vignetting{};
};
void describe(auto& visit, RefinementOptions& o) {
  visit("refine_pose", o.refine_pose, "correct the pose of each image; unset: if cross-validation gains by it");
  visit("refine_exposure", o.refine_exposure,
        "correct the exposure of each image; unset: if cross-validation gains by it");
  visit("refine_vignetting", o.refine_vignetting,
        "correct the vignetting of each camera; unset: unless cross-validation gains without it");
}

// Group `output`.
struct TrainingOutputOptions {
  std::vector<int64_t> save_iterations{7000, 15000, 30000};
  std::string checkpoint_dir = "checkpoints";
};
void describe(auto& visit, TrainingOutputOptions& o) {
  visit("save_iterations", o.save_iterations,
        "iterations with a checkpoint, the default in proportion to the iterations; the last one always has one",
        Range{1, 1e7});
  visit("checkpoint_dir", o.checkpoint_dir, "folder of the checkpoints inside the output");
}

// All options of a training.
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

// The options a run really uses: the preset applied (auto means full on a GPU, else cpu), learning rates raised for a
// short run, an
// automatic densify.end_iter replaced by its value, and output.save_iterations scaled to the length of the run. Default
// values of save_iterations scale in proportion to the default of 30,000 iterations; other values, and a
// densify.end_iter that was given, only if the preset shortens the run. Settings below the preset's limits are kept,
// and so are learning rates that differ from the defaults. Applying it twice changes nothing.
TrainingOptions resolve_preset(TrainingOptions options, bool on_gpu = false);

// Automatic densify.end_iter of a run of `iterations` steps: 85 % of them for mcmc, whose penalties fade Gaussians as
// long as the run lasts, so that they must be relocated nearly as long; half of them for adc.
int64_t usual_end_iter(int64_t iterations, std::string_view strategy);

// What is refined beside the cloud.
struct Refinements {
  bool pose = false, exposure = false, vignetting = true;
  friend bool operator==(const Refinements&, const Refinements&) = default;
};
// The given refinements; those that are unset are as in Refinements{}.
Refinements resolved_refinements(const RefinementOptions& options);
// All three as options.
RefinementOptions to_options(const Refinements& refinements);

// An option that resolve_preset() changed; both values as text.
struct ChangedOption {
  std::string name, given, used;
};
// The options that differ between `given` and `used`, in the order of the file.
std::vector<ChangedOption> options_changed(const TrainingOptions& given, const TrainingOptions& used);

// The options as one flat JSON object; keys are full names such as "training.densify.interval".
std::string to_json(const TrainingOptions& options);

}  // namespace gs::splat::train
