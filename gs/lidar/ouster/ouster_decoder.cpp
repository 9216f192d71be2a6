// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/ouster/ouster_decoder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "gs/lidar/beams.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/ouster_sensor_msgs.h"

namespace gs::lidar {
namespace {

constexpr std::size_t kHeaderBytes = 32;  // of a packet, in all profiles but LEGACY
constexpr uint16_t kLidarPacket = 1;      // packet_type
constexpr int kLateFrames = 8;            // packets of the last frames may arrive late
constexpr std::size_t kImuPacketBytes = 48;
constexpr std::size_t kMostOusterPoints = 4'000'000;  // of a sweep, if the frame number never changes

std::size_t first_column(const OusterProfile& profile) { return profile.legacy ? 0 : kHeaderBytes; }

// The frame number lies in the packet header, or in every column.
uint16_t frame_of(Bytes packet, const OusterProfile& profile) {
  return load_le<uint16_t>(packet.data() + (profile.legacy ? 10 : 2));
}

uint16_t measurement_of(Bytes column) { return load_le<uint16_t>(column.data() + 8); }

bool is_valid(Bytes column, const OusterProfile& profile) {
  if (profile.legacy) return load_le<uint32_t>(column.data() + column.size() - 4) == 0xffffffff;
  return (load_le<uint16_t>(column.data() + 10) & 1) != 0;
}

}  // namespace

OusterDecoder::OusterDecoder(std::optional<OusterMetadata> metadata) : metadata_(std::move(metadata)) {
  if (!metadata_) return;
  constexpr double kRadOfDegree = std::numbers::pi / 180;
  const std::vector<int> rings = rings_by_elevation(metadata_->altitudes_deg);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const double azimuth = metadata_->azimuths_deg[i] * kRadOfDegree,
                 altitude = metadata_->altitudes_deg[i] * kRadOfDegree;
    beams_.push_back({std::sin(azimuth), std::cos(azimuth), std::sin(altitude), std::cos(altitude), rings[i]});
  }
  // The encoder counts clockwise.
  for (int m = 0; m < metadata_->columns; ++m) {
    const double angle = 2 * std::numbers::pi * (1 - static_cast<double>(m) / metadata_->columns);
    encoder_.push_back({std::sin(angle), std::cos(angle)});
  }
}

Result<void> OusterDecoder::check(Bytes packet) const {
  if (!metadata_) {
    return fail(ErrorCode::invalid_argument,
                "Ouster packets ({} bytes) cannot be decoded without the metadata of the sensor", packet.size())
        .with_hint("record the topic 'metadata' of the driver, or name the JSON file with --lidar-calibration");
  }
  if (packet.size() != metadata_->packet_bytes()) {
    const bool imu = packet.size() == kImuPacketBytes;
    return fail(ErrorCode::invalid_data, "{} has {} bytes, {} packets of {} beams have {}",
                imu ? "a packet (of the IMU?)" : "a packet", packet.size(), metadata_->profile->name, metadata_->rows,
                metadata_->packet_bytes());
  }
  if (!metadata_->profile->legacy && load_le<uint16_t>(packet.data()) != kLidarPacket) {
    return fail(ErrorCode::invalid_data, "a packet has type {}, packets of points have {}",
                load_le<uint16_t>(packet.data()), kLidarPacket);
  }
  for (int c = 0; c < metadata_->columns_per_packet; ++c) {
    const Bytes column =
        packet.subspan(first_column(*metadata_->profile) + metadata_->column_bytes() * static_cast<std::size_t>(c),
                       metadata_->column_bytes());
    if (is_valid(column, *metadata_->profile) && measurement_of(column) >= metadata_->columns) {
      return fail(ErrorCode::corrupt, "column {} of a packet has measurement id {}, a revolution has {}", c,
                  measurement_of(column), metadata_->columns);
    }
  }
  return {};
}

void OusterDecoder::start_sweep(Bytes packet, Timestamp received) {
  frame_id_ = frame_of(packet, *metadata_->profile);
  first_column_ns_ = load_le<uint64_t>(packet.data() + first_column(*metadata_->profile));
  open_ = DecodedSweep{.frame_id = std::string(kOusterFrame), .has_times = true, .has_intensities = true};
  open_->stamp = clock_.time_of(static_cast<int64_t>(std::min<uint64_t>(first_column_ns_, INT64_MAX)), received);
}

