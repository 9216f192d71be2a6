// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as point clouds of ROS and Foxglove.
#include "fuzz/lidar_feed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  for (const char* encoding : {"ros1", "cdr"}) {
    gs::fuzz::feed("sensor_msgs/msg/PointCloud2", {}, encoding, std::array{bytes}, false);
  }
  for (const char* encoding : {"protobuf", "json"}) {
    gs::fuzz::feed("foxglove.PointCloud", {}, encoding, std::array{bytes}, false);
  }
  return 0;
}
