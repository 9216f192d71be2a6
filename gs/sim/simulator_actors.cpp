// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of the simulator that is about actors: contacts with the vehicle, actors in images, and actors that a user
// spawns or moves.
#include <algorithm>
#include <utility>

#include "gs/core/format.h"
#include "gs/sim/simulator_impl.h"

namespace gs::sim {

// Tests the vehicle's box against those of the actors. With `report`, contacts that begin become notices and
// collisions of the next observation.
void Simulator::Impl::meet_actors(bool report) {
  contacts.clear();
  const Box box = collision_box(options.vehicle);
  const Rigid3d pose = ego->pose();
  const Vec3d centre = pose * box.centre;
  const Vec3d velocity = pose.rotation * Vec3d{ego->planar().vx, ego->planar().vy, 0};
  for (const ActorState& state : traffic->states()) {
    const Actor& actor = traffic->actors()[state.actor];
    const Vec3d half = traffic->asset_of(actor).size * 0.5;
    const Box other{.centre = {0, 0, half.z}, .half_extent = half};
    const bool near = norm(state.map_from_actor * other.centre - centre) <= norm(box.half_extent) + norm(half);
    const auto point = near ? contact_of(box, pose, other, state.map_from_actor) : std::nullopt;
    const bool begins = traffic->note_touch(state.actor, point.has_value());
    if (!point) continue;
    const double speed = norm(velocity - state.velocity());
    contacts += format("{}collision with actor {} at {:.1f} m/s", contacts.empty() ? "" : "; ", actor.name, speed);
    if (!begins || !report) continue;
    begun.push_back({true, actor.name, *point, speed, side_of(box, pose, *point)});
    pending.push_back(
        {NoticeLevel::warning,
         format("[Traffic] ACTOR_COLLISION: the vehicle touches actor {} at {:.1f} m/s, x={:.2f} y={:.2f}", actor.name,
                speed, point->x, point->y)});
  }
}

Result<std::vector<splat::GaussianCloud>> Simulator::Impl::take_actor_clouds() {
  GS_TRY(ActorClouds taken, ActorClouds::take(world.actor_models));
  std::vector<splat::GaussianCloud> clouds = taken.take_clouds();
  if (!clouds.empty()) actor_clouds.emplace(std::move(taken));
  return clouds;
}

void Simulator::Impl::draw_actors(const std::vector<Exposure>& firing) {
  drawn.resize(std::max(drawn.size(), firing.size()));
  shadows.resize(drawn.size());
  const ActorShadows cast = ActorShadows::of(options.simulation.shadows, world.bundle);
  for (std::size_t i = 0; i < firing.size(); ++i) {
    const auto& shutter = firing[i].camera->rolling_shutter;
    const Timestamp last = firing[i].stamp + Duration::from_seconds(shutter ? shutter->readout_sec : 0);
    actor_clouds->instances(*traffic, firing[i].stamp, last, drawn[i]);
    cast.in_image(*traffic, *actor_clouds, firing[i].stamp, last, shadows[i]);
  }
}

Surroundings Simulator::Impl::surroundings() const {
  return {.world = world,
          .traffic = *traffic,
          .ground = *ground,
          .mesh = collision.get(),
          .ego_box = collision_box(options.vehicle),
          .map_from_ego = ego->pose()};
}

// States at the current time, after the list of actors has changed.
void Simulator::Impl::actors_changed() {
  traffic->step(clock.now());
  meet_actors(false);
}

Result<std::string> Simulator::spawn_actor(std::string_view asset, std::string_view name, bool may_rename,
                                           const WantedPlace& wanted) {
  Impl& s = *impl_;
  const auto model = s.traffic->find_asset(asset);
  if (!model) return fail(ErrorCode::not_found, "the world has no asset '{}'", asset);
  GS_TRY(std::string given, name_for_actor(*s.traffic, name, asset, may_rename));
  const Vec3d size = s.world.actor_models[*model].asset.size;
  GS_TRY(const Placement placement, check_place(s.surroundings(), size, wanted, s.clock.now(), std::nullopt));
  GS_CHECK(s.traffic->add({.name = given, .model = *model, .placement = placement}));
  s.actors_changed();
  return given;
}

Result<void> Simulator::delete_actor(std::string_view name) {
  const auto actor = impl_->traffic->find(name);
  if (!actor) return fail(ErrorCode::not_found, "there is no actor '{}'", name);
  impl_->traffic->remove(*actor);
  impl_->actors_changed();
  return {};
}

Result<void> Simulator::place_actor(std::string_view name, const WantedPlace& wanted) {
  Impl& s = *impl_;
  const auto actor = s.traffic->find(name);
  if (!actor) return fail(ErrorCode::not_found, "there is no actor '{}'", name);
  const Vec3d size = s.traffic->asset_of(s.traffic->actors()[*actor]).size;
  GS_TRY(const Placement placement, check_place(s.surroundings(), size, wanted, s.clock.now(), actor));
  s.traffic->place(*actor, placement);
  s.actors_changed();
  return {};
}

void Simulator::reset_actors() {
  impl_->traffic->reset();
  impl_->actors_changed();
}

}  // namespace gs::sim
