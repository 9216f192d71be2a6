// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Completes the sightings of tracks: all points inside the box of the object at that time. Private to track_objects.
#pragma once

#include "gs/mapping/actors/finish_tracks.h"
#include "gs/mapping/actors/object_clusters.h"

namespace gs::mapping {

// An upright box around an object at the stamp of a sighting.
struct SightingBox {
  Vec3d centre;     // in map; z on the ground
  double yaw = 0;   // [rad]
  Vec3d low, high;  // relative to the centre, turned by yaw
  Vec3d velocity;   // [m/s]
};

// How far a point in map lies inside a box in x, y and below its top; negative outside.
double depth_in(const SightingBox& box, Vec3d p);

// Boxes around the points of every sighting and of those within half a second of it, moved with the chained motions.
std::vector<SightingBox> sighting_boxes(const LiveTrack& track);

// Rejects tracks of parts of an object that another track shows: most of their sightings lie in or right beside the box
// of a longer one with the same velocity, which grows to contain them. boxes[t] are those of the sightings of
// tracks[t].
void reject_duplicates(std::vector<ObjectTrack>& tracks, std::vector<std::vector<SightingBox>>& boxes);

// A sighting of a track in a sweep.
struct BoxedSighting {
  Sighting* sighting;
  const SightingBox* box;
};

// Adds the points of a sweep that lie inside the boxes of its sightings: what stands if it lies well inside, anything
// else above the ground within a margin. A point goes to the first sighting that contains it; what a sighting has, it
// keeps.
void gather_points(const Sweep& sweep, const std::vector<PointMotion>& motion,
                   const std::vector<BoxedSighting>& sightings);

}  // namespace gs::mapping
