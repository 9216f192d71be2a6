// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes of objects that others made (labels, trackers, an earlier build) as tracks: they say which returns belong to an
// object and how it moves, and are checked against the sweeps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gs/mapping/actors/object_track.h"

namespace gs::mapping {

// A box at one time, x along its length.
struct GivenBox {
  Timestamp stamp;
  Vec3d floor_in_map;  // middle of its floor [m]
  double yaw = 0;      // [rad]
  Vec3d size;          // length, width, height [m]
};

// The boxes of one object, with increasing stamps.
struct GivenTrack {
  std::string id;
  ObjectClass type = ObjectClass::unknown;
  std::vector<GivenBox> boxes;
};

}  // namespace gs::mapping
