// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/motion_model.h"

#include <algorithm>

namespace gs::mapping {
namespace {

// Points of one time bin share a motion. With 0.1 s in 1024 bins a point is at most 50 us from its bin: 1.5 mm at 30
// m/s.
constexpr std::size_t kBins = 1024;

struct BinMotion {
  Mat3f rotation;
  Vec3f translation;
};

BinMotion to_float(const Rigid3d& motion) {
  const Mat3d r = to_matrix(motion.rotation);
  BinMotion out;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) out.rotation.m[row][column] = static_cast<float>(r.m[row][column]);
  }
  out.translation = cast<float>(motion.translation);
  return out;
}

}  // namespace

bool MotionModel::has_odometry(Timestamp a, Timestamp b) const {
  const Trajectory* track = hints_.odometry;
  return track != nullptr && !track->empty() && std::min(a, b) >= track->start() && std::max(a, b) <= track->end();
}

std::optional<Quaterniond> MotionModel::gyro_rotation(Timestamp a, Timestamp b) const {
  return hints_.imu == nullptr ? std::nullopt : hints_.imu->rotation(a, b, gyro_bias);
}

Rigid3d MotionModel::motion(Timestamp a, Timestamp b) const {
  if (has_odometry(a, b)) return hints_.odometry->at(a)->inverse() * *hints_.odometry->at(b);
  const double dt = (b - a).seconds();
  if (const auto turned = gyro_rotation(a, b); turned && dt != 0) {
    // As a twist, so that the translation follows the bend and does not stay straight.
    return motion_of({rotation_vector(*turned) / dt, twist.linear}, dt);
  }
  return motion_of(twist, dt);
}

void deskew_points(const PointBuffer& points, Timestamp stamp, Timestamp reference, const MotionModel& model,
                   PointBuffer& out) {
  const std::size_t count = points.size();
  out.x.resize(count), out.y.resize(count), out.z.resize(count), out.time_s = points.time_s;
  if (count == 0) return;
  const auto [first, last] = std::minmax_element(points.time_s.begin(), points.time_s.end());
  const double begin_s = *first, span_s = static_cast<double>(*last) - *first;
  const std::size_t bins = span_s > 0 ? kBins : 1;
  std::vector<BinMotion> motions(bins);
  for (std::size_t i = 0; i < bins; ++i) {
    const double offset_s = begin_s + span_s * (static_cast<double>(i) + 0.5) / static_cast<double>(bins);
    motions[i] = to_float(model.motion(reference, stamp + Duration::from_seconds(offset_s)));
  }
  const float per_s = span_s > 0 ? static_cast<float>(static_cast<double>(bins) / span_s) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto bin = static_cast<std::size_t>((points.time_s[i] - *first) * per_s);
    const BinMotion& m = motions[std::min(bin, bins - 1)];
    const Vec3f p = m.rotation * points.at(i) + m.translation;
    out.x[i] = p.x, out.y[i] = p.y, out.z[i] = p.z;
  }
}

}  // namespace gs::mapping
