// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/livox_decoder.h"

#include <algorithm>
#include <cmath>

#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/livox_ros_driver2.h"

namespace gs::lidar {
namespace {

using rosmsg::livox_ros_driver2::CustomMsg;
using rosmsg::livox_ros_driver2::CustomPoint;

// A message whose last point is later than this after the start of the sweep completes it: 0.1 s, less half a period at
// 100 Hz.
constexpr float kLivoxSweep_s = 0.095F;
// A message that starts later than this after the sweep belongs to the next one.
constexpr double kLivoxGap_s = 0.15;
constexpr std::size_t kMostLivoxPoints = 4'000'000;  // of a sweep, if neither stamps nor offsets ever grow

bool is_return(const CustomPoint& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) && (p.x != 0 || p.y != 0 || p.z != 0);
}

}  // namespace

Result<std::vector<DecodedSweep>> LivoxDecoder::take(const LidarMessage& message) {
  GS_TRY(const CustomMsg m, rosmsg::decode_message<CustomMsg>(message.encoding, message.data));
  if (m.point_num != m.points.size()) {
    return fail(ErrorCode::corrupt, "the message announces {} points and has {}", m.point_num, m.points.size());
  }
  std::vector<DecodedSweep> done;
  const Timestamp header = m.header.stamp.timestamp();
  const bool unstamped = header.ns <= 0;
  const Timestamp start = unstamped ? message.received : header;
  const double after_s = open_ ? (start - open_->stamp).seconds() : 0;
  const bool full = open_ && open_->points.size() > kMostLivoxPoints;
  if (after_s < 0 || after_s > kLivoxGap_s || full) done = finish();
  if (!open_) {
    open_ = DecodedSweep{.stamp = start, .unstamped = unstamped, .frame_id = m.header.frame_id};
    open_->has_times = open_->has_intensities = true;
  }
  const double message_after_s = (start - open_->stamp).seconds();
  float last_s = 0;
  for (const CustomPoint& p : m.points) {
    const auto time_s = static_cast<float>(message_after_s + p.offset_time * 1e-9);
    // Measurements without a return count, too: they show how far the sweep has come.
    last_s = std::max(last_s, time_s);
    if (!is_return(p)) continue;
    open_->points.push_back(
        {.position = {p.x, p.y, p.z}, .intensity = static_cast<float>(p.reflectivity), .time_s = time_s});
  }
  if (last_s >= kLivoxSweep_s) {
    for (DecodedSweep& sweep : finish()) done.push_back(std::move(sweep));
  }
  return done;
}

std::vector<DecodedSweep> LivoxDecoder::finish() {
  std::vector<DecodedSweep> done;
  if (open_ && !open_->points.empty()) done.push_back(*std::move(open_));
  open_.reset();
  return done;
}

}  // namespace gs::lidar
