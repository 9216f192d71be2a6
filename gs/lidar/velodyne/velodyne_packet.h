// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One packet of a Velodyne LiDAR: 12 blocks of 100 bytes, a time, a return mode and a product number.
#pragma once

#include <array>

#include "gs/lidar/packet_clock.h"
#include "gs/lidar/packet_decoder.h"
#include "gs/lidar/velodyne/velodyne_model.h"

namespace gs::lidar {

inline constexpr std::size_t kVelodynePacketBytes = 1206;
inline constexpr int kVelodyneBlocks = 12;

// True if the bytes have the length and the first block flag of a Velodyne packet.
bool is_velodyne_packet(Bytes packet);
// The model that wrote a packet: by the product number, HDL-64E by its block flags. Errors: unsupported.
Result<const VelodyneModel*> find_velodyne_model(Bytes packet);

// Azimuth of a block at the start of its group, and how far the sensor turns until the next group [0.01 deg].
struct BlockAngle {
  int azimuth = 0;
  double step = 0;
};

// Reads fields of one packet; the caller has checked it with VelodynePacketDecoder::check.
class VelodynePacketView {
 public:
  VelodynePacketView(Bytes packet, const VelodyneModel& model);

  // Layout: blocks for each bank of a group (1 or 2 returns), blocks of a group, and blocks that hold whole groups.
  int returns() const { return returns_; }
  int group_blocks() const { return group_blocks_; }
  int used_blocks() const { return kVelodyneBlocks / group_blocks_ * group_blocks_; }
  // Time of the packet after the full hour.
  int64_t time_ns() const;
  // Fields of a block: azimuth [0.01 deg], bank of 32 lasers (0 to 3), and the distance [units] and intensity of
  // measurement j.
  int azimuth(int block) const { return u16(block, 2); }
  int bank(int block) const;
  unsigned distance(int block, int j) const { return u16(block, 4 + 3 * static_cast<std::size_t>(j)); }
  int intensity(int block, int j) const;

  // Azimuth and step of every block. Steps that cannot be (zero, more than 2 deg) and those behind the last group are
  // the step before, at first `previous_step`.
  std::array<BlockAngle, kVelodyneBlocks> angles(double previous_step) const;

 private:
  uint16_t u16(int block, std::size_t at) const;
  Bytes packet_;
  int returns_, group_blocks_;
};

// Decodes the packets of one sensor.
class VelodynePacketDecoder final : public PacketDecoder {
 public:
  // The lasers of `model` may come from a calibration file.
  explicit VelodynePacketDecoder(VelodyneModel model);
  Result<void> check(Bytes packet) const override;
  void decode(Bytes packet, Timestamp stamp, SweepCutter& sweeps) override;

  // Adds the points of one block. The second of two returns is left out if it has the distance of the first.
  void decode_block(const VelodynePacketView& packet, int block, const BlockAngle& angle, SweepCutter& sweeps) const;

 private:
  Vec3d position_of(double distance_m, int laser, double azimuth) const;
  VelodyneModel model_;
  struct Beam {
    double sin_elevation, cos_elevation;
    int ring;
  };
  std::vector<Beam> beams_;
  bool plain_ = true;  // no laser has an offset or a second calibration point
  double last_step_ = 0;
  PacketClock clock_;
};

}  // namespace gs::lidar
