// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/image_corrections/image_corrections.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "gs/core/parallel.h"

namespace gs::splat::train {
namespace {

constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-15;
// Pull to zero per visit; in a long run no more in total than in 20 visits.
constexpr double kTakenBack = 0.01, kTakenBackVisits = 20;
// Upper bounds of a correction over a run without decay, and of one step; in log gain and rad. Translations have the
// bounds of rotations times the viewing distance: both then move the image equally far.
constexpr double kExposureReach = 0.5, kRotationReach = 0.01;
constexpr double kExposureMost = 0.05, kRotationMost = 1e-3;
constexpr std::size_t kRowsAtOnce = 8;

// A ViewCorrection as an array: 0..5 log_gain and bias, 6..8 translation, 9..11 rotation.
using Flat = std::array<float, kCorrectionFloats>;
static_assert(sizeof(Flat) == sizeof(ViewCorrection));

// Sums over pixels of one channel: dL/d(log_gain), dL/d(bias), dL/d(vignetting coefficients).
struct Sums {
  double gain = 0, bias = 0;
  std::array<double, 3> lens{};
};

Sums operator+(const Sums& a, const Sums& b) {
  return {a.gain + b.gain, a.bias + b.bias, {a.lens[0] + b.lens[0], a.lens[1] + b.lens[1], a.lens[2] + b.lens[2]}};
}

// Vignetting factor at a pixel.
float lens_gain(const LensShading& lens, const LensTerms& t) {
  return gs::splat::train::lens_gain({lens.terms[0], lens.terms[1], lens.terms[2]}, t);
}

// Calls body(pixel index, vignetting terms) for the pixels of rows [begin, end).
template <class Body>
void for_each_pixel(const LensFrame& frame, int width, std::size_t begin, std::size_t end, Body body) {
  for (std::size_t y = begin; y < end; ++y) {
    const std::size_t row = y * static_cast<std::size_t>(width);
    for (int x = 0; x < width; ++x) {
      body(row + static_cast<std::size_t>(x), lens_terms(frame, x, static_cast<int>(y)));
    }
  }
}

}  // namespace

CorrectionState make_correction_state(std::size_t views) {
  CorrectionState state;
  for (auto* part : {&state.values, &state.first, &state.second}) part->resize(views);
  state.steps.resize(views);
  return state;
}

void apply_exposure(const Exposure& exposure, const ConstPlanes& image, const Planes& out) {
  const ViewCorrection& correction = exposure.correction;
  std::array<float, 3> gain{};
  for (std::size_t c = 0; c < 3; ++c) gain[c] = std::exp(correction.log_gain[c]);
  parallel_blocks(static_cast<std::size_t>(image.height), kRowsAtOnce,
                  [&](std::size_t begin, std::size_t end, std::size_t) {
                    for_each_pixel(exposure.frame, image.width, begin, end, [&](std::size_t i, const LensTerms& terms) {
                      const float light = lens_gain(exposure.lens, terms);
                      for (std::size_t c = 0; c < 3; ++c) {
                        out.color[c][i] = gain[c] * light * image.color[c][i] + correction.bias[c];
                      }
                    });
                  });
}

Exposure exposure_vjp(const Exposure& exposure, const ConstPlanes& image, const Planes& gradient) {
  Exposure out;
  std::array<double, 3> by_lens{};
  for (std::size_t c = 0; c < 3; ++c) {
    const float gain = std::exp(exposure.correction.log_gain[c]);
    const float* color = image.color[c];
    float* g = gradient.color[c];
    const Sums sums = parallel_reduce(
        static_cast<std::size_t>(image.height), kRowsAtOnce, Sums{},
        [&](std::size_t begin, std::size_t end) {
          Sums part;
          for_each_pixel(exposure.frame, image.width, begin, end, [&](std::size_t i, const LensTerms& terms) {
            // Masked pixels have gradient 0 and may hold non-finite colours.
            if (g[i] == 0) return;
            const float light = gain * lens_gain(exposure.lens, terms);
            const auto by = static_cast<double>(g[i]), by_light = by * static_cast<double>(gain * color[i]);
            part.gain += by * static_cast<double>(light * color[i]);
            part.bias += by;
            part.lens[0] += by_light * static_cast<double>(terms.x2);
            part.lens[1] += by_light * static_cast<double>(terms.y2);
            part.lens[2] += by_light * static_cast<double>(terms.r4);
            g[i] *= light;
          });
          return part;
        },
        [](const Sums& a, const Sums& b) { return a + b; });
    out.correction.log_gain[c] = static_cast<float>(sums.gain);
    out.correction.bias[c] = static_cast<float>(sums.bias);
    for (std::size_t k = 0; k < 3; ++k) by_lens[k] += sums.lens[k];
  }
  for (std::size_t k = 0; k < 3; ++k) out.lens.terms[k] = static_cast<float>(by_lens[k]);
  return out;
}

Rigid3d corrected_pose(const ViewCorrection& correction, const Rigid3d& map_from_camera) {
  const auto& w = correction.rotation;
  const auto& t = correction.translation;
  const Vec3d rotation{w[0], w[1], w[2]}, translation{t[0], t[1], t[2]};
  const double angle = norm(rotation);
  // camera_from_map -> exp(twist) camera_from_map, so map_from_camera is multiplied by the inverse twist on the right.
  const Quaterniond turn = angle > 0 ? Quaterniond::from_axis_angle(rotation / angle, angle) : Quaterniond{};
  return map_from_camera * Rigid3d{turn, translation}.inverse();
}

CorrectionRates correction_rates(double visits, double progress, double distance_m) {
  const double shrink = 1 - 0.9 * std::clamp(progress, 0.0, 1.0);
  const auto rate = [&](double reach, double most) { return shrink * std::min(reach / std::max(visits, 1.0), most); };
  const double rotation_rad = rate(kRotationReach, kRotationMost);
  return {rate(kExposureReach, kExposureMost), distance_m * rotation_rad, rotation_rad,
          shrink * kTakenBack * std::min(1.0, kTakenBackVisits / std::max(visits, 1.0))};
}

void correct_view(CorrectionState& state, std::size_t view, const ViewCorrection& gradient,
                  const CorrectionRates& rates) {
  // Adam (Kingma & Ba 2015, algorithm 1) in double precision, with a learning rate per group.
  const auto t = static_cast<double>(++state.steps[view]);
  const double by_first = 1 / (1 - std::pow(kBeta1, t)), by_second = 1 / (1 - std::pow(kBeta2, t));
  const Flat g = std::bit_cast<Flat>(gradient);
  Flat x = std::bit_cast<Flat>(state.values[view]);
  Flat m = std::bit_cast<Flat>(state.first[view]), v = std::bit_cast<Flat>(state.second[view]);
  for (std::size_t k = 0; k < kCorrectionFloats; ++k) {
    if (!std::isfinite(g[k])) continue;
    const double rate = k < 6 ? rates.exposure : k < 9 ? rates.translation_m : rates.rotation_rad;
    m[k] = static_cast<float>(kBeta1 * static_cast<double>(m[k]) + (1 - kBeta1) * static_cast<double>(g[k]));
    v[k] = static_cast<float>(kBeta2 * static_cast<double>(v[k]) +
                              (1 - kBeta2) * static_cast<double>(g[k]) * static_cast<double>(g[k]));
    const double step =
        rate * static_cast<double>(m[k]) * by_first / (std::sqrt(static_cast<double>(v[k]) * by_second) + kEpsilon);
    x[k] = static_cast<float>((static_cast<double>(x[k]) - step) * (1 - rates.taken_back));
  }
  state.values[view] = std::bit_cast<ViewCorrection>(x);
  state.first[view] = std::bit_cast<ViewCorrection>(m), state.second[view] = std::bit_cast<ViewCorrection>(v);
}

ViewCorrection correction_of(const CorrectionState& state, const std::vector<TrainingView>& views, std::size_t view) {
  if (state.values.empty()) return {};
  if (!views[view].held_out) return state.values[view];
  const std::string_view camera = camera_of(views[view]);
  const auto counts = [&](std::size_t i) { return !views[i].held_out && camera_of(views[i]) == camera; };
  Flat sum{};
  float found = 0;
  const auto add = [&](std::size_t i) {
    const Flat value = std::bit_cast<Flat>(state.values[i]);
    for (std::size_t k = 0; k < kCorrectionFloats; ++k) sum[k] += value[k];
    ++found;
  };
  // Nearest training view of the same camera before the held-out one, then after it.
  for (std::size_t i = view; i-- > 0;) {
    if (!counts(i)) continue;
    add(i);
    break;
  }
  for (std::size_t i = view + 1; i < views.size(); ++i) {
    if (!counts(i)) continue;
    add(i);
    break;
  }
  for (float& value : sum) value /= std::max(found, 1.0f);
  return std::bit_cast<ViewCorrection>(sum);
}

}  // namespace gs::splat::train
