// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Registration of an object's points in one sweep with those in another, in x, y, z and yaw. Private to track_objects.
#pragma once

#include <span>

#include "gs/mapping/actors/object_cloud.h"
#include "gs/mapping/actors/object_track.h"

namespace gs::mapping {

// Motion of points in map from the stamp of a cloud to that of another: p goes to
// pivot + translation + R(yaw) (p - pivot), with the mean of the first cloud as pivot.
struct ClusterMotion {
  Vec3d translation;
  double yaw = 0;
};

// A registration and how well the clouds agree after it.
struct ClusterFit {
  ClusterMotion motion;
  std::array<double, 16> covariance{};  // of x, y, z, yaw
  std::array<bool, 4> unobserved{};     // sd above 0.3 m or 0.15 rad
  double misfit_m = 1;                  // mean distance to the other surface, smaller of the two directions
  double overlap = 0;                   // share of the points of both that lie within 0.1 m of the other surface
  double inliers = 0;                   // the same for the cloud that overlaps more
};

// Options of the registration.
struct RegisterOptions {
  int steps = 15;              // most Gauss-Newton steps
  double first_reach_m = 0.5;  // Tukey limit of the first step; falls to last_reach_m
  double last_reach_m = 0.15;
  double inlier_m = 0.1;
  double upright_m = 1.2;  // objects not wider than this (people) do not turn between two sweeps
  double start_sd_m = 1;   // horizontal standard deviation of the first estimate
};

// Lays cloud `from` on cloud `to`, from a first estimate, by iterated closest points with the Tukey weight and the
// surfaces of both clouds. The points of both are moved to the stamp of their cloud with `velocity` [m/s].
ClusterFit register_clusters(const ObjectCloud& from, const ObjectCloud& to, const ClusterMotion& start, Vec3d velocity,
                             const RegisterOptions& options = {});

// Of several first estimates the index of the one after which the clouds agree best. Ties: the first one.
std::size_t best_start(const ObjectCloud& from, const ObjectCloud& to, std::span<const ClusterMotion> starts,
                       Vec3d velocity);

}  // namespace gs::mapping
