// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/calibration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "gs/config/yaml.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

template <class E, std::size_t N>
using Words = std::array<std::pair<std::string_view, E>, N>;

enum class Model { pinhole, fisheye };
constexpr Words<Model, 2> kModels{{{"pinhole", Model::pinhole}, {"fisheye", Model::fisheye}}};
constexpr Words<Lens, 2> kLenses{{{"radtan", Lens::radtan}, {"equidistant", Lens::equidistant}}};
constexpr Words<CameraConvention, 2> kConventions{
    {{"opencv", CameraConvention::opencv}, {"ros", CameraConvention::ros}}};
constexpr Words<ShutterDirection, 4> kDirections{{{"down", ShutterDirection::down},
                                                  {"up", ShutterDirection::up},
                                                  {"right", ShutterDirection::right},
                                                  {"left", ShutterDirection::left}}};
constexpr Bounds kImageSide{1, 65536};
constexpr int kMaxChannels = 4096;
// 360,000 columns per revolution: finer than any LiDAR, and channels * columns still fits into an int.
constexpr double kMinHorizontalResolution_deg = 1e-3;

// Required coefficients are always written, optional ones only if non-zero.
void distortion_fields(Fields& f, CameraIntrinsics& c) {
  const auto coefficient = [&](const char* key, double& value, bool of_this_model, bool always) {
    if (f.reading() || always || (of_this_model && value != 0)) f(key, value, kAny, Need::optional);
    if (!of_this_model && value != 0) {
      f.error(key, "belongs to the other distortion model", "0, or no such key",
              "radtan has k1 k2 p1 p2 k3..k6, equidistant k1..k4");
    }
  };
  const bool radtan = c.lens == Lens::radtan;
  coefficient("k1", c.k1, true, true);
  coefficient("k2", c.k2, true, true);
  coefficient("k3", c.k3, true, !radtan);
  coefficient("k4", c.k4, true, !radtan);
  coefficient("k5", c.k5, radtan, false);
  coefficient("k6", c.k6, radtan, false);
  coefficient("p1", c.p1, radtan, radtan);
  coefficient("p2", c.p2, radtan, radtan);
}

// Group `intrinsics`. A principal point outside of the image is possible after cropping, so it is a warning.
void intrinsics_fields(Fields& f, CameraIntrinsics& c) {
  Model model = c.lens == Lens::radtan ? Model::pinhole : Model::fisheye;
  f.choice("model", model, kModels);
  f("fx", c.fx, kPositive);
  f("fy", c.fy, kPositive);
  f("cx", c.cx);
  f("cy", c.cy);
  if (c.cx < 0 || c.cx > c.width) f.warning("cx", "lies outside the image", "0 to image_width");
  if (c.cy < 0 || c.cy > c.height) f.warning("cy", "lies outside the image", "0 to image_height");
  f.choice("distortion_model", c.lens, kLenses);
  if ((model == Model::pinhole) != (c.lens == Lens::radtan)) {
    f.error("distortion_model", "does not match the camera model", "pinhole with radtan, fisheye with equidistant");
  }
  distortion_fields(f, c);
}

// Group `extrinsics`, for cameras and LiDARs.
void extrinsics_fields(Fields& f, Rigid3d& base_link_from_sensor) {
  f("translation", base_link_from_sensor.translation);
  f.quaternion("rotation_quat", base_link_from_sensor.rotation);
}

void check_id(Fields& f, const std::string& id) {
  if (!kSensorId.accepts(id)) f.error("", "'" + id + "' is not a valid sensor id", std::string(kSensorId.allowed));
}

// One entry of `cameras`. The image size is read first, because the intrinsics are checked against it.
void camera_fields(Fields& f, CameraCalibration& c) {
  check_id(f, c.id);
  f("frame_id", c.intrinsics.frame_id, kFrameId);
  f("image_width", c.intrinsics.width, kImageSide);
  f("image_height", c.intrinsics.height, kImageSide);
  f.choice("camera_convention", c.convention, kConventions);
  f.group("intrinsics", [&](Fields& g) { intrinsics_fields(g, c.intrinsics); });
  f.group("extrinsics", [&](Fields& g) { extrinsics_fields(g, c.extrinsics.transform); });
  f.optional_group("rolling_shutter", c.rolling_shutter, [](Fields& g, RollingShutter& shutter) {
    g.choice("direction", shutter.direction, kDirections);
    g("readout_sec", shutter.readout_sec, {0, 10});
  });
  f("rate_hz", c.rate_hz, kPositive);
}

// Optional lists with one angle per channel [deg].
void beam_fields(Fields& f, LiDARSpec& s) {
  const auto angles = [&](const char* key, std::vector<double>& values, double limit) {
    if (!f.reading() && values.empty()) return;
    f.reals(key, values, 0, {-limit, limit}, Need::optional);
    if (values.empty() || std::cmp_equal(values.size(), s.channels)) return;
    f.error(key, format("has {} values, but channels is {}", values.size(), s.channels), "one value for each channel");
  };
  angles("beam_elevations_deg", s.beam_elevations_deg, 90);
  angles("beam_azimuth_offsets_deg", s.beam_azimuth_offsets_deg, 360);
  if (!std::is_sorted(s.beam_elevations_deg.begin(), s.beam_elevations_deg.end())) {
    f.warning("beam_elevations_deg", "is not in ascending order", "ring 0 is the lowest beam");
  }
}

