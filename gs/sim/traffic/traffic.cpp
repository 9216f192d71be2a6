// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/traffic.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gs::sim {
namespace {

// All columns have one value a sample; the readers of the bundle check the values themselves.
bool has_whole_columns(const world::ActorTrajectory& a) {
  const std::size_t n = a.t.size();
  const auto whole = [n](const std::vector<double>& column) { return column.size() == n; };
  const auto optional = [n](const std::vector<double>& column) { return column.empty() || column.size() == n; };
  return n >= 2 && whole(a.x) && whole(a.y) && whole(a.z) && whole(a.yaw) && whole(a.v) && whole(a.yaw_rate) &&
         optional(a.pitch) && optional(a.roll);
}

// Path length up to each sample [m].
std::vector<double> ways_of(const world::ActorTrajectory& a) {
  std::vector<double> out{0};
  for (std::size_t i = 1; i < a.t.size(); ++i) {
    out.push_back(out.back() + std::hypot(a.x[i] - a.x[i - 1], a.y[i] - a.y[i - 1]));
  }
  return out;
}

// Planar motion with constant speed and yaw rate for dt seconds: an arc, or a straight line.
Vec2d travelled(const Placement& p, double dt) {
  const double turn = p.yaw_rate * dt, half = 0.5 * turn;
  const double chord = std::abs(half) < 1e-9 ? p.speed * dt : p.speed * dt * std::sin(half) / half;
  return {chord * std::cos(p.yaw + half), chord * std::sin(p.yaw + half)};
}

// Number of the actor at this place of the bundle.
uint16_t number_at(std::size_t place) { return static_cast<uint16_t>(place + 1); }
static_assert(2 * world::kMaxActors < 65535, "numbers have 16 bits, also those of as many spawned actors");

}  // namespace

Result<Traffic> Traffic::create(const SimWorld& world, const GroundContact& ground, bool replay) {
  Traffic traffic(world, ground);
  if (replay && world.bundle.actor_trajectories) {
    const auto& actors = world.bundle.actor_trajectories->actors;
    traffic.ways_m_.resize(actors.size());
    for (uint32_t i = 0; i < actors.size(); ++i) {
      const world::ActorTrajectory& actor = actors[i];
      const auto model = traffic.find_asset(actor.asset);
      if (!model) return fail(ErrorCode::invalid_data, "actor '{}': there is no asset '{}'", actor.id, actor.asset);
      if (!has_whole_columns(actor)) {
        return fail(ErrorCode::invalid_data, "actor '{}': columns must have one value a sample, at least two", actor.id)
            .with_hint("gs-world-builder validate lists all problems of a bundle");
      }
      if (!world.actor_models[*model].asset.shapes.empty()) traffic.ways_m_[i] = ways_of(actor);
      traffic.initial_.push_back({.name = actor.id, .model = *model, .trajectory = i, .number = number_at(i)});
    }
  }
  traffic.reset();
  return traffic;
}

void Traffic::restore(std::vector<Actor> actors) {
  actors_ = std::move(actors);
  states_.clear();
  states_.reserve(actors_.size());
}

std::optional<uint32_t> Traffic::find(std::string_view name) const {
  const auto found = std::find_if(actors_.begin(), actors_.end(), [&](const Actor& a) { return a.name == name; });
  if (found == actors_.end()) return std::nullopt;
  return static_cast<uint32_t>(found - actors_.begin());
}

std::optional<uint32_t> Traffic::find_asset(std::string_view id) const {
  const auto& models = world_->actor_models;
  const auto found = std::find_if(models.begin(), models.end(), [&](const auto& m) { return m.asset.id == id; });
  if (found == models.end()) return std::nullopt;
  return static_cast<uint32_t>(found - models.begin());
}

uint16_t Traffic::free_number() const {
  std::vector<bool> taken(actors_.size() + 1);
  for (const Actor& actor : actors_) {
    const std::size_t place = std::size_t{actor.number} - 1;
    if (place >= initial_.size() && place - initial_.size() < taken.size()) taken[place - initial_.size()] = true;
  }
  const auto free = std::find(taken.begin(), taken.end(), false) - taken.begin();
  return number_at(initial_.size() + static_cast<std::size_t>(free));
}

Result<void> Traffic::add(Actor actor) {
  if (actors_.size() >= world::kMaxActors)
    return fail(ErrorCode::limit_exceeded, "there are already {} actors, the limit", actors_.size());
  actor.number = free_number();
  actors_.push_back(std::move(actor));
  states_.reserve(actors_.size());
  return {};
}

void Traffic::remove(uint32_t actor) { actors_.erase(actors_.begin() + actor); }

void Traffic::place(uint32_t actor, const Placement& placement) {
  actors_[actor].placement = placement;
  actors_[actor].touches_ego = false;
}

Rigid3d Traffic::standing(Vec3d position, double yaw, Vec3d size) const {
  return map_from_base_link(position.x, position.y, yaw, stand(position, yaw, size, {.z = position.z}));
}

const world::ActorTrajectory* Traffic::trajectory_of(const Actor& actor) const {
  if (!actor.trajectory || actor.placement) return nullptr;
  return &world_->bundle.actor_trajectories->actors[*actor.trajectory];
}

