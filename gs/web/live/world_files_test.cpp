// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a page learns about a world: only files that the bundle has, and a description of them.
#include "gs/web/live/world_files.h"

#include <gtest/gtest.h>

#include "gs/core/json/json.h"
#include "gs/core/problems.h"
#include "gs/core/testing/source_folder.h"

namespace gs::web {
namespace {

sim::SimWorld minimal_world() {
  sim::WorldLoaderOptions options;
  options.load_gaussians = false;
  Problems problems;
  auto world = sim::WorldLoader::load(source_folder() / "worlds/minimal_test", options, problems);
  if (!world) ADD_FAILURE() << world.error().message;
  return *std::move(world);
}

Node description_in(const Manifest& manifest) {
  const Resource* const resource = manifest.find("/world/world.json");
  if (resource == nullptr) {
    ADD_FAILURE() << "there is no world.json";
    return {};
  }
  std::vector<std::byte> bytes(resource->content->size());
  EXPECT_TRUE(resource->content->read(0, bytes));
  auto node = parse_json(as_text(bytes));
  if (!node) ADD_FAILURE() << node.error().message;
  return node ? *node : Node{};
}

TEST(WorldFiles, AreDescribedByWorldJson) {
  Manifest manifest;
  add_world_files(minimal_world(), {}, manifest);
  const Node description = description_in(manifest);
  EXPECT_EQ(description["scene"].text, "minimal_test");
  EXPECT_EQ(description["rendering"]["quaternion_order"].text, "xyzw");
  EXPECT_EQ(description["rendering"]["low_pass_px2"].kind, Node::Kind::null);
  EXPECT_EQ(description["rendering"]["background"].items.at(1).real, 0.7);
  EXPECT_EQ(description["heightmap"]["width"].integer, 128);
  EXPECT_EQ(description["vehicle"]["front"].real, 2.8 + 0.9);
  EXPECT_GE(description["path"].items.size(), 2U);
  const Node& files = description["files"];
  EXPECT_EQ(files["/world/heightmap.bin"].integer, 128 * 128 * 4);
  EXPECT_GT(files["/world/gaussians.ply"].integer, 1000);
  EXPECT_EQ(files["/world/mesh.glb"].kind, Node::Kind::null) << "this world has no mesh";
}

TEST(WorldFiles, ThatAreMissingOrLieOutsideAreLeftOut) {
  sim::SimWorld world = minimal_world();
  world.data.gaussian_ply_path = "gaussians/absent.ply";
  world.data.heightmap_bin_path = "../../LICENSE";
  Manifest manifest;
  add_world_files(world, {}, manifest);
  EXPECT_EQ(manifest.find("/world/gaussians.ply"), nullptr);
  EXPECT_EQ(manifest.find("/world/heightmap.bin"), nullptr);
  const Node files = description_in(manifest)["files"];
  EXPECT_EQ(files["/world/gaussians.ply"].kind, Node::Kind::null);
  EXPECT_EQ(files["/world/heightmap.bin"].kind, Node::Kind::null);
  EXPECT_GT(files["/world/drivable.geojson"].integer, 10);
}

TEST(WorldFiles, TheRecordedPathIsThinnedOut) {
  sim::SimWorld world = minimal_world();
  std::vector<StampedPose> poses(10'001);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    poses[i].stamp = Timestamp{static_cast<int64_t>(i)};
    poses[i].map_from_body.translation.x = static_cast<double>(i);
  }
  world.bundle.trajectory = *Trajectory::from_poses(std::move(poses));
  Manifest manifest;
  add_world_files(world, {}, manifest);
  const Node description = description_in(manifest);
  EXPECT_LE(description["path"].items.size(), 2000U);
  EXPECT_GE(description["path"].items.size(), 1500U);
  EXPECT_EQ(description["path"].items.at(0).items.at(0).real, 0);
}

}  // namespace
}  // namespace gs::web
