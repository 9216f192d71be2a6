// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Small RealSense recordings for tests, each with one thing changed. Test code only.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "gs/core/file.h"
#include "gs/core/result.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::convert_testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "convert_test_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

struct BagRecipe {
  int frames = 3;
  uint32_t width = 16, height = 8;
  std::string color_topic = "/device_0/sensor_1/Color_0/image/data";
  std::string depth_topic = "/device_0/sensor_0/Depth_0/image/data";
  std::string color_info_topic = "/device_0/sensor_1/Color_0/info/camera_info";
  std::string depth_info_topic = "/device_0/sensor_0/Depth_0/info/camera_info";
  bool sdk = true;  // with /file_version
  bool imu = false;
  bool camera_info_each_frame = false;
  int64_t color_lag = 0;  // frames that colour arrives behind depth
  int64_t first_stamp_ns = 1'700'000'000'000'000'000;
  std::string domain;  // timestamp_domain in frame metadata; empty: no metadata
  std::function<void(sensor_msgs::Image& color, int frame)> change_color;
  std::function<void(sensor_msgs::CameraInfo& color)> change_info;
};

Result<void> write_bag(const fs::path& path, const BagRecipe& recipe);

}  // namespace gs::convert_testing
