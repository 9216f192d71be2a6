// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Lens models as calibrations name them, as one of the two models of a bundle.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/omni_camera.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {

// Names that with_distortion() knows, for messages.
inline constexpr std::string_view kLensModels = "plumb_bob, rational_polynomial, equidistant (fisheye) and omni (mei)";

// Largest difference of a converted model from the original inside the image [px]. Above it images are resampled.
inline constexpr double kMostLensError_px = 0.1;

// The camera with size, focal lengths and principal point of `matrix` and the distortion of a named model:
//   (empty), plumb_bob, radtan       k1 k2 p1 p2 [k3]; 8 are read as rational_polynomial
//   rational_polynomial              k1 k2 p1 p2 k3 k4 k5 k6; more (thin prism, tilt) must be 0
//   equidistant, fisheye, kannala_brandt  k1 k2 k3 k4
//   omni, mei                        xi k1 k2 p1 p2 (Mei and Rives 2007): converted to equidistant by a fit; the focal
//                                    lengths of `matrix` are the generalised ones (gamma)
// Missing coefficients are 0, but omni needs all five. Errors: unsupported for other models, for coefficients that a
// model does not have, and where the fit is worse than kMostLensError_px, so that the images must be resampled;
// invalid_data for numbers that are not finite.
Result<world::CameraIntrinsics> with_distortion(world::CameraIntrinsics matrix, std::string_view model,
                                                std::span<const double> coefficients);

// The same parameters as an omni camera, if its images must be resampled; empty for the other models, and for an omni
// camera that with_distortion() converts. Errors: as with_distortion(), and unsupported if no equidistant camera can
// show the images.
Result<std::optional<OmniCamera>> omni_to_resample(const world::CameraIntrinsics& matrix, std::string_view model,
                                                   std::span<const double> coefficients);

}  // namespace gs::builder
