// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Edits of finished bundles happen whole or not at all and survive a rebuild.
#include "gs/world/bundle_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/testing/folder_contents.h"
#include "gs/world/actor_edit.h"
#include "gs/world/bundle_files.h"
#include "gs/world/testing/actor_world.h"

namespace gs::world {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BundleEdits : public ::testing::Test {
 protected:
  Result<void> edit(const BundleChange& change) { return edit_bundle(world_.bundle(), change, "a command"); }
  Result<ActorRemoval> remove(std::string_view id) {
    return remove_actor_of_bundle(load_world(world_.bundle()).value(), id, "a command");
  }
  bool exists(const char* file) const { return fs::exists(world_.bundle() / file); }
  std::vector<std::string> edited() const {
    const auto edits = unchanged_edits(world_.bundle());
    std::vector<std::string> paths;
    for (const BundleEdit& entry : *edits) paths.push_back(entry.path);
    return paths;
  }

  ActorWorld world_;
};

TEST_F(BundleEdits, FilesAreWrittenRemovedAndRecorded) {
  world_.write("mine.txt", "of a person");
  ASSERT_TRUE(edit({.write = {{"scenarios/a.yaml", "a"}}, .remove = {"absent.txt"}, .keep = {"world.yaml"}}));
  EXPECT_EQ(world_.text("scenarios/a.yaml"), "a");
  EXPECT_EQ(world_.text("mine.txt"), "of a person");
  EXPECT_THAT(edited(), ElementsAre("scenarios/a.yaml", "world.yaml"));
  EXPECT_EQ(world_.report(), "");
}

TEST_F(BundleEdits, PathsStayInsideTheBundleAndListsAreNotEdited) {
  const auto before = folder_contents(world_.outside());
  EXPECT_FALSE(edit({.write = {{"../a.yaml", "a"}}}));
  EXPECT_FALSE(edit({.remove = {"sim/../../secret"}}));
  EXPECT_FALSE(edit({.keep = {"/etc/passwd"}}));
  EXPECT_EQ(edit({.remove = {"files.json"}}).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(folder_contents(world_.outside()), before);
}

TEST_F(BundleEdits, AnEditThatLeavesAnInvalidBundleChangesNothing) {
  const auto before = folder_contents(world_.outside());
  const auto refused = edit({.write = {{"actors/trajectories.json", "{}"}}, .remove = {"sim/trajectory.csv"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::validation_failed);
  EXPECT_EQ(folder_contents(world_.outside()), before) << "nothing half done, no temporary folder";
}

TEST_F(BundleEdits, WhatIsNoBundleIsNotEdited) {
  EXPECT_EQ(edit_bundle(world_.outside() / "absent", {}, "c").error().code, ErrorCode::not_found);
  fs::create_directory(world_.outside() / "project");
  EXPECT_THAT(edit_bundle(world_.outside() / "project", {}, "c").error().message, HasSubstr("no world bundle"));
}

// Unchanged files are not copied: a bundle of gigabytes is edited in no time.
TEST_F(BundleEdits, UnchangedFilesKeepTheirBytesOnDisk) {
  const fs::path file = world_.bundle() / "gaussians/background.splat.ply", link = world_.outside() / "same";
  fs::create_hard_link(file, link);
  ASSERT_TRUE(edit({.write = {{"scenarios/a.yaml", "a"}}}));
  EXPECT_TRUE(fs::equivalent(file, link));
}

TEST_F(BundleEdits, LinksInsideTheBundleStayLinks) {
  fs::rename(world_.bundle() / "actors/car_a1/mesh.glb", world_.bundle() / "actors/car_a1/other.glb");
  fs::create_symlink("other.glb", world_.bundle() / "actors/car_a1/mesh.glb");
  ASSERT_TRUE(edit({.write = {{"scenarios/a.yaml", "a"}}}));
  EXPECT_TRUE(fs::is_symlink(world_.bundle() / "actors/car_a1/mesh.glb"));
  EXPECT_EQ(world_.report(), "");
}

TEST_F(BundleEdits, ARemovedActorIsGoneAndTheBundleIsValid) {
  const auto removal = remove("a1");
  ASSERT_TRUE(removal) << to_string(removal.error());
  EXPECT_EQ(world_.report(), "");
  const World world = load_world(world_.bundle()).value();
  ASSERT_EQ(world.actor_trajectories->actors.size(), 1u);
  EXPECT_EQ(world.actor_trajectories->actors[0].id, "a2");
  EXPECT_TRUE(exists("actors/car_a1/splat.ply"));
}

TEST_F(BundleEdits, ARemovedAssetTakesItsFilesAlong) {
  ASSERT_TRUE(remove("car_a1"));
  EXPECT_EQ(world_.report(), "");
  EXPECT_FALSE(exists("actors/car_a1/splat.ply"));
  EXPECT_FALSE(exists("actors/car_a1/mesh.glb"));
  EXPECT_TRUE(exists("actors/walker/splat.ply"));
  ASSERT_TRUE(remove("walker"));
  EXPECT_EQ(world_.report(), "");
  EXPECT_EQ(load_world(world_.bundle())->actor_assets->assets.size(), 0u);
}

// The files of the layer only fit together, so a rebuild carries all of them.
TEST_F(BundleEdits, ARebuildKeepsTheRemoval) {
  ASSERT_TRUE(remove("car_a1"));
  EXPECT_THAT(edited(), ElementsAre("actors/assets.json", "actors/trajectories.json", "actors/walker/splat.ply"));
  World fresh = load_world(world_.bundle()).value();
  const splat::GaussianCloud cloud = load_gaussians(fresh).value();
  fresh.actor_trajectories = two_actors();
  fresh.actor_assets = two_assets();
  fresh.actor_assets->assets[0].splats = 41;  // files of another build
  ASSERT_TRUE(save_world(fresh, cloud.view(), world_.bundle(), {.replace = true}));
  EXPECT_EQ(load_world(world_.bundle())->actor_trajectories->actors.size(), 1u);
  EXPECT_EQ(world_.report(), "");
}

TEST_F(BundleEdits, UnknownIdsAndBundlesWithoutActorsChangeNothing) {
  const auto before = folder_contents(world_.outside());
  EXPECT_EQ(remove("a9").error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(folder_contents(world_.outside()), before);
  World without = load_world(world_.bundle()).value();
  without.actor_assets.reset(), without.actor_trajectories.reset();
  EXPECT_THAT(remove_actor_of_bundle(without, "a1", "c").error().message, HasSubstr("has no actors"));
}

}  // namespace
}  // namespace gs::world
