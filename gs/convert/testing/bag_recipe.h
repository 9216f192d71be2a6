// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Test support: small RealSense recordings with configurable faults.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "gs/core/file.h"
#include "gs/core/result.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::convert::testing {

using gs::TemporaryFolder;

// Content of a generated bag; the defaults give a valid SDK bag with colour and depth.
struct BagRecipe {
  int frames = 3;
  uint32_t width = 16, height = 8;
  std::string color_topic = "/device_0/sensor_1/Color_0/image/data";
  std::string depth_topic = "/device_0/sensor_0/Depth_0/image/data";
  std::string color_info_topic = "/device_0/sensor_1/Color_0/info/camera_info";
  std::string depth_info_topic = "/device_0/sensor_0/Depth_0/info/camera_info";
  bool sdk = true;               // with /file_version
  std::size_t static_bytes = 0;  // size of a device message at log time 1
  bool imu = false;
  bool camera_info_each_frame = false;
  int64_t color_lag = 0;  // delay of colour behind depth [frames]
  int64_t first_stamp_ns = 1'700'000'000'000'000'000;
  int64_t stamp_step_ns = 33'333'333;
  int64_t first_log_ns = 1'000'000'000;  // log time of the first frame
  int metadata_copies = 1;               // copies of the timestamp_domain per frame
  std::string packed_color_topic{};      // topic of a CompressedImage per frame; empty: none
  std::string domain;                    // timestamp_domain in frame metadata; empty: no metadata
  std::function<void(rosmsg::sensor_msgs::Image& color, int frame)> change_color;
  std::function<void(rosmsg::sensor_msgs::CameraInfo& color)> change_info;
};

// Writes the bag.
Result<void> write_bag(const fs::path& path, const BagRecipe& recipe);

}  // namespace gs::convert::testing
