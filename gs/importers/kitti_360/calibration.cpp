// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti_360/calibration.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/rig.h"

namespace gs::importers::kitti_360 {
namespace {

constexpr const char* kCamToPose = "calib_cam_to_pose.txt";
constexpr const char* kCamToVelo = "calib_cam_to_velo.txt";
constexpr const char* kPerspective = "perspective.txt";
constexpr std::array<const char*, 2> kFisheyes{"image_02.yaml", "image_03.yaml"};
constexpr std::array<const char*, 4> kCameraNames{"left", "right", "fisheye_left", "fisheye_right"};

// The transform of a text of 12 numbers, in one line or in three.
Result<Rigid3d> single_transform(std::string_view text, std::string_view name) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  GS_TRY(const auto rows, parse_number_lines(line, 12, name));
  if (rows.empty()) return fail(ErrorCode::invalid_data, "12 numbers are expected, found none: {}", name);
  return rigid_from_rows(rows.front(), name);
}

// A side of an image [px].
Result<int> image_side(double value, std::string_view name) {
  constexpr double kMost_px = 65535;
  if (value >= 1 && value <= kMost_px) return static_cast<int>(value);
  return fail(ErrorCode::invalid_data, "'{}' is {}, allowed are 1 to {} pixels", name, value, kMost_px);
}

// A rectified camera; `number` is "00" or "01".
Result<Camera> perspective_camera(const KeyedNumbers& file, const std::string& number,
                                  const Rigid3d& base_from_camera) {
  GS_TRY(const Quaterniond rectification, file.rotation("R_rect_" + number));
  GS_TRY(std::vector<double> p, file.numbers("P_rect_" + number, 12));
  // Every camera has a pose of its own, so the baseline in P is not applied to it again.
  p[3] = p[7] = p[11] = 0;
  const Rigid3d base_from_rectified = base_from_camera * Rigid3d{rectification, {}}.inverse();
  GS_TRY(Camera camera, camera_of_projection(p, base_from_rectified, "P_rect_" + number));
  GS_TRY(const std::vector<double> size, file.numbers("S_rect_" + number, 2));
  GS_TRY(camera.width, image_side(size[0], "S_rect_" + number));
  GS_TRY(camera.height, image_side(size[1], "S_rect_" + number));
  return camera;
}

Result<Camera> fisheye_camera(const KeyedNumbers& file, const Rigid3d& base_from_camera) {
  constexpr std::array<const char*, 9> kKeys{"image_width", "image_height", "gamma1", "gamma2", "u0",
                                             "v0",          "xi",           "k1",     "k2"};
  std::array<double, kKeys.size()> v{};
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    GS_TRY(const std::vector<double> numbers, file.numbers(kKeys[i], 1));
    v[i] = numbers.front();
  }
  if (!(v[2] > 0 && v[3] > 0)) return fail(ErrorCode::invalid_data, "gamma1 or gamma2 is not positive");
  Camera camera{.fx = v[2], .fy = v[3], .cx = v[4], .cy = v[5], .distortion_model = "omni"};
  camera.distortion = {v[6], v[7], v[8], 0, 0};
  camera.base_from_camera = base_from_camera;
  GS_TRY(camera.width, image_side(v[0], kKeys[0]));
  GS_TRY(camera.height, image_side(v[1], kKeys[1]));
  return camera;
}

}  // namespace

Result<Calibration> read_calibration(const fs::path& folder) {
  constexpr uint64_t kMostBytes = 1u << 20;
  GS_TRY(const std::string cam_to_pose, read_text_file(folder / kCamToPose, kMostBytes));
  GS_TRY(const std::string cam_to_velo, read_text_file(folder / kCamToVelo, kMostBytes));
  GS_TRY(const std::string perspective, read_text_file(folder / kPerspective, kMostBytes));
  std::array<std::string, 2> fisheyes;
  for (std::size_t i = 0; i < fisheyes.size(); ++i) {
    std::error_code ignored;
    if (!fs::exists(folder / kFisheyes[i], ignored)) continue;
    GS_TRY(fisheyes[i], read_text_file(folder / kFisheyes[i], kMostBytes));
  }
  return parse_calibration({.cam_to_pose = cam_to_pose,
                            .cam_to_velo = cam_to_velo,
                            .perspective = perspective,
                            .fisheyes = {fisheyes[0], fisheyes[1]}})
      .with_context(folder.string());
}

Result<Calibration> parse_calibration(const CalibrationTexts& texts) {
  const KeyedNumbers poses = KeyedNumbers::parse(texts.cam_to_pose, kCamToPose);
  const KeyedNumbers perspective = KeyedNumbers::parse(texts.perspective, kPerspective);
  GS_TRY(const Rigid3d lidar_from_camera0, single_transform(texts.cam_to_velo, kCamToVelo));
  GS_TRY(const Rigid3d pose_from_camera0, poses.transform("image_00"));
  const Rigid3d pose_from_lidar = pose_from_camera0 * lidar_from_camera0.inverse();
  // Half a turn about x: y right and z down become y left and z up.
  const Quaterniond upright{1, 0, 0, 0};
  Calibration calibration;
  calibration.base_from_pose = {upright, kitti::kLidarInBase - upright * pose_from_lidar.translation};
  calibration.base_from_lidar = calibration.base_from_pose * pose_from_lidar;
  for (std::size_t i = 0; i < kCameraNames.size(); ++i) {
    const bool fisheye = i >= 2;
    if (fisheye && texts.fisheyes[i - 2].empty()) continue;
    const std::string number = format("0{}", i);
    GS_TRY(const Rigid3d pose_from_camera, poses.transform("image_" + number));
    const Rigid3d base_from_camera = calibration.base_from_pose * pose_from_camera;
    GS_TRY(Camera camera,
           fisheye ? fisheye_camera(KeyedNumbers::parse(texts.fisheyes[i - 2], kFisheyes[i - 2]), base_from_camera)
                         .with_context(kFisheyes[i - 2])
                   : perspective_camera(perspective, number, base_from_camera).with_context(kPerspective));
    camera.name = kCameraNames[i];
    calibration.cameras.emplace(static_cast<int>(i), std::move(camera));
  }
  return calibration;
}

}  // namespace gs::importers::kitti_360
