// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors of drives with and without an oncoming car, from the log to the bundle.
#include "gs/builder/steps/actor_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/assets/glb/glb.h"
#include "gs/builder/pipeline.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/dataset/read_dataset.h"
#include "gs/splat/model/ply.h"
#include "gs/world/actors/actor_pose.h"
#include "gs/world/bundle.h"
#include "gs/world/validate/validate.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

// Builds without training, which actors do not need.
class ActorBuild : public ::testing::Test {
 protected:
  void SetUp() override {
    request_.input = folder_ / "drive.mcap";
    request_.output = folder_ / "worlds/street";
    request_.workspace = folder_ / "w";
    request_.geometry.resolution = 0.2;
    set_enabled(Step::gs_train_orchestrator, false);
    set_enabled(Step::drivesim_dataset_converter, false);
    request_ = *resolve(std::move(request_));
  }
  void set_enabled(Step step, bool on) { request_.config.enabled[static_cast<std::size_t>(step)] = on; }
  BuildResult<BuildReport> build(const DriveRecipe& recipe) {
    EXPECT_TRUE(testing::write_drive(folder_ / "drive.mcap", recipe));
    NoProgress quiet;
    return run_build(request_, quiet);
  }
  std::size_t count(const char* list) const {
    const auto tracks = read_json(request_.workspace / "07_actors/tracks.json");
    const Node* items = tracks ? tracks->find(list) : nullptr;
    return items == nullptr ? 999 : items->items.size();
  }

  static constexpr DriveRecipe kOncoming{.duration_s = 4, .camera = false, .oncoming_mps = 8};
  TemporaryFolder folder_;
  BuildRequest request_{};
};

TEST_F(ActorBuild, AnOncomingCarBecomesAnActorOfTheBundle) {
  const auto report = build(kOncoming);
  ASSERT_TRUE(report) << to_text(report.error());
  const world::ValidationReport validation = world::validate_world(request_.output);
  EXPECT_TRUE(validation.valid()) << to_text(validation);
  EXPECT_THAT(to_text(validation), HasSubstr(" 0 warnings"));
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_EQ(world->index.version, "1.2.0");
  ASSERT_TRUE(world->actor_trajectories && world->actor_assets);
  ASSERT_EQ(world->actor_trajectories->actors.size(), 1u);
  const world::ActorTrajectory& car = world->actor_trajectories->actors[0];
  EXPECT_EQ(car.actor_class, world::ActorClass::car);
  EXPECT_EQ(world->actor_trajectories->zero, world->trajectory->start());
  EXPECT_NEAR(car.size.x, 4.4, 0.15);
  EXPECT_NEAR(car.size.y, 1.8, 0.15);
  EXPECT_NEAR(car.size.z, 1.5, 0.1);  // from the ground, although the box of the drive hovers
  // Its front was at x = 40 m when the log began, and it drives towards -x at 8 m/s.
  for (const double t : {1.5, 2.5}) {
    const auto pose = world::pose_at(car, t);
    ASSERT_TRUE(pose) << t;
    EXPECT_NEAR(pose->position.x, 40 - 8 * t + 2.2, 0.15);
    EXPECT_NEAR(pose->position.y, 3.3, 0.1);
    EXPECT_NEAR(pose->position.z, 0, 0.05);
    EXPECT_LT(std::abs(std::remainder(pose->yaw - kPi, 2 * kPi)), 0.02);
    EXPECT_NEAR(pose->v, 8, 0.2);
  }
  const world::ActorAsset* asset = find_asset(*world->actor_assets, car.asset);
  ASSERT_NE(asset, nullptr);
  EXPECT_EQ(asset->source.world, "street");
  EXPECT_EQ(asset->mesh_source, world::MeshSource::measured);
  const auto mesh = assets::read_glb(request_.output / *asset->mesh);
  ASSERT_TRUE(mesh) << to_string(mesh.error());
  EXPECT_EQ(mesh->reflectance.size(), mesh->positions.size());
  EXPECT_EQ(count("actors"), 1u);
  const auto page = read_text_file(request_.output / "report.html");
  ASSERT_TRUE(page);
  EXPECT_THAT(*page, HasSubstr(car.id));
  EXPECT_THAT(*page, HasSubstr("measured, "));
}

TEST_F(ActorBuild, AStreetWithoutTrafficHasNoActors) {
  const auto report = build({.duration_s = 2, .camera = false});
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(count("actors"), 0u);
  EXPECT_FALSE(fs::exists(request_.output / "actors"));
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_EQ(world->index.version, "1.1.0");
}

TEST_F(ActorBuild, SwitchedOffItLeavesTheBundleWithoutActors) {
  set_enabled(Step::actor_builder, false);
  const auto report = build(kOncoming);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_FALSE(fs::exists(request_.workspace / "07_actors"));
  EXPECT_FALSE(fs::exists(request_.output / "actors"));
  EXPECT_TRUE(world::validate_world(request_.output).valid());
}