world::ActorClass Traffic::class_of(const Actor& actor) const {
  if (!actor.trajectory) return asset_of(actor).actor_class;
  return world_->bundle.actor_trajectories->actors[*actor.trajectory].actor_class;
}

// Time on the axis of the trajectories [s].
double Traffic::seconds_at(Timestamp time) const {
  return (time - Timestamp::from_seconds(world_->bundle.actor_trajectories->start_time)).seconds();
}

bool Traffic::exists(const Actor& actor, Timestamp time) const {
  const world::ActorTrajectory* const path = trajectory_of(actor);
  if (path == nullptr) return time >= actor.placement->since;
  const double t = seconds_at(time);
  return t >= path->t.front() && t <= path->t.back();
}

// Height and tilt from the ground under the four lower corners; `stored` where less than three are known.
Stance Traffic::stand(Vec3d position, double yaw, Vec3d size, Stance stored) const {
  const double l = 0.5 * size.x, w = 0.5 * size.y;
  return ground_->stance_on(position.x, position.y, yaw, {{{l, w}, {l, -w}, {-l, w}, {-l, -w}}}, stored);
}

// State of an actor, at the nearest time at which it exists.
ActorState Traffic::nearest_state(uint32_t index, Timestamp time) const {
  const Actor& actor = actors_[index];
  const Vec3d size = asset_of(actor).size;
  if (const world::ActorTrajectory* const path = trajectory_of(actor)) {
    const auto pose = *world::pose_at(*path, std::clamp(seconds_at(time), path->t.front(), path->t.back()));
    Stance stance = stand(pose.position, pose.yaw, size, {pose.position.z, pose.pitch, pose.roll});
    if (!path->pitch.empty()) stance.pitch = pose.pitch;
    if (!path->roll.empty()) stance.roll = pose.roll;
    return {index, map_from_base_link(pose.position.x, pose.position.y, pose.yaw, stance), pose.v, pose.yaw_rate};
  }
  const Placement& p = *actor.placement;
  const double dt = std::max(0.0, (time - p.since).seconds());
  const Vec2d way = travelled(p, dt);
  const Vec3d at{p.position.x + way.x, p.position.y + way.y, p.position.z};
  const double yaw = p.yaw + p.yaw_rate * dt;
  return {index, standing(at, yaw, size), p.speed, p.yaw_rate};
}

std::optional<ActorState> Traffic::state_at(uint32_t actor, Timestamp time) const {
  if (actor >= actors_.size() || !exists(actors_[actor], time)) return std::nullopt;
  return nearest_state(actor, time);
}

std::size_t Traffic::shape_at(uint32_t index, Timestamp time) const {
  constexpr double kStanding = 0.2;  // [m/s]
  const Actor& actor = actors_[index];
  const std::vector<world::KeyShape>& shapes = asset_of(actor).shapes;
  const double stride = asset_of(actor).stride_m.value_or(0);
  if (shapes.empty() || !(stride > 0) || std::abs(nearest_state(index, time).speed) < kStanding) return 0;
  double way = 0;
  if (const world::ActorTrajectory* const path = trajectory_of(actor)) {
    const double t = std::clamp(seconds_at(time), path->t.front(), path->t.back());
    const auto after = std::upper_bound(path->t.begin() + 1, path->t.end() - 1, t);
    const auto j = static_cast<std::size_t>(after - path->t.begin());
    const std::vector<double>& ways = ways_m_[*actor.trajectory];
    way = ways[j - 1] + (ways[j] - ways[j - 1]) * (t - path->t[j - 1]) / (path->t[j] - path->t[j - 1]);
  } else {
    way = std::abs(actor.placement->speed) * std::max(0.0, (time - actor.placement->since).seconds());
  }
  const double phase = way / stride - std::floor(way / stride);
  std::size_t shape = 0;
  while (shape + 1 < shapes.size() && shapes[shape + 1].phase <= phase) ++shape;
  return shape;
}

void Traffic::step(Timestamp now) {
  states_.clear();
  for (uint32_t i = 0; i < actors_.size(); ++i) {
    if (exists(actors_[i], now)) states_.push_back(nearest_state(i, now));
  }
}

void Traffic::motions(Timestamp from, Timestamp to, Timestamp at, std::vector<ActorMotion>& out) const {
  out.clear();
  for (uint32_t i = 0; i < actors_.size(); ++i) {
    if (!exists(actors_[i], at)) continue;
    ActorMotion& motion = out.emplace_back();
    motion.actor = i, motion.model = actors_[i].model;
    for (std::size_t k = 0; k < ActorMotion::kPoses; ++k) {
      const auto part = static_cast<int64_t>(k), parts = static_cast<int64_t>(ActorMotion::kPoses) - 1;
      motion.map_from_actor[k] = k > 0 && from == to
                                     ? motion.map_from_actor[0]
                                     : nearest_state(i, from + Duration{(to - from).ns * part / parts}).map_from_actor;
    }
  }
}

bool Traffic::note_touch(uint32_t actor, bool touches) {
  const bool before = std::exchange(actors_[actor].touches_ego, touches);
  return touches && !before;
}

}  // namespace gs::sim
