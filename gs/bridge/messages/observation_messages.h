// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts observations of the simulator to the ROS messages of its interface. Pure conversions: no network, no files,
// no decisions.
#pragma once

#include <string>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// /clock.
rosmsg::rosgraph_msgs::Clock clock_message(Timestamp stamp);
// /tf: map -> odom (identity) and odom -> base_link.
rosmsg::tf2_msgs::TFMessage tf_message(const sim::Observation& now, const sim::FrameOptions& frames);
// /tf_static: base_link -> every sensor of the calibration, in one message.
rosmsg::tf2_msgs::TFMessage tf_static_message(const sim::Simulator& simulator);
// /odom and /vehicle/state at the time of the observation, /sim/world_info. Twists are in base_link.
rosmsg::nav_msgs::Odometry odometry_message(const sim::Observation& now, const sim::FrameOptions& frames);
rosmsg::gs_sim_msgs::VehicleState vehicle_state_message(const sim::Observation& now,
                                                        const sim::SimulatorOptions& options);
rosmsg::gs_sim_msgs::WorldInfo world_info_message(const sim::Simulator& simulator);
// /camera/<id>/image_raw (rgb8) and /camera/<id>/camera_info.
rosmsg::sensor_msgs::Image image_message(world::RenderedImage image, const std::string& frame_id);
rosmsg::sensor_msgs::CameraInfo camera_info_message(const world::CameraCalibration& camera, Timestamp stamp);
// /lidar/<id>/points. Point layout: x, y, z, intensity as float32 at offsets 0, 4, 8, 12; ring as uint16 at 16
// (point_step 20); with motion distortion also time as float32 at 20 (point_step 24).
rosmsg::sensor_msgs::PointCloud2 point_cloud_message(const sim::LidarSweep& sweep, const std::string& frame_id);

// Topics of the actors, and whether a world has them: only worlds with assets can have actors.
inline constexpr const char* kObjectsTopic = "/ground_truth/objects";
inline constexpr const char* kCollisionsTopic = "/sim/collisions";
bool has_objects(const sim::Simulator& simulator);
// True if /ground_truth/objects is published and recorded at this step: simulation.ground_truth_rate.
bool objects_are_due(const sim::Simulator& simulator, uint64_t step);
// /ground_truth/objects: the boxes of the actors of the observation in map; id is the actor's name.
rosmsg::vision_msgs::Detection3DArray objects_message(const sim::Simulator& simulator, const sim::Observation& now);
// /sim/collisions.
rosmsg::gs_sim_msgs::Collision collision_message(const sim::Collision& collision, Timestamp stamp,
                                                 const sim::FrameOptions& frames);

// State of the run as measured by the loop that steps the simulator.
struct RunStatus {
  double real_time_factor = 0;
  double step_duration_ms = 0;
  bool is_paused = false;
  std::vector<std::string> warnings, errors;
  bool is_step = false;  // false: observed without stepping, at the start, after a reset or after a placement
};
// True if /sim/status is published and recorded at this step: 10 Hz of simulated time.
bool status_is_due(uint64_t step, Duration dt);
// /sim/status. `run.warnings` and `run.errors` hold notices that began; lasting conditions are added as a warning.
rosmsg::gs_sim_msgs::SimulationStatus status_message(const sim::Observation& now, Duration dt, RunStatus run);

}  // namespace gs::bridge