TEST_F(ActorBuild, MasksOfTheDataSetCoverTheActorsAndNothingElse) {
  set_enabled(Step::drivesim_dataset_converter, true);
  DriveRecipe seen = kOncoming;
  seen.camera = true;
  ASSERT_TRUE(build(seen));
  const fs::path masks = request_.workspace / "02_drivesim_dataset/masks/camera_front";
  const auto masked = [&] {
    std::error_code ignored;
    return std::distance(fs::directory_iterator(masks, ignored), fs::directory_iterator());
  };
  EXPECT_GT(masked(), 5);
  // Without actors there is nothing to mask, whatever the sweeps seem to show.
  for (const char* file : {"trajectories.json", "assets.json"}) fs::remove(request_.workspace / "07_actors" / file);
  NoProgress quiet;
  request_.discard_edits = true;
  const auto again = run_step(request_, Step::drivesim_dataset_converter, quiet);
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_EQ(masked(), 0);
}

// Data set, training, export and bundle: the car is trained, and the reports say how well.
TEST_F(ActorBuild, ActorsAreTrainedWithTheBackground) {
  set_enabled(Step::drivesim_dataset_converter, true);
  set_enabled(Step::gs_train_orchestrator, true);
  request_.backend = Backend::cpu;
  splat::train::TrainingOptions& options = request_.training.trainer;
  options.training.iterations = 30, options.training.max_gaussians = 500;
  options.optimization = {.refine_pose = false, .refine_exposure = false, .refine_vignetting = false};
  DriveRecipe seen = kOncoming;
  seen.camera = true;
  const auto report = build(seen);
  ASSERT_TRUE(report) << to_text(report.error());
  const fs::path dataset = request_.workspace / "02_drivesim_dataset";
  EXPECT_TRUE(fs::exists(dataset / "actors/assets.json"));
  Problems problems;
  NoProgress quiet;
  const auto set = dataset::read_dataset(dataset, {}, problems, quiet);
  ASSERT_TRUE(set) << to_string(set.error());
  ASSERT_EQ(set->data.actors.size(), 1u);
  // The pose of the data set is that of the trajectory at the time of the image.
  std::size_t sightings = 0;
  for (const splat::train::TrainingView& view : set->data.views) {
    for (const splat::train::ActorSighting& sighting : view.actors) {
      const Vec3d camera = view.map_from_camera.translation, car = sighting.map_from_actor.translation;
      // The vehicle drives at 5 m/s, its camera 1.5 m ahead; the car comes from x = 42.2 m at 8 m/s.
      EXPECT_NEAR(car.x, 42.2 - 8 * (camera.x - 1.5) / 5, 0.3) << view.name;
      ++sightings;
    }
  }
  EXPECT_GT(sightings, 10u);
  const std::string& id = set->data.actors[0].id;
  const auto text = read_json(request_.output / "build_report.json");
  ASSERT_TRUE(text);
  const Node* actors = text->find("statistics")->find("actors");
  ASSERT_NE(actors, nullptr);
  ASSERT_EQ(actors->items.size(), 1u);
  const Node& actor = actors->items[0];
  EXPECT_EQ(actor["id"].text, id);
  EXPECT_GT(actor["views"].integer, 0);
  const bool trained = actor["psnr"].real > actor["painted_psnr"].real;
  EXPECT_EQ(actor["trained"].boolean, trained);
  // The bundle has what the report says.
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  const auto cloud =
      splat::load_ply(request_.output / "actors" / id / "splat.ply", {.source = splat::PlySource::bundle});
  ASSERT_TRUE(cloud) << to_string(cloud.error());
  EXPECT_EQ(static_cast<int64_t>(cloud->size()), world->actor_assets->assets[0].splats);
  const int64_t painted =
      read_json(request_.workspace / "07_actors/assets.json").value()["assets"].items.at(0)["splats"].integer;
  EXPECT_EQ(static_cast<int64_t>(cloud->size()), trained ? actor["gaussians"].integer : painted);
  const world::ValidationReport validation = world::validate_world(request_.output);
  EXPECT_TRUE(validation.valid()) << to_text(validation);
  EXPECT_THAT(read_text_file(request_.output / "report.html").value(), HasSubstr("PSNR painted"));
}

TEST_F(ActorBuild, DamagedResultsStopThePackerWithTheStepToRunAgain) {
  ASSERT_TRUE(build(kOncoming));
  ASSERT_TRUE(write_file(request_.workspace / "07_actors/assets.json", "{\"version\": \"1.2.0\", \"assets\": 5}"));
  NoProgress quiet;
  const auto packed = run_step(request_, Step::world_bundle_packer, quiet);
  ASSERT_FALSE(packed);
  EXPECT_THAT(to_text(packed.error()), HasSubstr("assets.json"));
  EXPECT_THAT(to_text(packed.error()), HasSubstr("run-step"));
}

}  // namespace
}  // namespace gs::builder
