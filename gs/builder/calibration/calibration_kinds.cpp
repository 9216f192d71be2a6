// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/calibration/calibration_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>

#include "gs/builder/calibration/lens_models.h"
#include "gs/builder/topics/rectified_info.h"
#include "gs/config/yaml.h"
#include "gs/core/format.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"
#include "gs/core/text/words.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {
namespace {

// A list of `count` finite numbers below a key, directly or as `data` of a matrix; count 0: any number.
Result<std::vector<double>> yaml_numbers(const Node& root, const char* key, std::size_t count,
                                         const std::string& name) {
  const Node* node = root.find(key);
  if (node != nullptr && node->is_map()) node = node->find("data");
  const int line = node == nullptr ? 0 : node->line;
  if (node == nullptr || !node->is_list() || (count > 0 && node->items.size() != count) || node->items.size() > 64) {
    return calibration_error(name, line, format("'{}' must be a list of {} numbers", key, count),
                             "write the file with camera_calibration or ros2 topic echo --once");
  }
  std::vector<double> out;
  for (const Node& item : node->items) {
    if (!item.is_number() || !std::isfinite(item.real)) {
      return calibration_error(name, item.line, format("'{}' contains '{}'", key, printable(item.text)),
                               "write finite numbers");
    }
    out.push_back(item.real);
  }
  return out;
}

// The width or height of the images, under one of two names.
Result<int> yaml_side(const Node& root, const char* key, const char* other, const std::string& name) {
  const Node* node = root.find(key) != nullptr ? root.find(key) : root.find(other);
  if (node == nullptr || !node->is_number() || !(node->real >= 1 && node->real <= kLargestSide_px)) {
    return calibration_error(name, node == nullptr ? 0 : node->line,
                             format("'{}' is {}", key, node == nullptr ? "missing" : printable(node->text)),
                             "give the size of the images in pixels, 1 to 65536");
  }
  return static_cast<int>(node->real);
}

// Focal lengths must be positive.
Result<void> check_matrix(const world::CameraIntrinsics& c, const std::string& name, int line) {
  if (c.fx > 0 && c.fy > 0 && std::isfinite(c.fx + c.fy + c.cx + c.cy)) return {};
  return calibration_error(name, line, format("the focal lengths are {} and {}", c.fx, c.fy),
                           "they must be positive; an uncalibrated camera has zeros here");
}

// Sets a matrix to that of the first key that the file has; zeros if it has none.
template <std::size_t N>
Result<void> read_yaml_matrix(const Node& root, std::initializer_list<const char*> keys, const std::string& name,
                              std::array<double, N>& matrix) {
  for (const char* key : keys) {
    if (root.find(key) == nullptr) continue;
    GS_TRY(const std::vector<double> numbers, yaml_numbers(root, key, N, name));
    std::ranges::copy(numbers, matrix.begin());
    break;
  }
  return {};
}

// The camera of rectified images, from P and R of a ROS camera YAML.
Result<rosmsg::sensor_msgs::CameraInfo> ros_rectified(const Node& root, const world::CameraIntrinsics& c,
                                                      const std::string& name) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = static_cast<uint32_t>(c.width), info.height = static_cast<uint32_t>(c.height);
  info.k = {c.fx, 0, c.cx, 0, c.fy, c.cy, 0, 0, 1};
  GS_CHECK(read_yaml_matrix(root, {"projection_matrix", "P", "p"}, name, info.p));
  GS_CHECK(read_yaml_matrix(root, {"rectification_matrix", "R", "r"}, name, info.r));
  auto rectified = rectified_info(std::move(info));
  if (!rectified) {
    return calibration_error(name, 0, rectified.error().message,
                             "mend projection_matrix, or write zeros if the images are not rectified");
  }
  return *std::move(rectified);
}

// All lines "KEY: numbers" of a text with their line numbers; the first of equal keys counts.
struct KittiLine {
  std::vector<double> numbers;
  int line = 0;
};
std::map<std::string, KittiLine, std::less<>> kitti_lines(std::string_view text) {
  std::map<std::string, KittiLine, std::less<>> out;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    // Lines without a key, such as dates written out, are passed over.
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon > 40) continue;
    KittiLine entry{.numbers = {}, .line = number + 1};
    bool all_numbers = true;
    for (const std::string_view word : split_words(line.substr(colon + 1))) {
      const auto value = parse_decimal(word);
      all_numbers = all_numbers && value && entry.numbers.size() < 64;
      if (all_numbers) entry.numbers.push_back(*value);
    }
    if (all_numbers) out.emplace(std::string(line.substr(0, colon)), std::move(entry));
  }
  return out;
}

