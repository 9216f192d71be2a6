// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where pictures show what moved: things that LiDARs saw moving, where they were at the time of the picture.
#pragma once

#include <vector>

#include "gs/assets/image/image.h"
#include "gs/builder/moving_sightings.h"
#include "gs/builder/recorded_views.h"

namespace gs {

struct MaskOptions {
  double margin_m = 0.15;  // around a point, for what lies between the beams
  int min_margin_px = 2;
  // A thing of so many points in a sweep, and no longer than this, is covered with everything between its points, and
  // down to the ground if it begins at most so high above it: near cars reach below the lowest beam.
  std::size_t min_filled_points = 8;
  double max_filled_m = 14;
  double max_gap_to_ground_m = 1.5;
  double reach_s = 0.11;         // between a picture and a sighting
  double unknown_speed_mps = 5;  // of a thing that one sweep alone saw
};

class MovingMasks {
 public:
  MovingMasks(std::vector<Sighting> sightings, const MaskOptions& options);

  bool empty() const { return sightings_.empty(); }
  // 255 where the picture may be learned from, 0 where something moved; an empty image when nothing did.
  Image mask_of(const RecordedView& view, const CameraD& lens) const;

 private:
  MaskOptions options_;
  std::vector<Sighting> sightings_;  // in time order
};

}  // namespace gs