// Group `spec` of a LiDAR. Optional fields are written only if they differ from the default.
void spec_fields(Fields& f, LiDARSpec& s) {
  f("model", s.model, kAnyText, f.reading() ? Need::optional : Need::required);
  f("channels", s.channels, {1, kMaxChannels});
  f("horizontal_resolution", s.horizontal_resolution, {.min = kMinHorizontalResolution_deg, .max = 360});
  std::vector<double> fov{s.vertical_fov_min, s.vertical_fov_max};
  f.reals("vertical_fov", fov, 2, {-90, 90}, Need::required);
  s.vertical_fov_min = fov[0], s.vertical_fov_max = fov[1];
  if (fov[0] >= fov[1]) f.error("vertical_fov", format("is [{}, {}]", fov[0], fov[1]), "minimum < maximum");
  f("max_range", s.max_range, kPositive);
  f("min_range", s.min_range, kNotNegative);
  if (s.min_range >= s.max_range) f.error("min_range", format("is {}", s.min_range), "less than max_range");
  beam_fields(f, s);
  if (f.reading() || s.max_points != LiDARSpec{}.max_points)
    f("max_points", s.max_points, kNotNegative, Need::optional);
  // Rays per revolution.
  const double rays = s.channels * std::ceil(360.0 / s.horizontal_resolution);
  if (s.max_points > 0 && rays > s.max_points) {
    f.report(Severity::notice, "", format("a sweep has {} rays, more than max_points {}", rays, s.max_points), {},
             "sweeps will be thinned evenly; max_points: 0 removes the limit");
  }
}

// One entry of `lidars`.
void lidar_fields(Fields& f, LidarCalibration& l) {
  check_id(f, l.id);
  f("frame_id", l.spec.frame_id, kFrameId);
  f.group("extrinsics", [&](Fields& g) { extrinsics_fields(g, l.extrinsics.transform); });
  f.group("spec", [&](Fields& g) { spec_fields(g, l.spec); });
  f("rate_hz", l.rate_hz, kPositive);
}

// The whole file. Frame ids must be unique, because they are nodes of one tree of transforms.
void calibration_fields(Fields& f, Calibration& c) {
  f.version(c.version);
  f.entries("cameras", c.cameras, camera_fields, Need::optional);
  f.entries("lidars", c.lidars, lidar_fields, Need::optional);
  if (c.cameras.empty() && c.lidars.empty()) f.warning("", "there are no sensors", {}, "nothing will be simulated");
  std::set<std::string> frames;
  const auto once = [&](const std::string& frame, const std::string& place) {
    if (!frame.empty() && !frames.insert(frame).second) f.error(place, "frame_id '" + frame + "' is used twice");
  };
  for (const CameraCalibration& camera : c.cameras) once(camera.intrinsics.frame_id, "cameras." + camera.id);
  for (const LidarCalibration& lidar : c.lidars) once(lidar.spec.frame_id, "lidars." + lidar.id);
}

// Sensor by id; nullptr if there is none.
template <class T>
const T* find(const std::vector<T>& sensors, std::string_view id) {
  const auto found = std::find_if(sensors.begin(), sensors.end(), [&](const T& s) { return s.id == id; });
  return found == sensors.end() ? nullptr : &*found;
}

}  // namespace

const CameraCalibration* Calibration::find_camera(std::string_view id) const { return find(cameras, id); }
const LidarCalibration* Calibration::find_lidar(std::string_view id) const { return find(lidars, id); }

CameraD to_camera(const CameraIntrinsics& in) {
  CameraD camera;
  camera.width = in.width, camera.height = in.height;
  camera.fx = in.fx, camera.fy = in.fy, camera.cx = in.cx, camera.cy = in.cy;
  camera.lens = in.lens;
  camera.k1 = in.k1, camera.k2 = in.k2, camera.k3 = in.k3, camera.k4 = in.k4, camera.k5 = in.k5, camera.k6 = in.k6;
  camera.p1 = in.p1, camera.p2 = in.p2;
  return with_limits(camera);
}

Rigid3d base_link_from_optical(const CameraCalibration& camera) {
  if (camera.convention == CameraConvention::opencv) return camera.extrinsics.transform;
  const Rigid3d ros_from_opencv{{1, 0, 0, 0}, {}};  // rotation by 180 degrees about x: y and z change sign
  return camera.extrinsics.transform * ros_from_opencv;
}

std::vector<double> beam_elevations_rad(const LiDARSpec& spec) {
  std::vector<double> beams = spec.beam_elevations_deg;
  if (beams.empty()) {
    // The first and the last beam lie on the limits of the field of view; a single beam lies in its middle.
    const double span = spec.vertical_fov_max - spec.vertical_fov_min;
    for (int i = 0; i < spec.channels; ++i) {
      const double fraction = spec.channels > 1 ? static_cast<double>(i) / (spec.channels - 1) : 0.5;
      beams.push_back(spec.vertical_fov_min + span * fraction);
    }
  }
  for (double& beam : beams) beam *= kPi / 180.0;
  return beams;
}

Calibration parse_calibration(std::string_view yaml, std::string_view file, Problems& problems) {
  return read_fields<Calibration>(config::parse_yaml(yaml), file, problems, calibration_fields);
}

Result<Calibration> load_calibration(const std::filesystem::path& path) {
  return load_checked(path, parse_calibration);
}

std::string write_calibration(const Calibration& calibration) {
  return config::write_yaml(write_fields(calibration, calibration_fields));
}

}  // namespace gs::world
