// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Input of training: images with known pose, decoded, and coloured points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/train/actors/actor.h"
#include "gs/splat/train/colored_point.h"
#include "gs/splat/train/target_view.h"

namespace gs::splat::train {

// A distance measured by a LiDAR, projected into an image.
struct DepthSample {
  float x = 0, y = 0;  // pixel coordinates; pixel centres are integers
  float depth_m = 0;   // in the convention of splats: along the optical axis (pinhole), along the ray (fisheye)
};

// One image with its camera, its pose and optional per-pixel knowledge.
struct TrainingView {
  // "<camera>/<frame>", for example "camera_front/0000000012"; used in messages and to group views by camera.
  std::string name;
  CameraD camera{};
  Rigid3d map_from_camera{};
  std::vector<uint8_t> rgb8{};  // [height, width, 3]
  std::vector<uint8_t> mask{};  // [height, width], 0 = ignore the pixel; empty: no mask
  bool held_out = false;        // never trained on, only evaluated
  std::vector<uint8_t> sky{};   // [height, width], 255 = sky; empty: unknown
  std::vector<DepthSample> depth{};
  std::optional<double> timestamp_s{};  // capture time in the clock of the poses; empty: unknown
  std::vector<ActorSighting> actors{};  // the trained actors at that time, each at most once

  // The image and mask as the loss functions take them; borrowed from this view.
  TargetView target() const { return {camera.width, camera.height, rgb8.data(), mask.empty() ? nullptr : mask.data()}; }
};

// True if the mask excludes every pixel.
bool is_masked_entirely(const TrainingView& view);
// Removes LiDAR samples at masked pixels and outside the image: a masked object has no valid depth either.
void drop_masked_samples(TrainingView& view);

// The part of the view's name before the last slash: the camera. Empty if there is no slash.
std::string_view camera_of(const TrainingView& view);

// Sphere that carries the Gaussians of the sky, map frame.
struct SkyDome {
  Vec3d center{};
  double radius_m = 0;
};

// Everything a cloud is trained from.
struct TrainingData {
  std::vector<TrainingView> views;
  std::vector<ColoredPoint> points;
  std::optional<SkyDome> sky_dome{};   // empty: around the cameras, outside most points
  std::vector<TrainedActor> actors{};  // trained together with the background
};

// Most actors that are trained together.
inline constexpr std::size_t kMostTrainedActors = 1000;

// Checks image sizes, cameras, poses and actors; the error names the view. Errors: invalid_data, also when no view
// remains to train on (not held out and not masked entirely).
Result<void> check_training_data(const TrainingData& data);

// Scales the sides of a view by `scale`, and further down until no side is longer than max_side (0: no limit). Every
// pixel is the mean of the area it covers; it is masked if any part of the area is masked, and sky if all of it is sky.
// LiDAR samples on masked pixels are removed.
TrainingView scaled_down(TrainingView view, double scale, int max_side);

// Number of pixels of all views that are not held out.
double training_pixels(const TrainingData& data);

// Typical distance from a camera to what it sees [m]: the median over the points of the distance to the nearest camera.
// Without points it is 10 m, as on a street. Lengths in training are relative to it, so that the unit does not matter.
double viewing_distance_m(const TrainingData& data);

// Spread of the cameras: 1.1 times the largest distance from their mean position, between a thousandth of the viewing
// distance and the viewing distance (a tenth of it for a single position). Scales the learning rate of positions;
// the upper limit keeps it independent of the length of a drive.
double scene_extent_m(const TrainingData& data);

}  // namespace gs::splat::train
