// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Photo-consistency: a point of the map has the same grey value in all images that show it. Private to the calibration
// of cameras.
#pragma once

#include "gs/mapping/camera_lidar/alignment.h"

namespace gs::mapping {

// Points that several views of a block show. The lists are parallel to the list of views.
struct PointTracks {
  std::size_t count = 0;
  CameraAlignment::Samples points;           // by view
  std::vector<std::vector<uint32_t>> track;  // by view: track of each point
};

// Points that at least two of `block` consecutive views show.
PointTracks find_tracks(const CameraAlignment& alignment, const CameraAlignment::ViewList& views,
                        const CameraVector& unknowns, int level, std::size_t block);

// Sum over all sights of min(residual^2, limit) against the mean of the track, with the part of each view in its
// gradient.
struct SpreadEvaluation {
  double value = 0;
  std::vector<CameraVector> of_view{};  // empty without tracks
};
SpreadEvaluation evaluate_spread(const CameraAlignment& alignment, const CameraAlignment::ViewList& views,
                                 const PointTracks& tracks, const CameraVector& unknowns, int level);

}  // namespace gs::mapping
