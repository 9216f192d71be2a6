// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses of the sightings of a track on its gathered points. Private to build_objects().
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gs/mapping/objects/motion_smoother.h"

namespace gs::mapping {

// The poses that could be found, in the order of the sightings, and the median distance of the points to the object.
struct SightedPoses {
  std::vector<SightedPose> poses;
  double misfit_m = 0;
};

// For motions whose errors add up over the track: the shape grows from the sighting with the most points to both ends,
// and each sighting is laid on those before it. `points` in the order of the sightings, in the frame of `states`.
SightedPoses poses_on_growing_shape(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states);

// For poses that are nearly right: every sighting is laid on the points of all others. Even sightings are laid on the
// shape of the odd ones and the other way round, so that no sighting is laid on itself.
SightedPoses poses_on_other_half(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states);

// Adds where the middle of the object lies along its length, by the ends of the points of each sighting. Points of
// smooth sides tell little of the motion along them, and what they seem to tell follows the pattern of the beams; the
// poses of these sightings lose most of their say in this direction. Nothing is added unless some sightings show both
// ends. `gathered_length`: of the box around all points, whose middle is the origin [m].
void add_ends(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states, double gathered_length,
              std::vector<SightedPose>& poses);

// Adds where the middle of a vehicle lies across its heading, by both edges of its front or back in sightings from
// straight ahead or behind. A flat end tells nothing of the motion across it; the poses of these sightings lose most of
// their say in this direction.
void add_flanks(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states,
                std::vector<SightedPose>& poses);

// Length of the object by the sightings with many points that show both ends [m]; empty if too few do. Errors of the
// motion stretch the gathered points, but not those of one sighting.
std::optional<double> length_by_ends(std::span<const ObjectPoint> points, double gathered_length);

// True if some sightings from beside the object show both ends of the gathered points.
bool shows_length(std::span<const ObjectPoint> points, const ObjectExtent& gathered);

}  // namespace gs::mapping
