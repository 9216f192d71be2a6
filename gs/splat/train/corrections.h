// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What is corrected about single images while training: their exposure and the pose of their camera; and about cameras:
// their clock. All are learned by Adam beside the cloud, are part of the state, and are not exported: the cloud is what
// all images agree on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/splat/image/planes.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/train/data.h"
#include "gs/splat/train/lens_shading.h"
#include "gs/splat/train/time_offset.h"

namespace gs {

// colour -> exp(log_gain) colour + bias, channel by channel; camera_from_map -> exp(twist) camera_from_map.
struct ViewCorrection {
  std::array<float, 3> log_gain{}, bias{};
  std::array<float, 3> translation{}, rotation{};  // of the twist [m], [rad], in camera axes
  friend bool operator==(const ViewCorrection&, const ViewCorrection&) = default;
};
inline constexpr std::size_t kCorrectionFloats = 12;

// With Adam's moments and steps, one of each a view.
struct CorrectionState {
  std::vector<ViewCorrection> values, first, second;
  std::vector<uint32_t> steps;
  TimeOffsets clocks{};  // of cameras
};
CorrectionState make_correction_state(std::size_t views);

// How the colours of a rendered image become those of a photograph: first the lens, then the exposure.
struct Exposure {
  ViewCorrection correction{};
  LensShading lens{};
  LensFrame frame{};
};
// `out` with corrected colours; alpha and depth are not touched. It may be the image itself.
void apply_exposure(const Exposure& exposure, const ConstPlanes& image, const Planes& out);
// `gradient` holds dL/d(corrected colours) and becomes dL/d(colours). Returns dL/d(log_gain, bias) and dL/d(lens) in
// those fields.
Exposure exposure_vjp(const Exposure& exposure, const ConstPlanes& image, const Planes& gradient);

Rigid3d corrected_pose(const ViewCorrection& correction, const Rigid3d& map_from_camera);

struct CorrectionRates {
  double exposure = 0;  // of log_gain and bias
  double translation_m = 0, rotation_rad = 0;
  double taken_back = 0;  // share of a correction
};
// Rates for a view that is seen `visits` times in a run, at `progress` 0..1 of the run. Both the steps and the share
// taken back shrink to a tenth by the end. A gradient that always points one way moves a correction by about 0.25 in
// log_gain and bias, 5 cm and 5 mrad (0.3 degrees), whatever the number of visits; fewer than ten visits reach less.
CorrectionRates correction_rates(double visits, double progress);

// One step of Adam for one view, then a little of the correction is taken back: a gain that all images share belongs to
// the cloud.
void correct_view(CorrectionState& state, std::size_t view, const ViewCorrection& gradient,
                  const CorrectionRates& rates);

// For a view that is never trained on: the mean of its nearest neighbours before and after it among the training views
// of its camera; none if there are none. For others their own.
ViewCorrection correction_of(const CorrectionState& state, const std::vector<TrainingView>& views, std::size_t view);

}  // namespace gs