// A rotation matrix and a translation as a transform.
Result<Rigid3d> kitti_transform(const std::vector<double>& r, const std::vector<double>& t, int line,
                                const std::string& name) {
  const Mat3d m{{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}}};
  const Mat3d product = m * transpose(m);
  double off = std::abs(determinant(m) - 1);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) off = std::max(off, std::abs(product.m[i][j] - (i == j ? 1 : 0)));
  }
  if (!(off < 0.01) || !std::isfinite(t[0] + t[1] + t[2])) {
    return calibration_error(name, line, format("not a rotation matrix: it is off by {:.3g}", off),
                             "check the sign and the order of its nine numbers");
  }
  return Rigid3d{normalized(to_quaternion(m)), {t[0], t[1], t[2]}};
}

}  // namespace

Result<GivenCalibration> parse_own_calibration(std::string_view text, const std::string& name) {
  Problems problems;
  const world::Calibration calibration = world::parse_calibration(text, name, problems);
  for (const Problem& problem : problems) {
    if (problem.severity != Severity::error) continue;
    return fail(ErrorCode::invalid_data, "{}", to_string(problem)).with_hint("mend this value of the file");
  }
  GivenCalibration out{.kind = "calibration.yaml", .cameras = {}, .lidars = {}, .transforms = {}};
  for (const world::CameraCalibration& camera : calibration.cameras) {
    out.cameras.push_back({.name = camera.id,
                           .line = 0,
                           .intrinsics = camera.intrinsics,
                           .base_from_camera = world::base_link_from_optical(camera)});
  }
  for (const world::LidarCalibration& lidar : calibration.lidars) {
    out.lidars.push_back({lidar.id, lidar.extrinsics.transform});
  }
  return out;
}

Result<GivenCalibration> parse_ros_camera(std::string_view text, const std::string& name) {
  GS_TRY(const Node root, config::parse_yaml(text).with_context(name));
  const char* matrix = root.find("camera_matrix") != nullptr ? "camera_matrix" : root.find("K") != nullptr ? "K" : "k";
  GS_TRY(const std::vector<double> k, yaml_numbers(root, matrix, 9, name));
  world::CameraIntrinsics c;
  GS_TRY(c.width, yaml_side(root, "image_width", "width", name));
  GS_TRY(c.height, yaml_side(root, "image_height", "height", name));
  c.fx = k[0], c.cx = k[2], c.fy = k[4], c.cy = k[5];
  const Node* at = root.find(matrix);
  GS_CHECK(check_matrix(c, name, at->line));
  std::vector<double> d;
  for (const char* key : {"distortion_coefficients", "D", "d"}) {
    if (root.find(key) == nullptr) continue;
    GS_TRY(d, yaml_numbers(root, key, 0, name));
    break;
  }
  const Node& model = root["distortion_model"];
  // The ingest resamples the images of some omni cameras.
  auto omni = omni_to_resample(c, model.text, d);
  auto distorted = !omni || !*omni ? with_distortion(c, model.text, d) : Result<world::CameraIntrinsics>(c);
  if (!distorted) {
    return calibration_error(name, model.line, distorted.error().message,
                             distorted.error().hint.empty() ? "mend this value of the file" : distorted.error().hint);
  }
  // A recorded camera_info names its frame, a file of camera_calibration its camera.
  const Node& camera = root["camera_name"].is_null() ? root["header"]["frame_id"] : root["camera_name"];
  GivenCalibration out{.kind = "ROS camera YAML", .cameras = {}, .lidars = {}, .transforms = {}};
  out.cameras.push_back({.name = camera.text, .line = camera.line, .intrinsics = *distorted});
  if (omni) out.cameras.back().omni = *omni;
  GS_TRY(out.cameras.back().rectified, ros_rectified(root, c, name));
  return out;
}

