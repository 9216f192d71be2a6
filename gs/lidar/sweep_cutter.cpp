// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/sweep_cutter.h"

#include <cmath>
#include <utility>

namespace gs::lidar {
namespace {

constexpr double kHalfCircle = 18000;  // [0.01 deg] a larger fall of the azimuth is the passage through zero
constexpr double kLongestGap_s = 0.5, kLongestSweep_s = 1.0;
constexpr std::size_t kMostPoints = 4'000'000;

}  // namespace

void SweepCutter::begin(double azimuth, Timestamp start) {
  const double gap_s = (start - group_start_).seconds(), length_s = (start - open_.stamp).seconds();
  const bool passes_zero = last_azimuth_ - azimuth > kHalfCircle;
  if (started_ && (passes_zero || std::abs(gap_s) > kLongestGap_s || length_s > kLongestSweep_s ||
                   open_.points.size() > kMostPoints)) {
    cut();
  }
  if (!started_) {
    open_.stamp = start;
    open_.frame_id = frame_id_;
    open_.has_times = open_.has_intensities = true;
    started_ = true;
  }
  last_azimuth_ = azimuth;
  group_start_ = start;
  group_after_s_ = (start - open_.stamp).seconds();
}

void SweepCutter::add(DecodedPoint point, double after_s) {
  point.time_s = static_cast<float>(group_after_s_ + after_s);
  open_.points.push_back(point);
}

void SweepCutter::cut() {
  const std::size_t points = open_.points.size();
  if (points > 0) finished_.push_back(std::move(open_));
  open_ = {};
  open_.points.reserve(points);  // the next revolution has about as many
  started_ = false;
}

std::vector<DecodedSweep> SweepCutter::take_finished() { return std::exchange(finished_, {}); }

std::vector<DecodedSweep> SweepCutter::take_open() {
  if (started_) cut();
  return take_finished();
}

}  // namespace gs::lidar
