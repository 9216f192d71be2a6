// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vignetting: the darkening of an image towards its corners, learned per camera together with the cloud. All images of
// a camera share it, so the cloud keeps the brightness that objects have at the image centre. Not exported.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gs/geometry/camera.h"
#include "gs/splat/train/image_corrections/lens_kernel.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// colour -> (1 + a x^2 + b y^2 + c (x^2 + y^2)^2) colour, with x, y measured from the optical axis in half widths of
// the image. For a rotationally symmetric lens, a = b.
struct LensShading {
  std::array<float, 3> terms{};  // a, b, c
  friend bool operator==(const LensShading&, const LensShading&) = default;
};

// Normalised coordinates of a camera's pixels.
LensFrame lens_frame(const CameraD& camera);

// Coefficients with their Adam moments and step counts, each [cameras].
struct LensState {
  std::vector<LensShading> values, first, second;
  std::vector<uint32_t> steps;
};
// Zero coefficients (no vignetting) and moments for `cameras` cameras.
LensState make_lens_state(std::size_t cameras);

// Camera index of every view, [views]; cameras are numbered in the order in which they first appear.
std::vector<std::size_t> camera_numbers(std::span<const TrainingView> views);

// Learning rate for a camera that is trained `visits` times in a run, at `progress` 0..1; decays to 10 % by the end. A
// gradient of constant sign moves a coefficient by about 1 over the run (no light left in the corners), or less where
// the limit of 5e-3 per step applies.
double lens_rate(double visits, double progress);
// One Adam step for the coefficients of one camera. Components whose gradient is not finite are skipped.
void correct_lens(LensState& state, std::size_t camera, const LensShading& gradient, double rate);

}  // namespace gs::splat::train