// Projections, or a transform from the LiDAR, are enough: the files of a drive hold one or the other.
bool looks_like_kitti(std::string_view text) {
  for (const auto& [key, entry] : kitti_lines(text)) {
    if ((key.starts_with("P_rect_") || (key.size() == 2 && key[0] == 'P')) && entry.numbers.size() == 12) return true;
    if ((key == "R" && entry.numbers.size() == 9) || (key.starts_with("Tr") && entry.numbers.size() == 12)) return true;
  }
  return false;
}

// Geiger et al. 2013, section on calibration: x = P_rect R_rect_00 (R|T)_velo_to_cam X, with P_rect = K [I | b].
Result<GivenCalibration> parse_kitti_calibration(std::string_view text, const std::string& name) {
  const auto lines = kitti_lines(text);
  const auto find = [&](std::string_view key, std::size_t count) -> const KittiLine* {
    const auto found = lines.find(key);
    return found == lines.end() || found->second.numbers.size() != count ? nullptr : &found->second;
  };
  // The raw set names R and T, the odometry set Tr, the object set Tr_velo_to_cam.
  // Rectified camera 0 from LiDAR, if the file has it.
  std::optional<Rigid3d> rectified_from_lidar;
  const KittiLine *r = find("R", 9), *t = find("T", 3), *turn = find("R_rect_00", 9), *tr = find("Tr", 12);
  if (tr == nullptr) tr = find("Tr_velo_to_cam", 12);
  if (r != nullptr && t != nullptr) {
    GS_TRY(rectified_from_lidar, kitti_transform(r->numbers, t->numbers, r->line, name));
  } else if (tr != nullptr) {
    const std::vector<double>& m = tr->numbers;
    GS_TRY(rectified_from_lidar, kitti_transform({m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]},
                                                 {m[3], m[7], m[11]}, tr->line, name));
  }
  // The object detection set of KITTI names it so.
  if (turn == nullptr) turn = find("R0_rect", 9);
  if (rectified_from_lidar && turn != nullptr) {
    // The transform leads to the camera as it is mounted; the images are rectified.
    GS_TRY(const Rigid3d rectify, kitti_transform(turn->numbers, {0, 0, 0}, turn->line, name));
    *rectified_from_lidar = rectify * *rectified_from_lidar;
  }
  GivenCalibration out{.kind = "KITTI calibration", .cameras = {}, .lidars = {}, .transforms = {}};
  for (int i = 0; i < 10; ++i) {
    const KittiLine* p = find(format("P_rect_0{}", i), 12);
    if (p == nullptr) p = find(format("P{}", i), 12);
    if (p == nullptr) continue;
    const std::vector<double>& m = p->numbers;
    GivenCamera camera{.name = std::to_string(i), .line = p->line};
    world::CameraIntrinsics c{.fx = m[0], .fy = m[5], .cx = m[2], .cy = m[6]};
    GS_CHECK(check_matrix(c, name, p->line));
    if (const KittiLine* size = find(format("S_rect_0{}", i), 2)) {
      if (!(size->numbers[0] >= 1 && size->numbers[0] <= kLargestSide_px && size->numbers[1] >= 1 &&
            size->numbers[1] <= kLargestSide_px)) {
        return calibration_error(name, size->line,
                                 format("images of {} x {} pixels", size->numbers[0], size->numbers[1]),
                                 "S_rect is width and height, 1 to 65536");
      }
      c.width = static_cast<int>(size->numbers[0]), c.height = static_cast<int>(size->numbers[1]);
    }
    camera.intrinsics = c;
    if (rectified_from_lidar) {
      // Camera i lies at -b from camera 0, in the axes of both; the fourth column is K b.
      const Vec3d b{(m[3] - c.cx * m[11]) / c.fx, (m[7] - c.cy * m[11]) / c.fy, m[11]};
      if (!(dot(b, b) < 1e6)) {
        return calibration_error(name, p->line, "the baseline is longer than 1 km", "check the fourth column");
      }
      camera.lidar_from_camera = rectified_from_lidar->inverse() * Rigid3d{{}, -b};
    }
    out.cameras.push_back(std::move(camera));
  }
  if (out.cameras.empty()) {
    return calibration_error(name, 0, "no projection matrix P0 or P_rect_00 with 12 numbers",
                             "give the folder with calib_cam_to_cam.txt and calib_velo_to_cam.txt");
  }
  return out;
}

}  // namespace gs::builder
