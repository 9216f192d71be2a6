// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The closed-loop simulator: vehicle, cameras and LiDARs in one world bundle. The caller advances it one step at a
// time; it knows no ROS, starts no thread of its own and reads no wall clock.
//
//   GS_TRY(auto simulator, Simulator::create(std::move(world), options, Backend::automatic));
//   Observation now = simulator.observe();          // step 0
//   while (driving) {
//     simulator.submit(check_ackermann(command, vehicle), command.stamp);
//     now = simulator.step();
//   }
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/sim/notice.h"
#include "gs/sim/options.h"
#include "gs/sim/sensor_trigger.h"
#include "gs/sim/sensors/camera_renderer.h"
#include "gs/sim/sensors/lidar_generator.h"
#include "gs/sim/sensors/pose_history.h"
#include "gs/sim/sim_clock.h"
#include "gs/sim/traffic/actor_contact.h"
#include "gs/sim/traffic/placing.h"
#include "gs/sim/traffic/traffic.h"
#include "gs/sim/vehicle/control.h"
#include "gs/sim/vehicle/ego_pose_check.h"
#include "gs/sim/vehicle/ego_state_core.h"
#include "gs/sim/world_loader.h"
#include "gs/splat/factory.h"

namespace gs::sim {

// Output of one step: states of vehicle and actors, and the sensor data that became complete at this step. All stamps
// are the time of the step, with one exception: an image of a rolling-shutter camera carries the time of its first row
// and is output at the step in which its last row has been read.
struct Observation {
  uint64_t step = 0;
  Timestamp stamp;
  world::EgoState ego;
  Vec3d acceleration{};      // [m/s^2] in base_link
  double steering_rate = 0;  // [rad/s]
  Gear gear = Gear::drive;
  world::SimulationStatus status;
  std::vector<ActorState> actors;            // that exist now; Simulator::traffic() knows their names
  std::vector<Collision> collisions;         // that began at this step
  std::vector<world::RenderedImage> images;  // complete at this step
  std::vector<TruthImages> truth;            // of those that were rendered, if sensors.camera.ground_truth wants it
  std::vector<LidarSweep> sweeps;
  Notices notices;      // issued since the previous observation
  double render_s = 0;  // wall-clock time spent on rendering [s]; 0 without a stopwatch
  double cast_s = 0;    // wall-clock time spent on LiDAR ray casting [s]; 0 without a stopwatch
};

// State of a run. A simulator restored from it produces the same states, images and sweeps, bit for bit.
struct Snapshot {
  uint64_t step = 0;
  bool paused = false;
  EgoCoreState ego;
  std::vector<CommandHistory::Entry> commands;
  std::optional<Timestamp> newest_command;
  bool timed_out = false, bad_command = false;
  std::deque<StampedPose> poses;
  std::vector<Actor> actors;
};

// Owns the world, the clock, the vehicle and the sensors. Not thread-safe: all calls must come from one thread at a
// time.
class Simulator {
 public:
  // Builds geometry, vehicle and sensors, and places the vehicle at its initial pose, at step 0. Errors: no_device if
  // Backend::cuda was requested and there is no usable GPU; not_found for an unknown sensor id; invalid_data or
  // unsupported if world and options do not fit together.
  static Result<Simulator> create(SimWorld world, const SimulatorOptions& options, Backend backend);
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  // Inputs of create(). world().cloud and world().sky are moved to the rasterizer when cameras or splat rays are
  // enabled.
  const SimWorld& world() const;
  const SimulatorOptions& options() const;
  const SimClock& clock() const;
  // Actors of the run, at the current time.
  const Traffic& traffic() const;
  // Calibrations of the enabled sensors, in the order of the bundle. Valid until the simulator is destroyed or loads
  // another world.
  std::vector<const world::CameraCalibration*> cameras() const;
  std::vector<const world::LidarCalibration*> lidars() const;
  // Names of the active backends, for reports; "none" if no sensor needs one.
  std::string renderer_name() const;  // cameras: "cpu (avx2, 2 threads)"
  std::string caster_name() const;    // LiDAR rays: "cpu (2 threads)"

  // Sets the clock that measures Observation::render_s and cast_s. It returns seconds from any epoch; nothing simulated
  // depends on it. Without one, both times stay 0.
  using Stopwatch = double (*)();
  void set_stopwatch(Stopwatch stopwatch);

  // Queues a command; it takes effect from the next step. A stamp of zero means "now". A command with a negative stamp
  // is ignored (INVALID_TIMESTAMP). Returns the reason if the command was ignored, refused or clamped. A notice is
  // issued only for the first of a series of bad commands.
  std::optional<SimError> submit(const CheckedCommand& command, Timestamp stamp);

  // Advances by one step of clock().dt() and returns the observation at its end. It also advances while the clock is
  // paused: the caller's loop decides whether to step.
  Observation step();
  // step() in two halves, for the simulator whose parts run in several processes: next_motion() integrates the vehicle
  // dynamics to the end of the step; move_to() applies a result, advances the clock and produces the sensor data.
  PlanarState next_motion();
  Observation move_to(const PlanarState& next);
  // Observation at the current time, with sensor data that is due now; nothing moves.
  Observation observe();

  // Set and clear the paused flag of the clock. The flag is for the caller's loop; step() ignores it.
  void pause();
  void resume();
  // Places the vehicle at its initial pose or at the given one, with the initial speed, and forgets all commands. The
  // actors are those of the start again. reset_time also sets the clock to step 0.
  void reset(std::optional<Rigid3d> map_from_base_link, bool reset_time);
  // Replaces the world; options stay the same, except that simulation.initial_pose is dropped because it belongs to the
  // first world. Time restarts at step 0; the paused flag is kept. On error the present world is left unchanged.
  Result<void> load_world(SimWorld world);
  // Places the vehicle; `speed` [m/s] is along base_link x. x, y and yaw are used as given, height and tilt come from
  // the ground. Errors: see check_ego_pose; the vehicle then stays where it is.
  std::optional<SimError> set_ego_pose(const Rigid3d& map_from_base_link, double speed);

  // Adds an actor, from now on, and returns its name. Errors: not_found for an unknown asset, and those of
  // name_for_actor() and check_place(); nothing has changed then.
  Result<std::string> spawn_actor(std::string_view asset, std::string_view name, bool may_rename,
                                  const WantedPlace& wanted);
  // Removes an actor. Errors: not_found.
  Result<void> delete_actor(std::string_view name);
  // Moves an actor; one that replayed a trajectory does so no longer. Errors: not_found, and those of check_place();
  // nothing has changed then.
  Result<void> place_actor(std::string_view name, const WantedPlace& wanted);
  // Gives back the actors of the start: spawned ones vanish, deleted and moved ones return.
  void reset_actors();

  // Copies the state of the run, and sets it again. The snapshot must come from a simulator with the same world and
  // options.
  Snapshot save() const;
  void restore(const Snapshot& snapshot);

 private:
  struct Impl;
  explicit Simulator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::sim
