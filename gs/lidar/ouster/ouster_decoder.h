// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes Ouster packets: one packet a message, some columns of a revolution each.
#pragma once

#include <optional>

#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/packet_clock.h"

namespace gs::lidar {

// Frame of the sensor housing; the packets name none.
inline constexpr std::string_view kOusterFrame = "os_sensor";

// PacketMsg of ouster_ros, ouster_sensor_msgs or ouster_msgs. A sweep ends where the frame number of the packets
// changes. Points lie in kOusterFrame; intensity is the reflectivity of the pixel.
class OusterDecoder final : public LidarDecoder {
 public:
  explicit OusterDecoder(std::optional<OusterMetadata> metadata);
  Result<std::vector<DecodedSweep>> take(const LidarMessage& message) override;
  std::vector<DecodedSweep> finish() override;

 private:
  Result<void> check(Bytes packet) const;
  void start_sweep(Bytes packet, Timestamp received);
  void add_column(Bytes column);
  void add_return(int row, std::size_t measurement, uint32_t range_mm, uint8_t reflectivity, float time_s);

  std::optional<OusterMetadata> metadata_;
  struct Beam {
    double sin_azimuth, cos_azimuth, sin_altitude, cos_altitude;
    int ring;
  };
  std::vector<Beam> beams_;  // [rows]
  struct Direction {
    double sin, cos;
  };
  std::vector<Direction> encoder_;  // [columns]
  PacketClock clock_;
  std::optional<DecodedSweep> open_;
  uint16_t frame_id_ = 0;         // of the open sweep
  uint64_t first_column_ns_ = 0;  // counter at the stamp of the open sweep
};

}  // namespace gs::lidar
