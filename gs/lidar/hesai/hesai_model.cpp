// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/hesai/hesai_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "gs/lidar/hesai/hesai_angles.h"

namespace gs::lidar {
namespace {

constexpr std::size_t kMostChannels = 256;

std::vector<HesaiChannel> channels_of(std::span<const double> elevations, std::span<const double> azimuths) {
  std::vector<HesaiChannel> out;
  for (std::size_t i = 0; i < elevations.size(); ++i) out.push_back({elevations[i], azimuths[i]});
  return out;
}

std::vector<double> microseconds(std::span<const int> ns) {
  std::vector<double> out;
  for (const int value : ns) out.push_back(value * 1e-3);
  return out;
}

HesaiModel pandar40p() {
  HesaiModel m{.name = "Pandar40P", .packet_bytes = {1262, 1266}, .blocks = 10, .flag_bytes = 2};
  m.mode_at = 1254, m.date_at = 1256, m.time_at = 1250;
  m.block_us = 55.56, m.last_block_us = -28.58;
  m.channels = channels_of(kPandar40pElevations, kPandar40pAzimuths);
  m.channel_us = microseconds(kPandar40pFiring_ns);
  return m;
}

HesaiModel pandar64() {
  HesaiModel m{.name = "Pandar64", .packet_bytes = {1194, 1198}, .header_bytes = 8, .blocks = 6};
  m.mode_at = 1186, m.date_at = 1188, m.time_at = 1182;
  m.block_us = 55.56, m.last_block_us = -42.58;
  m.channels = channels_of(kPandar64Elevations, kPandar64Azimuths);
  m.channel_us = microseconds(kPandar64Firing_ns);
  return m;
}

// Its channels fire within 52 us of a block; the order depends on mode and azimuth and is not used.
HesaiModel pandar128() {
  HesaiModel m{.name = "Pandar128", .packet_bytes = {861, 893}, .header_bytes = 12, .blocks = 2};
  m.mode_at = 817, m.date_at = 820, m.time_at = 826;
  m.block_us = 55.556;
  m.channels = channels_of(kPandar128Elevations, kPandar128Azimuths);
  m.channel_us.assign(m.channels.size(), 0);
  return m;
}

HesaiModel xt32() {
  HesaiModel m{.name = "XT32", .packet_bytes = {1080}, .header_bytes = 12, .blocks = 8, .unit_bytes = 4};
  m.mode_at = 1062, m.date_at = 1065, m.time_at = 1071;
  m.block_us = 50, m.last_block_us = 5.632;
  m.channels = channels_of(kPandarXt32Elevations, kPandarXt32Azimuths);
  for (int i = 0; i < 32; ++i) m.channel_us.push_back(0.368 + 1.512 * i);
  return m;
}

// A number of a CSV line; NaN if the text is none.
double csv_number(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? value : std::nan("");
}

}  // namespace

const std::vector<HesaiModel>& hesai_models() {
  static const std::vector<HesaiModel> models = {pandar40p(), pandar64(), pandar128(), xt32()};
  return models;
}

const HesaiModel* find_hesai_model(Bytes packet) {
  for (const HesaiModel& model : hesai_models()) {
    if (std::ranges::find(model.packet_bytes, packet.size()) == model.packet_bytes.end()) continue;
    const auto byte = [&](std::size_t at) { return std::to_integer<std::size_t>(packet[at]); };
    if (model.header_bytes == 0) {
      if (byte(0) == 0xff && byte(1) == 0xee) return &model;
      continue;
    }
    const std::size_t counts_at = model.header_bytes == 8 ? 2 : 6;
    const bool counts =
        byte(counts_at) == model.channels.size() && byte(counts_at + 1) == static_cast<std::size_t>(model.blocks);
    if (byte(0) == 0xee && byte(1) == 0xff && counts) return &model;
  }
  return nullptr;
}

Result<std::vector<HesaiChannel>> parse_hesai_calibration(std::string_view csv) {
  std::vector<HesaiChannel> out;
  int line_number = 0;
  while (!csv.empty()) {
    const std::size_t end = csv.find('\n');
    const std::string_view line = csv.substr(0, end);
    csv.remove_prefix(end == std::string_view::npos ? csv.size() : end + 1);
    ++line_number;
    const std::size_t first = line.find(','), second = first == line.npos ? line.npos : line.find(',', first + 1);
    const double channel = csv_number(line.substr(0, first));
    // Words before the first channel are the title; lines without commas are empty or comments.
    if (first == line.npos || (std::isnan(channel) && out.empty())) continue;
    const double elevation = csv_number(line.substr(first + 1));
    const double azimuth = second == line.npos ? std::nan("") : csv_number(line.substr(second + 1));
    const bool next = channel == static_cast<double>(out.size() + 1) && out.size() < kMostChannels;
    if (!next || !(std::abs(elevation) <= 90) || !(std::abs(azimuth) <= 180)) {
      return fail(ErrorCode::invalid_data, "line {} of the calibration must be '{},elevation,azimuth' in degrees",
                  line_number, out.size() + 1);
    }
    out.push_back({elevation, azimuth});
  }
  if (out.empty()) return fail(ErrorCode::invalid_data, "the calibration has no line 'channel,elevation,azimuth'");
  return out;
}

}  // namespace gs::lidar
