// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors of a run: objects that replay the trajectories of the bundle, or that a user has placed.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/sim/traffic/actor_motion.h"
#include "gs/sim/vehicle/ground_contact.h"
#include "gs/sim/world_loader.h"
#include "gs/world/actors/actor_pose.h"

namespace gs::sim {

// Name that no actor can have.
inline constexpr std::string_view kEgoName = "ego";

// Where a user has put an actor. From then on it moves with constant speed and yaw rate.
struct Placement {
  Timestamp since{};
  Vec3d position{};  // centre of the floor of its box in map [m]
  double yaw = 0;    // [rad]
  double speed = 0, yaw_rate = 0;

  friend bool operator==(const Placement&, const Placement&) = default;
};

// One actor of the run.
struct Actor {
  std::string name;                      // unique
  uint32_t model = 0;                    // index into SimWorld::actor_models
  std::optional<uint32_t> trajectory{};  // index into the trajectories of the bundle; empty: spawned
  std::optional<Placement> placement{};  // replaces the trajectory
  bool touches_ego = false;              // at the last step
  // In instance images: place in the bundle's trajectories, from 1; numbers of spawned actors follow behind those.
  uint16_t number = 0;

  friend bool operator==(const Actor&, const Actor&) = default;
};

// Value of a class in class images: its place in world::kActorClasses, from 1.
inline uint16_t class_code_of(world::ActorClass c) { return static_cast<uint16_t>(static_cast<int>(c) + 1); }

// Where an actor is at one time.
struct ActorState {
  uint32_t actor = 0;        // index into Traffic::actors()
  Rigid3d map_from_actor{};  // centre of the floor of its box
  double speed = 0;          // along its x axis, negative when reversing [m/s]
  double yaw_rate = 0;       // [rad/s]
  // Velocity in map [m/s].
  Vec3d velocity() const { return map_from_actor.rotation * Vec3d{speed, 0, 0}; }

  friend bool operator==(const ActorState&, const ActorState&) = default;
};

// Replays trajectories at the simulation time. States depend on the time alone, not on earlier steps.
class Traffic {
 public:
  // With `replay`, the actors of the bundle take part. `world` and `ground` must outlive this object. Errors:
  // invalid_data if an actor has no asset, too few samples, or columns of different length.
  static Result<Traffic> create(const SimWorld& world, const GroundContact& ground, bool replay);

  // Computes states() for a time. Allocates nothing.
  void step(Timestamp now);
  // Actors that exist at the time of the last step(), in the order of actors().
  std::span<const ActorState> states() const { return states_; }

  // All actors, also those that do not exist now. The order is that of the bundle, then that of spawning.
  const std::vector<Actor>& actors() const { return actors_; }
  const world::ActorAsset& asset_of(const Actor& actor) const { return world_->actor_models[actor.model].asset; }
  // Class of an actor: that of its trajectory, or that of its asset.
  world::ActorClass class_of(const Actor& actor) const;

  // Index of an actor.
  std::optional<uint32_t> find(std::string_view name) const;
  // Index of an asset in SimWorld::actor_models.
  std::optional<uint32_t> find_asset(std::string_view id) const;
  // Pose of a box of `size` on the ground at a position; it keeps z where the ground is unknown.
  Rigid3d standing(Vec3d position, double yaw, Vec3d size) const;

  // Adds, removes and moves actors; name and place must have been checked (placing.h). A new actor gets the smallest
  // number that no actor has and none of the bundle had. The other actors keep their states, and new states are those
  // of the next step(). Errors: limit_exceeded for more than world::kMaxActors.
  Result<void> add(Actor actor);
  void remove(uint32_t actor);
  void place(uint32_t actor, const Placement& placement);

  // State at a time; empty if the actor does not exist then.
  std::optional<ActorState> state_at(uint32_t actor, Timestamp time) const;
  // State at the nearest time at which the actor exists.
  ActorState nearest_state(uint32_t actor, Timestamp time) const;
  // Number of the key shape that an actor shows at a time: by the distance it has walked, 0 while it stands or for a
  // rigid asset.
  std::size_t shape_at(uint32_t actor, Timestamp time) const;
  // Poses in [from, to] of the actors that exist at `at`; before and after its time an actor has its first and last
  // pose. Reuses the memory of `out`.
  void motions(Timestamp from, Timestamp to, Timestamp at, std::vector<ActorMotion>& out) const;

  // Actors for saving and restoring a run, and the ones of the start. They take effect at the next step().
  void restore(std::vector<Actor> actors);
  void reset() { restore(initial_); }
  // Notes whether an actor of states() touches the ego vehicle; returns whether that has begun.
  bool note_touch(uint32_t actor, bool touches);

 private:
  Traffic(const SimWorld& world, const GroundContact& ground) : world_(&world), ground_(&ground) {}
  const world::ActorTrajectory* trajectory_of(const Actor& actor) const;
  double seconds_at(Timestamp time) const;
  bool exists(const Actor& actor, Timestamp time) const;
  uint16_t free_number() const;
  Stance stand(Vec3d position, double yaw, Vec3d size, Stance stored) const;

  const SimWorld* world_;
  const GroundContact* ground_;
  std::vector<std::vector<double>> ways_m_;  // of the trajectories of deforming assets: path length up to each sample
  std::vector<Actor> initial_, actors_;
  std::vector<ActorState> states_;
};

}  // namespace gs::sim
