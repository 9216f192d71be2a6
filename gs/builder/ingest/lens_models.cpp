// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/lens_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "gs/core/text/printable.h"
#include "gs/geometry/omni_camera.h"

namespace gs::builder {
namespace {

// Coefficients by index; those that are missing are 0.
using Coefficients = std::array<double, 8>;

// Refuses coefficients that a model does not have.
Result<void> check_count(std::string_view model, const Coefficients& d, std::size_t count) {
  for (std::size_t i = count; i < d.size(); ++i) {
    if (d[i] == 0) continue;
    return fail(ErrorCode::unsupported, "distortion coefficient {} is {}: the model {} has {} coefficients", i, d[i],
                model, count)
        .with_hint("check distortion_model, or calibrate the camera without the others");
  }
  return {};
}

// Converts a camera of the unified model, d = xi k1 k2 p1 p2.
Result<world::CameraIntrinsics> from_omni(world::CameraIntrinsics c, const Coefficients& d) {
  const OmniCamera omni{.width = c.width,
                        .height = c.height,
                        .xi = d[0],
                        .gamma_x = c.fx,
                        .gamma_y = c.fy,
                        .cx = c.cx,
                        .cy = c.cy,
                        .k1 = d[1],
                        .k2 = d[2],
                        .p1 = d[3],
                        .p2 = d[4]};
  const auto fit = fit_equidistant(omni);
  if (!fit || fit->most_error_px > kMostLensError_px) {
    return fail(ErrorCode::unsupported, "the omni model with xi {} cannot be converted to equidistant within {} px",
                d[0], kMostLensError_px)
        .with_hint("the coefficients are xi k1 k2 p1 p2; calibrate the camera as equidistant (OpenCV's fisheye)");
  }
  c.lens = Lens::equidistant;
  c.fx = fit->camera.fx, c.fy = fit->camera.fy;
  c.k1 = fit->camera.k1, c.k2 = fit->camera.k2, c.k3 = fit->camera.k3, c.k4 = fit->camera.k4;
  return c;
}

}  // namespace

Result<world::CameraIntrinsics> with_distortion(world::CameraIntrinsics c, std::string_view model,
                                                std::span<const double> coefficients) {
  Coefficients d{};
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (!std::isfinite(coefficients[i])) {
      return fail(ErrorCode::invalid_data, "distortion coefficient {} is not a finite number", i);
    }
    if (i < d.size()) d[i] = coefficients[i];
    if (i < d.size() || coefficients[i] == 0) continue;
    return fail(ErrorCode::unsupported, "distortion coefficient {} is {}: thin prism and tilt are not supported", i,
                coefficients[i])
        .with_hint("calibrate the camera without them (8 coefficients)");
  }
  if (model == "equidistant" || model == "fisheye" || model == "kannala_brandt" || model == "kannala_brandt4") {
    GS_CHECK(check_count(model, d, 4));
    c.lens = Lens::equidistant;
    c.k1 = d[0], c.k2 = d[1], c.k3 = d[2], c.k4 = d[3];
    return c;
  }
  if (model == "omni" || model == "mei") {
    // Calibrations that store xi apart have four: k1 would be taken for xi.
    if (coefficients.size() < 5) {
      return fail(ErrorCode::unsupported, "the model {} has {} distortion coefficients, 5 are needed", model,
                  coefficients.size())
          .with_hint("write xi k1 k2 p1 p2, in this order");
    }
    GS_CHECK(check_count(model, d, 5));
    return from_omni(c, d);
  }
  if (model.empty() || model == "plumb_bob" || model == "radtan" || model == "rational_polynomial") {
    c.k1 = d[0], c.k2 = d[1], c.p1 = d[2], c.p2 = d[3], c.k3 = d[4], c.k4 = d[5], c.k5 = d[6], c.k6 = d[7];
    return c;
  }
  return fail(ErrorCode::unsupported, "unsupported distortion_model '{}'", printable(model))
      .with_hint(format("supported are {}", kLensModels));
}

}  // namespace gs::builder
