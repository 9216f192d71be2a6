// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/testing/actor_world.h"

#include <fstream>

#include "gs/core/numbers/math.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/ply.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

constexpr Vec3d kCarSize{4.4, 1.8, 1.5}, kWalkerSize{0.6, 0.6, 1.7};

void add_sample(ActorTrajectory& actor, double t, Vec2d at, double yaw, double v) {
  actor.t.push_back(t), actor.yaw.push_back(yaw), actor.v.push_back(v), actor.yaw_rate.push_back(0);
  actor.x.push_back(at.x), actor.y.push_back(at.y), actor.z.push_back(0);
}

// Saves folder / "world"; the error, or "".
std::string save_actors(const fs::path& folder, const ActorTrajectories& trajectories, const ActorAssets& assets) {
  World world = load_world(source_folder() / "worlds" / "minimal_test").value();
  const splat::GaussianCloud cloud = load_gaussians(world).value();
  world.actor_trajectories = trajectories, world.actor_assets = assets;
  const std::vector<ExtraFile> files{{"actors/car_a1/splat.ply", folder / "car.ply"},
                                     {"actors/car_a1/mesh.glb", folder / "car.glb"},
                                     {"actors/walker/splat.ply", folder / "walker.ply"}};
  const auto saved =
      save_world(world, cloud.view(), folder / "world", {.replace = true, .discard_edits = true, .extras = files});
  return saved ? "" : to_string(saved.error());
}

}  // namespace

ActorTrajectories two_actors() {
  ActorTrajectory car{.id = "a1",
                      .asset = "car_a1",
                      .actor_class = ActorClass::car,
                      .confidence = 0.9,
                      .size = kCarSize,
                      .size_source = {SizeSource::measured, SizeSource::measured, SizeSource::prior},
                      .quality = 0.8,
                      .phases = {{0, 2, PhaseKind::moving}, {2, 4, PhaseKind::parked}}};
  for (int i = 0; i <= 20; ++i) add_sample(car, i * 0.1, {i * 0.4 - i * i * 0.01, 3}, 0, 4 - i * 0.2);
  add_sample(car, 4, {4, 3}, 0, 0);
  ActorTrajectory walker{.id = "a2",
                         .asset = "walker",
                         .actor_class = ActorClass::pedestrian,
                         .confidence = 0.7,
                         .size = kWalkerSize,
                         .quality = 0.5};
  for (int i = 0; i <= 15; ++i) add_sample(walker, i * 0.2, {2, -4 + i * 0.2}, kPi / 2, 1);
  return {.actors = {car, walker}};
}

ActorAssets two_assets() {
  ActorAsset car{.id = "car_a1",
                 .actor_class = ActorClass::car,
                 .source = {.world = "minimal_test", .actor = "a1"},
                 .size = kCarSize,
                 .splat = "actors/car_a1/splat.ply",
                 .splats = 40,
                 .sh_degree = 1,
                 .mesh = "actors/car_a1/mesh.glb",
                 .mesh_source = MeshSource::measured,
                 .faces = {.front = 0.1, .back = 0.9, .left = 0.8, .right = 0.2, .top = 0.4},
                 .mirrored = "y",
                 .reflectance_median = 0.2,
                 .quality = 0.8,
                 .gains = {{"front", {1.02, 0.99, 1.01}}},
                 .wheelbase = 2.65,
                 .rear_axle_x = -1.3};
  ActorAsset walker{.id = "walker",
                    .actor_class = ActorClass::pedestrian,
                    .source = {.world = "minimal_test", .actor = "a2"},
                    .size = kWalkerSize,
                    .splat = "actors/walker/splat.ply",
                    .splats = 40,
                    .sh_degree = 1,
                    .shapes = {{0, 0, 10}, {0.25, 10, 10}, {0.5, 20, 10}, {0.75, 30, 10}},
                    .stride_m = 1.4};
  return {.assets = {car, walker}};
}

assets::TriangleMesh box_mesh(Vec3d size) {
  assets::TriangleMesh mesh;
  for (const int corner : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const double x = corner & 1 ? 0.5 : -0.5, y = corner & 2 ? 0.5 : -0.5, z = corner & 4 ? 1 : 0;
    mesh.positions.push_back(cast<float>(Vec3d{x * size.x, y * size.y, z * size.z}));
    mesh.reflectance.push_back(0.2f);
  }
  mesh.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return mesh;
}

splat::GaussianCloud splats_in_box(std::size_t count, Vec3d size) {
  splat::GaussianCloud cloud = splat::GaussianCloud::create(count, 1).value();
  const splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    splat::clear_gaussian(view, i);
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    view.set_position(i, cast<float>(Vec3d{(share - 0.5) * size.x, (0.5 - share) * size.y, share * size.z}));
    view.set_log_scale(i, {-3, -3, -3});
    view.set_rotation(i, {0, 0, 0, 1});
  }
  return cloud;
}

ActorWorld::ActorWorld() {
  // Saving syncs every file to disk: the first world of a process is the template of the others.
  static const TemporaryFolder first;
  static const bool made = [] {
    GS_EXPECT(splat::save_ply(first / "car.ply", splats_in_box(40, kCarSize).view()).has_value());
    GS_EXPECT(splat::save_ply(first / "walker.ply", splats_in_box(40, kWalkerSize).view()).has_value());
    GS_EXPECT(assets::write_glb(first / "car.glb", box_mesh(kCarSize)).has_value());
    return save_actors(first.path(), two_actors(), two_assets()).empty();
  }();
  GS_EXPECT(made);
  fs::copy(first.path(), folder_.path(), fs::copy_options::recursive);
}

std::string ActorWorld::text(std::string_view file) const { return read_text_file(bundle_ / file).value_or("missing"); }

void ActorWorld::write(std::string_view file, std::string_view content) const {
  std::ofstream(bundle_ / file, std::ios::binary | std::ios::trunc) << content;
}

void ActorWorld::edit(std::string_view file, std::string_view from, std::string_view to) const {
  std::string content = text(file);
  const std::size_t at = content.find(from);
  GS_EXPECT(at != std::string::npos);
  write(file, content.replace(at, from.size(), to));
}

std::string ActorWorld::report() const {
  std::string lines;
  for (const Problem& problem : validate_world(bundle_).problems) lines += to_string(problem) + "\n";
  return lines;
}

std::string ActorWorld::save(const ActorTrajectories& trajectories, const ActorAssets& assets) const {
  return save_actors(folder_.path(), trajectories, assets);
}

}  // namespace gs::world
