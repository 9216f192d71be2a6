// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/shared_clocks.h"

#include <algorithm>
#include <cmath>

namespace gs::builder {
namespace {

constexpr Duration kSameStamp = Duration::from_ms(1);
constexpr double kLeastShared = 0.8;
// What the uncertainty of one camera does not contain: at constant speed a shift of its images along the road looks
// like a clock, 3 cm like 3 ms at 10 m/s.
constexpr double kFloor_s = 3e-3;
constexpr double kSignificant = 3;

// True if most images of the camera with fewer have a stamp of the other.
bool triggered_together(const CameraClock& a, const CameraClock& b) {
  const CameraClock& few = a.stamps.size() < b.stamps.size() ? a : b;
  const CameraClock& many = &few == &a ? b : a;
  const auto shared = std::ranges::count_if(few.stamps, [&](Timestamp stamp) {
    const auto next = std::ranges::lower_bound(many.stamps, stamp - kSameStamp);
    return next != many.stamps.end() && *next <= stamp + kSameStamp;
  });
  return !few.stamps.empty() && static_cast<double>(shared) >= kLeastShared * static_cast<double>(few.stamps.size());
}

}  // namespace

std::vector<std::size_t> contradicting_cameras(std::span<const CameraClock> cameras) {
  std::vector<bool> contradicts(cameras.size(), false);
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    if (!cameras[i].applied) continue;
    double weights = 0, sum = 0;
    std::vector<std::size_t> group;
    for (std::size_t k = 0; k < cameras.size(); ++k) {
      const CameraClock& camera = cameras[k];
      if (camera.sigma_s <= 0 || (k != i && !triggered_together(cameras[i], camera))) continue;
      const double weight = 1 / (camera.sigma_s * camera.sigma_s + kFloor_s * kFloor_s);
      weights += weight, sum += weight * camera.time_s;
      group.push_back(k);
    }
    if (group.size() < 2 || std::abs(sum) >= kSignificant * std::sqrt(weights)) continue;
    for (const std::size_t k : group) contradicts[k] = true;
  }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    if (contradicts[i]) out.push_back(i);
  }
  return out;
}

}  // namespace gs::builder
