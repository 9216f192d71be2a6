// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes sensor_msgs/PointCloud2 and foxglove.PointCloud: every message is one sweep.
#pragma once

#include "gs/lidar/lidar_decoder.h"
#include "gs/rosmsg/views.h"

namespace gs::lidar {

// Reads the points of a cloud by the names that drivers give the fields (rosmsg::find_channels). Without a ring field,
// the rows of an organised cloud are the rings (the columns, if there are fewer of them). `received` replaces a missing
// stamp. Errors: invalid_data without fields x, y and z.
Result<DecodedSweep> sweep_of_cloud(const rosmsg::PointCloudView& cloud, Timestamp received);

// sensor_msgs/PointCloud2 in CDR or ROS 1 encoding.
class PointCloud2Decoder final : public LidarDecoder {
 public:
  Result<std::vector<DecodedSweep>> take(const LidarMessage& message) override;
};

// foxglove.PointCloud in protobuf or JSON; its pose is applied to the points.
class FoxgloveDecoder final : public LidarDecoder {
 public:
  Result<std::vector<DecodedSweep>> take(const LidarMessage& message) override;
};

}  // namespace gs::lidar
