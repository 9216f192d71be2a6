// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A track while it grows: the object's last sighting and its motion. Private to track_objects.
#pragma once

#include "gs/mapping/actors/object_cloud.h"
#include "gs/mapping/actors/register_clusters.h"

namespace gs::mapping {

// Assumed motion of objects.
struct MotionOptions {
  double max_speed_mps = 40;
  double acceleration_mps2 = 4;  // standard deviation of changes of the velocity
  double yaw_acceleration_rps2 = 1.5;
  double unknown_speed_mps = 15;  // standard deviation before the second sighting
};

// Velocity of an object: a Kalman filter of registered translations (Kalman 1960), horizontally with a full covariance.
class MotionEstimate {
 public:
  explicit MotionEstimate(const MotionOptions& options);

  // Velocity in map [m/s], yaw rate [rad/s], and the number of motions that made them.
  Vec3d velocity() const { return velocity_; }
  double yaw_rate() const { return yaw_rate_; }
  int updates() const { return updates_; }
  // Motion within dt_s.
  ClusterMotion predicted(double dt_s) const { return {velocity_ * dt_s, yaw_rate_ * dt_s}; }
  // Squared Mahalanobis distance of a registered horizontal translation from the predicted one.
  double distance2(const ClusterFit& fit, double dt_s) const;
  // Standard deviation of the predicted horizontal translation [m].
  double sd_m(double dt_s) const;
  // Largest horizontal difference between the predicted and the true translation that is worth looking at [m].
  double reach_m(double dt_s) const;
  // Takes a registered motion over dt_s into account.
  void update(const ClusterFit& fit, double dt_s);

 private:
  // xx, xy, yy of a covariance.
  struct Covariance2 {
    double xx = 0, xy = 0, yy = 0;
  };
  Covariance2 after(double dt_s) const;

  MotionOptions options_;
  Vec3d velocity_;
  double yaw_rate_ = 0;
  Covariance2 spread_;     // of the velocity [m^2/s^2]
  double yaw_spread_ = 0;  // [rad^2/s^2]
  int updates_ = 0;
};

// An object that is being followed.
struct LiveTrack {
  std::vector<Sighting> sightings;
  std::vector<RelativePose> motions;
  std::vector<ObjectCloud> clouds;  // of the sightings
  MotionEstimate motion;

  // Points of the last sighting.
  const ObjectCloud& last() const { return clouds.back(); }
  // Appends the first sighting, or one that a registration connects with the last one.
  void append(Sighting sighting, ObjectCloud cloud, const ClusterFit* fit);
};

}  // namespace gs::mapping
