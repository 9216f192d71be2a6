// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The closed loop, stepped from outside: no ROS, no threads of its own, no wall clock.
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

#include "gs/sim/camera_renderer.h"
#include "gs/sim/control.h"
#include "gs/sim/ego_pose_check.h"
#include "gs/sim/ego_state_core.h"
#include "gs/sim/lidar_generator.h"
#include "gs/sim/notice.h"
#include "gs/sim/options.h"
#include "gs/sim/pose_history.h"
#include "gs/sim/sensor_trigger.h"
#include "gs/sim/sim_clock.h"
#include "gs/sim/sim_world.h"
#include "gs/splat/factory.h"

namespace gs::sim {

// Everything that is known at one step. All stamps are the step's time, but that of an image from a rolling shutter: it
// is the time of the first row, and the image appears when its last row has been read.
struct Observation {
  uint64_t step = 0;
  Timestamp stamp;
  EgoState ego;
  Vec3d acceleration{};      // [m/s^2] in base_link
  double steering_rate = 0;  // [rad/s]
  Gear gear = Gear::drive;
  SimulationStatus status;
  std::vector<RenderedImage> images;  // that are complete
  std::vector<LidarSweep> sweeps;
  Notices notices;      // since the last observation
  double render_s = 0;  // what the cameras took, by the stopwatch; 0 without one
  double cast_s = 0;    // the same of the LiDARs
};

// The complete state of a run; restoring it gives the same future, bit for bit.
struct Snapshot {
  uint64_t step = 0;
  bool paused = false;
  EgoCoreState ego;
  std::vector<CommandHistory::Entry> commands;
  std::optional<Timestamp> newest_command;
  bool timed_out = false, bad_command = false;
  std::deque<StampedPose> poses;
};

class Simulator {
 public:
  // Errors: no_device when cuda was asked for and is not there; invalid_data when world and options do not fit.
  static Result<Simulator> create(SimWorld world, const SimulatorOptions& options, Backend backend);
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;  // another world takes the place of this one
  ~Simulator();

  const SimWorld& world() const;
  const SimulatorOptions& options() const;
  const SimClock& clock() const;
  std::vector<const CameraCalibration*> cameras() const;  // those enabled
  std::vector<const LidarCalibration*> lidars() const;
  std::string renderer_name() const;  // "cpu (avx2, 2 threads)"
  std::string caster_name() const;    // of the LiDARs' rays: "cpu (2 threads)"

  // Seconds from any beginning, for measurements only: nothing simulated depends on it. The simulator has no clock of
  // its own.
  using Stopwatch = double (*)();
  void set_stopwatch(Stopwatch stopwatch);

  // A command takes effect at the step after its arrival. A stamp of zero means "now"; a command with a negative one is
  // ignored (INVALID_TIMESTAMP). Returns what was wrong with it; a notice says so when bad commands begin, not for
  // each.
  std::optional<SimError> submit(const CheckedCommand& command, Timestamp stamp);

  // Advances one step and looks. pause() does not stop it: whoever steps decides.
  Observation step();
  // The two halves of step(), for parts that live in different processes: where the dynamics lead by the end of the
  // step, and taking such an end as the present.
  PlanarState next_motion();
  Observation move_to(const PlanarState& next);
  // The present, sensors included, without moving.
  Observation observe();

  void pause();
  void resume();
  // Back to the start, or to a given pose; time restarts when reset_time is set.
  void reset(std::optional<Rigid3d> map_from_base_link, bool reset_time);
  // Another world with the same options but simulation.initial_pose, from its start. If it does not fit, this one stays
  // as it is.
  Result<void> load_world(SimWorld world);
  // Places the car. Errors: those of check_ego_pose.
  std::optional<SimError> set_ego_pose(const Rigid3d& map_from_base_link, double speed);

  Snapshot save() const;
  void restore(const Snapshot& snapshot);

 private:
  struct Impl;
  explicit Simulator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::sim
