// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as Hesai packets, as a PandarScan and as a calibration file. The first byte chooses the length.
#include "fuzz/lidar_packets.h"
#include "gs/rosmsg/messages/pandar_msgs.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::size_t kLengths[] = {1262, 1266, 1194, 1198, 861, 893, 1080, 1248};
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  gs::fuzz::feed_packets(gs::rosmsg::pandar_msgs::PandarScan::kType, {}, bytes.subspan(1),
                         kLengths[data[0] % std::size(kLengths)]);
  static_cast<void>(gs::lidar::parse_hesai_calibration(gs::as_text(bytes)).has_value());
  return 0;
}
