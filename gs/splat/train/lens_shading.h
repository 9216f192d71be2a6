// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How a lens darkens its image towards the corners, learned for every camera beside the cloud: all images of a camera
// share it, so that the cloud keeps the brightness things have in the middle. Not exported.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gs/geometry/camera.h"
#include "gs/splat/train/data.h"
#include "gs/splat/train/lens_kernel.h"

namespace gs {

// colour -> (1 + a x^2 + b y^2 + c (x^2 + y^2)^2) colour, from the optical axis in half widths of the image. A round
// lens in front of the whole sensor has a = b.
struct LensShading {
  std::array<float, 3> terms{};  // a, b, c
  friend bool operator==(const LensShading&, const LensShading&) = default;
};

LensFrame lens_frame(const CameraD& camera);

// With Adam's moments and steps, one of each a camera.
struct LensState {
  std::vector<LensShading> values, first, second;
  std::vector<uint32_t> steps;
};
LensState make_lens_state(std::size_t cameras);

// The number of the camera of every view, in the order they appear.
std::vector<std::size_t> camera_numbers(const std::vector<TrainingView>& views);

// So that a camera seen `visits` times in a run can lose all light in its corners, with steps that shrink to a tenth by
// its end (progress 0..1).
double lens_rate(double visits, double progress);
// One step of Adam. What is not finite is left out.
void correct_lens(LensState& state, std::size_t camera, const LensShading& gradient, double rate);

}  // namespace gs
