// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/rig.h"

#include <charconv>
#include <cmath>

namespace gs::synth {
namespace {

struct Size {
  int width, height;
};

// Parses WIDTHxHEIGHT, 16 to 8192 pixels each.
Result<Size> parse_size(const std::string& text) {
  const auto cross_at = text.find('x');
  Size size{};
  const char* end = text.data() + text.size();
  if (cross_at != std::string::npos) {
    const auto first = std::from_chars(text.data(), text.data() + cross_at, size.width);
    const auto second = std::from_chars(text.data() + cross_at + 1, end, size.height);
    const bool whole = first.ptr == text.data() + cross_at && second.ptr == end;
    if (whole && size.width >= 16 && size.height >= 16 && size.width <= 8192 && size.height <= 8192) return size;
  }
  return fail(ErrorCode::invalid_option, "resolution {} is not WIDTHxHEIGHT with 16 to 8192 pixels", text)
      .with_hint("for example 640x360");
}

// Camera pose at a position of base_link, turned left by yaw and down by down_rad; the camera looks along its z axis.
Rigid3d mount(Vec3d at, double yaw_rad, double down_rad) {
  const Quaterniond optical = to_quaternion(Mat3d{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}});
  return {Quaterniond::from_rpy(0, down_rad, yaw_rad) * optical, at};
}

// Camera model with realistic distortion; half_view_rad is half the horizontal field of view.
CameraD make_camera(Size size, const std::string& lens, double half_view_rad) {
  CameraD c{.width = size.width, .height = size.height};
  const double half = size.width / 2.0;
  // Pinhole: half = f tan(half_view); equidistant: half = f * angle, with a quarter more view than a pinhole camera.
  c.fx = c.fy = lens == "equidistant" ? half / (half_view_rad * 1.25) : half / std::tan(half_view_rad);
  // The principal point is off the image centre, as in real cameras.
  c.cx = half - 0.5 + 0.004 * size.width, c.cy = size.height / 2.0 - 0.5 - 0.006 * size.height;
  if (lens == "radtan") c.k1 = -0.115, c.k2 = 0.028, c.k3 = -0.002, c.p1 = 0.0006, c.p2 = -0.0004;
  if (lens == "rational")
    c.k1 = 0.21, c.k2 = 0.012, c.k3 = 0.001, c.k4 = 0.32, c.k5 = 0.04, c.k6 = 0.002, c.p1 = 0.0003, c.p2 = 0.0005;
  if (lens == "equidistant") c.lens = Lens::equidistant, c.k1 = -0.02, c.k2 = 0.004, c.k3 = -0.0012, c.k4 = 0.0001;
  return with_limits(c);
}

}  // namespace

std::vector<std::string> camera_ids(const DriveOptions& options) {
  if (options.cameras == std::vector<std::string>{"none"}) return {};
  return options.cameras;
}

Result<void> check_drive(const DriveOptions& options) {
  GS_CHECK(check_street(options.street));
  GS_CHECK(check_errors(options.errors));
  if (options.ego.laps > 0 && options.street.shape != "loop") {
    return fail(ErrorCode::invalid_option, "ego.laps is {}, but a street of shape {} has no laps", options.ego.laps,
                options.street.shape)
        .with_hint("set street.shape to loop");
  }
  if (options.traffic && options.traffic_preset != "none") {
    return fail(ErrorCode::invalid_option, "traffic and traffic_preset {} are both set: use one of them",
                options.traffic_preset);
  }
  const ErrorOptions& e = options.errors;
  const bool drifts =
      e.odometry_scale_percent != 0 || e.odometry_yaw_deg_per_100m != 0 || e.odometry_height_percent != 0;
  if (drifts && options.motion.odometry_drift) {
    return fail(ErrorCode::invalid_option, "motion.odometry_drift and errors.odometry_* are both set: use one of them");
  }
  return {};
}

Result<Rig> make_rig(const DriveOptions& options) {
  GS_CHECK(check_drive(options));
  GS_TRY(const Size size, parse_size(options.resolution));
  Rig rig;
  for (const std::string& id : camera_ids(options)) {
    Rigid3d at;
    // Positions [m] and angles [rad] of a passenger car with base_link on the ground below the rear axle.
    if (id == "front")
      at = mount({1.65, 0.0, 1.45}, 0, 0.03);
    else if (id == "left")
      at = mount({1.35, 0.55, 1.48}, 1.05, 0.05);
    else if (id == "right")
      at = mount({1.35, -0.55, 1.48}, -1.05, 0.05);
    else if (id == "rear")
      at = mount({-0.55, 0.0, 1.30}, kPi, 0.05);
    else
      return fail(ErrorCode::invalid_option, "unknown camera {}", id)
          .with_hint("use front, left, right and rear, or none alone");
    for (const CameraMount& other : rig.cameras) {
      if (other.id == id) return fail(ErrorCode::invalid_option, "camera {} is listed twice", id);
    }
    rig.cameras.push_back({id, "camera_" + id, at, make_camera(size, options.lens, id == "front" ? 0.74 : 0.80)});
  }
  if (options.lidar != "none") {
    GS_TRY(LidarModel model, lidar_model(options.lidar));
    if (options.lidar_columns > 0) model.columns = options.lidar_columns;
    model.elevation_error_rad = options.errors.lidar_elevation_deg * kPi / 180;
    rig.lidar = std::move(model);
  }
  return rig;
}

}  // namespace gs::synth
