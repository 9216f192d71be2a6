// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Assets of actors move from one bundle to another.
#include "gs/world/asset_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/testing/folder_contents.h"
#include "gs/world/actor_edit.h"
#include "gs/world/bundle_files.h"
#include "gs/world/testing/actor_world.h"

namespace gs::world {
namespace {

using ::testing::HasSubstr;

class AssetExchange : public ::testing::Test {
 protected:
  World world() const { return load_world(world_.bundle()).value(); }
  fs::path folder() const { return world_.outside() / "asset"; }
  void export_car() const { ASSERT_TRUE(export_asset(world(), "a1", folder())); }
  Result<ActorAsset> import(std::string_view id = "") const {
    return import_asset(world(), folder(), id, "actors import");
  }
  // Replaces the first occurrence of `from` in asset.json.
  void edit_exported(std::string_view from, std::string_view to) const {
    std::string text = read_text_file(folder() / kAssetFile).value();
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    ASSERT_TRUE(write_file(folder() / kAssetFile, text.replace(at, from.size(), to)));
  }
  // A bundle without actors: the files and the entries of world.yaml are gone.
  World without_actors() const {
    World plain = world();
    const splat::GaussianCloud cloud = load_gaussians(plain).value();
    plain.actor_assets.reset();
    plain.actor_trajectories.reset();
    plain.index.actor_assets.reset();
    plain.index.actor_trajectories.reset();
    EXPECT_TRUE(save_world(plain, cloud.view(), plain_folder()));
    return load_world(plain_folder()).value();
  }
  fs::path plain_folder() const { return world_.outside() / "plain"; }

  ActorWorld world_;
};

TEST_F(AssetExchange, AnExportHoldsTheFilesAndTheWorldItComesFrom) {
  export_car();
  EXPECT_EQ(read_text_file(folder() / "splat.ply").value(), world_.text("actors/car_a1/splat.ply"));
  EXPECT_EQ(read_text_file(folder() / "mesh.glb").value(), world_.text("actors/car_a1/mesh.glb"));
  const std::string text = read_text_file(folder() / kAssetFile).value();
  EXPECT_THAT(text, HasSubstr("\"car_a1\""));
  EXPECT_THAT(text, HasSubstr("\"" + world().index.scene_id + "\""));
}

TEST_F(AssetExchange, AnExportReplacesNothing) {
  export_car();
  const auto before = folder_contents(world_.outside());
  EXPECT_EQ(export_asset(world(), "walker", folder()).error().code, ErrorCode::already_exists);
  EXPECT_EQ(export_asset(world(), "a9", world_.outside() / "other").error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(folder_contents(world_.outside()), before);
}

TEST_F(AssetExchange, AnIdThatIsTakenGetsANumber) {
  export_car();
  EXPECT_EQ(import().value().id, "car_a1_2");
  EXPECT_EQ(import().value().id, "car_a1_3");
  EXPECT_EQ(import("taxi").value().id, "taxi");
  EXPECT_EQ(world_.report(), "");
  EXPECT_EQ(world_.text("actors/taxi/splat.ply"), world_.text("actors/car_a1/splat.ply"));
  EXPECT_EQ(world().actor_assets->assets.size(), 5u);
}

TEST_F(AssetExchange, AnImportGivesABundleItsFirstAssets) {
  export_car();
  const World plain = without_actors();
  EXPECT_EQ(plain.index.version, "1.1.0");
  ASSERT_TRUE(import_asset(plain, folder(), "", "actors import"));
  const World filled = load_world(plain_folder()).value();
  EXPECT_EQ(filled.index.version, "1.2.0");
  ASSERT_EQ(filled.actor_assets->assets.size(), 1u);
  EXPECT_EQ(filled.actor_assets->assets[0].id, "car_a1");
  EXPECT_EQ(filled.actor_assets->assets[0].size, world().actor_assets->assets[0].size);
}

// world.yaml changed, too, but a rebuild writes it anew.
TEST_F(AssetExchange, ARebuildKeepsWhatWasImported) {
  export_car();
  World plain = without_actors();
  ASSERT_TRUE(import_asset(plain, folder(), "", "actors import"));
  plain.metadata.builder_version = "another build";
  const splat::GaussianCloud cloud = load_gaussians(plain).value();
  ASSERT_TRUE(save_world(plain, cloud.view(), plain_folder(), {.replace = true}));
  const World rebuilt = load_world(plain_folder()).value();
  ASSERT_TRUE(rebuilt.actor_assets);
  EXPECT_EQ(rebuilt.actor_assets->assets.size(), 1u);
  EXPECT_EQ(rebuilt.metadata.builder_version, "another build");
}

// The build found actors of its own this time: the layer of the old bundle replaces all of theirs.
TEST_F(AssetExchange, AnEditedLayerIsNotMixedWithThatOfANewBuild) {
  export_car();
  ASSERT_TRUE(import_asset(without_actors(), folder(), "taxi", "actors import"));
  World fresh = world();
  const splat::GaussianCloud cloud = load_gaussians(fresh).value();
  const std::vector<ExtraFile> extras{{"actors/car_a1/mesh.glb", world_.bundle() / "actors/car_a1/mesh.glb"}};
  ASSERT_TRUE(save_world(fresh, cloud.view(), plain_folder(), {.replace = true, .extras = extras}));
  const World rebuilt = load_world(plain_folder()).value();
  ASSERT_EQ(rebuilt.actor_assets->assets.size(), 1u);
  EXPECT_EQ(rebuilt.actor_assets->assets[0].id, "taxi");
  EXPECT_FALSE(rebuilt.actor_trajectories);
  EXPECT_FALSE(fs::exists(plain_folder() / "actors/car_a1"));
}

TEST_F(AssetExchange, HostileFoldersChangeNothing) {
  export_car();
  ASSERT_TRUE(write_file(world_.outside() / "secret.ply", "secret"));
  const auto before = folder_contents(world_.bundle());
  EXPECT_EQ(import("../a").error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(import_asset(world(), world_.outside() / "absent", "", "c").error().code, ErrorCode::not_found);
  edit_exported("\"splat.ply\"", "\"../secret.ply\"");
  EXPECT_FALSE(import());
  edit_exported("\"../secret.ply\"", "\"link.ply\"");
  fs::create_symlink("../secret.ply", folder() / "link.ply");
  EXPECT_FALSE(import()) << "a link must not lead outside of the folder";
  fs::remove(folder() / "link.ply");
  fs::copy_file(folder() / "splat.ply", folder() / "link.ply");
  edit_exported("\"splats\": 40", "\"splats\": 41");
  EXPECT_EQ(import().error().code, ErrorCode::validation_failed);
  ASSERT_TRUE(write_file(folder() / kAssetFile, R"({"version": "1.2.0", "assets": []})"));
  EXPECT_THAT(import().error().message, HasSubstr("0 assets instead of one"));
  EXPECT_EQ(folder_contents(world_.bundle()), before);
}

}  // namespace
}  // namespace gs::world
