// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every key of config.yaml, geometry_config.yaml and gs_training_config.yaml must change the output of a build or be
// rejected.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/builder/pipeline.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/drivesim_dataset_converter.h"
#include "gs/builder/steps/geometry_builder.h"
#include "gs/builder/steps/gs_exporter.h"
#include "gs/builder/steps/gs_train_orchestrator.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/builder/training/drivestudio/testing/small_dataset.h"
#include "gs/core/hash/md5.h"
#include "gs/core/json/json.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/splat/model/ply.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::TemporaryFolder;
using testing::write_drive;

// Names and hashes of all files below a folder, without files that only repeat the settings.
std::string contents(const fs::path& folder, const std::set<std::string>& left_out = {}) {
  std::set<std::string> lines;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (!entry.is_regular_file(error) || left_out.contains(entry.path().filename().string())) continue;
    lines.insert(entry.path().lexically_relative(folder).string() + " " +
                 md5_hex(read_text_file(entry.path(), 1 << 30).value()));
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// A rejected option counts as a visible effect.
std::string refusal(const BuildError& error) { return "refused: " + to_text(error); }

// A log and a workspace with its finished ingest and calibration.
class BuilderOptions : public ::testing::Test {
 protected:
  void prepare(const DriveRecipe& recipe) {
    ASSERT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    ASSERT_TRUE(McapIngest::run(workspace_, {.log = folder_ / "drive.mcap"}, quiet_));
    ASSERT_TRUE(CalibrationBuilder::run(workspace_, {}, quiet_));
  }
  TemporaryFolder folder_;
  Workspace workspace_ = *Workspace::open(folder_ / "w");
  NoProgress quiet_;
};

TEST_F(BuilderOptions, OfTheGeometryAreRead) {
  DriveRecipe recipe{.duration_s = 1.5, .lidar_columns = 600};
  recipe.oncoming_mps = 8;
  prepare(recipe);
  const OptionChange::Values mesh{{"static_mesh.enable", {"true"}}};
  const OptionChanges changes{
      {"version", {{"9.0.0"}}},
      {"heightmap.resolution", {{"0.25"}}},
      {"heightmap.extent.x_min", {{"-3"}}},
      {"heightmap.extent.x_max", {{"9"}}},
      {"heightmap.extent.y_min", {{"-4"}}},
      {"heightmap.extent.y_max", {{"4"}}},
      {"heightmap.filter.median_kernel", {{"1"}}},
      {"heightmap.filter.outlier_threshold", {{"0.01"}}},
      {"drivable.method", {{"trajectory_buffer"}}},
      {"drivable.buffer_width", {{"4"}}},
      {"drivable.simplify_tolerance", {{"0"}}},
      {"drivable.speed_limit", {{"30"}}},
      {"static_mesh.enable", {{"true"}}},
      {"static_mesh.method", {{"poisson"}, mesh}},
      {"static_mesh.voxel_size", {{"0.3"}, mesh}},
  };
  GeometryConfig start;
  start.resolution = 0.2;
  expect_every_option_is_read<GeometryConfig>(start, changes, [&](const GeometryConfig& config) {
    const auto parsed = parse_geometry_config(write_json(to_node(config)));
    if (!parsed) return refusal(parsed.error());
    const auto built = GeometryBuilder::run(workspace_, *parsed, quiet_);
    return built ? contents(workspace_.folder(Step::geometry_builder)) : refusal(built.error());
  });
}

TEST_F(BuilderOptions, OfTheBuildAreRead) {
  const DriveRecipe recipe{.duration_s = 1.2, .lidar_columns = 600};
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
  DriveRecipe slow = recipe;
  slow.speed_mps = 4;
  ASSERT_TRUE(write_drive(folder_ / "slow.mcap", slow));
  DriveRecipe untimed = recipe;
  untimed.lidar_times = false;
  ASSERT_TRUE(write_drive(folder_ / "untimed.mcap", untimed));
  // A longer lens than that of the log.
  ASSERT_TRUE(write_file(folder_ / "camera.yaml",
                         "image_width: 64\nimage_height: 48\nK: [70, 0, 31.5, 0, 70, 23.5, 0, 0, 1]\n"));
  OptionChanges changes{
      {"version", {{"9.0.0"}}},
      {"input.mcap_file", {{folder_ / "slow.mcap"}}},
      {"output.world_bundle_dir", {{folder_ / "worlds/road"}, {{"output.scene_id", {"street"}}}}},
      {"output.scene_id", {{"road"}}},
      {"output.lod", {{"true"}}},
      {"topics.odom", {{"/wheels"}}},
      {"topics.tf", {{"/tf_of_others"}}},
      {"topics.tf_static", {{"/tf_of_others"}}},
      {"topics.lidar_calibration", {{folder_ / "missing.yaml"}}},
      {"frames.map", {{"earth"}}},
      {"frames.odom", {{"start"}}},
      {"frames.base_link", {{"body"}}},
      {"frames.base_link_to_rear_axle_x", {{"0.5"}}},
      {"time_range.start_sec", {{"0.3"}}},
      {"time_range.duration_sec", {{"0.9"}}},
      {"origin.latitude", {{"49"}}},
      {"origin.longitude", {{"12"}}},
      {"origin.altitude", {{"501"}}},
      {"calibration.file", {{folder_ / "camera.yaml"}}},
      {"lidar.times", {{"azimuth"}, {{"input.mcap_file", {folder_ / "untimed.mcap"}}}}},
      {"calibration.poses", {{"lidar"}}},
      {"calibration.refine_poses", {{"true"}}},
      {"calibration.refine_cameras", {{"false"}}},
      {"actors.source", {{"/labels/objects"}}},  // which the log does not have
  };
  for (std::size_t i = 0; i < kStepCount; ++i) {
    const auto step = static_cast<Step>(i);
    const bool off = step == Step::gs_train_orchestrator;
    changes["pipeline.enable_" + std::string(to_string(step))] = {{off ? "true" : "false"}};
  }
  BuildConfig start;
  start.mcap_file = folder_ / "drive.mcap", start.world_bundle_dir = folder_ / "worlds/street";
  start.origin = {48, 11, 500};
  start.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] = false;
  expect_every_option_is_read<BuildConfig>(start, changes, [&](const BuildConfig& config) {
    fs::remove_all(folder_ / "worlds");
    fs::remove_all(folder_ / "fresh");
    const auto parsed = parse_build_config(write_json(to_node(config)));
    if (!parsed) return refusal(parsed.error());
    BuildRequest request{.config = *parsed};
    request.workspace = folder_ / "fresh";
    request.geometry.resolution = 0.4;
    request.training.trainer.training.iterations = 5;
    request.training.trainer.training.max_gaussians = 500;
    auto resolved = resolve(std::move(request));
    if (!resolved) return refusal(resolved.error());
    const auto built = run_build(*resolved, quiet_);
    return built ? contents(folder_ / "worlds", {"build_report.json"}) : refusal(built.error());
  });
}

