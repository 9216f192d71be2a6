// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as Velodyne packets of 1206 bytes and as a VelodyneScan, with a calibration for HDL-64E where the
// first byte is even.
#include "fuzz/lidar_packets.h"
#include "gs/core/json/json.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  gs::lidar::DecoderCalibration calibration;
  if (data[0] % 2 == 0) {
    calibration.velodyne.emplace();
    calibration.velodyne->lasers.resize(64, {.elevation_deg = 1, .two_points = true, .vertical_offset_m = 0.1});
  }
  gs::fuzz::feed_packets(gs::rosmsg::velodyne_msgs::VelodyneScan::kType, calibration, bytes.subspan(1), 1206);
  if (const auto json = gs::parse_json(gs::as_text(bytes))) {
    static_cast<void>(gs::lidar::parse_velodyne_calibration(*json).has_value());
  }
  return 0;
}
