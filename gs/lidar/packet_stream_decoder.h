// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes messages that hold the packets of about one revolution: VelodyneScan, PandarScan and NebulaPackets.
#pragma once

#include "gs/lidar/decoder_calibration.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/packet_decoder.h"

namespace gs::lidar {

// Message types of packets.
enum class PacketMessage { velodyne_scan, pandar_scan, nebula_packets };

// Recognises the sensor by the first packet, checks all packets of a message before it uses one, and cuts sweeps by
// azimuth.
class PacketStreamDecoder final : public LidarDecoder {
 public:
  PacketStreamDecoder(PacketMessage kind, DecoderCalibration calibration)
      : kind_(kind), calibration_(std::move(calibration)) {}
  Result<std::vector<DecodedSweep>> take(const LidarMessage& message) override;
  std::vector<DecodedSweep> finish() override { return sweeps_.take_open(); }

 private:
  PacketMessage kind_;
  DecoderCalibration calibration_;
  std::unique_ptr<PacketDecoder> packets_;  // of the sensor; null before the first packet
  SweepCutter sweeps_;
};

}  // namespace gs::lidar
