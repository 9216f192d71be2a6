// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// All state of the simulator. Private to gs/sim.
#pragma once

#include "gs/sim/simulator.h"
#include "gs/sim/traffic/actor_clouds.h"
#include "gs/sim/traffic/actor_shadows.h"

namespace gs::sim {

// An enabled camera and its trigger.
struct CameraUnit {
  const world::CameraCalibration* calibration;
  SensorTrigger trigger;
  uint64_t readout_steps = 0;  // steps between the trigger (first row) and the step that knows the pose of the last row
};
// An enabled LiDAR and its trigger.
struct LidarUnit {
  LiDARGenerator generator;
  SensorTrigger trigger;
};

// Everything that a simulator owns, and the parts of its work.
struct Simulator::Impl {
  SimWorld world;
  SimulatorOptions options;
  SimClock clock;
  // Declared so that every object is destroyed before the objects it borrows.
  std::unique_ptr<raycast::MeshCaster> mesh;       // null if the bundle has no mesh
  std::unique_ptr<raycast::SweepCaster> surfaces;  // LiDAR ray caster; null without LiDARs
  std::unique_ptr<CollisionGrid> collision;
  std::unique_ptr<world::DrivableQuery> drivable;
  std::unique_ptr<GroundContact> ground;
  std::optional<Traffic> traffic;
  std::optional<ActorCaster> actor_rays;    // empty without LiDARs or assets
  std::optional<ActorClouds> actor_clouds;  // empty without cameras or Gaussians of assets
  std::unique_ptr<VehicleDynamics> dynamics;
  std::unique_ptr<EgoStateCore> ego;
  std::unique_ptr<CameraRenderer> renderer;  // null if neither a camera nor a splat ray needs it
  std::vector<CameraUnit> cameras;
  std::vector<LidarUnit> lidars;
  std::unique_ptr<CommandHistory> commands;
  std::optional<Timestamp> newest_command;  // reference time of the newest command, or of the start
  bool timed_out = false;                   // emergency stop in force
  OnEntering bad_command;                   // reports the first of a series of bad commands
  bool zero_stamp_seen = false;             // the hint about commands without stamp was given
  Backend backend;
  Stopwatch stopwatch = nullptr;
  PoseHistory poses;                                      // for sweeps and rolling shutters
  Notices pending;                                        // for the next observation
  std::vector<Collision> begun;                           // for the next observation
  std::string contacts;                                   // with actors at the current time, for the status
  std::vector<ActorMotion> motions;                       // buffer of the current sweep
  std::vector<std::vector<splat::SplatInstance>> drawn;   // buffers of the current images
  std::vector<std::vector<splat::GroundShadow>> shadows;  // of the same images
  std::optional<CameraTruth> camera_truth;                // empty unless ground-truth images are wanted
  std::vector<TruthScene> truth_scenes;                   // of the current images

  Impl(SimWorld w, SimulatorOptions o, SimClock c, Backend b)
      : world(std::move(w)), options(std::move(o)), clock(c), backend(b) {}

  // Parts of create(), in their order.
  Result<void> build_geometry();
  Result<void> build_sensors();
  Result<void> build_surfaces();
  void tell_backend(std::string_view component, const std::string& name);
  // Where and how the vehicle starts.
  Rigid3d initial_pose() const;
  double initial_speed() const { return options.simulation.initial_velocity.value_or(world.data.initial_velocity); }
  // Images that become complete at this step.
  std::vector<Exposure> exposures() const;
  // Places the vehicle and forgets everything from before; starts the emergency stop if it is due.
  void place(const Rigid3d& pose, double speed);
  void check_timeout();
  // Contacts with actors, what a new actor must not touch, and the states after the list of actors has changed.
  void meet_actors(bool report);
  Surroundings surroundings() const;
  void actors_changed();
  // Gaussians of actors for the rasterizer, and the instances in the images of this step.
  Result<std::vector<splat::GaussianCloud>> take_actor_clouds();
  void draw_actors(const std::vector<Exposure>& firing);
  // Ground-truth images: errors (unsupported) of cameras whose images are too far apart, and what the images show.
  Result<void> check_flow(const CameraUnit& camera) const;
  std::optional<Timestamp> previous_image(const CameraUnit& camera, uint64_t step) const;
  void prepare_truth(const std::vector<Exposure>& firing);
  // Text of all lasting conditions, rays against the splats, and the observation of the current time.
  std::string status_text() const;
  std::function<void(std::span<const raycast::Ray>, std::span<float>)> gaussian_rays(
      const world::LidarCalibration& lidar);
  Observation observe();
};

}  // namespace gs::sim
