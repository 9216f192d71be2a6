// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/calibration/lens_models.h"

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

// A camera of the unified model, d = xi k1 k2 p1 p2.
OmniCamera omni_of(const world::CameraIntrinsics& c, const Coefficients& d) {
  return {.width = c.width,
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
}

// Converts a camera of the unified model.
Result<world::CameraIntrinsics> from_omni(world::CameraIntrinsics c, const Coefficients& d) {
  const auto fit = fit_equidistant(omni_of(c, d));
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

bool is_omni(std::string_view model) { return model == "omni" || model == "mei"; }

// The first coefficients. Those that are not finite, and those beyond all models, are refused.
Result<Coefficients> first_coefficients(std::span<const double> coefficients) {
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
  return d;
}

// Refuses numbers of coefficients that are not those of an omni model.
Result<void> check_omni(std::string_view model, std::span<const double> coefficients, const Coefficients& d) {
  // Calibrations that store xi apart have four: k1 would be taken for xi.
  if (coefficients.size() < 5) {
    return fail(ErrorCode::unsupported, "the model {} has {} distortion coefficients, 5 are needed", model,
                coefficients.size())
        .with_hint("write xi k1 k2 p1 p2, in this order");
  }
  return check_count(model, d, 5);
}

}  // namespace

Result<world::CameraIntrinsics> with_distortion(world::CameraIntrinsics c, std::string_view model,
                                                std::span<const double> coefficients) {
  GS_TRY(const Coefficients d, first_coefficients(coefficients));
  if (model == "equidistant" || model == "fisheye" || model == "kannala_brandt" || model == "kannala_brandt4") {
    GS_CHECK(check_count(model, d, 4));
    c.lens = Lens::equidistant;
    c.k1 = d[0], c.k2 = d[1], c.k3 = d[2], c.k4 = d[3];
    return c;
  }
  if (is_omni(model)) {
    GS_CHECK(check_omni(model, coefficients, d));
    return from_omni(c, d);
  }
  if (model.empty() || model == "plumb_bob" || model == "radtan" || model == "rational_polynomial") {
    c.k1 = d[0], c.k2 = d[1], c.p1 = d[2], c.p2 = d[3], c.k3 = d[4], c.k4 = d[5], c.k5 = d[6], c.k6 = d[7];
    return c;
  }
  return fail(ErrorCode::unsupported, "unsupported distortion_model '{}'", printable(model))
      .with_hint(format("supported are {}", kLensModels));
}

Result<std::optional<OmniCamera>> omni_to_resample(const world::CameraIntrinsics& matrix, std::string_view model,
                                                   std::span<const double> coefficients) {
  std::optional<OmniCamera> out;
  if (!is_omni(model)) return out;
  GS_TRY(const Coefficients d, first_coefficients(coefficients));
  GS_CHECK(check_omni(model, coefficients, d));
  out = omni_of(matrix, d);
  const auto fit = fit_equidistant(*out);
  if (!fit) {
    return fail(ErrorCode::unsupported, "no direction is projected into the image by the omni model with xi {}", d[0])
        .with_hint("the coefficients are xi k1 k2 p1 p2, the focal lengths the generalised ones (gamma)");
  }
  if (fit->most_error_px <= kMostLensError_px) out.reset();
  return out;
}

}  // namespace gs::builder
