// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What training learns from: posed photographs, decoded, and coloured points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/train/initialise.h"
#include "gs/splat/train/loss.h"

namespace gs {

// A distance that a LiDAR measured, where an image shows it.
struct DepthSample {
  float x = 0, y = 0;  // pixel; centres are whole numbers
  float depth_m = 0;   // as splats have it: along the optical axis, of a fisheye along the ray
};

struct TrainingView {
  std::string name;  // for messages: "camera_front/0000000012"
  CameraD camera{};
  Rigid3d map_from_camera{};
  std::vector<uint8_t> rgb8{};  // [height, width, 3]
  std::vector<uint8_t> mask{};  // [height, width], 0 = leave out; empty: keep all
  bool held_out = false;        // never trained on, only compared with
  std::vector<uint8_t> sky{};   // [height, width], 255 = sky; empty: not known
  std::vector<DepthSample> depth{};
  std::optional<double> timestamp_s{};  // when it was taken, by the clock of the poses; empty: not known

  TargetView target() const { return {camera.width, camera.height, rgb8.data(), mask.empty() ? nullptr : mask.data()}; }
};

// Whether a mask leaves out every pixel.
bool is_masked_entirely(const TrainingView& view);
// LiDAR returns at pixels that are left out go: what is masked says nothing of distances either.
void drop_masked_samples(TrainingView& view);

// The part of the name before the last slash: what views of one camera have in common.
std::string_view camera_of(const TrainingView& view);

// Where the Gaussians of the sky are.
struct SkyDome {
  Vec3d center{};
  double radius_m = 0;
};

struct TrainingData {
  std::vector<TrainingView> views;
  std::vector<ColoredPoint> points;
  std::optional<SkyDome> sky_dome{};  // empty: around the cameras, outside most points
};

// Sizes, cameras and poses; names the view that is wrong. At least one view must be left to train on that is not masked
// entirely.
Result<void> check_training_data(const TrainingData& data);

// The view with its sides times `scale`, then at most max_side long (0: no limit). Every pixel is the mean of the area
// it covers; it is left out when any part of that area was, and sky when all of it is. LiDAR returns that then lie on
// pixels left out go.
TrainingView scaled_down(TrainingView view, double scale, int max_side);

// Pixels of all images to train on.
double training_pixels(const TrainingData& data);

// How far the cameras spread: 1.1 times the largest distance from their mean, within 0.01 m to 10 m (1 m for a single
// position). Positions learn in steps of this: what a camera on a long drive sees is not larger than on a short one.
double scene_extent_m(const TrainingData& data);

}  // namespace gs
