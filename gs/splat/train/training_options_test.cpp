// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks that every training option has an effect: it changes the training_output cloud or the files that a run writes.
#include <gtest/gtest.h>

#include <memory>
#include <numbers>

#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/train/chunks/chunked_run.h"
#include "gs/splat/train/testing/actor_scene.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {
namespace {

constexpr int kLargeImages = 2;  // SH degree by which a probe requests larger images

// The view with twice the width and height: coarse levels must be at least 64 px wide, the width of the scene's images.
TrainingView enlarged(const TrainingView& view) {
  TrainingView out = view;
  CameraD& camera = out.camera;
  camera.width *= 2, camera.height *= 2, camera.fx *= 2, camera.fy *= 2;
  camera.cx = 2 * camera.cx + 0.5, camera.cy = 2 * camera.cy + 0.5;
  out.rgb8.clear(), out.sky.clear(), out.depth.clear();
  for (int y = 0; y < camera.height; ++y) {
    for (int x = 0; x < camera.width; ++x) {
      const int pixel = (y / 2) * view.camera.width + x / 2;
      for (int c = 0; c < 3; ++c) out.rgb8.push_back(view.rgb8[static_cast<std::size_t>(3 * pixel + c)]);
    }
  }
  return out;
}

// Scene with depth, sky, timestamps and a vehicle that shows its right side, enlarged if the options ask for it.
TrainingData scene(const TrainingOptions& options) {
  TrainingData data = testing::scene_with_distances();
  for (std::size_t i = 0; i < data.views.size(); ++i) {
    TrainingView& view = data.views[i];
    view.timestamp_s = 0.3 * static_cast<double>(i);
    const Quaterniond up = Quaterniond::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);
    view.actors = {{.actor = 0, .map_from_actor = {up, {0, 0.3, 1}}}};
    if (options.model.sh_degree == kLargeImages) view = enlarged(view);
  }
  data.actors.push_back({.id = "car_a0001",
                         .size_m = {1.2, 0.6, 0.6},
                         .painted = std::make_shared<GaussianCloud>(testing::grey_box()),
                         .mirrored = true});
  return data;
}

// Trains in one run or in chunks, as the options require.
Result<TrainingReport> train_whole_or_split(const TrainingOptions& options, const fs::path& output) {
  NoProgress quiet;
  const TrainingData data = scene(options);
  const ChunkPlan plan = plan_chunks(data.views, options.chunks);
  if (plan.chunks.size() < 2) return train(data, options, {.output = output}, quiet);
  ChunkSources sources;
  sources.outline = data;
  for (TrainingView& view : sources.outline.views) view.rgb8.clear();
  sources.load_views = [&](std::span<const std::size_t> wanted) -> Result<std::vector<TrainingView>> {
    std::vector<TrainingView> views;
    for (const std::size_t i : wanted) views.push_back(data.views[i]);
    return views;
  };
  sources.make_engine = [](TrainingData own, const TrainingOptions& chosen) -> Result<std::unique_ptr<TrainingEngine>> {
    GS_TRY(Trainer trainer, Trainer::create(std::move(own), chosen));
    return std::unique_ptr<TrainingEngine>(std::make_unique<Trainer>(std::move(trainer)));
  };
  return train_in_chunks(plan, std::move(sources), options, {.output = output}, quiet);
}

// Names of all files and bytes of the clouds. Reports and states contain options and times, which differ between any
// two runs, so their content is ignored.
std::string training_output(const TrainingOptions& asked) {
  const TemporaryFolder folder;
  const auto report = train_whole_or_split(resolve_preset(asked), folder / "out");
  if (!report) return report.error().message;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    if (entry.is_regular_file() && entry.path().extension() != ".ply") fs::resize_file(entry.path(), 0);
  }
  return folder_contents(folder.path());
}

TEST(TrainingOptions, EachOneChangesTheCloudOrTheFiles) {
  TrainingOptions base = testing::quick_options(12);
  base.training.densify = {.start_iter = 2, .end_iter = 10, .interval = 4};
  base.training.sky_gaussians = 20;
  base.output.save_iterations = {6};
  using Given = std::vector<std::string>;
  const Given adc{"training.strategy=adc"};
  const Given split{"chunks.split_above_m=0.5", "chunks.length_m=1", "chunks.overlap_m=0.1"};
  const std::vector<ShortChange> probes{
      {"model.sh_degree=0"},
      {"training.preset=full"},
      {"training.iterations=14"},
      {"training.learning_rate.position=0.01"},
      {"training.learning_rate.feature=0.02"},
      {"training.learning_rate.opacity=0.01"},
      {"training.learning_rate.scaling=0.01"},
      {"training.learning_rate.rotation=0.01"},
      {"training.learning_rate.settle=1"},
      {"training.densify.start_iter=6"},
      {"training.densify.end_iter=5"},
      {"training.densify.interval=2"},
      {"training.densify.grad_threshold=1e-7", adc},
      {"training.seed=7"},
      {"training.strategy=none"},
      {"training.max_gaussians=100"},
      {"training.initial_share=0.2"},
      {"training.initial_opacity=0.6"},
      {"training.initial_scale=1"},
      {"training.seed_share=0.5"},
      {"training.surface_share=0"},
      {"training.image_scale=0.5"},
      {"training.max_image_side=32"},
      {"training.coarse_share=0.5", {"model.sh_degree=2", "training.preset=full"}},  // with larger images
      {"training.low_pass_px2=0.3"},
      {"training.antialiasing=false"},
      {"training.dssim_weight=0.5"},
      {"training.depth_weight=1"},
      {"training.sky_weight=1"},
      {"training.opacity_regularization=1"},
      {"training.scale_regularization=1"},
      {"training.sky_gaussians=40"},
      {"training.scene_extent_m=10"},
      {"training.mirror_actors=false"},
      {"training.actor_gains=false"},
      {"training.refine_actor_poses=false"},
      {"optimization.refine_pose=true"},
      {"optimization.refine_exposure=true"},
      {"optimization.refine_vignetting=false"},
      {"output.save_iterations=4"},
      {"output.checkpoint_dir=saved"},
      {"chunks.split_above_m=0.5", {"chunks.length_m=1", "chunks.overlap_m=0.1"}},
      {"chunks.length_m=2", split},
      {"chunks.overlap_m=0.3", split},
  };
  const std::map<std::string, std::string> without_output{
      {"training.deterministic", "the CPU always is; on a GPU the test of the CUDA trainer compares two runs"},
  };
  expect_every_option_is_read<TrainingOptions>(base, option_changes(probes, without_output), training_output);
}

}  // namespace
}  // namespace gs::splat::train
