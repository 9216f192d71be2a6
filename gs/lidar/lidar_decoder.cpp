// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/lidar_decoder.h"

#include <array>

#include "gs/lidar/livox_decoder.h"
#include "gs/lidar/ouster/ouster_decoder.h"
#include "gs/lidar/packet_stream_decoder.h"
#include "gs/lidar/point_cloud_decoder.h"

namespace gs::lidar {
namespace {

// A format and the function that makes its decoder.
struct FormatRow {
  LidarFormat format;
  std::unique_ptr<LidarDecoder> (*make)(const DecoderCalibration&);
};

template <PacketMessage kKind>
std::unique_ptr<LidarDecoder> make_packets(const DecoderCalibration& calibration) {
  return std::make_unique<PacketStreamDecoder>(kKind, calibration);
}

template <class Decoder>
std::unique_ptr<LidarDecoder> make_plain(const DecoderCalibration&) {
  return std::make_unique<Decoder>();
}

std::unique_ptr<LidarDecoder> make_ouster(const DecoderCalibration& calibration) {
  return std::make_unique<OusterDecoder>(calibration.ouster);
}

constexpr std::array kFormatRows = {
    FormatRow{{"sensor_msgs/msg/PointCloud2", "point cloud", true}, make_plain<PointCloud2Decoder>},
    FormatRow{{"foxglove.PointCloud", "foxglove point cloud", true}, make_plain<FoxgloveDecoder>},
    FormatRow{{"velodyne_msgs/msg/VelodyneScan", "Velodyne packets"}, make_packets<PacketMessage::velodyne_scan>},
    FormatRow{{"ouster_sensor_msgs/msg/PacketMsg", "Ouster packets", false, true, kOusterFrame}, make_ouster},
    FormatRow{{"ouster_ros/msg/PacketMsg", "Ouster packets", false, true, kOusterFrame}, make_ouster},
    FormatRow{{"ouster_msgs/msg/PacketMsg", "Ouster packets", false, true, kOusterFrame}, make_ouster},
    FormatRow{{"pandar_msgs/msg/PandarScan", "Hesai packets"}, make_packets<PacketMessage::pandar_scan>},
    FormatRow{{"nebula_msgs/msg/NebulaPackets", "Hesai or Velodyne packets"},
              make_packets<PacketMessage::nebula_packets>},
    FormatRow{{"livox_ros_driver2/msg/CustomMsg", "Livox points"}, make_plain<LivoxDecoder>},
    FormatRow{{"livox_ros_driver/msg/CustomMsg", "Livox points"}, make_plain<LivoxDecoder>},
};

// "pkg/Type" of ROS 1 as "pkg/msg/Type"; other names unchanged.
std::string with_msg(std::string_view type) {
  const std::size_t slash = type.find('/');
  if (slash == std::string_view::npos || type.find('/', slash + 1) != std::string_view::npos) return std::string(type);
  return std::string(type.substr(0, slash)) + "/msg" + std::string(type.substr(slash));
}

const FormatRow* find_row(std::string_view message_type) {
  const std::string type = with_msg(message_type);
  for (const FormatRow& row : kFormatRows) {
    if (row.format.type == type) return &row;
  }
  return nullptr;
}

}  // namespace

std::vector<LidarFormat> all_formats() {
  std::vector<LidarFormat> out;
  for (const FormatRow& row : kFormatRows) out.push_back(row.format);
  return out;
}

const LidarFormat* find_format(std::string_view message_type) {
  const FormatRow* row = find_row(message_type);
  return row == nullptr ? nullptr : &row->format;
}

Result<std::unique_ptr<LidarDecoder>> make_decoder(std::string_view message_type,
                                                   const DecoderCalibration& calibration) {
  const FormatRow* row = find_row(message_type);
  if (row == nullptr) {
    return fail(ErrorCode::unsupported, "{} is not a LiDAR message that can be decoded", message_type)
        .with_hint("play the log through the vendor's driver and record PointCloud2");
  }
  return row->make(calibration);
}

}  // namespace gs::lidar
