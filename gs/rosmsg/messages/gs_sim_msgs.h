// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages and services of the simulator itself (package gs_sim_msgs, ros2/gs_sim_msgs). The fields are in wire order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::gs_sim_msgs {

// gs_sim_msgs/VehicleControlCmd: a control input of the simulated car. control_mode selects the fields that drive it:
// MODE_DIRECT throttle and brake, MODE_VELOCITY target_velocity, MODE_ACCELERATION target_acceleration. Velocities are
// positive in the direction of the gear.
struct VehicleControlCmd {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/VehicleControlCmd";
  static constexpr uint8_t GEAR_PARK = 0;
  static constexpr uint8_t GEAR_REVERSE = 1;
  static constexpr uint8_t GEAR_NEUTRAL = 2;
  static constexpr uint8_t GEAR_DRIVE = 3;
  static constexpr uint8_t MODE_DIRECT = 0;
  static constexpr uint8_t MODE_VELOCITY = 1;
  static constexpr uint8_t MODE_ACCELERATION = 2;
  std_msgs::Header header;
  float steering_angle = 0;       // rad
  float steering_angle_rate = 0;  // rad/s
  float throttle = 0;             // 0 to 1
  float brake = 0;                // 0 to 1
  float target_velocity = 0;      // m/s
  float target_acceleration = 0;  // m/s^2
  uint8_t gear = 0;
  uint8_t control_mode = 0;

  static void describe(auto& f) {
    f.constant("GEAR_PARK", GEAR_PARK);
    f.constant("GEAR_REVERSE", GEAR_REVERSE);
    f.constant("GEAR_NEUTRAL", GEAR_NEUTRAL);
    f.constant("GEAR_DRIVE", GEAR_DRIVE);
    f.constant("MODE_DIRECT", MODE_DIRECT);
    f.constant("MODE_VELOCITY", MODE_VELOCITY);
    f.constant("MODE_ACCELERATION", MODE_ACCELERATION);
    f("header", &VehicleControlCmd::header);
    f("steering_angle", &VehicleControlCmd::steering_angle);
    f("steering_angle_rate", &VehicleControlCmd::steering_angle_rate);
    f("throttle", &VehicleControlCmd::throttle);
    f("brake", &VehicleControlCmd::brake);
    f("target_velocity", &VehicleControlCmd::target_velocity);
    f("target_acceleration", &VehicleControlCmd::target_acceleration);
    f("gear", &VehicleControlCmd::gear);
    f("control_mode", &VehicleControlCmd::control_mode);
  }
  friend bool operator==(const VehicleControlCmd&, const VehicleControlCmd&) = default;
};

// gs_sim_msgs/VehicleState: the state of the simulated car, published on /vehicle/state. The pose is base_link in map;
// velocity and acceleration are in base_link. Wheel speeds in rad/s: front left, front right, rear left, rear right.
struct VehicleState {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/VehicleState";
  std_msgs::Header header;
  geometry_msgs::Pose pose;
  geometry_msgs::Twist twist;
  geometry_msgs::Accel accel;
  float steering_angle = 0;       // rad
  float steering_angle_rate = 0;  // rad/s
  float wheel_speed_fl = 0;
  float wheel_speed_fr = 0;
  float wheel_speed_rl = 0;
  float wheel_speed_rr = 0;
  uint8_t gear = 0;

  static void describe(auto& f) {
    f("header", &VehicleState::header);
    f("pose", &VehicleState::pose);
    f("twist", &VehicleState::twist);
    f("accel", &VehicleState::accel);
    f("steering_angle", &VehicleState::steering_angle);
    f("steering_angle_rate", &VehicleState::steering_angle_rate);
    f("wheel_speed_fl", &VehicleState::wheel_speed_fl);
    f("wheel_speed_fr", &VehicleState::wheel_speed_fr);
    f("wheel_speed_rl", &VehicleState::wheel_speed_rl);
    f("wheel_speed_rr", &VehicleState::wheel_speed_rr);
    f("gear", &VehicleState::gear);
  }
  friend bool operator==(const VehicleState&, const VehicleState&) = default;
};