constexpr int kWidth = 128, kHeight = 48;  // wide enough for the coarse resolutions of training

// Images that change while the vehicle drives, a sky mask for each, and an ego vehicle mask.
class TrainingOptionsOfABuild : public BuilderOptions {
 protected:
  void SetUp() override {
    DriveRecipe recipe{.duration_s = 2, .speed_mps = 10, .lidar_columns = 360};
    recipe.oncoming_mps = 8, recipe.cameras = 2, recipe.width = kWidth, recipe.height = kHeight;
    prepare(recipe);
    paint_images();
    ASSERT_TRUE(GeometryBuilder::run(workspace_, {}, quiet_));
    ASSERT_TRUE(workspace_.set_finished(Step::geometry_builder, {.key = "k"}));
    write_actor();
    fs::create_directories(folder_ / "masks");
    assets::Image mask = assets::Image::make(kWidth, kHeight, 1);
    for (std::size_t i = 0; i < mask.data.size(); ++i) mask.data[i] = i < mask.data.size() / 2 ? 255 : 0;
    ASSERT_TRUE(assets::write_png(folder_ / "masks/camera_front.png", mask));
    ASSERT_TRUE(write_file(folder_ / "matrix.txt", "1 0 0 5 0 1 0 0 0 0 1 0"));
  }
  // Fakes a finished actor_builder with a car that drives 10 m ahead.
  void write_actor() {
    const fs::path folder = workspace_.folder(Step::actor_builder), own = folder / "car_a0001";
    fs::create_directories(own);
    splat::GaussianCloud cloud = splat::GaussianCloud::create(200, 0).value();
    for (std::size_t i = 0; i < cloud.size(); ++i) {
      Random random(1, purpose("actor"), i);
      const auto u = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
      cloud.view().set_position(i, {u(-2, 2), u(-0.9, 0.9), u(0, 1.5)});
      cloud.view().set_log_scale(i, {-2, -2, -2});
      cloud.view().set_rotation(i, {0, 0, 0, 1});
      cloud.view().opacity_logit[i] = 1;
      for (std::size_t c = 0; c < 3; ++c) cloud.view().sh_of(i)[c] = u(-1, 1);
    }
    ASSERT_TRUE(splat::save_ply(own / "splat.ply", std::as_const(cloud).view(), splat::PlyFlavor::bundle));
    const auto poses = recorded_poses(workspace_);
    ASSERT_TRUE(poses);
    world::ActorTrajectories paths{.zero = poses->start()};
    world::ActorTrajectory& path = paths.actors.emplace_back();
    path.id = "a0001", path.asset = "car_a0001", path.actor_class = world::ActorClass::car, path.size = {4, 1.8, 1.5};
    path.t = {0, 1, 2}, path.x = {10, 20, 30}, path.y = path.z = path.yaw = path.yaw_rate = {0, 0, 0};
    path.v = {10, 10, 10};
    world::ActorAssets assets;
    world::ActorAsset& asset = assets.assets.emplace_back();
    asset.id = "car_a0001", asset.actor_class = world::ActorClass::car, asset.size = path.size;
    asset.splat = "actors/car_a0001/splat.ply", asset.splats = 200, asset.sh_degree = 0;
    ASSERT_TRUE(write_file(folder / "trajectories.json", world::write_actor_trajectories(paths)));
    ASSERT_TRUE(write_file(folder / "assets.json", world::write_actor_assets(assets)));
    ASSERT_TRUE(workspace_.set_finished(Step::actor_builder, {.key = "k"}));
  }
  // All pixels change from image to image except those of the ego vehicle.
  void paint_images() {
    uint64_t number = 0;
    for (const auto& entry :
         fs::recursive_directory_iterator(workspace_.folder(Step::mcap_ingest) / "raw_extract/images")) {
      if (!entry.is_regular_file()) continue;
      assets::Image image = assets::Image::make(kWidth, kHeight, 3);
      ++number;
      for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
          const bool hood = y > 38 && std::abs(x - kWidth / 2) < 50;
          Random patch(number, purpose("patch"), static_cast<uint64_t>(y / 4 * kWidth + x / 4));
          std::fill_n(image.row(y) + 3 * x, 3, static_cast<uint8_t>(hood ? 30 : 80 + patch.below(170)));
        }
      }
      ASSERT_TRUE(assets::write_jpeg(entry.path(), image, {.quality = 95}));
    }
  }
  // Sky masks are not written by the converter; the upper 20 rows are sky.
  void write_sky() {
    const fs::path dataset = workspace_.folder(Step::drivesim_dataset_converter);
    assets::Image sky = assets::Image::make(kWidth, kHeight, 1);
    std::fill(sky.data.begin(), sky.data.begin() + kWidth * 20, uint8_t{255});
    std::vector<fs::path> images;
    for (const auto& entry : fs::recursive_directory_iterator(dataset / "images")) {
      if (entry.is_regular_file()) images.push_back(entry.path());
    }
    for (const fs::path& image : images) {
      const fs::path folder = dataset / "sky" / image.parent_path().filename();
      fs::create_directories(folder);
      ASSERT_TRUE(assets::write_png(folder / (image.stem().string() + ".png"), sky));
    }
  }
  // The data set, the exported Gaussians and the names of the checkpoints.
  std::string observe(const GsTrainingConfig& config) {
    const auto parsed = parse_gs_training_config(write_json(to_node(config)));
    if (!parsed) return refusal(parsed.error());
    const ConverterOptions converter{.undistort = wants_pinhole(*parsed),
                                     .held_out_interval = parsed->held_out_interval,
                                     .moving_masks = parsed->moving_masks,
                                     .hood_masks = parsed->hood_masks,
                                     .mask_folder = parsed->mask_dir,
                                     .commit = dataset_commit(*parsed),
                                     .paint = {.max_points = 2000}};  // fewer points than Gaussians
    const auto converted = DrivesimDatasetConverter::run(workspace_, converter, quiet_);
    if (!converted) return refusal(converted.error());
    write_sky();
    const OrchestratorOptions options{.config = *parsed, .backend = Backend::cpu, .key = "k", .fresh = true};
    const auto trained = GsTrainOrchestrator::run(workspace_, options, quiet_);
    if (!trained) return refusal(trained.error());
    const auto exported =
        GsExporter::run(workspace_, {.checkpoint_dir = parsed->trainer.output.checkpoint_dir}, quiet_);
    if (!exported) return refusal(exported.error());
    std::string out =
        contents(workspace_.folder(Step::drivesim_dataset_converter)) + contents(workspace_.folder(Step::gs_exporter));
    for (const auto& entry : fs::recursive_directory_iterator(workspace_.folder(Step::gs_train_orchestrator))) {
      if (entry.is_directory()) out += entry.path().filename().string() + "\n";
    }
    return out;
  }
};

