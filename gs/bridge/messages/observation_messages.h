// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the simulator sees, as the ROS messages of its interface. Pure conversions: no network, no file, no decision.
#pragma once

#include <string>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

rosgraph_msgs::Clock clock_message(Timestamp stamp);
// map -> odom (they coincide) and odom -> base_link.
tf2_msgs::TFMessage tf_message(const sim::Observation& now, const sim::FrameOptions& frames);
// base_link -> every sensor, all in one message.
tf2_msgs::TFMessage tf_static_message(const sim::Simulator& simulator);
nav_msgs::Odometry odometry_message(const sim::Observation& now, const sim::FrameOptions& frames);
gs_sim_msgs::VehicleState vehicle_state_message(const sim::Observation& now, const sim::SimulatorOptions& options);
gs_sim_msgs::WorldInfo world_info_message(const sim::Simulator& simulator);
sensor_msgs::Image image_message(RenderedImage image, const std::string& frame_id);
sensor_msgs::CameraInfo camera_info_message(const CameraCalibration& camera, Timestamp stamp);
// x y z intensity float32 at 0 4 8 12, ring uint16 at 16; with motion also time float32 at 20 (point_step 24).
sensor_msgs::PointCloud2 point_cloud_message(const sim::LidarSweep& sweep, const std::string& frame_id);

// How the run is going, measured by whoever steps.
struct RunStatus {
  double real_time_factor = 0;
  double step_duration_ms = 0;
  bool is_paused = false;
  std::vector<std::string> warnings, errors;
  bool is_step = false;  // false: the present was seen again, at the start, after a reset or after a placement
};
// Whether /sim/status is published and recorded at this step: ten times a simulated second.
bool status_is_due(uint64_t step, Duration dt);
gs_sim_msgs::SimulationStatus status_message(const sim::Observation& now, Duration dt, RunStatus run);

}  // namespace gs::bridge
