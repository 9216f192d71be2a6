// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Beam tables after the manufacturers' data sheets (fields of view and spacings).
#include <cmath>

#include "gs/synth/sensors/lidar_sensor.h"

namespace gs::synth {
namespace {

constexpr double kDegree = kPi / 180;

// `count` equally spaced elevations [rad].
std::vector<double> evenly(double from_deg, double to_deg, int count) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) out.push_back((from_deg + (to_deg - from_deg) * i / (count - 1)) * kDegree);
  return out;
}

// Two blocks: 32 beams half a degree apart below, 32 a third of a degree apart above.
std::vector<double> hdl64_beams() {
  std::vector<double> out = evenly(-24.33, -8.83, 32);
  const std::vector<double> upper = evenly(-8.33, 2.0, 32);
  out.insert(out.end(), upper.begin(), upper.end());
  return out;
}

// From -25 to +15 degrees, densest around the horizon: the spacing grows linearly with the distance from it.
std::vector<double> vls128_beams() {
  std::vector<double> out;
  for (int i = 0; i < 128; ++i) {
    const double x = (i - 79.5) / 79.5;  // -1 .. 0.6
    out.push_back((x < 0 ? -1 : 1) * (9.0 * std::fabs(x) + 16.0 * x * x) * kDegree);
  }
  out.back() = 15 * kDegree;
  return out;
}

struct Entry {
  const char* name;
  int columns;
  double range_m;
  std::vector<double> (*beams)();
};
const Entry kModels[] = {
    {"vlp16", 1800, 100, [] { return evenly(-15, 15, 16); }},
    {"hdl32", 2170, 100, [] { return evenly(-30.67, 10.67, 32); }},
    {"hdl64", 2083, 120, hdl64_beams},
    {"vls128", 1800, 220, vls128_beams},
    {"os1_64", 1024, 120, [] { return evenly(-16.6, 16.6, 64); }},
    {"os1_128", 1024, 120, [] { return evenly(-22.5, 22.5, 128); }},
    {"os0_128", 1024, 75, [] { return evenly(-45, 45, 128); }},
    {"pandar64", 1800, 200, [] { return evenly(-25, 15, 64); }},
};

}  // namespace

std::vector<std::string> lidar_model_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kModels) names.emplace_back(entry.name);
  return names;
}

Result<LidarModel> lidar_model(std::string_view name) {
  std::string known;
  for (const Entry& entry : kModels) {
    known += std::string(known.empty() ? "" : ", ") + entry.name;
    if (entry.name != name) continue;
    LidarModel model{
        .name = entry.name, .elevation_rad = entry.beams(), .columns = entry.columns, .max_range_m = entry.range_m};
    for (std::size_t i = 0; i < model.elevation_rad.size(); ++i) {
      // The beams of Ouster sensors are staggered in four columns 2.1 degrees apart.
      const bool staggered = name.substr(0, 2) == "os";
      model.azimuth_offset_rad.push_back(staggered ? (3.164 - 2.109 * static_cast<double>(i % 4)) * kDegree : 0.0);
    }
    return model;
  }
  return fail(ErrorCode::invalid_option, "unknown LiDAR model {}", name).with_hint("known: " + known);
}

}  // namespace gs::synth
