// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/lidar_estimate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gs::builder {
namespace {

constexpr double kDeg = 180.0 / std::numbers::pi;
// Bins of 0.1 deg separate the beams of spinning LiDARs with up to 128 channels over 40 deg (0.3 deg apart).
constexpr double kBinDeg = 0.1;

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Four decimals of a degree: far below the measurement error, and easy to read in a file.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

// Peaks of the histogram: bins higher than their neighbours and than a tenth of the mean of the occupied bins.
std::vector<double> beams_of_histogram(const std::vector<double>& elevations_deg) {
  std::vector<int> bins(static_cast<std::size_t>(180 / kBinDeg) + 2);
  for (const double e : elevations_deg) ++bins[static_cast<std::size_t>((e + 90) / kBinDeg) + 1];
  // The threshold follows the number of points, so that sparse and dense LiDARs are treated alike.
  const auto occupied = std::ranges::count_if(bins, [](int n) { return n > 0; });
  if (occupied == 0) return {};
  const double least = 0.1 * static_cast<double>(elevations_deg.size()) / static_cast<double>(occupied);
  std::vector<double> beams;
  for (std::size_t i = 1; i + 1 < bins.size(); ++i) {
    if (bins[i] > least && bins[i] >= bins[i - 1] && bins[i] > bins[i + 1]) {
      beams.push_back((static_cast<double>(i) - 0.5) * kBinDeg - 90);
    }
  }
  return beams;
}

}  // namespace

void LidarEstimate::add(const lidar::DecodedSweep& sweep) {
  if (sweeps_ >= kSweeps) return;
  ++sweeps_;
  for (const lidar::DecodedPoint& point : sweep.points) {
    const auto [x, y, z] = point.position;
    const double flat = std::hypot(x, y), range = std::hypot(flat, z);
    if (!std::isfinite(range) || range < 0.1) continue;
    samples_.push_back({point.ring, static_cast<float>(std::atan2(z, flat)), static_cast<float>(std::atan2(y, x))});
    ranges_.push_back(static_cast<float>(range));
  }
}

world::LiDARSpec LidarEstimate::estimate() const {
  world::LiDARSpec spec;
  spec.model = "estimated from the log";
  if (samples_.empty()) return spec;

  // Angles by ring; ring -1 collects all points of clouds without rings.
  std::map<int, std::vector<double>> elevations, azimuths;
  for (const Sample& s : samples_) {
    elevations[s.ring].push_back(s.elevation_rad * kDeg);
    azimuths[s.ring].push_back(s.azimuth_rad * kDeg);
  }
  // Elevation per beam.
  std::vector<double> beams;
  if (elevations.contains(-1)) {
    beams = beams_of_histogram(elevations[-1]);
  } else {
    for (const auto& [ring, values] : elevations) beams.push_back(median_of(values));
  }
  std::ranges::sort(beams);
  // Equal angles are not separate beams, and the format requires a field of view.
  beams.erase(std::unique(beams.begin(), beams.end(), [](double a, double b) { return b - a < 1e-3; }), beams.end());
  if (beams.size() >= 2) {
    spec.channels = static_cast<int>(beams.size());
    for (const double beam : beams) spec.beam_elevations_deg.push_back(rounded(beam));
    spec.vertical_fov_min = spec.beam_elevations_deg.front();
    spec.vertical_fov_max = spec.beam_elevations_deg.back();
  }

  // Azimuth steps between consecutive points of one beam. Missing returns cause larger steps, so the median is used.
  std::vector<double> steps;
  for (auto& [ring, values] : azimuths) {
    if (ring < 0) continue;
    for (std::size_t i = 1; i < values.size(); ++i) {
      const double step = std::abs(std::remainder(values[i] - values[i - 1], 360.0));
      if (step > 0.01 && step < 5) steps.push_back(step);
    }
  }
  if (!steps.empty()) spec.horizontal_resolution = std::round(median_of(steps) * 1e3) / 1e3;

  // Observed range, rounded outwards to 0.1 m and 10 m.
  std::vector<float> ranges = ranges_;
  std::ranges::sort(ranges);
  spec.min_range = std::floor(ranges.front() * 10) / 10.0;
  spec.max_range = std::max(spec.min_range + 1.0, std::ceil(static_cast<double>(ranges.back()) / 10) * 10);
  return spec;
}

}  // namespace gs::builder
