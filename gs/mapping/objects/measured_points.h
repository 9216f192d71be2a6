// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The points of tracks as the sweeps measured them, before the motion of the object is taken out. Private to
// build_objects().
#pragma once

#include <span>
#include <vector>

#include "gs/core/progress.h"
#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// A point in map, relative to MeasuredTrack::origin_in_map.
struct MeasuredPoint {
  Vec3f position;    // [m]
  Vec3f ray_origin;  // sensor position when the point was measured [m]
  float after_s;     // measured this long after the stamp of its sighting
  float intensity;
};

// The points of one track, by sighting.
struct MeasuredTrack {
  Vec3d origin_in_map;  // keeps single precision exact far from the origin of map
  std::vector<std::vector<MeasuredPoint>> sightings;
};

// Reads every sweep that a track names once. Points beyond the end of their sweep and points that are not finite are
// left out. Errors: invalid_argument for a sweep that does not exist; those of the source; interrupted.
Result<std::vector<MeasuredTrack>> read_measured_points(SweepSource& sweeps, std::span<const ObjectTrack> tracks,
                                                        Progress& progress);

// The points of a track in its object frame: each point is moved with the pose of the object at its own time. `states`
// has one state per sighting.
std::vector<ObjectPoint> points_in_object(const MeasuredTrack& measured, const std::vector<ObjectState>& states);

}  // namespace gs::mapping
