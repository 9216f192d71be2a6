// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/image_corrections/lens_shading.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "gs/splat/train/optimise/adam_kernel.h"

namespace gs::splat::train {
namespace {

constexpr double kReach = 2, kMost = 5e-3;  // sum of all rates of a run without decay; largest rate of a step

}  // namespace

// Coordinates in half widths, so that the coefficients are valid for every resolution of the image.
LensFrame lens_frame(const CameraD& camera) {
  return {static_cast<float>(camera.cx), static_cast<float>(camera.cy), 2.0f / static_cast<float>(camera.width)};
}

LensState make_lens_state(std::size_t cameras) {
  LensState state;
  for (auto* part : {&state.values, &state.first, &state.second}) part->resize(cameras);
  state.steps.resize(cameras);
  return state;
}

std::vector<std::size_t> camera_numbers(std::span<const TrainingView> views) {
  std::vector<std::string_view> names;
  std::vector<std::size_t> out;
  for (const TrainingView& view : views) {
    const auto found = std::find(names.begin(), names.end(), camera_of(view));
    out.push_back(static_cast<std::size_t>(found - names.begin()));
    if (found == names.end()) names.push_back(camera_of(view));
  }
  return out;
}

double lens_rate(double visits, double progress) {
  return std::min(kReach / std::max(visits, 1.0), kMost) * (1 - 0.9 * std::clamp(progress, 0.0, 1.0));
}

void correct_lens(LensState& state, std::size_t camera, const LensShading& gradient, double rate) {
  // Same Adam as for the cloud; non-finite components are skipped.
  const AdamBias bias = adam_bias(++state.steps[camera]);
  for (std::size_t k = 0; k < gradient.terms.size(); ++k) {
    if (!std::isfinite(gradient.terms[k])) continue;
    adam_update(state.values[camera].terms[k], gradient.terms[k], state.first[camera].terms[k],
                state.second[camera].terms[k], static_cast<float>(bias.first * rate), bias.root);
  }
}

}  // namespace gs::splat::train
