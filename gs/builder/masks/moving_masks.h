// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Masks of moving objects in images, from the objects that LiDARs detected around the time of each image.
#pragma once

#include <vector>

#include "gs/assets/image/image.h"
#include "gs/builder/masks/moving_objects_in_sweeps.h"
#include "gs/builder/recording/ingested_images.h"

namespace gs::builder {

// Options of the masks.
struct MaskOptions {
  double margin_m = 0.15;  // margin around a point, covers gaps between beams
  int min_margin_px = 2;
  // Objects with at least min_filled_points and at most max_filled_m long are masked by their convex hull, extended to
  // the ground if the gap is at most max_gap_to_ground_m (near cars reach below the lowest beam).
  std::size_t min_filled_points = 8;
  double max_filled_m = 14;
  double max_gap_to_ground_m = 1.5;
  double reach_s = 0.11;         // largest time between an image and a detection
  double unknown_speed_mps = 5;  // assumed for objects seen in a single sweep
};

// Immutable after construction; mask_of() may be called from several threads.
class MovingMasks {
 public:
  MovingMasks(std::vector<MovingObject> objects, const MaskOptions& options);

  bool empty() const { return objects_.empty(); }
  // Mask of an image: 0 on moving objects, 255 elsewhere; an empty image if no moving object is visible. `lens` is the
  // camera model of the masked image.
  assets::Image mask_of(const RecordedView& view, const CameraD& lens) const;

 private:
  MaskOptions options_;
  std::vector<MovingObject> objects_;  // in time order
};

}  // namespace gs::builder
