// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scores of the boxes of moving objects against those of a synthetic drive, by class and range.
#pragma once

#include <array>
#include <map>
#include <string>

#include "bench/actors/seen_objects.h"
#include "gs/mapping/objects/build_objects.h"

namespace bench {

// Intersection over union of two boxes seen from above, 0 to 1.
double overlap_from_above(const GroundBox& a, const GroundBox& b);

// Errors of the boxes of one class and range. Sides: only those that the object calls measured.
struct BoxErrors {
  std::size_t boxes = 0, found = 0;                          // of moving objects; with an overlap above the bar (below)
  std::vector<double> centre_m, yaw_rad, length_m, width_m;  // of the found ones
};
// Boxes of objects found, and those of them that lie on a moving or standing object.
struct BoxCounts {
  std::size_t boxes = 0, right = 0;
};

// Scores by class ("car", "person", ...) and range: 0 to 20, 20 to 40 and 40 to 60 m from base_link. A true box counts
// in sweeps in which its object moves and has SeenObject::kFewReturns returns or more; it is found with an overlap of
// 0.7, people and two-wheelers with 0.5.
struct BoxScore {
  static constexpr std::size_t kRanges = 3;
  std::map<std::string, std::array<BoxErrors, kRanges>> classes;
  std::array<BoxCounts, kRanges> vehicles, others;  // of the objects found; others: people and two-wheelers
  std::string misses;                               // one line per object that counts: the share found
};
BoxScore score_boxes(const std::vector<gs::mapping::Sweep>& sweeps,
                     const std::vector<gs::mapping::MovingObjectModel>& models, const TrackTruth& truth);

}  // namespace bench
