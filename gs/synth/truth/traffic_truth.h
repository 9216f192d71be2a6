// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground truth of moving objects: boxes over time, classes in images, ids and motion of LiDAR points.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/synth/sensors/camera_sensor.h"
#include "gs/synth/sensors/lidar_sensor.h"

namespace gs::synth {

// Distance in time of the samples of boxes [s]. Between them, linear interpolation is exact within 2 mm; boxes of
// people may be 5 cm too large.
inline constexpr double kBoxStep_s = 0.05;
// Time over which the motion of points is measured [s].
inline constexpr double kPointFlow_s = 0.1;

// boxes.json: per object its class, size and one track for every stretch of time in which it is on the street.
std::string write_boxes(const Scene& scene, double duration_s);

// 8-bit class codes of the instances of an image.
assets::Image class_image(const Scene& scene, const CameraFrame& frame);

// A moving point of a sweep.
struct PointFlow {
  uint32_t point;  // index in the sweep
  Vec3f flow;      // displacement in map within kPointFlow_s [m]
};
// Every point whose surface moves by more than a micrometre from its time on, in the order of the sweep.
std::vector<PointFlow> point_flow(const Scene& scene, std::span<const LidarPoint> points, double start_s,
                                  const std::function<Rigid3d(double)>& map_from_lidar);

}  // namespace gs::synth
