// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packets of Hesai LiDARs.
#pragma once

#include "gs/lidar/hesai/hesai_model.h"
#include "gs/lidar/packet_clock.h"
#include "gs/lidar/packet_decoder.h"

namespace gs::lidar {

// Decodes the packets of one sensor. Axes are those of Hesai: azimuth 0 is the y axis, x points to the right of it.
class HesaiPacketDecoder final : public PacketDecoder {
 public:
  // `model` is the sensor that find_hesai_model() found, perhaps with the channels of a calibration file.
  explicit HesaiPacketDecoder(HesaiModel model);
  Result<void> check(Bytes packet) const override;
  void decode(Bytes packet, Timestamp stamp, SweepCutter& sweeps) override;

 private:
  // Blocks that share one azimuth: 1, or 2 or 3 with several returns; 0 for a mode that is unknown.
  int returns_of(Bytes packet) const;
  const std::byte* unit_at(Bytes packet, int block, std::size_t channel) const;
  unsigned azimuth_of(Bytes packet, int block) const;

  HesaiModel model_;
  struct Beam {
    double sin_azimuth, cos_azimuth, sin_elevation, cos_elevation;
    int ring;
  };
  std::vector<Beam> beams_;
  PacketClock clock_;
};

}  // namespace gs::lidar
