// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A procedural street: everything that stands still, everything that moves, and the closed forms behind them.
#pragma once

#include <string>
#include <vector>

#include "gs/core/random.h"
#include "gs/synth/street/mesh.h"
#include "gs/synth/street/road.h"

namespace gs {

struct StreetObject {
  uint32_t instance = 0;
  std::string kind;  // "building", "tree", "car", "person", ...
  bool moves = false;
};

// A car or a person that follows a line along the road at constant speed.
struct Actor {
  uint32_t instance = 0;
  StreetMesh mesh;       // origin on the ground below its middle, x forward
  double s0 = 0;         // at time 0
  double d = 0;          // to the left of the centreline
  double speed_mps = 0;  // along s; negative: against it
  double bob_m = 0;      // people rise and fall as they walk
};

struct Street {
  StreetOptions options;
  Road road;
  StreetMesh mesh;            // all that stands still
  std::vector<Actor> actors;  // all that moves
  std::vector<StreetObject> objects;

  // Where an actor is; it comes in again at the other end of the road.
  Rigid3d map_from_actor(const Actor& actor, double time_s) const;
};

// Same options, same street. with_traffic adds the actors.
Street make_street(const StreetOptions& options, bool with_traffic);

}  // namespace gs