// gs_sim_msgs/PlanarMotion: the state of the vehicle dynamics at the end of a step, exchanged between the processes of
// a simulator that runs as several nodes. Doubles are sent unchanged, so that the run equals that of a single process.
struct PlanarMotion {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/PlanarMotion";
  std_msgs::Header header;
  uint64_t epoch = 0;  // number of the run; changes with every reset
  uint64_t step = 0;
  double x = 0;    // m, rear axle in map
  double y = 0;    // m
  double yaw = 0;  // rad, not wrapped
  double vx = 0;   // m/s in base_link, as vy
  double vy = 0;
  double yaw_rate = 0;      // rad/s
  double steering = 0;      // rad
  double acceleration = 0;  // m/s^2 of drive and brakes
  uint8_t gear = 0;
  std::vector<std::string> warnings;  // of the dynamics

  static void describe(auto& f) {
    f("header", &PlanarMotion::header);
    f("epoch", &PlanarMotion::epoch);
    f("step", &PlanarMotion::step);
    f("x", &PlanarMotion::x);
    f("y", &PlanarMotion::y);
    f("yaw", &PlanarMotion::yaw);
    f("vx", &PlanarMotion::vx);
    f("vy", &PlanarMotion::vy);
    f("yaw_rate", &PlanarMotion::yaw_rate);
    f("steering", &PlanarMotion::steering);
    f("acceleration", &PlanarMotion::acceleration);
    f("gear", &PlanarMotion::gear);
    f("warnings", &PlanarMotion::warnings);
  }
  friend bool operator==(const PlanarMotion&, const PlanarMotion&) = default;
};

// gs_sim_msgs/EgoCore: the complete state of the car after a step, sent by the process that computes it to all others.
struct EgoCore {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/EgoCore";
  PlanarMotion motion;
  double z = 0;      // m in map
  double pitch = 0;  // rad, positive nose down
  double roll = 0;   // rad, positive left side up
  uint8_t wheels_on_ground = 0;
  geometry_msgs::Vector3 acceleration;  // m/s^2 in base_link
  double steering_rate = 0;             // rad/s
  bool is_offroad = false;
  bool is_collision = false;
  bool ground_unknown = false;
  std::string world_bundle_path;  // argument of the last load_world; empty: the bundle that all processes started with
  uint64_t world_reads = 0;  // number of times that load_world or reset_world read a bundle; if it changes, read again
  builtin_interfaces::Time start_time;
  builtin_interfaces::Duration dt;

  static void describe(auto& f) {
    f("motion", &EgoCore::motion);
    f("z", &EgoCore::z);
    f("pitch", &EgoCore::pitch);
    f("roll", &EgoCore::roll);
    f("wheels_on_ground", &EgoCore::wheels_on_ground);
    f("acceleration", &EgoCore::acceleration);
    f("steering_rate", &EgoCore::steering_rate);
    f("is_offroad", &EgoCore::is_offroad);
    f("is_collision", &EgoCore::is_collision);
    f("ground_unknown", &EgoCore::ground_unknown);
    f("world_bundle_path", &EgoCore::world_bundle_path);
    f("world_reads", &EgoCore::world_reads);
    f("start_time", &EgoCore::start_time);
    f("dt", &EgoCore::dt);
  }
  friend bool operator==(const EgoCore&, const EgoCore&) = default;
};

// gs_sim_msgs/SimulationEvent: a service call that changed the run, recorded on /sim/events so that a replay can repeat
// it at the same step.
struct SimulationEvent {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/SimulationEvent";
  static constexpr uint8_t KIND_PAUSE = 0;
  static constexpr uint8_t KIND_RESUME = 1;
  static constexpr uint8_t KIND_RESET = 2;
  static constexpr uint8_t KIND_SET_EGO_POSE = 3;
  static constexpr uint8_t KIND_LOAD_WORLD = 4;
  static constexpr uint8_t KIND_SPAWN_ENTITY = 5;
  static constexpr uint8_t KIND_DELETE_ENTITY = 6;
  static constexpr uint8_t KIND_SET_ENTITY_STATE = 7;
  static constexpr uint8_t KIND_RESET_ENTITIES = 8;
  std_msgs::Header header;  // simulation time at which the call was carried out
  uint64_t step = 0;        // the last step before the call
  uint8_t kind = 0;
  bool has_pose = false;          // reset: false means the start pose of the bundle
  geometry_msgs::Pose pose;       // reset, set_ego_pose: base_link in map; spawn_entity, set_entity_state: the entity
  geometry_msgs::Twist twist;     // set_ego_pose, set_entity_state
  bool reset_time = false;        // reset
  std::string world_bundle_path;  // load_world
  std::string entity;             // spawn_entity, delete_entity, set_entity_state: name
  std::string resource;           // spawn_entity: id of the asset

