// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Corrections that are learned during training: exposure and pose of each image.
// They are optimised by Adam together with the cloud, belong to the training state and are not exported: the cloud is
// the part that all images agree on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/planes/planes.h"
#include "gs/splat/train/image_corrections/lens_shading.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Correction of one image: colour -> exp(log_gain) colour + bias for each channel; camera_from_map -> exp(twist)
// camera_from_map.
struct ViewCorrection {
  std::array<float, 3> log_gain{}, bias{};
  std::array<float, 3> translation{}, rotation{};  // twist in camera axes [m], [rad]
  friend bool operator==(const ViewCorrection&, const ViewCorrection&) = default;
};
// Number of floats of a ViewCorrection, as stored in checkpoints.
inline constexpr std::size_t kCorrectionFloats = 12;

// Corrections with their Adam moments and step counts, each [views].
struct CorrectionState {
  std::vector<ViewCorrection> values, first, second;
  std::vector<uint32_t> steps;
};
// Zero corrections and moments for `views` images.
CorrectionState make_correction_state(std::size_t views);

// Maps rendered colours to the colours a camera records: first vignetting, then exposure.
struct Exposure {
  ViewCorrection correction{};
  LensShading lens{};
  LensFrame frame{};
};
// Writes the corrected colours of `image` to `out`, which may be the same planes. Alpha and depth are not touched.
void apply_exposure(const Exposure& exposure, const ConstPlanes& image, const Planes& out);
// Gradient of apply_exposure(). On entry the colours of `gradient` hold dL/d(corrected colours); they are overwritten
// with dL/d(rendered colours). Returns dL/d(log_gain, bias) and dL/d(lens terms) in those fields of an Exposure.
Exposure exposure_vjp(const Exposure& exposure, const ConstPlanes& image, const Planes& gradient);

// The pose with the correction's twist applied: map_from_camera * exp(twist)^-1.
Rigid3d corrected_pose(const ViewCorrection& correction, const Rigid3d& map_from_camera);

// Adam rates of one correction step.
struct CorrectionRates {
  double exposure = 0;  // for log_gain and bias
  double translation_m = 0, rotation_rad = 0;
  double taken_back = 0;  // share of the correction that is subtracted again in each step
};
// Rates for a view that is trained `visits` times in a run, at `progress` 0..1 of the run. Rates and the pull back to
// zero decay to 10 % by the end. Sized so that a gradient of constant sign moves a correction by about 0.25 in log_gain
// and bias, 5 mrad (0.3 degrees), and 5 mm per metre of the viewing distance `distance_m` (5 cm at 10 m), whatever the
// number of visits; with fewer than ten visits it moves less.
CorrectionRates correction_rates(double visits, double progress, double distance_m);

// One Adam step for one view, then a small pull back to zero: a gain that all images share belongs to the cloud.
// Components whose gradient is not finite are skipped.
void correct_view(CorrectionState& state, std::size_t view, const ViewCorrection& gradient,
                  const CorrectionRates& rates);

// The correction to render a view with: its own for a training view. A held-out view gets the mean of the nearest
// training views before and after it of the same camera, or no correction if there are none.
ViewCorrection correction_of(const CorrectionState& state, const std::vector<TrainingView>& views, std::size_t view);

}  // namespace gs::splat::train
