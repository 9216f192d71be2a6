// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The most likely motion of an object over its whole track. Private to build_objects().
//
// Fixed-interval smoothing of a chain of states: constant turn rate and speed, disturbed by accelerations, with poses
// from registration as measurements. All states are solved together by Gauss-Newton steps on the sparse normal
// equations. On a linear chain this is the estimate of a Kalman filter with a Rauch-Tung-Striebel pass; solved whole,
// motions may also join sightings that are no neighbours, and every step linearises anew.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "gs/mapping/actors/object_track.h"

namespace gs::mapping {

// Standard deviations of the disturbances.
struct MotionNoise {
  double accel_mps2 = 4;
  double turn_radps2 = 2;
};

// Where an object was in one sighting, found by laying the sighting's points on the gathered object.
struct SightedPose {
  std::size_t sighting = 0;
  Vec3d point_in_object, point_in_map;  // the same point [m]
  double yaw = 0;                       // [rad]
  std::array<double, 16> covariance{};  // of (x, y, z, yaw), row after row [m, rad]
};

// What is known of a track.
struct SmootherInput {
  std::vector<ObjectState> start;                 // first guess, one state per sighting
  std::span<const RelativePose> motions{};        // used where `poses` is empty
  std::span<const SightedPose> poses{};           // replace the motions
  std::vector<std::optional<double>> ground_z{};  // ground height below each sighting [m]; may be empty
  MotionNoise noise{};
  std::optional<double> axle_m{};  // distance of the point that runs along the heading behind the origin; unknown: none
  bool holonomic = false;          // moves in any direction; the heading is that of the motion
};

// The smoothed states, with standard deviations if asked for.
struct SmoothedMotion {
  std::vector<ObjectState> states;
  double largest_jump = 0;  // largest residual of a measurement [standard deviations]
};
SmoothedMotion smooth_motion(const SmootherInput& input, bool with_sigmas);

// Chains the motions of a track into one state per sighting, and turns the object frame so that x points along the
// motion. The sign is that of the longest stretch of motion, so an object that backs up first keeps its heading.
std::vector<ObjectState> first_guess(const ObjectTrack& track);

// Turns all states by one angle so that x points along the motion.
void align_heading(std::vector<ObjectState>& states);

}  // namespace gs::mapping
