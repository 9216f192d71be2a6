// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services of simulation_interfaces about entities: the ego vehicle and the actors.
#include <algorithm>
#include <cmath>
#include <regex>

#include "gs/bridge/services/standard_result.h"
#include "gs/core/format.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/simulation_entities.h"

namespace gs::bridge {
namespace {

namespace si = rosmsg::simulation_interfaces;
using Code = rosmsg::simulation_interfaces::Result;
using Event = rosmsg::gs_sim_msgs::SimulationEvent;

constexpr std::string_view kAssetUri = "asset:";
constexpr std::size_t kLongestFilter = 256;

// An entity with what filters ask for.
struct Entity {
  std::string name;
  uint8_t category = 0;
  si::EntityState state;
  Vec3d low{}, high{};  // of its box, in its frame [m]
};

uint8_t category_of(world::ActorClass actor_class) {
  return actor_class == world::ActorClass::pedestrian ? si::EntityCategory::CATEGORY_HUMAN
                                                      : si::EntityCategory::CATEGORY_DYNAMIC_OBJECT;
}

Entity ego_entity(const sim::Observation& seen, const sim::SimulatorOptions& options) {
  const world::EgoState& ego = seen.ego;
  const sim::Box box = sim::collision_box(options.vehicle);
  Entity out{.name = std::string(sim::kEgoName),
             .category = si::EntityCategory::CATEGORY_ROBOT,
             .low = box.centre - box.half_extent,
             .high = box.centre + box.half_extent};
  out.state.header = {.stamp = seen.stamp, .frame_id = options.frames.map};
  out.state.pose = {{ego.pose.x, ego.pose.y, ego.pose.z}, {ego.pose.qx, ego.pose.qy, ego.pose.qz, ego.pose.qw}};
  out.state.twist = {{ego.twist.vx, ego.twist.vy, ego.twist.vz}, {ego.twist.wx, ego.twist.wy, ego.twist.wz}};
  const Vec3d& a = seen.acceleration;
  out.state.acceleration.linear = {a.x, a.y, a.z};
  return out;
}

Entity actor_entity(const sim::Simulator& simulator, const sim::ActorState& state) {
  const sim::Traffic& traffic = simulator.traffic();
  const sim::Actor& actor = traffic.actors()[state.actor];
  const Vec3d size = traffic.asset_of(actor).size;
  Entity out{.name = actor.name,
             .category = category_of(traffic.class_of(actor)),
             .low = {-0.5 * size.x, -0.5 * size.y, 0},
             .high = {0.5 * size.x, 0.5 * size.y, size.z}};
  out.state.header = {.stamp = simulator.clock().now(), .frame_id = simulator.options().frames.map};
  out.state.pose = rosmsg::to_pose(state.map_from_actor);
  out.state.twist.linear.x = state.speed, out.state.twist.angular.z = state.yaw_rate;
  return out;
}

// Whether a sphere touches the box of an entity.
bool touches(const Entity& entity, Vec3d centre, double radius) {
  const auto& q = entity.state.pose.orientation;
  const Rigid3d map_from_entity{{q.x, q.y, q.z, q.w}, rosmsg::to_vec(entity.state.pose.position)};
  const Vec3d p = map_from_entity.inverse() * centre;
  const Vec3d nearest{std::clamp(p.x, entity.low.x, entity.high.x), std::clamp(p.y, entity.low.y, entity.high.y),
                      std::clamp(p.z, entity.low.z, entity.high.z)};
  return norm(p - nearest) <= radius;
}

// Keeps the entities that pass the filters; the outcome says which filter is not supported.
Code filter(const si::EntityFilters& filters, std::vector<Entity>& entities) {
  if (!filters.tags.tags.empty()) return {Code::RESULT_FEATURE_UNSUPPORTED, "entities have no tags"};
  const si::Bounds& bounds = filters.bounds;
  const bool sphere = bounds.type == si::Bounds::TYPE_SPHERE && bounds.points.size() == 2;
  if (bounds.type != si::Bounds::TYPE_EMPTY && !sphere)
    return {Code::RESULT_FEATURE_UNSUPPORTED, "bounds must be empty or a sphere with two points"};
  // Without repetition counts, and with the polynomial matcher, no filter takes long.
  if (filters.filter.size() > kLongestFilter || filters.filter.find('{') != std::string::npos)
    return {Code::RESULT_OPERATION_FAILED,
            format("the filter must have at most {} characters and no '{{'", kLongestFilter)};
  std::regex names;
  try {
    names.assign(filters.filter, std::regex::extended | std::regex_constants::__polynomial);
  } catch (const std::regex_error& error) {
    return {Code::RESULT_OPERATION_FAILED, "the filter is no regular expression: " + std::string(error.what())};
  }
  const auto passes = [&](const Entity& entity) {
    const bool of_category =
        filters.categories.empty() ||
        std::any_of(filters.categories.begin(), filters.categories.end(),
                    [&](const si::EntityCategory& wanted) { return wanted.category == entity.category; });
    const bool inside = !sphere || touches(entity, rosmsg::to_vec(bounds.points[0]), bounds.points[1].x);
    return of_category && inside && (filters.filter.empty() || std::regex_search(entity.name, names));
  };
  std::erase_if(entities, [&](const Entity& entity) { return !passes(entity); });
  return {Code::RESULT_OK, ""};
}

// Result of a change of entities.
Code code_of(const Error& error) {
  using Spawn = si::SpawnEntity::Response;
  const std::string text = error.message + (error.hint.empty() ? "" : "; " + error.hint);
  if (error.code == ErrorCode::already_exists) return {Spawn::NAME_NOT_UNIQUE, text};
  if (error.code == ErrorCode::invalid_argument) return {Spawn::NAME_INVALID, text};
  if (error.code == ErrorCode::not_found) return {Spawn::MISSING_ASSETS, text};
  if (error.code == ErrorCode::invalid_data) return {Spawn::INVALID_POSE, text};
  return {Code::RESULT_OPERATION_FAILED, text};
}

// What is wrong with the fields of a request that do not need the simulator; empty if nothing is.
std::optional<Code> refusal_of(const si::SpawnEntity::Request& request, const std::string& map_frame) {
  using Spawn = si::SpawnEntity::Response;
  const std::string& frame = request.initial_pose.header.frame_id;
  if (request.uri.empty() && request.resource_string.empty())
    return Code{Spawn::NO_RESOURCE, "uri must be one of get_spawnables: asset:ID"};
  if (!request.uri.starts_with(kAssetUri))
    return Code{Spawn::UNSUPPORTED_FORMAT, "only uris of assets are supported: asset:ID"};
  if (!request.entity_namespace.empty())
    return Code{Spawn::NAMESPACE_INVALID, "actors have no interfaces to put there"};
  if (!frame.empty() && frame != map_frame)
    return Code{Spawn::INVALID_POSE, format("frame_id must be '{}' or empty, not '{}'", map_frame, frame)};
  return std::nullopt;
}

}  // namespace

gs::Result<void> RunServices::Impl::serve_standard_entities() {
  // All entities that exist now, the ego vehicle first.
  const auto entities = [this] {
    std::vector<Entity> out;
    on_stepping_thread([&] {
      out.push_back(ego_entity(last_seen, simulator.options()));  // as published on /odom
      for (const sim::ActorState& state : simulator.traffic().states()) out.push_back(actor_entity(simulator, state));
      return Outcome{true, ""};
    });
    return out;
  };
  GS_CHECK(serve<si::GetEntities>("~/get_entities", [entities](const si::GetEntities::Request& request) {
    std::vector<Entity> found = entities();
    si::GetEntities::Response out{.result = filter(request.filters, found)};
    if (out.result.result != Code::RESULT_OK) return out;
    for (Entity& entity : found) out.entities.push_back(std::move(entity.name));
    return out;
  }));
  GS_CHECK(
      serve<si::GetEntitiesStates>("~/get_entities_states", [entities](const si::GetEntitiesStates::Request& request) {
        std::vector<Entity> found = entities();
        si::GetEntitiesStates::Response out{.result = filter(request.filters, found)};
        if (out.result.result != Code::RESULT_OK) return out;
        for (Entity& entity : found) {
          out.entities.push_back(std::move(entity.name));
          out.states.push_back(std::move(entity.state));
        }
        return out;
      }));
  GS_CHECK(serve<si::GetEntityState>("~/get_entity_state", [entities](const si::GetEntityState::Request& request) {
    const std::vector<Entity> all = entities();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Entity& e) { return e.name == request.entity; });
    if (found != all.end()) return si::GetEntityState::Response{{Code::RESULT_OK, ""}, found->state};
    return si::GetEntityState::Response{
        {Code::RESULT_NOT_FOUND, "there is no entity '" + request.entity + "' at this time"}, {}};
  }));
  GS_CHECK(serve<si::SetEntityState>("~/set_entity_state", [this](const si::SetEntityState::Request& request) {
    using Response = si::SetEntityState::Response;
    if (request.entity == sim::kEgoName)
      return Response{result_of(set_pose(request.state.pose, request.state.twist), Response::INVALID_POSE)};
    Code code{Code::RESULT_OK, ""};
    const Outcome o = on_stepping_thread([&]() -> Outcome {
      Event moved = event_now(simulator, Event::KIND_SET_ENTITY_STATE);
      moved.entity = request.entity, moved.pose = request.state.pose, moved.twist = request.state.twist;
      const auto placed = simulator.place_actor(request.entity, wanted_place(moved.pose, moved.twist));
      if (placed) return event = std::move(moved), Outcome{true, ""};
      const bool unknown = placed.error().code == ErrorCode::not_found;
      code = {unknown ? Code::RESULT_NOT_FOUND : Response::INVALID_POSE, code_of(placed.error()).error_message};
      return {true, ""};
    });
    return Response{o.success ? code : result_of(o)};
  }));
  return serve_standard_spawning();
}

