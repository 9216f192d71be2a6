// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/rectified_info.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/geometry/vec.h"

namespace gs::builder {
namespace {

// True if the rows are orthonormal and the determinant is positive.
bool is_rotation(const std::array<double, 9>& r) {
  const auto row = [&](std::size_t i) { return Vec3d{r[3 * i], r[3 * i + 1], r[3 * i + 2]}; };
  const auto near = [](double value, double wanted) { return std::abs(value - wanted) < 1e-3; };
  for (std::size_t i = 0; i < 3; ++i) {
    if (!near(dot(row(i), row(i)), 1) || !near(dot(row(i), row((i + 1) % 3)), 0)) return false;
  }
  return dot(cross(row(0), row(1)), row(2)) > 0;
}

}  // namespace

Result<rosmsg::sensor_msgs::CameraInfo> rectified_info(rosmsg::sensor_msgs::CameraInfo info) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::ranges::all_of(info.p, finite) || !std::ranges::all_of(info.r, finite)) {
    return fail(ErrorCode::invalid_data, "P or R of camera_info is not finite");
  }
  const bool no_p = std::ranges::all_of(info.p, [](double value) { return value == 0; });
  if (!no_p && !(info.p[0] > 0 && info.p[5] > 0)) {
    return fail(ErrorCode::invalid_data, "P of camera_info has the focal lengths {} and {}, both must be positive",
                info.p[0], info.p[5]);
  }
  // P is [K | t], 3 x 4.
  for (std::size_t row = 0; !no_p && row < 3; ++row) std::copy_n(&info.p[4 * row], 3, &info.k[3 * row]);
  if (!is_rotation(info.r)) info.r = {};
  info.d.clear();
  info.distortion_model = "plumb_bob";
  return info;
}

}  // namespace gs::builder