  static void describe(auto& f) {
    f.constant("KIND_PAUSE", KIND_PAUSE);
    f.constant("KIND_RESUME", KIND_RESUME);
    f.constant("KIND_RESET", KIND_RESET);
    f.constant("KIND_SET_EGO_POSE", KIND_SET_EGO_POSE);
    f.constant("KIND_LOAD_WORLD", KIND_LOAD_WORLD);
    f.constant("KIND_SPAWN_ENTITY", KIND_SPAWN_ENTITY);
    f.constant("KIND_DELETE_ENTITY", KIND_DELETE_ENTITY);
    f.constant("KIND_SET_ENTITY_STATE", KIND_SET_ENTITY_STATE);
    f.constant("KIND_RESET_ENTITIES", KIND_RESET_ENTITIES);
    f("header", &SimulationEvent::header);
    f("step", &SimulationEvent::step);
    f("kind", &SimulationEvent::kind);
    f("has_pose", &SimulationEvent::has_pose);
    f("pose", &SimulationEvent::pose);
    f("twist", &SimulationEvent::twist);
    f("reset_time", &SimulationEvent::reset_time);
    f("world_bundle_path", &SimulationEvent::world_bundle_path);
    f("entity", &SimulationEvent::entity);
    f("resource", &SimulationEvent::resource);
  }
  friend bool operator==(const SimulationEvent&, const SimulationEvent&) = default;
};

// gs_sim_msgs/Collision: the vehicle begins to touch something; published on /sim/collisions.
struct Collision {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/Collision";
  static constexpr uint8_t SIDE_FRONT = 0;
  static constexpr uint8_t SIDE_REAR = 1;
  static constexpr uint8_t SIDE_LEFT = 2;
  static constexpr uint8_t SIDE_RIGHT = 3;
  std_msgs::Header header;     // time of the step; frame of the point
  std::string kind;            // mesh or actor
  std::string other;           // name of the actor; static_mesh
  geometry_msgs::Point point;  // of the contact in map
  double relative_speed = 0;   // m/s
  uint8_t side = 0;            // of the vehicle

  static void describe(auto& f) {
    f.constant("SIDE_FRONT", SIDE_FRONT);
    f.constant("SIDE_REAR", SIDE_REAR);
    f.constant("SIDE_LEFT", SIDE_LEFT);
    f.constant("SIDE_RIGHT", SIDE_RIGHT);
    f("header", &Collision::header);
    f("kind", &Collision::kind);
    f("other", &Collision::other);
    f("point", &Collision::point);
    f("relative_speed", &Collision::relative_speed);
    f("side", &Collision::side);
  }
  friend bool operator==(const Collision&, const Collision&) = default;
};

// gs_sim_msgs/SimulationStatus: the state of the run, published on /sim/status.
struct SimulationStatus {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/SimulationStatus";
  std_msgs::Header header;
  builtin_interfaces::Time sim_time;
  double sim_dt = 0;  // s
  uint64_t step_count = 0;
  double real_time_factor = 0;
  double step_duration_ms = 0;
  bool is_collision = false;
  bool is_offroad = false;
  bool is_paused = false;
  std::vector<std::string> warnings;
  std::vector<std::string> errors;

  static void describe(auto& f) {
    f("header", &SimulationStatus::header);
    f("sim_time", &SimulationStatus::sim_time);
    f("sim_dt", &SimulationStatus::sim_dt);
    f("step_count", &SimulationStatus::step_count);
    f("real_time_factor", &SimulationStatus::real_time_factor);
    f("step_duration_ms", &SimulationStatus::step_duration_ms);
    f("is_collision", &SimulationStatus::is_collision);
    f("is_offroad", &SimulationStatus::is_offroad);
    f("is_paused", &SimulationStatus::is_paused);
    f("warnings", &SimulationStatus::warnings);
    f("errors", &SimulationStatus::errors);
  }
  friend bool operator==(const SimulationStatus&, const SimulationStatus&) = default;
};

// gs_sim_msgs/WorldInfo: the loaded world bundle, published on /sim/world_info. world_origin is the corner with the
// smallest coordinates of the world's extent in map [m].
struct WorldInfo {
  static constexpr std::string_view kType = "gs_sim_msgs/msg/WorldInfo";
  std_msgs::Header header;
  std::string world_id;
  std::string world_bundle_path;
  std::string source_mcap;
  std::string world_version;
  std::string map_frame;
  std::string odom_frame;
  std::string base_link_frame;
  geometry_msgs::Point world_origin;
  double world_extent_x = 0;  // m
  double world_extent_y = 0;
  double world_extent_z = 0;
  std::vector<std::string> available_cameras;
  std::vector<std::string> available_lidars;

