// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/ouster/ouster_metadata.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "gs/core/json/json.h"

namespace gs::lidar {
namespace {

// Firmware manual, "lidar data packet format".
constexpr std::array kOusterProfiles = {
    OusterProfile{"LEGACY", 12, 0xfffff, 1, 4, 0, 0, true},
    OusterProfile{"RNG19_RFL8_SIG16_NIR16", 12, 0x7ffff, 1, 4},
    OusterProfile{"RNG19_RFL8_SIG16_NIR16_DUAL", 16, 0x7ffff, 1, 3, 4, 7},
    OusterProfile{"RNG15_RFL8_NIR8", 4, 0x7fff, 8, 2},
    OusterProfile{"RNG15_RFL8_NIR8_DUAL", 8, 0x7fff, 8, 2, 4, 6},
};
constexpr int kMostRows = 256, kMostColumns = 8192, kMostColumnsPerPacket = 128;
constexpr double kLargestLength_mm = 10'000;

// A value by its key in a group; in old firmware keys lie at the top.
const Node& metadata_value(const Node& root, std::string_view group, std::string_view key) {
  const Node& grouped = root[group][key];
  return grouped.is_null() ? root[key] : grouped;
}

// A whole number in [1, limit]; `otherwise` if the key is missing.
Result<int> metadata_size(const Node& value, std::string_view key, int otherwise, int limit) {
  const auto number =
      value.is_null() ? std::optional<uint64_t>(static_cast<uint64_t>(std::max(0, otherwise))) : value.index();
  if (!number || *number < 1 || *number > static_cast<uint64_t>(limit)) {
    return fail(ErrorCode::invalid_data, "{} of the Ouster metadata must be 1 to {}", key, limit);
  }
  return static_cast<int>(*number);
}

// A list of finite numbers of a given length.
Result<std::vector<double>> metadata_list(const Node& value, std::string_view key, std::size_t length, double limit) {
  if (!value.is_list() || value.items.size() != length) {
    return fail(ErrorCode::invalid_data, "{} of the Ouster metadata must be a list of {} numbers, it has {}", key,
                length, value.items.size());
  }
  std::vector<double> out;
  for (const Node& item : value.items) {
    if (!item.is_number() || !(std::abs(item.real) <= limit)) {
      return fail(ErrorCode::invalid_data, "{} of the Ouster metadata has a value that is not a number up to {}", key,
                  limit);
    }
    out.push_back(item.real);
  }
  return out;
}

// Columns of a mode such as "1024x10"; 0 if it has another form.
int columns_of_mode(const std::string& mode) {
  int columns = 0;
  std::from_chars(mode.data(), mode.data() + mode.size(), columns);
  return columns;
}

// Distance of the beams from the axis for metadata that does not have it.
double default_beam_origin_mm(std::string_view product) {
  if (product.starts_with("OS-0-")) return 27.67;
  if (product.starts_with("OS-1-")) return 15.806;
  return product.starts_with("OS-2-") ? 13.762 : 12.163;
}

Result<void> read_beam_origin(const Node& root, OusterMetadata& out) {
  const Node& transform = metadata_value(root, "beam_intrinsics", "beam_to_lidar_transform");
  if (!transform.is_null()) {
    GS_TRY(const auto m, metadata_list(transform, "beam_to_lidar_transform", 16, kLargestLength_mm));
    out.beam_origin_mm = m[3], out.beam_height_mm = m[11];
    return {};
  }
  const Node& origin = metadata_value(root, "beam_intrinsics", "lidar_origin_to_beam_origin_mm");
  out.beam_origin_mm = origin.number_or(default_beam_origin_mm(out.product));
  if (std::abs(out.beam_origin_mm) <= kLargestLength_mm) return {};
  return fail(ErrorCode::invalid_data, "lidar_origin_to_beam_origin_mm of the Ouster metadata is {}",
              out.beam_origin_mm);
}

Result<void> read_mount(const Node& root, OusterMetadata& out) {
  const Node& transform = metadata_value(root, "lidar_intrinsics", "lidar_to_sensor_transform");
  std::vector<double> m = {-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 36.18, 0, 0, 0, 1};
  if (!transform.is_null()) {
    GS_TRY(m, metadata_list(transform, "lidar_to_sensor_transform", 16, kLargestLength_mm));
  }
  out.sensor_from_lidar = Mat3d::from_rows({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]});
  out.lidar_in_sensor_mm = {m[3], m[7], m[11]};
  return {};
}

}  // namespace

const OusterProfile* find_ouster_profile(std::string_view name) {
  for (const OusterProfile& profile : kOusterProfiles) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}

std::size_t OusterMetadata::column_bytes() const {
  return (profile->legacy ? 20 : 12) + profile->pixel_bytes * static_cast<std::size_t>(rows);
}

std::size_t OusterMetadata::packet_bytes() const {
  return (profile->legacy ? 0 : 64) + column_bytes() * static_cast<std::size_t>(columns_per_packet);
}

Result<OusterMetadata> parse_ouster_metadata(std::string_view json) {
  GS_TRY(const Node root, parse_json(json));
  OusterMetadata out;
  out.product = metadata_value(root, "sensor_info", "prod_line").text;
  const Node& sizes = root["lidar_data_format"].is_map() ? root["lidar_data_format"] : root["data_format"];
  const Node& altitudes = metadata_value(root, "beam_intrinsics", "beam_altitude_angles");
  GS_TRY(out.rows,
         metadata_size(sizes["pixels_per_column"], "pixels_per_column",
                       static_cast<int>(std::min<std::size_t>(altitudes.items.size(), kMostRows)), kMostRows));
  GS_TRY(out.columns_per_packet,
         metadata_size(sizes["columns_per_packet"], "columns_per_packet", 16, kMostColumnsPerPacket));
  const std::string mode = metadata_value(root, "config_params", "lidar_mode").text;
  GS_TRY(out.columns,
         metadata_size(sizes["columns_per_frame"], "columns_per_frame", columns_of_mode(mode), kMostColumns));
  std::string profile = sizes["udp_profile_lidar"].text;
  if (profile.empty()) profile = metadata_value(root, "config_params", "udp_profile_lidar").text;
  if (profile.empty()) profile = "LEGACY";
  out.profile = find_ouster_profile(profile);
  if (out.profile == nullptr) {
    return fail(ErrorCode::unsupported, "the packets have the profile {}, which is not known", profile)
        .with_hint("set udp_profile_lidar to RNG19_RFL8_SIG16_NIR16, or record PointCloud2 with the vendor's driver");
  }
  const auto rows = static_cast<std::size_t>(out.rows);
  GS_TRY(out.altitudes_deg, metadata_list(altitudes, "beam_altitude_angles", rows, 90));
  GS_TRY(out.azimuths_deg, metadata_list(metadata_value(root, "beam_intrinsics", "beam_azimuth_angles"),
                                         "beam_azimuth_angles", rows, 360));
  GS_CHECK(read_beam_origin(root, out));
  GS_CHECK(read_mount(root, out));
  return out;
}

}  // namespace gs::lidar
