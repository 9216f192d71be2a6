// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measurements of an inertial unit: rotations between two times, and the direction of gravity.
#pragma once

#include <optional>
#include <vector>

#include "gs/core/time.h"
#include "gs/geometry/quaternion.h"

namespace gs::mapping {

// One measurement in base_link axes: rates [rad/s] and specific force [m/s^2], which points up when standing.
struct ImuSample {
  Timestamp stamp;
  Vec3d rate_rps;
  Vec3d force_mps2;
};

// Integrated gyro rates. Samples that are not finite are dropped, equal and decreasing stamps too.
class ImuTrack {
 public:
  ImuTrack() = default;
  explicit ImuTrack(const std::vector<ImuSample>& samples);

  // The accepted samples, in time order.
  bool empty() const { return samples_.empty(); }
  const std::vector<ImuSample>& samples() const { return samples_; }

  // Rotation body(a)_from_body(b), with a constant bias of the rates removed. Empty if a or b lies outside the samples
  // or next to a gap of more than 0.1 s.
  std::optional<Quaterniond> rotation(Timestamp a, Timestamp b, Vec3d bias_rps = {}) const;
  // Mean of the rates over the first standing second: specific force steady within 0.15 m/s^2 and rates below 0.5
  // deg/s of their mean. A gyro at rest measures its bias. Empty if the vehicle never stands.
  std::optional<Vec3d> bias_at_rest() const;
  // Mean specific force in [a, b); empty without samples.
  std::optional<Vec3d> mean_force(Timestamp a, Timestamp b) const;

 private:
  std::optional<Quaterniond> orientation(Timestamp t) const;
  std::vector<ImuSample> samples_;
  std::vector<Quaterniond> orientation_;  // body(first)_from_body(sample), rates integrated without a bias
};

}  // namespace gs::mapping
