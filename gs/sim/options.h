// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every parameter of the simulator, with its default. The names are those of the ROS parameters and the YAML files.
// Lengths in metres, angles in radians, times in seconds.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/options/options.h"

namespace gs::sim {

// Value for limits that never apply.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// Stiffness of an axle (both tyres) and friction of the road.
struct TireOptions {
  double cornering_stiffness_front = 80'000;  // [N/rad]
  double cornering_stiffness_rear = 80'000;   // [N/rad]
  double friction = 1.0;
};
void describe(auto& visit, TireOptions& o) {
  visit("cornering_stiffness_front", o.cornering_stiffness_front, "of the front axle [N/rad]", Range{1.0, 1e7});
  visit("cornering_stiffness_rear", o.cornering_stiffness_rear, "of the rear axle [N/rad]", Range{1.0, 1e7});
  visit("friction", o.friction, "tyre-road friction coefficient", Range{0.01, 3.0});
}

// Dead time and first-order lag between a command and the wheels; zero means an ideal actuator.
struct ActuatorOptions {
  double steering_delay = 0;
  double steering_time_constant = 0;
  double acceleration_delay = 0;
  double acceleration_time_constant = 0;
};
void describe(auto& visit, ActuatorOptions& o) {
  visit("steering_delay", o.steering_delay, "dead time of the steering [s]", Range{0.0, 5.0});
  visit("steering_time_constant", o.steering_time_constant, "lag of the steering [s]", Range{0.0, 10.0});
  visit("acceleration_delay", o.acceleration_delay, "dead time of drive and brake [s]", Range{0.0, 5.0});
  visit("acceleration_time_constant", o.acceleration_time_constant, "lag of drive and brake [s]", Range{0.0, 10.0});
}

// Geometry, mass and limits of the vehicle. base_link is the centre of the rear axle, on the ground.
struct VehicleOptions {
  double wheelbase = 2.8;
  double track_width = 1.6;
  double mass = 1500;
  double inertia_z = 3000;
  double cg_to_rear_axle = 1.4;
  double max_steering_angle = 0.52;
  double max_steering_rate = 0.5;
  double max_speed = 30;
  double max_acceleration = 3;
  double max_deceleration = 5;
  std::string dynamics_model = "kinematic_bicycle";
  bool allow_reverse = false;
  double max_reverse_speed = 5;
  double wheel_radius = 0.32;
  // Collision box. Its floor lies ground_clearance above the road, so that it does not collide with the road itself.
  double front_overhang = 0.9;
  double rear_overhang = 1.0;
  double width = 1.85;
  double height = 1.5;
  double ground_clearance = 0.3;
  TireOptions tire;
  ActuatorOptions actuator;
};
void describe(auto& visit, VehicleOptions& o) {
  visit("wheelbase", o.wheelbase, "distance of rear axle and front axle [m]", Range{0.2, 20.0});
  visit("track_width", o.track_width, "distance of left and right wheels [m]", Range{0.1, 5.0});
  visit("mass", o.mass, "vehicle mass [kg]", Range{1.0, 100'000.0});
  visit("inertia_z", o.inertia_z, "moment of inertia about the vertical axis [kg m^2]", Range{0.1, 1e7});
  visit("cg_to_rear_axle", o.cg_to_rear_axle, "distance of the centre of gravity ahead of the rear axle [m]",
        Range{0.01, 20.0});
  visit("max_steering_angle", o.max_steering_angle, "largest angle of the front wheels to either side [rad]",
        Range{0.0, 1.5});
  visit("max_steering_rate", o.max_steering_rate, "fastest change of the steering angle [rad/s]", Range{0.0, 100.0});
  visit("max_speed", o.max_speed, "highest forward speed [m/s]", Range{0.0, 150.0});
  visit("max_acceleration", o.max_acceleration, "strongest acceleration of the drive [m/s^2]", Range{0.0, 50.0});
  visit("max_deceleration", o.max_deceleration, "strongest deceleration of the brakes [m/s^2]", Range{0.0, 50.0});
  visit("dynamics_model", o.dynamics_model, "equations of motion", Choices{{"kinematic_bicycle", "dynamic_bicycle"}});
  visit("allow_reverse", o.allow_reverse, "accept reverse gear and negative speeds");
  visit("max_reverse_speed", o.max_reverse_speed, "highest reverse speed [m/s]", Range{0.0, 50.0});
  visit("wheel_radius", o.wheel_radius, "converts speed to wheel speeds [m]", Range{0.01, 3.0});
  visit("front_overhang", o.front_overhang, "distance of front axle and front bumper [m]", Range{0.0, 10.0});
  visit("rear_overhang", o.rear_overhang, "distance of rear axle and rear bumper [m]", Range{0.0, 10.0});
  visit("width", o.width, "width of the collision box [m]", Range{0.1, 10.0});
  visit("height", o.height, "height of the vehicle, top of the collision box [m]", Range{0.1, 10.0});
  visit("ground_clearance", o.ground_clearance, "height of the collision box's floor above the road [m]",
        Range{0.0, 3.0});
  visit("tire", o.tire, "tyres, used by dynamic_bicycle");
  visit("actuator", o.actuator, "dead times and lags of steering and drive");
}

// Start pose of base_link in map.
struct InitialPoseOptions {
  std::optional<double> x, y, z, roll, pitch, yaw;  // a field without a value is taken from the bundle
};
void describe(auto& visit, InitialPoseOptions& o) {
  visit("x", o.x, "x in map [m]", Range{-1e7, 1e7});
  visit("y", o.y, "y in map [m]", Range{-1e7, 1e7});
  visit("z", o.z, "z in map [m]; used only where the ground height is unknown", Range{-1e5, 1e5});
  visit("roll", o.roll, "[rad]; used only where the ground height is unknown", Range{-3.2, 3.2});
  visit("pitch", o.pitch, "[rad]; used only where the ground height is unknown", Range{-1.6, 1.6});
  visit("yaw", o.yaw, "heading in map [rad]", Range{-6.4, 6.4});
}

// Time, control input, start conditions and random seed.
struct SimulationOptions {
  std::optional<double> dt;  // default: the bundle's
  double real_time_factor = 1.0;
  double max_step_time = 0.1;
  InitialPoseOptions initial_pose;
  std::optional<double> initial_velocity;  // default: the bundle's
  double control_timeout_sec = 1.0;
  std::string control_mode = "ackermann";
  bool start_paused = false;
  int64_t seed = 42;
  std::string traffic = "replay";
  std::string shadows = "sun";
  double ground_truth_rate = 10;
};
void describe(auto& visit, SimulationOptions& o) {
  visit("dt", o.dt, "length of a simulation step [s]; default: sim/timebase.yaml of the bundle", Range{1e-5, 1.0});
  visit("real_time_factor", o.real_time_factor, "simulated seconds per second; 0: as fast as possible",
        Range{0.0, 1000.0});
  visit("max_step_time", o.max_step_time, "warn about steps that take longer, if real_time_factor is not 0 [s]",
        Range{0.0, 1000.0});
  visit("initial_pose", o.initial_pose, "start pose of base_link in map; default: that of the bundle");
  visit("initial_velocity", o.initial_velocity, "speed at the start [m/s]; default: that of the bundle",
        Range{-50.0, 150.0});
  visit("control_timeout_sec", o.control_timeout_sec, "time without a command before the emergency stop [s]; 0: never",
        Range{0.0, 1e6});
  visit("control_mode", o.control_mode, "message type of /vehicle/control_cmd",
        Choices{{"ackermann", "twist", "custom"}});
  visit("start_paused", o.start_paused, "wait for resume or step");
  visit("seed", o.seed, "seed of all random numbers", Range{0.0, 9e15});
  visit("traffic", o.traffic, "actors of the bundle: replay their trajectories, or leave them out",
        Choices{{"replay", "none"}});
  visit("shadows", o.shadows,
        "shadows of actors in images: below them, and that of the sun where the world has one; only below; or none",
        Choices{{"sun", "contact", "none"}});
  visit("ground_truth_rate", o.ground_truth_rate, "rate of /ground_truth/objects [Hz of simulated time]; 0: never",
        Range{0.0, 10'000.0});
}

// Ground-truth images beside every image of a camera.
struct GroundTruthOptions {
  bool depth = false, instance = false, class_code = false, flow = false;
  bool any() const { return depth || instance || class_code || flow; }
};
void describe(auto& visit, GroundTruthOptions& o) {
  visit("depth", o.depth, "depth along the optical axis, 32FC1 [m]");
  visit("instance", o.instance, "numbers of actors, 16UC1");
  visit("class", o.class_code, "classes of actors, 16UC1");
  visit("flow", o.flow, "motion of the pixels since the previous image, 32FC2 [px]");
}

// Which cameras are rendered, and how often.
struct CameraOptions {
  bool enable = true;
  std::optional<double> rate_override;
  std::vector<std::string> cameras;  // empty: all
  std::optional<double> render_budget_ms;
  GroundTruthOptions ground_truth;
};
void describe(auto& visit, CameraOptions& o) {
  visit("enable", o.enable, "render cameras");
  visit("rate_override", o.rate_override, "rate that replaces rate_hz of the calibration [Hz]", Range{0.001, 10'000.0});
  visit("cameras", o.cameras, "ids to render; empty: all");
  visit("render_budget_ms", o.render_budget_ms, "warn about images that take longer to render [ms]", Range{0.0, 1e6});
  visit("ground_truth", o.ground_truth, "ground-truth images, from the same pass as the image");
}

// Surfaces that LiDAR rays hit, and errors of the sensor.
struct RaycastOptions {
  bool use_heightmap = true;
  bool use_static_mesh = false;
  bool use_gaussians = false;
  bool add_noise = false;
  double noise_std = 0.02;
  double drop_probability = 0;
  bool motion_distortion = false;
};
void describe(auto& visit, RaycastOptions& o) {
  visit("use_heightmap", o.use_heightmap, "rays hit the ground surface");
  visit("use_static_mesh", o.use_static_mesh, "rays hit the static mesh");
  visit("use_gaussians", o.use_gaussians, "rays hit the splats (median depth)");
  visit("add_noise", o.add_noise, "add Gaussian noise to ranges");
  visit("noise_std", o.noise_std, "standard deviation of the range noise [m]", Range{0.0, 10.0});
  visit("drop_probability", o.drop_probability, "share of returns lost at random", Range{0.0, 1.0});
  visit("motion_distortion", o.motion_distortion, "move the sensor during the sweep; adds a time to every point");
}

// Which LiDARs are simulated, and how often.
struct LidarOptions {
  bool enable = true;
  std::optional<double> rate_override;
  std::vector<std::string> lidars;  // empty: all
  RaycastOptions raycast;
};
void describe(auto& visit, LidarOptions& o) {
  visit("enable", o.enable, "generate point clouds");
  visit("rate_override", o.rate_override, "rate that replaces rate_hz of the calibration [Hz]", Range{0.001, 10'000.0});
  visit("lidars", o.lidars, "ids to generate; empty: all");
  visit("raycast", o.raycast, "surfaces that rays hit, and sensor errors");
}

// Options of all sensors.
struct SensorOptions {
  CameraOptions camera;
  LidarOptions lidar;
};
void describe(auto& visit, SensorOptions& o) {
  visit("camera", o.camera, "cameras");
  visit("lidar", o.lidar, "LiDARs");
}

// Frame ids of published messages, and the QoS of /tf.
struct FrameOptions {
  std::string map = "map";
  std::string odom = "odom";
  std::string base_link = "base_link";
  bool best_effort_tf = false;
};
void describe(auto& visit, FrameOptions& o) {
  visit("map", o.map, "frame id of the world");
  visit("odom", o.odom, "frame id of odometry");
  visit("base_link", o.base_link, "frame id of the vehicle");
  visit("best_effort_tf", o.best_effort_tf, "publish /tf best effort; tf2 listeners need reliable");
}

// All options; the names of the members are the top-level keys of the YAML files.
struct SimulatorOptions {
  VehicleOptions vehicle;
  SimulationOptions simulation;
  SensorOptions sensors;
  FrameOptions frames;
};
void describe(auto& visit, SimulatorOptions& o) {
  visit("vehicle", o.vehicle, "geometry, limits and dynamics of the vehicle");
  visit("simulation", o.simulation, "time and control");
  visit("sensors", o.sensors, "cameras and LiDARs");
  visit("frames", o.frames, "frame ids");
}

}  // namespace gs::sim