// Point of a pixel, in millimetres: the beam starts on a circle around the axis (firmware manual, "lidar range to
// XYZ").
void OusterDecoder::add_return(int row, std::size_t measurement, uint32_t range_mm, uint8_t reflectivity,
                               float time_s) {
  if (range_mm == 0) return;
  const Beam& beam = beams_[static_cast<std::size_t>(row)];
  const Direction& e = encoder_[measurement];
  // Angle of the encoder minus that of the beam.
  const double cos_theta = e.cos * beam.cos_azimuth + e.sin * beam.sin_azimuth;
  const double sin_theta = e.sin * beam.cos_azimuth - e.cos * beam.sin_azimuth;
  const double n = metadata_->beam_origin_mm, up = metadata_->beam_height_mm;
  const double along = range_mm - std::hypot(n, up);
  const Vec3d in_lidar = {along * cos_theta * beam.cos_altitude + n * e.cos,
                          along * sin_theta * beam.cos_altitude + n * e.sin, along * beam.sin_altitude + up};
  const Vec3d in_sensor = metadata_->sensor_from_lidar * in_lidar + metadata_->lidar_in_sensor_mm;
  open_->points.push_back({.position = in_sensor / 1000.0,
                           .intensity = static_cast<float>(reflectivity),
                           .ring = beam.ring,
                           .time_s = time_s});
}

void OusterDecoder::add_column(Bytes column) {
  const OusterProfile& profile = *metadata_->profile;
  if (!is_valid(column, profile)) return;
  const auto after_ns = static_cast<double>(static_cast<int64_t>(load_le<uint64_t>(column.data()) - first_column_ns_));
  const auto time_s = static_cast<float>(after_ns * 1e-9);
  const std::byte* pixel = column.data() + (profile.legacy ? 16 : 12);
  const auto unit = static_cast<uint32_t>(profile.range_unit_mm);
  for (int row = 0; row < metadata_->rows; ++row, pixel += profile.pixel_bytes) {
    const uint32_t range = (load_le<uint32_t>(pixel) & profile.range_mask) * unit;
    const std::size_t measurement = measurement_of(column);
    add_return(row, measurement, range, std::to_integer<uint8_t>(pixel[profile.reflectivity_at]), time_s);
    if (profile.second_at == 0) continue;
    const uint32_t second = (load_le<uint32_t>(pixel + profile.second_at) & profile.range_mask) * unit;
    if (second == range) continue;
    add_return(row, measurement, second, std::to_integer<uint8_t>(pixel[profile.second_reflectivity_at]), time_s);
  }
}

Result<std::vector<DecodedSweep>> OusterDecoder::take(const LidarMessage& message) {
  GS_TRY(const auto raw, rosmsg::decode_message<rosmsg::ouster_sensor_msgs::PacketMsg>(message.encoding, message.data));
  const Bytes packet = std::as_bytes(std::span(raw.buf));
  GS_CHECK(check(packet));
  std::vector<DecodedSweep> done;
  const uint16_t frame = frame_of(packet, *metadata_->profile);
  if (open_ && frame != frame_id_) {
    // The number wraps after 16 bits: the signed difference tells earlier from later.
    const auto ahead = static_cast<int16_t>(static_cast<uint16_t>(frame - frame_id_));
    if (ahead < 0 && ahead >= -kLateFrames) {
      return fail(ErrorCode::invalid_data, "a packet of frame {} arrived after frame {} began", frame, frame_id_);
    }
    done = finish();
  }
  if (open_ && open_->points.size() > kMostOusterPoints) done = finish();
  if (!open_) start_sweep(packet, message.received);
  for (int c = 0; c < metadata_->columns_per_packet; ++c) {
    add_column(
        packet.subspan(first_column(*metadata_->profile) + metadata_->column_bytes() * static_cast<std::size_t>(c),
                       metadata_->column_bytes()));
  }
  return done;
}

std::vector<DecodedSweep> OusterDecoder::finish() {
  std::vector<DecodedSweep> done;
  if (open_ && !open_->points.empty()) done.push_back(*std::move(open_));
  open_.reset();
  return done;
}

}  // namespace gs::lidar