gs::Result<void> RunServices::Impl::serve_standard_spawning() {
  GS_CHECK(serve<si::GetSpawnables>("~/get_spawnables", [this](const si::GetSpawnables::Request& request) {
    si::GetSpawnables::Response out{.result = {Code::RESULT_OK, ""}};
    if (!request.sources.empty()) out.result.error_message = "sources are not used: the assets of the world are listed";
    const Outcome o = on_stepping_thread([&] {
      for (const world::ActorModel& model : simulator.world().actor_models) {
        const world::ActorAsset& asset = model.asset;
        const Vec3d half{0.5 * asset.size.x, 0.5 * asset.size.y, 0};
        out.spawnables.push_back(
            {.uri = std::string(kAssetUri) + asset.id,
             .description = format("{}, {:.2f} x {:.2f} x {:.2f} m", word_of(world::kActorClasses, asset.actor_class),
                                   asset.size.x, asset.size.y, asset.size.z),
             .spawn_bounds = {.type = si::Bounds::TYPE_BOX,
                              .points = {{half.x, half.y, asset.size.z}, {-half.x, -half.y, 0}}}});
      }
      return Outcome{true, ""};
    });
    if (!o.success) out.result = result_of(o);
    return out;
  }));
  GS_CHECK(serve<si::SpawnEntity>("~/spawn_entity", [this](const si::SpawnEntity::Request& request) {
    si::SpawnEntity::Response out;
    const Outcome o = on_stepping_thread([&]() -> Outcome {
      if (const auto refused = refusal_of(request, simulator.options().frames.map)) {
        out.result = *refused;
        return {true, ""};
      }
      Event spawned = event_now(simulator, Event::KIND_SPAWN_ENTITY);
      spawned.resource = request.uri.substr(kAssetUri.size()), spawned.pose = request.initial_pose.pose;
      auto name =
          simulator.spawn_actor(spawned.resource, request.name, request.allow_renaming, wanted_place(spawned.pose, {}));
      out.result = name ? Code{Code::RESULT_OK, ""} : code_of(name.error());
      if (!name) return {true, ""};
      out.entity_name = spawned.entity = *std::move(name);
      event = std::move(spawned);
      return {true, ""};
    });
    if (!o.success) out.result = result_of(o);
    return out;
  }));
  return serve<si::DeleteEntity>("~/delete_entity", [this](const si::DeleteEntity::Request& request) {
    if (request.entity == sim::kEgoName)
      return si::DeleteEntity::Response{{Code::RESULT_OPERATION_FAILED, "the ego vehicle cannot be deleted"}};
    Code code{Code::RESULT_OK, ""};
    const Outcome o = on_stepping_thread([&]() -> Outcome {
      Event deleted = event_now(simulator, Event::KIND_DELETE_ENTITY);
      deleted.entity = request.entity;
      const auto done = simulator.delete_actor(request.entity);
      if (!done) code = {Code::RESULT_NOT_FOUND, done.error().message};
      if (done) event = std::move(deleted);
      return {true, ""};
    });
    return si::DeleteEntity::Response{o.success ? code : result_of(o)};
  });
}

}  // namespace gs::bridge
