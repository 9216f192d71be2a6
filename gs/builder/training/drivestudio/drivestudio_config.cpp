// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/drivestudio_config.h"

#include <algorithm>

#include "gs/config/yaml.h"

namespace gs::builder {
namespace {

Node map_of(std::vector<Node::Member> members) {
  Node node = Node::map();
  node.members = std::move(members);
  return node;
}
Node whole(int64_t value) { return Node::of(value); }
Node real(double value) { return Node::of(value); }
Node flag(bool value) { return Node::of(value); }
Node rate(double value) { return map_of({{"lr", real(value)}}); }

// Learning rates of the Gaussians. The ratios (position to 1/100, higher SH bands 1/20) are those of 3DGS.
Node optimiser(const splat::train::LearningRateOptions& rates) {
  return map_of({{"xyz", map_of({{"lr", real(rates.position)},
                                 {"lr_final", real(rates.position / 100)},
                                 {"scale_factor", Node::of("scene_radius")}})},
                 {"sh_dc", rate(rates.feature)},
                 {"sh_rest", rate(rates.feature / 20)},
                 {"opacity", rate(rates.opacity)},
                 {"scaling", rate(rates.scaling)},
                 {"rotation", rate(rates.rotation)}});
}

// Densification; values that gs_training_config.yaml does not have are fixed here.
Node density(const splat::train::LoopOptions& loop, int sh_degree) {
  const splat::train::DensifyOptions& densify = loop.densify;
  const int64_t end = densify.end_iter < 0 ? splat::train::usual_end_iter(loop.iterations, "adc") : densify.end_iter;
  // DriveStudio compares sums of absolute gradients, which are larger by about this factor.
  constexpr double kAbsoluteGradients = 2.5;
  return map_of({{"warmup_steps", whole(densify.start_iter)},
                 {"reset_alpha_interval", whole(3000)},
                 {"refine_interval", whole(densify.interval)},
                 {"sh_degree_interval", whole(1000)},
                 {"n_split_samples", whole(2)},
                 {"reset_alpha_value", real(0.01)},
                 {"densify_grad_thresh", real(kAbsoluteGradients * densify.grad_threshold)},
                 {"densify_size_thresh", real(0.003)},
                 {"cull_alpha_thresh", real(0.005)},
                 {"cull_scale_thresh", real(0.5)},
                 {"cull_screen_size", real(0.15)},
                 {"split_screen_size", real(0.05)},
                 {"stop_screen_size_at", whole(4000)},
                 {"stop_split_at", whole(end)},
                 {"sh_degree", whole(sh_degree)}});
}

// Without sky masks the sky is unknown, and the mask loss would fill it with Gaussians: its weight is 0 then.
Node losses(const splat::train::LoopOptions& loop, bool sky_masks) {
  return map_of({{"rgb", map_of({{"w", real(1 - loop.dssim_weight)}})},
                 {"ssim", map_of({{"w", real(loop.dssim_weight)}})},
                 {"mask", map_of({{"w", real(sky_masks ? loop.sky_weight : 0)},
                                  {"opacity_loss_type", Node::of(sky_masks ? "bce" : "safe_bce")}})},
                 {"depth", map_of({{"w", real(loop.depth_weight)},
                                   {"inverse_depth", flag(false)},
                                   {"normalize", flag(false)},
                                   {"loss_type", Node::of("l1")}})},
                 {"affine", map_of({{"w", real(1e-5)}})}});
}

// The group "trainer".
Node trainer(const splat::train::TrainingOptions& o, bool sky_masks) {
  return map_of({{"type", Node::of("models.trainers.MultiTrainer")},
                 {"optim", map_of({{"num_iters", whole(o.training.iterations)},
                                   {"use_grad_scaler", flag(false)},
                                   {"cache_buffer_freq", whole(-1)}})},
                 {"render", map_of({{"near_plane", real(0.1)},
                                    {"far_plane", real(1e10)},
                                    {"antialiased", flag(false)},
                                    {"packed", flag(false)},
                                    {"absgrad", flag(true)},
                                    {"sparse_grad", flag(false)},
                                    {"batch_size", whole(1)}})},
                 {"losses", losses(o.training, sky_masks)},
                 {"res_schedule", map_of({{"double_steps", whole(250)}, {"downscale_times", whole(2)}})},
                 {"gaussian_optim_general_cfg", optimiser(o.training.learning_rate)},
                 {"gaussian_ctrl_general_cfg", density(o.training, o.model.sh_degree)}});
}

// Static background initialised from LiDAR points and random points, and an environment map as sky.
Node models(const splat::train::TrainingOptions& o) {
  const auto most = static_cast<int64_t>(std::min<uint64_t>(o.training.max_gaussians, 1'000'000));
  Node background = map_of(
      {{"type", Node::of("models.gaussians.VanillaGaussians")},
       {"init", map_of({{"from_lidar", map_of({{"num_samples", whole(most * 8 / 10)}, {"return_color", flag(true)}})},
                        {"near_randoms", whole(most / 10)},
                        {"far_randoms", whole(most / 10)}})},
       {"reg", map_of({{"sharp_shape_reg",
                        map_of({{"w", real(1)}, {"step_interval", whole(10)}, {"max_gauss_ratio", real(10)}})}})}});
  Node out = map_of({{"Background", std::move(background)},
                     {"Sky", map_of({{"type", Node::of("models.modules.EnvLight")},
                                     {"params", map_of({{"resolution", whole(1024)}})},
                                     {"optim", map_of({{"all", rate(0.01)}})}})}});
  const Node slow = map_of({{"all", map_of({{"lr", real(1e-5)}, {"weight_decay", real(1e-6)}})}});
  if (o.optimization.refine_exposure.value_or(false)) {
    out.add("Affine", map_of({{"type", Node::of("models.modules.AffineTransform")},
                              {"params", map_of({{"embedding_dim", whole(4)},
                                                 {"base_mlp_layer_width", whole(64)},
                                                 {"pixel_affine", flag(false)}})},
                              {"optim", slow}}));
  }
  if (o.optimization.refine_pose.value_or(false)) {
    out.add("CamPose", map_of({{"type", Node::of("models.modules.CameraOptModule")}, {"optim", slow}}));
  }
  return out;
}

// Disables videos and novel views, which cost time: only the metrics on held-out images are needed.
Node rendering(const DriveStudioSet& set) {
  return map_of({{"fps", whole(10)},
                 {"render_full", flag(set.test_stride == 0)},
                 {"render_test", flag(set.test_stride > 0)},
                 {"render_novel", Node{}},
                 {"vis_lidar", flag(false)},
                 {"vis_sky", flag(false)},
                 {"vis_error", flag(false)}});
}

// The data set is declared as nuScenes, whose layout drivestudio_dataset.h writes.
Node data(const DriveStudioSet& set, const std::filesystem::path& data_root) {
  Node cameras = Node::list(), sizes = Node::list();
  for (std::size_t c = 0; c < set.cameras; ++c) {
    cameras.items.push_back(whole(static_cast<int64_t>(c)));
    sizes.items.push_back(real(set.downscale));
  }
  const Node pixels = map_of(
      {{"type", Node::of("datasets.nuscenes.nuscenes_sourceloader.NuScenesPixelSource")},
       {"cameras", std::move(cameras)},
       {"downscale_when_loading", std::move(sizes)},
       {"downscale", whole(1)},
       {"undistort", flag(false)},
       {"test_image_stride", whole(static_cast<int64_t>(set.test_stride))},
       {"load_sky_mask", flag(true)},
       {"load_dynamic_mask", flag(true)},
       {"load_objects", flag(false)},
       {"load_smpl", flag(false)},
       {"sampler",
        map_of({{"buffer_downscale", whole(8)}, {"buffer_ratio", real(0)}, {"start_enhance_weight", whole(1)}})}});
  const Node lidar = map_of({{"type", Node::of("datasets.nuscenes.nuscenes_sourceloader.NuScenesLiDARSource")},
                             {"load_lidar", flag(true)},
                             {"lidar_downsample_factor", whole(4)},
                             {"lidar_percentile", real(0.02)}});
  return map_of({{"data_root", Node::of(data_root.string())},
                 {"dataset", Node::of("nuscenes")},
                 {"scene_idx", whole(0)},
                 {"start_timestep", whole(0)},
                 {"end_timestep", whole(-1)},
                 {"preload_device", Node::of("cpu")},
                 {"pixel_source", pixels},
                 {"lidar_source", lidar}});
}

}  // namespace

std::string drivestudio_config(const splat::train::TrainingOptions& training, const DriveStudioSet& set,
                               const std::filesystem::path& data_root) {
  // Checkpoint and visualisation only at the end.
  const int64_t steps = training.training.iterations;
  const Node logging = map_of({{"vis_freq", whole(steps)},
                               {"print_freq", whole(std::clamp<int64_t>(steps / 100, 1, 500))},
                               {"saveckpt_freq", whole(steps)},
                               {"save_seperate_video", flag(true)}});  // spelled like this by DriveStudio
  return config::write_yaml(map_of({{"seed", whole(static_cast<int64_t>(training.training.seed % (uint64_t{1} << 32)))},
                                    {"trainer", trainer(training, set.sky_masks)},
                                    {"model", models(training)},
                                    {"render", rendering(set)},
                                    {"logging", logging},
                                    {"data", data(set, data_root)}}));
}

bool reaches_drivestudio(std::string_view option) {
  static constexpr std::string_view kOptions[] = {
      "model.sh_degree",
      "training.iterations",
      "training.learning_rate.position",
      "training.learning_rate.feature",
      "training.learning_rate.opacity",
      "training.learning_rate.scaling",
      "training.learning_rate.rotation",
      "training.densify.start_iter",
      "training.densify.end_iter",
      "training.densify.interval",
      "training.densify.grad_threshold",
      "training.seed",
      "training.max_gaussians",
      "training.image_scale",     // of the pictures in the data set
      "training.max_image_side",  // as well
      "training.dssim_weight",
      "training.depth_weight",
      "training.sky_weight",
      "optimization.refine_pose",
      "optimization.refine_exposure",
  };
  return std::ranges::find(kOptions, option) != std::end(kOptions);
}

}  // namespace gs::builder
