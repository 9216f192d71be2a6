// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses for a log that has none, or whose poses are not wanted: LiDAR odometry as part of the ingest.
#pragma once

#include "gs/builder/ingest/lidar_calibrations.h"
#include "gs/builder/ingest/pose_topics.h"
#include "gs/builder/recording/pose_source.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Estimates the poses of base_link from the sweeps of one LiDAR (of several, the one with most bytes) and the IMU if
// the log has one, and stores them in `motion`, together with the measured gravity. Stretches that the sweeps do not
// constrain are warnings. The map is level if there is an IMU, else it has the tilt of the first sweep; its origin is
// the first pose. Errors: INSUFFICIENT_DATA for fewer than 10 usable sweeps; TF_MISSING if no transform leads from
// base_link to the LiDAR.
BuildResult<LidarOdometryReport> find_lidar_poses(const logio::LogReader& log, const TopicMapping& mapping,
                                                  const FramesConfig& frames, const LidarCalibrations& calibrations,
                                                  const TimeWindow& window, PoseTopics& motion, Problems& problems,
                                                  Progress& progress);

// Topic of the LiDAR that find_lidar_poses() uses; the mapping must have one.
std::string odometry_lidar(const logio::LogReader& log, const TopicMapping& mapping);

}  // namespace gs::builder
