// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A procedural street: static mesh, moving actors, and the closed forms behind them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/synth/street/mesh.h"
#include "gs/synth/street/road.h"

namespace gs::synth {

// A named object; its instance id appears in ground-truth images.
struct StreetObject {
  uint32_t instance = 0;
  std::string kind;  // "building", "tree", "car", "person", ...
  bool moves = false;
};

// A car or a person that follows a line along the road at constant speed.
struct Actor {
  uint32_t instance = 0;
  StreetMesh mesh;       // origin on the ground below its middle, x forward
  double s0 = 0;         // road coordinate s at time 0
  double d = 0;          // road coordinate d
  double speed_mps = 0;  // along s; negative: in direction -s
  double bob_m = 0;      // amplitude of the vertical motion of walking people
};

// Length of the course after which actors repeat their positions: one lap of a loop; nearly all of an open street.
double lap_length_m(const Road& road);

// A complete street.
struct Street {
  StreetOptions options;
  Road road;
  StreetMesh mesh;            // static geometry, in map
  std::vector<Actor> actors;  // moving objects
  // All named objects, static and moving, by instance id.
  std::vector<StreetObject> objects;

  // Pose of an actor at a time. At the end of the road it re-enters at the other end.
  Rigid3d map_from_actor(const Actor& actor, double time_s) const;
};

// A stretch of a parking lane that is kept free of parked cars, in road coordinates s of the first lap [m].
struct ParkingGap {
  double from_s = 0, to_s = 0;
  double side = 1;  // +1: left of the centreline, -1: right
};

// Builds a street; equal arguments give equal streets. with_traffic adds the actors.
Street make_street(const StreetOptions& options, bool with_traffic, std::span<const ParkingGap> parking_gaps = {});

}  // namespace gs::synth
