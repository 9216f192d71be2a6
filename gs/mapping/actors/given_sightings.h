// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Collects the returns inside given boxes sweep by sweep and compares their motion with that of the boxes. Private to
// track_objects.
#pragma once

#include "gs/mapping/actors/gather_points.h"
#include "gs/mapping/actors/given_tracks.h"

namespace gs::mapping {

// Follows given boxes through the sweeps of a drive.
class GivenSightings {
 public:
  // The boxes must outlive this object. Objects whose boxes stay within min_travel_m are not looked at.
  GivenSightings(std::span<const GivenTrack> given, double min_travel_m);

  // Takes the returns of the next sweep that lie inside of boxes, which are interpolated between their stamps.
  void add(const Sweep& sweep, std::size_t index, const std::vector<PointMotion>& motion);
  // One track for each given one, in their order; ids count from first_id. Tracks whose boxes do not match the returns
  // have a rejection: no_returns, beside_returns, other_motion or short.
  std::vector<ObjectTrack> finish(uint32_t first_id);

 private:
  struct Follower {
    ObjectTrack track{};
    std::optional<ObjectCloud> last{};  // of the last sighting, with the box at that time
    ObjectState last_state{};
    std::vector<double> inside{}, standing{}, speed_errors{};
  };
  void check_motion(Follower& own, const Sweep& sweep, const ObjectState& state, Vec3d velocity);

  std::span<const GivenTrack> given_;
  std::vector<Follower> followers_;
};

}  // namespace gs::mapping
