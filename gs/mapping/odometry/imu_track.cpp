// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/imu_track.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr double kLongestImuGap_s = 0.1;
constexpr double kStandingForce_mps2 = 0.15, kStandingRate_rps = 0.5 * kPi / 180;

const auto kByStamp = [](const ImuSample& s, Timestamp t) { return s.stamp < t; };

}  // namespace

ImuTrack::ImuTrack(const std::vector<ImuSample>& samples) {
  for (const ImuSample& s : samples) {
    if (!is_finite(s.rate_rps) || !is_finite(s.force_mps2)) continue;
    if (!samples_.empty() && s.stamp <= samples_.back().stamp) continue;
    if (samples_.empty()) {
      orientation_.push_back({});
    } else {
      // Trapezoidal rule: the mean rate between two samples.
      const double dt = (s.stamp - samples_.back().stamp).seconds();
      const Vec3d turn = (samples_.back().rate_rps + s.rate_rps) * (0.5 * dt);
      orientation_.push_back(normalized(orientation_.back() * rotation_from_vector(turn)));
    }
    samples_.push_back(s);
  }
}

std::optional<Quaterniond> ImuTrack::orientation(Timestamp t) const {
  if (samples_.empty() || t < samples_.front().stamp || t > samples_.back().stamp) return std::nullopt;
  const auto after = std::lower_bound(samples_.begin(), samples_.end(), t, kByStamp);
  const auto i = static_cast<std::size_t>(after - samples_.begin());
  if (i == 0) return orientation_.front();
  const double dt = (samples_[i].stamp - samples_[i - 1].stamp).seconds();
  if (dt > kLongestImuGap_s) return std::nullopt;
  return slerp(orientation_[i - 1], orientation_[i], (t - samples_[i - 1].stamp).seconds() / dt);
}

std::optional<Quaterniond> ImuTrack::rotation(Timestamp a, Timestamp b, Vec3d bias_rps) const {
  const auto at_a = orientation(a), at_b = orientation(b);
  if (!at_a || !at_b) return std::nullopt;
  // Half of the drift on either side of the rotation: exact to second order in both.
  const Quaterniond half_drift = rotation_from_vector(bias_rps * (-0.5 * (b - a).seconds()));
  return normalized(half_drift * at_a->conjugate() * *at_b * half_drift);
}

std::optional<Vec3d> ImuTrack::bias_at_rest() const {
  for (std::size_t begin = 0; begin < samples_.size();) {
    const auto last =
        std::lower_bound(samples_.begin(), samples_.end(), samples_[begin].stamp + Duration::from_seconds(1), kByStamp);
    const auto end = static_cast<std::size_t>(last - samples_.begin());
    if (end >= samples_.size() || end - begin < 10) return std::nullopt;
    Vec3d rate{}, force{};
    for (std::size_t i = begin; i < end; ++i) rate += samples_[i].rate_rps, force += samples_[i].force_mps2;
    const auto n = static_cast<double>(end - begin);
    rate = rate / n, force = force / n;
    const bool stands = std::all_of(samples_.begin() + static_cast<std::ptrdiff_t>(begin), last, [&](const auto& s) {
      return norm(s.rate_rps - rate) < kStandingRate_rps && norm(s.force_mps2 - force) < kStandingForce_mps2;
    });
    // A long even bend is as steady as standing. It turns faster than the bias of a gyro.
    if (stands && norm(rate) < 2 * kStandingRate_rps) return rate;
    begin = end;
  }
  return std::nullopt;
}

std::optional<Vec3d> ImuTrack::mean_force(Timestamp a, Timestamp b) const {
  Vec3d sum{};
  std::size_t count = 0;
  for (auto s = std::lower_bound(samples_.begin(), samples_.end(), a, kByStamp); s != samples_.end() && s->stamp < b;
       ++s) {
    sum += s->force_mps2;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

}  // namespace gs::mapping
