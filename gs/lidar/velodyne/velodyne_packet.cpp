// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/velodyne/velodyne_packet.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gs/lidar/beams.h"

namespace gs::lidar {
namespace {

constexpr std::size_t kBlockBytes = 100, kTimeAt = 1200, kModeAt = 1204, kProductAt = 1205;
constexpr uint8_t kDualMode = 0x39;
constexpr double kLargestStep = 200;  // [0.01 deg] of a group: 20 Hz and 110 us give 80
constexpr Duration kHour{3'600'000'000'000};
// Distances [m] of the two calibration points of HDL-64E: x and y of the near one, and the far one (manual, appendix).
constexpr double kNearX_m = 2.4, kNearY_m = 1.93, kFar_m = 25.04;

uint16_t block_flag(Bytes packet, int block) {
  return load_le<uint16_t>(packet.data() + kBlockBytes * static_cast<std::size_t>(block));
}

// 0 to 3 for lasers 0-31 to 96-127; -1: no flag of Velodyne.
int bank_of_flag(uint16_t flag) {
  switch (flag) {
    case 0xeeff:
      return 0;
    case 0xddff:
      return 1;
    case 0xccff:
      return 2;
    case 0xbbff:
      return 3;
    default:
      return -1;
  }
}

// HDL-64E writes status bytes where the others write return mode and product.
bool has_mode(const VelodyneModel& model) { return model.product != 0; }

}  // namespace

bool is_velodyne_packet(Bytes packet) {
  return packet.size() == kVelodynePacketBytes && bank_of_flag(block_flag(packet, 0)) == 0;
}

Result<const VelodyneModel*> find_velodyne_model(Bytes packet) {
  if (packet.size() != kVelodynePacketBytes) {
    return fail(ErrorCode::invalid_data, "a Velodyne packet has {} bytes, not {}", kVelodynePacketBytes, packet.size());
  }
  // Two banks are those of HDL-64E.
  bool second = false, third = false;
  for (int b = 0; b < kVelodyneBlocks; ++b) {
    second |= bank_of_flag(block_flag(packet, b)) == 1;
    third |= bank_of_flag(block_flag(packet, b)) >= 2;
  }
  const auto product = second && !third ? uint8_t{0} : std::to_integer<uint8_t>(packet[kProductAt]);
  for (const VelodyneModel& model : velodyne_models()) {
    if (model.product == product && (product != 0 || (second && !third))) return &model;
  }
  return fail(ErrorCode::unsupported, "Velodyne product 0x{:02x} is not known", product)
      .with_hint("play the log through the vendor's driver and record PointCloud2");
}

VelodynePacketView::VelodynePacketView(Bytes packet, const VelodyneModel& model)
    : packet_(packet),
      returns_(has_mode(model) && std::to_integer<uint8_t>(packet[kModeAt]) == kDualMode ? 2 : 1),
      // The blocks of HDL-64E are taken one by one: each has the azimuth of its own firing.
      group_blocks_(has_mode(model) ? model.banks * returns_ : 1) {}

uint16_t VelodynePacketView::u16(int block, std::size_t at) const {
  return load_le<uint16_t>(packet_.data() + kBlockBytes * static_cast<std::size_t>(block) + at);
}

int64_t VelodynePacketView::time_ns() const { return int64_t{load_le<uint32_t>(packet_.data() + kTimeAt)} * 1000; }

int VelodynePacketView::bank(int block) const { return std::max(0, bank_of_flag(block_flag(packet_, block))); }

int VelodynePacketView::intensity(int block, int j) const {
  return std::to_integer<int>(
      packet_[kBlockBytes * static_cast<std::size_t>(block) + 6 + 3 * static_cast<std::size_t>(j)]);
}

std::array<BlockAngle, kVelodyneBlocks> VelodynePacketView::angles(double previous_step) const {
  std::array<BlockAngle, kVelodyneBlocks> out{};
  for (int first = 0; first < used_blocks(); first += group_blocks_) {
    double step = previous_step;
    if (first + group_blocks_ < used_blocks()) {
      const double turned = (azimuth(first + group_blocks_) - azimuth(first) + 36000) % 36000;
      if (turned > 0 && turned <= kLargestStep) step = turned;
    }
    previous_step = step;
    for (int b = first; b < first + group_blocks_; ++b) out[static_cast<std::size_t>(b)] = {azimuth(first), step};
  }
  return out;
}

VelodynePacketDecoder::VelodynePacketDecoder(VelodyneModel model) : model_(std::move(model)), clock_(kHour) {
  std::vector<double> elevations;
  for (const VelodyneLaser& laser : model_.lasers) elevations.push_back(laser.elevation_deg);
  const std::vector<int> rings = rings_by_elevation(elevations);
  for (std::size_t i = 0; i < elevations.size(); ++i) {
    const double elevation_rad = elevations[i] * std::numbers::pi / 180;
    beams_.push_back({std::sin(elevation_rad), std::cos(elevation_rad), rings[i]});
    const VelodyneLaser& laser = model_.lasers[i];
    plain_ = plain_ && !laser.two_points && laser.vertical_offset_m == 0 && laser.horizontal_offset_m == 0;
  }
}

Result<void> VelodynePacketDecoder::check(Bytes packet) const {
  GS_TRY(const VelodyneModel* model, find_velodyne_model(packet));
  if (model->product != model_.product) {
    return fail(ErrorCode::invalid_data, "the packet is one of {}, those before are of {}", model->name, model_.name);
  }
  const VelodynePacketView fields(packet, model_);
  for (int b = 0; b < fields.used_blocks(); ++b) {
    const uint16_t flag = block_flag(packet, b);
    const int bank = bank_of_flag(flag), wanted = b / fields.returns() % model_.banks;
    if (bank < 0 || bank >= model_.banks || (has_mode(model_) && bank != wanted)) {
      return fail(ErrorCode::corrupt, "block {} of a {} packet has flag 0x{:04x}", b, model_.name, flag);
    }
    if (fields.azimuth(b) >= 36000) {
      return fail(ErrorCode::corrupt, "block {} of a {} packet has azimuth {}, the largest is 35999", b, model_.name,
                  fields.azimuth(b));
    }
  }
  return {};
}

// Manual of HDL-64E, appendix "calibrated point": the distance correction is interpolated between two measured
// distances, separately for both axes. For lasers without offsets this is the plain spherical formula.
Vec3d VelodynePacketDecoder::position_of(double distance_m, int index, double azimuth) const {
  const VelodyneLaser& laser = model_.lasers[static_cast<std::size_t>(index)];
  const Beam& beam = beams_[static_cast<std::size_t>(index)];
  const SinCos w = sin_cos_of_centidegrees(azimuth - laser.rotation_deg * 100);
  const double r = distance_m + laser.distance_m;
  if (plain_) {
    const double flat = r * beam.cos_elevation;
    return {flat * w.cos, -flat * w.sin, r * beam.sin_elevation};
  }
  const double up = laser.vertical_offset_m, side = laser.horizontal_offset_m;
  const auto flat_of = [&](double range) { return range * beam.cos_elevation - up * beam.sin_elevation; };
  // Axes of the manual: x to the right, y ahead.
  const auto x_of = [&](double range) { return flat_of(range) * w.sin - side * w.cos; };
  const auto y_of = [&](double range) { return flat_of(range) * w.cos + side * w.sin; };
  double r_x = r, r_y = r;
  if (laser.two_points) {
    const auto correction = [&](double near_m, double at, double near_at) {
      return (laser.distance_m - near_m) * (std::abs(at) - near_at) / (kFar_m - near_at) + near_m - laser.distance_m;
    };
    r_x += correction(laser.distance_x_m, x_of(r), kNearX_m);
    r_y += correction(laser.distance_y_m, y_of(r), kNearY_m);
  }
  return {y_of(r_y), -x_of(r_x), r_y * beam.sin_elevation + up * beam.cos_elevation};
}

void VelodynePacketDecoder::decode_block(const VelodynePacketView& packet, int block, const BlockAngle& angle,
                                         SweepCutter& sweeps) const {
  const bool repeats = packet.returns() == 2 && block % 2 == 1;
  const int group = block / packet.group_blocks();
  // Times of HDL-64E are those of its packets.
  const double group_us = model_.group_us * group - model_.packet_time_us;
  for (int j = 0; j < 32; ++j) {
    const unsigned units = packet.distance(block, j);
    if (units == 0 || (repeats && packet.distance(block - 1, j) == units)) continue;
    const int index = 32 * packet.bank(block) + j;
    const VelodyneElement& element = model_.elements[static_cast<std::size_t>(index)];
    const double turned = model_.group_us == 0 ? 0 : angle.step * element.time_us / model_.group_us;
    sweeps.add({.position = position_of(units * model_.distance_unit_m, element.laser, angle.azimuth + turned),
                .intensity = static_cast<float>(packet.intensity(block, j)),
                .ring = beams_[static_cast<std::size_t>(element.laser)].ring},
               (group_us + element.time_us) * 1e-6);
  }
}

void VelodynePacketDecoder::decode(Bytes bytes, Timestamp stamp, SweepCutter& sweeps) {
  const VelodynePacketView packet(bytes, model_);
  const Timestamp start = clock_.time_of(packet.time_ns(), stamp);
  const auto angles = packet.angles(last_step_);
  for (int b = 0; b < packet.used_blocks(); ++b) {
    const BlockAngle& angle = angles[static_cast<std::size_t>(b)];
    if (b % packet.group_blocks() == 0) sweeps.begin(angle.azimuth, start);
    decode_block(packet, b, angle, sweeps);
    last_step_ = angle.step;
  }
}

}  // namespace gs::lidar
