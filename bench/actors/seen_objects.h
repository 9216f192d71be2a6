// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the sweeps of a synthetic drive show of every object that can move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/mapping/sweep.h"

namespace bench {

// An upright box: middle of its floor in map, heading, length and width [m].
struct GroundBox {
  gs::Vec3d floor;
  double yaw = 0, length = 0, width = 0;
};

// An object that can move, with its box in the middle of every sweep in which it is on the street.
struct TruthObject {
  uint32_t instance = 0;
  std::string kind;
  std::vector<std::optional<GroundBox>> boxes;
};

// What every point of every sweep hit.
struct TrackTruth {
  std::vector<std::vector<uint32_t>> instances;  // per sweep and point; 0: nothing that can move
  std::vector<TruthObject> objects;
};

// What is known of an object while it is in sight, per sweep and in all.
struct SeenObject {
  const TruthObject* truth = nullptr;
  std::vector<std::optional<gs::Vec3d>> velocities;  // [m/s]; empty where it is not on the street
  std::vector<std::size_t> returns;
  std::size_t moving_returns = 0;
  double travelled_m = 0;  // in sweeps with kFewReturns or more

  static constexpr std::size_t kFewReturns = 5;
  // Whether it is faster than 0.5 m/s in a sweep.
  bool moves(std::size_t sweep) const;
  // Whether it travelled 2 m in sight and has 50 returns while it moved.
  bool counts() const { return travelled_m >= 2 && moving_returns >= 50; }
};

// All objects in the order of the truth, which must outlive them. Returns farther than range_m from base_link do not
// count.
std::vector<SeenObject> seen_objects(const std::vector<gs::mapping::Sweep>& sweeps, const TrackTruth& truth,
                                     double range_m);

}  // namespace bench
