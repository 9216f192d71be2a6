// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The path of a drive as an importer reads it: base_link in map.
#pragma once

#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs::importers {

// Start of drives whose files hold no date: 2001-09-09 01:46:40 UTC. Stamps near 0 would look like missing ones.
inline constexpr Timestamp kUnknownStart{1'000'000'000'000'000'000};

// A pose of the path.
struct PathPose {
  Timestamp time;
  Rigid3d map_from_base;
};

// Moves a path so that its first position is the origin; far origins (UTM) lose digits in floats. Returns the shift.
Vec3d shift_to_origin(std::vector<PathPose>& path);

// Checks the path of an importer: finite, at least two poses in ascending order, upright, and driven along its x axis
// (median angle to the motion at most 15 degrees, where it moves). Wrong axis conventions and damaged files fail here.
// Errors: invalid_data.
Result<void> check_path(const std::vector<PathPose>& path);

// The pose at a time, interpolated; before the first and after the last pose the end is held. `path` is not empty.
Rigid3d pose_at(const std::vector<PathPose>& path, Timestamp time);

}  // namespace gs::importers