  static void describe(auto& f) {
    f("header", &WorldInfo::header);
    f("world_id", &WorldInfo::world_id);
    f("world_bundle_path", &WorldInfo::world_bundle_path);
    f("source_mcap", &WorldInfo::source_mcap);
    f("world_version", &WorldInfo::world_version);
    f("map_frame", &WorldInfo::map_frame);
    f("odom_frame", &WorldInfo::odom_frame);
    f("base_link_frame", &WorldInfo::base_link_frame);
    f("world_origin", &WorldInfo::world_origin);
    f("world_extent_x", &WorldInfo::world_extent_x);
    f("world_extent_y", &WorldInfo::world_extent_y);
    f("world_extent_z", &WorldInfo::world_extent_z);
    f("available_cameras", &WorldInfo::available_cameras);
    f("available_lidars", &WorldInfo::available_lidars);
  }
  friend bool operator==(const WorldInfo&, const WorldInfo&) = default;
};

// gs_sim_msgs/ResetWorld: moves the car back to a start pose, and optionally the clock to its start.
struct ResetWorld {
  static constexpr std::string_view kType = "gs_sim_msgs/srv/ResetWorld";
  // The pose to start from.
  struct Request {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/ResetWorld_Request";
    geometry_msgs::Pose initial_pose;  // an all-zero quaternion means the initial pose of the bundle
    bool reset_time = false;

    static void describe(auto& f) {
      f("initial_pose", &Request::initial_pose);
      f("reset_time", &Request::reset_time);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Whether it worked; if not, the reason.
  struct Response {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/ResetWorld_Response";
    bool success = false;
    std::string message;

    static void describe(auto& f) {
      f("success", &Response::success);
      f("message", &Response::message);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// gs_sim_msgs/SetEgoPose: moves the car to a pose and gives it a velocity.
struct SetEgoPose {
  static constexpr std::string_view kType = "gs_sim_msgs/srv/SetEgoPose";
  // base_link in map, and the velocity in base_link.
  struct Request {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/SetEgoPose_Request";
    geometry_msgs::Pose pose;
    geometry_msgs::Twist twist;

    static void describe(auto& f) {
      f("pose", &Request::pose);
      f("twist", &Request::twist);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Whether it worked; if not, the reason.
  struct Response {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/SetEgoPose_Response";
    bool success = false;
    std::string message;

    static void describe(auto& f) {
      f("success", &Response::success);
      f("message", &Response::message);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// gs_sim_msgs/LoadWorld: replaces the world of the simulation by another bundle.
struct LoadWorld {
  static constexpr std::string_view kType = "gs_sim_msgs/srv/LoadWorld";
  // The folder of the bundle, on the machine of the simulator.
  struct Request {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/LoadWorld_Request";
    std::string world_bundle_path;

    static void describe(auto& f) { f("world_bundle_path", &Request::world_bundle_path); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Whether it worked; the new world, or the reason.
  struct Response {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/LoadWorld_Response";
    bool success = false;
    std::string message;
    WorldInfo world_info;

    static void describe(auto& f) {
      f("success", &Response::success);
      f("message", &Response::message);
      f("world_info", &Response::world_info);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// gs_sim_msgs/SimulationControl: pauses, resumes, steps or resets the simulation.
struct SimulationControl {
  static constexpr std::string_view kType = "gs_sim_msgs/srv/SimulationControl";
  // CMD_PAUSE with step_once makes one step and stays paused.
  struct Request {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/SimulationControl_Request";
    static constexpr uint8_t CMD_PAUSE = 0;
    static constexpr uint8_t CMD_RESUME = 1;
    static constexpr uint8_t CMD_STEP = 2;
    static constexpr uint8_t CMD_RESET = 3;
    uint8_t command = 0;
    bool step_once = false;

    static void describe(auto& f) {
      f.constant("CMD_PAUSE", CMD_PAUSE);
      f.constant("CMD_RESUME", CMD_RESUME);
      f.constant("CMD_STEP", CMD_STEP);
      f.constant("CMD_RESET", CMD_RESET);
      f("command", &Request::command);
      f("step_once", &Request::step_once);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Whether it worked; if not, the reason.
  struct Response {
    static constexpr std::string_view kType = "gs_sim_msgs/srv/SimulationControl_Response";
    bool success = false;
    std::string message;

    static void describe(auto& f) {
      f("success", &Response::success);
      f("message", &Response::message);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

}  // namespace gs::rosmsg::gs_sim_msgs
