// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR odometry of a log: reads the sweeps, and IMU and wheel odometry if wanted, and estimates the vehicle's poses
// and the elevation offset of the LiDAR's beams.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/builder/calibration/tf_tree.h"
#include "gs/builder/ingest/message_stamp.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/core/progress.h"
#include "gs/geometry/trajectory.h"
#include "gs/lidar/decoder_calibration.h"
#include "gs/logio/api/log.h"
#include "gs/mapping/lidar_bias/lidar_bias.h"
#include "gs/mapping/odometry/gravity.h"
#include "gs/mapping/odometry/track.h"

namespace gs::builder {

// Options of track_lidar(). Empty topics are chosen by type: of several LiDARs the one with most bytes.
struct LidarTrackOptions {
  std::string lidar_topic{};
  std::string imu_topic{};
  std::string odometry_topic{};
  std::string base_frame = "base_link";
  bool use_imu = true;
  bool use_odometry = false;
  bool use_elevation = true;
  // Set by programs, not by users: the part of the log, the LiDAR's frame (empty: that of the messages), and repairs of
  // stamps.
  TimeWindow window{};
  std::string lidar_frame{};
  LogClocks clocks{};
  // True: the first sweep whose frame no transform connects with the base frame ends the reading (not_found).
  bool needs_base_frame = false;
  lidar::DecoderCalibration calibration{};     // for packets of sensors that need one
  std::optional<LidarTopic> turning{};         // a LiDAR whose points get their times from azimuths
  std::vector<StampedTransform> transforms{};  // fixed; they replace those of the log with the same child
};

void describe(auto& visit, LidarTrackOptions& o) {
  visit("lidar_topic", o.lidar_topic, "topic of point clouds or packets; empty: the one with most bytes, clouds first");
  visit("imu_topic", o.imu_topic, "Imu topic; empty: the first");
  visit("odometry_topic", o.odometry_topic, "Odometry topic; empty: the first");
  visit("base_frame", o.base_frame, "frame whose poses are estimated");
  visit("use_imu", o.use_imu, "rotate by the gyro during a sweep, and level the map by gravity");
  visit("use_odometry", o.use_odometry, "predict the motion by wheel odometry");
  visit("use_elevation", o.use_elevation,
        "estimate the elevation offset of the beams on the first 300 m and remove it");
}

// Result of track_lidar().
struct LidarTrack {
  std::string lidar_topic{}, imu_topic{}, odometry_topic{};  // topics used; empty: none
  std::vector<mapping::OdometryPose> poses{};                // one per sweep
  std::vector<mapping::GravitySample> gravity{};             // empty without IMU
  Quaterniond level{};                                       // turns the map level; identity without IMU
  std::size_t refused = 0, without_times = 0;                // sweeps left out; sweeps taken as deskewed
  double voxel_m = 0;                                        // edge of the map's voxels
  bool base_frame_known = true;                              // false: poses are those of the LiDAR itself
  // Elevation offset of the beams; a significant one was removed before the odometry. Empty: not asked for.
  std::optional<mapping::LidarBias> bias{};

  // map_from_base at the middle of every sweep, levelled.
  Result<Trajectory> trajectory() const { return mapping::trajectory_of(poses, level); }
};

// Looks at the clocks of the topics that track_lidar() reads, and of the cameras beside them; repairs are warnings.
// Errors: topic_not_found as below; invalid_data for a clock that cannot be repaired; those of reading the log.
Result<LogClocks> survey_track_clocks(const logio::LogReader& log, const LidarTrackOptions& options,
                                      Problems& problems);

// Reads the log twice: transforms and motion sensors first, then the sweeps; the sweeps once more if the elevation
// offset is significant. A sweep that cannot be decoded or placed is left out and reported. Errors: topic_not_found if
// the log has no LiDAR or lacks a topic that was asked for; not_found with needs_base_frame; invalid_data if fewer than
// two sweeps are usable; interrupted; those of reading the log.
Result<LidarTrack> track_lidar(const logio::LogReader& log, const LidarTrackOptions& options,
                               const mapping::OdometryOptions& odometry, Progress& progress, Problems& problems);

}  // namespace gs::builder
