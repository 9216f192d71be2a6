// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fits the unknowns of a camera to a list of views. Private to the calibration of cameras.
#pragma once

#include "gs/mapping/camera_lidar/alignment.h"
#include "gs/mapping/camera_lidar/grey_spread.h"

namespace gs::mapping {

// Minimises the information distance, on fine images also the spread of the grey values of a point over the images,
// plus a prior on the size of the errors.
class CameraFit {
 public:
  // prior: standard deviation of the errors that are expected, per unknown. with_spread: false leaves out the spread.
  CameraFit(const CameraAlignment& alignment, const CameraVector& prior, bool with_spread = true)
      : alignment_(alignment), prior_(prior), with_spread_(with_spread) {}

  // From coarse images to fine ones; translation, principal point and radial terms are free from the second level on.
  CameraVector from_afar(const CameraAlignment::ViewList& views, const CameraVector& start,
                         const CameraMask& free) const;
  // On fine images only.
  CameraVector close_by(const CameraAlignment::ViewList& views, const CameraVector& start,
                        const CameraMask& free) const;
  // Standard deviations from the scatter of the gradients of the views: H^-1 S H^-1 with H = second derivative and S =
  // sum of g g^T (White 1982). 0 for unknowns that are not free.
  CameraVector sigma(const CameraAlignment::ViewList& views, const CameraVector& at, const CameraMask& free) const;
  // Points that the views see at the start.
  std::size_t sample_count(const CameraAlignment::ViewList& views) const;

 private:
  // Points on which the cost is evaluated.
  struct Chosen {
    CameraAlignment::Samples samples;
    PointTracks tracks;
  };
  struct Cost {
    double value = 0;
    CameraVector gradient{};
    std::vector<CameraVector> of_view{};
  };
  Chosen choose(const CameraAlignment::ViewList& views, const CameraVector& at, int level) const;
  Cost evaluate(const CameraAlignment::ViewList& views, const Chosen& chosen, const CameraVector& at, int level) const;
  CameraVector at_level(const CameraAlignment::ViewList& views, const CameraVector& start, const CameraMask& free,
                        int level, int most) const;

  const CameraAlignment& alignment_;
  CameraVector prior_;
  bool with_spread_;
};

}  // namespace gs::mapping
