// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/calibration.h"

#include <string>
#include <utility>
#include <vector>

#include "gs/core/file.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/rig.h"

namespace gs::importers::kitti {
namespace {

// Rotation "R" and translation "T" of a file, or of a camera ("R_02").
Result<Rigid3d> transform_of(const KeyedNumbers& file, const std::string& suffix = {}) {
  GS_TRY(const Quaterniond r, file.rotation("R" + suffix));
  GS_TRY(const std::vector<double> t, file.numbers("T" + suffix, 3));
  return Rigid3d{r, {t[0], t[1], t[2]}};
}

constexpr double kMostPixels = 65535;

// Sets the size of the images from the key ("S_rect_02") and checks the focal lengths.
Result<void> set_size(const KeyedNumbers& file, const std::string& key, Camera& camera) {
  GS_TRY(const std::vector<double> size, file.numbers(key, 2));
  for (const double pixels : size) {
    if (pixels < 1 || pixels > kMostPixels) {
      return fail(ErrorCode::invalid_data, "{} is {} x {}, allowed are 1 to {} pixels per side", key, size[0], size[1],
                  kMostPixels);
    }
  }
  camera.width = static_cast<int>(size[0]);
  camera.height = static_cast<int>(size[1]);
  if (camera.fx <= 0 || camera.fy <= 0) return fail(ErrorCode::invalid_data, "{} has no focal length", key);
  return {};
}

// Reads one rectified camera: P_rect = K [I | t], with t from the rectified camera 0 to this one (Geiger et al. 2013).
Result<Camera> rectified_camera(const KeyedNumbers& file, const std::string& number,
                                const Rigid3d& base_from_rectified) {
  GS_TRY(const std::vector<double> p, file.numbers("P_rect_" + number, 12));
  GS_TRY(Camera camera, camera_of_projection(p, base_from_rectified, "P_rect_" + number));
  GS_CHECK(set_size(file, "S_rect_" + number, camera));
  return camera;
}

// Reads one camera as it recorded its images: K, distortion D (k1 k2 p1 p2 k3), and its pose from camera 0.
Result<Camera> recorded_camera(const KeyedNumbers& file, const std::string& number, const Rigid3d& base_from_camera0) {
  GS_TRY(const std::vector<double> k, file.numbers("K_" + number, 9));
  Camera camera{.fx = k[0], .fy = k[4], .cx = k[2], .cy = k[5]};
  GS_TRY(camera.distortion, file.numbers("D_" + number, 5));
  GS_TRY(const Rigid3d camera_from_camera0, transform_of(file, "_" + number));
  camera.base_from_camera = base_from_camera0 * camera_from_camera0.inverse();
  GS_CHECK(set_size(file, "S_" + number, camera));
  return camera;
}

constexpr const char* kImuToVelo = "calib_imu_to_velo.txt";
constexpr const char* kVeloToCam = "calib_velo_to_cam.txt";
constexpr const char* kCamToCam = "calib_cam_to_cam.txt";

}  // namespace

Result<Calibration> read_calibration(const fs::path& folder, ImageForm images) {
  constexpr uint64_t kMostBytes = 1u << 20;
  GS_TRY(const std::string imu_to_velo, read_text_file(folder / kImuToVelo, kMostBytes));
  GS_TRY(const std::string velo_to_cam, read_text_file(folder / kVeloToCam, kMostBytes));
  GS_TRY(const std::string cam_to_cam, read_text_file(folder / kCamToCam, kMostBytes));
  return parse_calibration({imu_to_velo, velo_to_cam, cam_to_cam}, images).with_context(folder.string());
}

Result<Calibration> parse_calibration(const CalibrationTexts& texts, ImageForm images) {
  const KeyedNumbers imu_to_velo = KeyedNumbers::parse(texts.imu_to_velo, kImuToVelo);
  const KeyedNumbers velo_to_cam = KeyedNumbers::parse(texts.velo_to_cam, kVeloToCam);
  const KeyedNumbers cam_to_cam = KeyedNumbers::parse(texts.cam_to_cam, kCamToCam);
  GS_TRY(const Rigid3d lidar_from_imu, transform_of(imu_to_velo));
  GS_TRY(const Rigid3d camera0_from_lidar, transform_of(velo_to_cam));
  GS_TRY(const Quaterniond rectification, cam_to_cam.rotation("R_rect_00"));
  Calibration calibration;
  // base_link has the axes of the IMU, so only its origin must be found.
  const Rigid3d imu_from_lidar = lidar_from_imu.inverse();
  const Vec3d base_in_imu = imu_from_lidar.translation - kLidarInBase;
  calibration.base_from_imu = {{}, -base_in_imu};
  calibration.base_from_lidar = calibration.base_from_imu * imu_from_lidar;
  // Camera poses: LiDAR -> camera 0 -> (rectified camera 0) -> camera 2 or 3.
  const Rigid3d base_from_camera0 = calibration.base_from_lidar * camera0_from_lidar.inverse();
  const Rigid3d base_from_rectified = base_from_camera0 * Rigid3d{rectification, {}}.inverse();
  for (const auto& [name, number] : {std::pair("left", "02"), std::pair("right", "03")}) {
    GS_TRY(Camera camera, images == ImageForm::rectified ? rectified_camera(cam_to_cam, number, base_from_rectified)
                                                         : recorded_camera(cam_to_cam, number, base_from_camera0));
    camera.name = name;
    (camera.name == "left" ? calibration.left : calibration.right) = std::move(camera);
  }
  return calibration;
}

}  // namespace gs::importers::kitti