TEST_F(TrainingOptionsOfABuild, AreRead) {
  using Values = OptionChange::Values;
  const std::string cloud = folder_ / "cloud.ply";
  GsTrainingConfig start;
  splat::train::TrainingOptions& t = start.trainer;
  t.model.sh_degree = 1;
  t.training.preset = "full", t.training.iterations = 24;
  t.training.max_gaussians = 1500, t.training.sky_gaussians = 60;
  t.training.densify = {.start_iter = 4, .end_iter = 20, .interval = 4};
  start.mask_dir = folder_ / "masks";
  start.drivestudio.directory = folder_.path().string();
  start.drivestudio.commit = "0123abc";
  testing::write_fake_trainer(folder_.path());
  ASSERT_NE(observe(start).find("splat.ply"), std::string::npos);
  fs::copy_file(workspace_.folder(Step::gs_exporter) / "background.splat.ply", cloud);

  const Values chunks{{"chunks.split_above_m", {"4"}}, {"chunks.length_m", {"4"}}};
  const Values import{{"training.backend", {"import"}}, {"import.file", {cloud}}};
  const Values drivestudio{{"training.backend", {"drivestudio"}},
                           {"drivestudio.command", {"{directory}/fake_trainer.sh", "{output}"}}};
  const Values slow{{"training.backend", {"drivestudio"}}, {"drivestudio.command", {"sleep", "3"}}};
  const OptionChanges changes{
      {"version", {{"9.0.0"}}},
      {"model.sh_degree", {{"0"}}},
      {"training.backend", {{"import"}, {{"import.file", {cloud}}}}},
      {"training.preset", {{"cpu"}}},
      {"training.iterations", {{"16"}}},
      {"training.deterministic", {.shown_by = "changes the order of sums on a GPU: tests of splat/training with CUDA"}},
      {"training.learning_rate.position", {{"0.01"}}},
      {"training.learning_rate.feature", {{"0.1"}}},
      {"training.learning_rate.opacity", {{"0.5"}}},
      {"training.learning_rate.scaling", {{"0.5"}}},
      {"training.learning_rate.rotation", {{"0.5"}}},
      {"training.learning_rate.settle", {{"1"}}},
      {"training.densify.start_iter", {{"12"}}},
      {"training.densify.end_iter", {{"8"}}},
      {"training.densify.interval", {{"3"}}},
      {"training.densify.grad_threshold", {{"1"}, {{"training.strategy", {"adc"}}}}},
      {"training.seed", {{"43"}}},
      {"training.strategy", {{"none"}}},
      {"training.max_gaussians", {{"1000"}}},
      {"training.initial_share", {{"0.5"}}},
      {"training.initial_opacity", {{"0.1"}}},
      {"training.initial_scale", {{"1"}}},
      {"training.seed_share", {{"0"}}},
      {"training.surface_share", {{"0"}, {{"training.max_gaussians", {"8000"}}}}},
      {"training.image_scale", {{"0.5"}}},
      {"training.max_image_side", {{"32"}}},
      {"training.coarse_share", {{"0"}}},
      {"training.low_pass_px2", {{"0.3"}}},
      {"training.antialiasing", {{"false"}}},
      {"training.dssim_weight", {{"0.5"}}},
      {"training.depth_weight", {{"1"}}},
      {"training.sky_weight", {{"1"}}},
      {"training.opacity_regularization", {{"1"}}},
      {"training.scale_regularization", {{"1"}}},
      {"training.sky_gaussians", {{"0"}}},
      {"training.scene_extent_m", {{"500"}}},
      {"optimization.refine_pose", {{"true"}}},
      {"optimization.refine_exposure", {{"true"}}},
      {"optimization.refine_vignetting", {{"false"}}},
      {"output.save_iterations", {{"10"}}},
      {"output.checkpoint_dir", {{"mine"}}},
      {"chunks.split_above_m", {{"4"}, {{"chunks.length_m", {"4"}}}}},
      {"chunks.length_m", {{"2"}, chunks}},
      {"chunks.overlap_m", {{"1"}, chunks}},
      {"drivestudio.command", {{"false"}, drivestudio}},
      {"drivestudio.directory", {{folder_ / "nowhere"}, drivestudio}},
      {"drivestudio.commit", {{"4567def"}, drivestudio}},
      {"drivestudio.timeout_s", {{"0.2"}, slow}},
      {"import.file", {{folder_ / "no_such_file.ply"}, import}},
      {"import.map_from_model", {{folder_ / "matrix.txt"}, import}},
      {"import.scale", {{"2"}, import}},
      {"training.frame_stride", {{"2"}}},
      {"training.masks", {{"false"}}},
      {"training.actors", {{"false"}}},
      {"dataset.undistort", {{"true"}}},
      {"dataset.moving_masks", {{"false"}}},
      {"dataset.hood_masks", {{"false"}}},
      {"dataset.mask_dir", {{folder_ / "no_masks"}}},
      {"dataset.held_out_interval", {{"4"}}},
  };
  expect_every_option_is_read<GsTrainingConfig>(start, changes, [&](const GsTrainingConfig& c) { return observe(c); });
}

}  // namespace
}  // namespace gs::builder
