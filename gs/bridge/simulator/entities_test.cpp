// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors through ROS: the services of simulation_interfaces about entities, their topics, and what is refused.
#include "gs/bridge/simulator/testing/bridge_fixture.h"
#include "gs/rosmsg/messages/simulation_entities.h"
#include "gs/rosmsg/messages/vision_msgs.h"
#include "gs/sim/testing/actor_worlds.h"

namespace gs::bridge {
namespace {

namespace si = rosmsg::simulation_interfaces;
using Code = si::Result;
using Spawn = si::SpawnEntity;
using ::testing::ElementsAre;

class EntityServices : public Ros2BridgeTest {
 protected:
  sim::SimWorld world() const override { return sim::flat_world_with_actors(); }

  Spawn::Response spawn(const std::string& name, const std::string& uri, double x, double y, double z = 0,
                        const std::string& frame = "") {
    Spawn::Request request{.name = name, .uri = uri};
    request.initial_pose.header.frame_id = frame;
    request.initial_pose.pose.position = {x, y, z};
    return call<Spawn>("/simulator_node/spawn_entity", request);
  }
  std::vector<std::string> names(const si::EntityFilters& filters = {}) {
    return call<si::GetEntities>("/simulator_node/get_entities", {filters}).entities;
  }
};

TEST_F(EntityServices, ListsSpawnsMovesAndDeletes) {
  const auto spawnables = call<si::GetSpawnables>("/simulator_node/get_spawnables").spawnables;
  ASSERT_EQ(spawnables.size(), 2u);
  EXPECT_EQ(spawnables[0].uri, "asset:car");
  EXPECT_EQ(spawnables[0].description, "car, 4.00 x 2.00 x 1.50 m");
  EXPECT_EQ(spawnables[0].spawn_bounds.points[0].z, 1.5);
  EXPECT_THAT(names(), ElementsAre("ego", "a1", "a2"));
  const Spawn::Response spawned = spawn("van", "asset:car", 5, 8, 0.3, "map");
  EXPECT_EQ(spawned.result.result, Code::RESULT_OK) << spawned.result.error_message;
  EXPECT_EQ(spawned.entity_name, "van");

  si::SetEntityState::Request move{.entity = "van"};
  move.state.pose.position = {5, 9, 0};
  move.state.twist.linear.x = 3;
  EXPECT_EQ(call<si::SetEntityState>("/simulator_node/set_entity_state", move).result.result, Code::RESULT_OK);
  step(100);
  const auto state = call<si::GetEntityState>("/simulator_node/get_entity_state", {"van"});
  EXPECT_EQ(state.result.result, Code::RESULT_OK);
  EXPECT_NEAR(state.state.pose.position.x, 8, 1e-9);
  EXPECT_EQ(state.state.twist.linear.x, 3);
  EXPECT_EQ(state.state.header.frame_id, "map");
  const auto states = call<si::GetEntitiesStates>("/simulator_node/get_entities_states", {{.filter = "^a1$"}});
  ASSERT_THAT(states.entities, ElementsAre("a1"));
  EXPECT_NEAR(states.states.at(0).pose.position.x, -5, 1e-6);

  EXPECT_EQ(call<si::DeleteEntity>("/simulator_node/delete_entity", {"a1"}).result.result, Code::RESULT_OK);
  EXPECT_THAT(names(), ElementsAre("ego", "a2", "van"));
  using Reset = si::ResetSimulation;
  EXPECT_EQ(call<Reset>("/simulator_node/reset_simulation", {Reset::Request::SCOPE_SPAWNED}).result.result,
            Code::RESULT_OK);
  EXPECT_THAT(names(), ElementsAre("ego", "a1", "a2"));
}

TEST_F(EntityServices, RefusalsNameTheReasonAndChangeNothing) {
  const auto code = [&](const auto&... arguments) { return spawn(arguments...).result.result; };
  EXPECT_EQ(code("v", "", 5, 8), Spawn::Response::NO_RESOURCE);
  EXPECT_EQ(code("v", "file:///car.sdf", 5, 8), Spawn::Response::UNSUPPORTED_FORMAT);
  EXPECT_EQ(code("v", "asset:ghost", 5, 8), Spawn::Response::MISSING_ASSETS);
  EXPECT_EQ(code("a1", "asset:car", 5, 8), Spawn::Response::NAME_NOT_UNIQUE);
  EXPECT_EQ(code("Not Valid", "asset:car", 5, 8), Spawn::Response::NAME_INVALID);
  EXPECT_EQ(code("v", "asset:car", 5, 8, 0, "odom2"), Spawn::Response::INVALID_POSE);
  const Spawn::Response wall = spawn("v", "asset:car", 18, 0);
  EXPECT_EQ(wall.result.result, Spawn::Response::INVALID_POSE);
  EXPECT_EQ(wall.result.error_message, "at x=18.00 y=0.00 the actor would touch the static mesh");
  EXPECT_EQ(wall.entity_name, "");
  const Spawn::Response below = spawn("v", "asset:car", 5, 8, -2);
  EXPECT_EQ(below.result.error_message, "z=-2.00 is 2.00 m below the ground at x=5.00 y=8.00; give z=0.00");
  EXPECT_EQ(call<si::DeleteEntity>("/simulator_node/delete_entity", {"ghost"}).result.result, Code::RESULT_NOT_FOUND);
  EXPECT_EQ(call<si::DeleteEntity>("/simulator_node/delete_entity", {"ego"}).result.result,
            Code::RESULT_OPERATION_FAILED);
  si::SetEntityState::Request move{.entity = "a1"};
  move.state.pose.position = {18, 0, 0};
  EXPECT_EQ(call<si::SetEntityState>("/simulator_node/set_entity_state", move).result.result,
            si::SetEntityState::Response::INVALID_POSE);
  move.entity = "ghost";
  EXPECT_EQ(call<si::SetEntityState>("/simulator_node/set_entity_state", move).result.result, Code::RESULT_NOT_FOUND);
  EXPECT_THAT(names(), ElementsAre("ego", "a1", "a2"));
}

TEST_F(EntityServices, FiltersSelectByNameCategoryAndSphere) {
  EXPECT_THAT(names({.filter = "^a[0-9]+$"}), ElementsAre("a1", "a2"));
  EXPECT_THAT(names({.filter = "ego|2"}), ElementsAre("ego", "a2"));
  EXPECT_THAT(names({.categories = {{si::EntityCategory::CATEGORY_HUMAN}}}), ElementsAre("a2"));
  EXPECT_THAT(
      names({.categories = {{si::EntityCategory::CATEGORY_ROBOT}, {si::EntityCategory::CATEGORY_DYNAMIC_OBJECT}}}),
      ElementsAre("ego", "a1"));
  // The nearest point of a1, whose box begins at x = -12, is 1 m away.
  const auto within = [&](double radius) {
    return names({.bounds = {.type = si::Bounds::TYPE_SPHERE, .points = {{-13, 6, 0.5}, {radius, 0, 0}}}});
  };
  EXPECT_THAT(within(1.01), ElementsAre("a1"));
  EXPECT_THAT(within(0.99), ElementsAre());
  const auto code = [&](const si::EntityFilters& filters) {
    return call<si::GetEntities>("/simulator_node/get_entities", {filters}).result.result;
  };
  EXPECT_EQ(code({.filter = "(("}), Code::RESULT_OPERATION_FAILED);
  EXPECT_EQ(code({.filter = "a{1,9999}"}), Code::RESULT_OPERATION_FAILED);
  EXPECT_EQ(code({.filter = std::string(257, 'a')}), Code::RESULT_OPERATION_FAILED);
  EXPECT_EQ(code({.filter = std::string(40, '(') + "a*" + std::string(40, ')') + "*b"}), Code::RESULT_OK);
  EXPECT_EQ(code({.tags = {.tags = {"red"}}}), Code::RESULT_FEATURE_UNSUPPORTED);
  EXPECT_EQ(code({.bounds = {.type = si::Bounds::TYPE_BOX}}), Code::RESULT_FEATURE_UNSUPPORTED);
}

TEST_F(EntityServices, ObjectsAndCollisionsArePublished) {
  Ear<rosmsg::vision_msgs::Detection3DArray> objects(*node_, kObjectsTopic);
  Ear<rosmsg::gs_sim_msgs::Collision> collisions(*node_, kCollisionsTopic);
  ASSERT_TRUE(ros2::wait_until([&] { return objects.is_connected() && collisions.is_connected(); }));
  step(50);
  ASSERT_TRUE(objects.wait_for(5));  // 10 Hz of simulated time
  const auto last = objects.heard().back();
  ASSERT_EQ(last.detections.size(), 2u);
  EXPECT_EQ(last.detections[0].id, "a1");
  EXPECT_EQ(last.detections[0].results.at(0).hypothesis.class_id, "car");
  EXPECT_EQ(last.detections[0].bbox.center.position.z, 0.75);
  EXPECT_EQ(last.detections[0].bbox.size.x, 4);
  // A car that drives into the standing vehicle from the left.
  EXPECT_EQ(spawn("rammer", "asset:car", 1, 6).result.result, Code::RESULT_OK);
  si::SetEntityState::Request ram{.entity = "rammer"};
  ram.state.pose = {{1, 6, 0}, {0, 0, -std::sqrt(0.5), std::sqrt(0.5)}};
  ram.state.twist.linear.x = 5;
  EXPECT_EQ(call<si::SetEntityState>("/simulator_node/set_entity_state", ram).result.result, Code::RESULT_OK);
  step(80);
  ASSERT_TRUE(collisions.wait_for(1));
  const auto hit = collisions.heard().front();
  EXPECT_EQ(hit.kind, "actor");
  EXPECT_EQ(hit.other, "rammer");
  EXPECT_NEAR(hit.relative_speed, 5, 1e-9);
  EXPECT_EQ(hit.side, rosmsg::gs_sim_msgs::Collision::SIDE_LEFT);
}

}  // namespace
}  // namespace gs::bridge
