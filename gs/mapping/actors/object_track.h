// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A moving object over time: its points in single sweeps, its poses, and its points gathered in its own frame.
//
// The object frame is fixed to the object: x forward, y left, z up. Its origin lies on the ground below the middle of
// the object as far as it was seen; the final box is fitted in this frame later and need not be centred on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs::mapping {

// A measured point of an object, moved with the object's own motion during the sweep.
struct ObjectPoint {
  Vec3f position_in_object;    // [m]
  Vec3f ray_origin_in_object;  // sensor position when the point was measured [m]
  float intensity = 0;         // as in the sweep
  uint32_t sighting = 0;       // index into ObjectTrack::sightings
};

// Pose and motion of an object at one time.
struct ObjectState {
  Timestamp stamp;
  Vec3d position_in_map;  // of the origin of the object frame [m]
  double yaw = 0;         // [rad] of the x axis in map; continuous over a track, so it may leave (-pi, pi]
  double v = 0;           // speed of the origin along x [m/s]; negative: reverses
  double yaw_rate = 0;    // [rad/s]
  double sigma_m = 0;     // standard deviation of the horizontal position [m]
  double sigma_rad = 0;   // and of the yaw [rad]

  // The pose; objects stand upright in map, their pitch and roll follow from the ground.
  Rigid3d map_from_object() const { return {Quaterniond::from_rpy(0.0, 0.0, yaw), position_in_map}; }
};

// The points of an object in one sweep.
struct Sighting {
  std::size_t sweep = 0;         // index in the SweepSource
  std::size_t sensor = 0;        // Sweep::sensor
  Timestamp stamp;               // mean measurement time of its points
  std::vector<uint32_t> points;  // indices into Sweep::points, ascending
  double misfit_m = 0;           // mean distance of its points to the gathered object
};

// How an object moved from one of its sightings to a later one, found by laying the points of the one on those of the
// other: a point p in map at the stamp of `from` is at pivot + translation + R(yaw) (p - pivot) at the stamp of `to`.
struct RelativePose {
  std::size_t from = 0, to = 0;         // indices into ObjectTrack::sightings
  Vec3d pivot_in_map;                   // mean of the points of `from` [m]
  Vec3d translation;                    // in map [m]
  double yaw = 0;                       // [rad]
  std::array<double, 16> covariance{};  // of (x, y, z, yaw), row after row [m, rad]
  std::array<bool, 4> unobserved{};     // of (x, y, z, yaw): no point tells of this direction
  double misfit_m = 0;                  // mean distance of the points after the motion
  double overlap = 0;                   // share of the points of both that lie on the other, 0 to 1
};

// Kinds of road users.
enum class ObjectClass : uint8_t { pedestrian, two_wheeler, car, large_vehicle, unknown };
// "pedestrian", "two_wheeler", ...
std::string_view name_of(ObjectClass type);

// Reason for which a track is no moving object.
enum class TrackRejection : uint8_t {
  few_sightings,
  is_short,    // "short": it did not travel far enough
  not_rigid,   // bushes, flags, spray
  too_large,   // wider, longer or higher than any vehicle
  in_wall,     // mostly inside standing surfaces
  ego_part,    // inside the ego vehicle
  duplicate,   // a second track of the same object
  low_points,  // too few points in all
  // Of given boxes (given_tracks.h):
  no_returns,      // no sweep shows returns inside
  beside_returns,  // most of the moving returns lie beside the boxes
  other_motion,    // the returns move in another way than the boxes
};
// "few_sightings", "short", "not_rigid", ...
std::string_view name_of(TrackRejection reason);

// An axis-aligned box in the object frame [m].
struct ObjectExtent {
  Vec3d low, high;
  Vec3d size() const { return high - low; }
};

// What boxes that others made say of an object, and how they match the sweeps.
struct GivenObject {
  std::string id;  // as stated
  ObjectClass type = ObjectClass::unknown;
  Vec3d size;                  // median of the boxes: length, width, height [m]
  std::size_t boxes = 0;       // stated
  double inside_share = 0;     // of the moving returns around the boxes: median over the sweeps
  double standing_share = 0;   // of the returns inside while the boxes move: median over the sweeps
  double speed_error_mps = 0;  // difference between the motion of the boxes and that of the returns, median
  double moved_m = 0;          // horizontal distance between the stated and the final position, median
};

// An object and what is known of its motion.
struct ObjectTrack {
  uint32_t id = 0;                            // numbered by the first sighting, from 0; then those of given boxes
  std::vector<Sighting> sightings;            // in time order
  std::vector<RelativePose> motions;          // between sightings, in the order of `to`
  std::vector<ObjectState> states;            // one per sighting, at its stamp; empty before the smoother ran
  std::vector<ObjectPoint> points;            // of all sightings, in their order
  ObjectExtent extent;                        // of these points without outliers
  double travelled_m = 0;                     // length of the path
  double misfit_m = 0;                        // median of the sightings
  double largest_jump = 0;                    // largest residual of the smoothed poses [standard deviations]
  bool holonomic = false;                     // moves in any direction: people
  std::optional<TrackRejection> rejection{};  // none: a moving object
  std::optional<GivenObject> given{};         // of a track that others made
};

// State of an object at a time: cubic Hermite curves in x, y and yaw between two states, linear in z. Before the first
// and after the last state the motion goes on with constant speed and yaw rate. The states must not be empty, their
// stamps must not decrease.
ObjectState state_at(const std::vector<ObjectState>& states, Timestamp time);

}  // namespace gs::mapping
