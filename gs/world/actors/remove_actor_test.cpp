// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which actors, assets and files a removal takes.
#include "gs/world/actors/remove_actor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/world/testing/actor_world.h"

namespace gs::world {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RemoveActor : public ::testing::Test {
 protected:
  ActorRemoval remove(std::string_view id) {
    auto removal = remove_actor(trajectories_, assets_, id);
    EXPECT_TRUE(removal) << id;
    return removal ? *removal : ActorRemoval{};
  }
  ActorTrajectories trajectories_ = two_actors();
  ActorAssets assets_ = two_assets();
};

TEST_F(RemoveActor, AnActorGoesAndItsAssetStays) {
  const ActorRemoval removal = remove("a1");
  EXPECT_THAT(removal.actors, ElementsAre("a1"));
  EXPECT_FALSE(removal.asset);
  EXPECT_THAT(removal.files, IsEmpty());
  EXPECT_EQ(find_actor(trajectories_, "a1"), nullptr);
  EXPECT_NE(find_actor(trajectories_, "a2"), nullptr);
  EXPECT_NE(find_asset(assets_, "car_a1"), nullptr);
}

TEST_F(RemoveActor, PlacesWhereItWasParkedAreTold) {
  const ActorRemoval removal = remove("a1");
  ASSERT_EQ(removal.parked.size(), 1u);
  EXPECT_NEAR(removal.parked[0].position.x, 4, 1e-12);
  EXPECT_EQ(removal.parked[0].to, 4);
  EXPECT_THAT(remove("a2").parked, IsEmpty());
}

TEST_F(RemoveActor, AnAssetGoesWithItsActorsAndFiles) {
  trajectories_.actors.push_back(trajectories_.actors[0]);
  trajectories_.actors.back().id = "a3";
  const ActorRemoval removal = remove("car_a1");
  EXPECT_THAT(removal.actors, ElementsAre("a1", "a3"));
  EXPECT_EQ(removal.asset, "car_a1");
  EXPECT_THAT(removal.files, ElementsAre("actors/car_a1/mesh.glb", "actors/car_a1/splat.ply"));
  EXPECT_EQ(trajectories_.actors.size(), 1u);
  EXPECT_EQ(assets_.assets.size(), 1u);
}

TEST_F(RemoveActor, FilesOfOthersStay) {
  assets_.assets[1].splat = "actors/./car_a1/splat.ply";
  assets_.assets[0].mesh = "geometry/static_mesh.glb";
  EXPECT_THAT(remove("car_a1").files, IsEmpty());
}

TEST_F(RemoveActor, AnAssetCanBeMeantWhereAnActorHasItsId) {
  assets_.assets[0].id = "a2";
  trajectories_.actors[0].asset = "a2";
  EXPECT_FALSE(remove("a2").asset) << "actors come first";
  EXPECT_EQ(remove("asset:a2").asset, "a2");
}

TEST_F(RemoveActor, UnknownIdsChangeNothing) {
  for (const char* id : {"a9", "", "asset:a1", "asset:"}) {
    const auto removal = remove_actor(trajectories_, assets_, id);
    ASSERT_FALSE(removal) << id;
    EXPECT_EQ(removal.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(removal.error().message, HasSubstr("has the id")) << id;
  }
  EXPECT_EQ(trajectories_.actors.size(), 2u);
  EXPECT_EQ(assets_.assets.size(), 2u);
}

}  // namespace
}  // namespace gs::world
