// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/calibration.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "gs/core/file.h"

namespace gs::importers::kitti {
namespace {

// Calibration file with lines "key: numbers".
class CalibrationFile {
 public:
  static CalibrationFile parse(std::string_view text, const char* name) {
    CalibrationFile file;
    file.name_ = name;
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string line(text.substr(begin, end - begin));
      begin = end + 1;
      const std::size_t colon = line.find(':');
      if (colon == std::string::npos) continue;
      std::vector<double>& values = file.values_[line.substr(0, colon)];
      const char* at = line.c_str() + colon + 1;
      for (char* after = nullptr;; at = after) {
        const double value = std::strtod(at, &after);
        if (after == at) break;
        values.push_back(value);
      }
    }
    return file;
  }

  Result<std::vector<double>> numbers(const std::string& key, std::size_t count) const {
    const auto found = values_.find(key);
    if (found == values_.end() || found->second.size() != count) {
      return fail(ErrorCode::invalid_data, "'{}' must have {} numbers: {}", key, count, name_);
    }
    for (const double value : found->second) {
      if (!std::isfinite(value)) return fail(ErrorCode::invalid_data, "'{}' is not finite: {}", key, name_);
    }
    return found->second;
  }

  Result<Quaterniond> rotation(const std::string& key) const {
    GS_TRY(const std::vector<double> m, numbers(key, 9));
    const Mat3d matrix{{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}};
    if (std::abs(determinant(matrix) - 1.0) > 1e-3) {
      return fail(ErrorCode::invalid_data, "'{}' is not a rotation matrix: {}", key, name_);
    }
    return normalized(to_quaternion(matrix));
  }

  // Rotation "R" and translation "T" of the file.
  Result<Rigid3d> transform() const {
    GS_TRY(const Quaterniond r, rotation("R"));
    GS_TRY(const std::vector<double> t, numbers("T", 3));
    return Rigid3d{r, {t[0], t[1], t[2]}};
  }

 private:
  const char* name_ = "";
  std::map<std::string, std::vector<double>> values_;
};

constexpr double kMostPixels = 65535;

// Reads one rectified camera: P_rect = K [I | t], with t from the rectified camera 0 to this one (Geiger et al. 2013).
Result<RectifiedCamera> camera(const CalibrationFile& file, const std::string& number,
                               const Rigid3d& base_from_rectified) {
  GS_TRY(const std::vector<double> p, file.numbers("P_rect_" + number, 12));
  GS_TRY(const std::vector<double> size, file.numbers("S_rect_" + number, 2));
  for (const double pixels : size) {
    if (pixels < 1 || pixels > kMostPixels) {
      return fail(ErrorCode::invalid_data, "S_rect_{} is {} x {}, allowed are 1 to {} pixels per side", number, size[0],
                  size[1], kMostPixels);
    }
  }
  RectifiedCamera camera{.width = static_cast<int>(size[0]),
                         .height = static_cast<int>(size[1]),
                         .fx = p[0],
                         .fy = p[5],
                         .cx = p[2],
                         .cy = p[6]};
  if (camera.fx <= 0 || camera.fy <= 0) return fail(ErrorCode::invalid_data, "P_rect_{} has no focal length", number);
  // Solve P_rect[:, 3] = K t for t.
  const Vec3d t{(p[3] - camera.cx * p[11]) / camera.fx, (p[7] - camera.cy * p[11]) / camera.fy, p[11]};
  const Rigid3d camera_from_rectified{{}, t};
  camera.base_from_camera = base_from_rectified * camera_from_rectified.inverse();
  return camera;
}

constexpr const char* kImuToVelo = "calib_imu_to_velo.txt";
constexpr const char* kVeloToCam = "calib_velo_to_cam.txt";
constexpr const char* kCamToCam = "calib_cam_to_cam.txt";

// Published sensor set-up of the KITTI car (Geiger et al. 2013).
constexpr double kLidarAboveGround_m = 1.73;
constexpr double kLidarBeforeRearAxle_m = 0.76;

}  // namespace

Result<Calibration> read_calibration(const fs::path& folder) {
  constexpr uint64_t kMostBytes = 1u << 20;
  GS_TRY(const std::string imu_to_velo, read_text_file(folder / kImuToVelo, kMostBytes));
  GS_TRY(const std::string velo_to_cam, read_text_file(folder / kVeloToCam, kMostBytes));
  GS_TRY(const std::string cam_to_cam, read_text_file(folder / kCamToCam, kMostBytes));
  return parse_calibration({imu_to_velo, velo_to_cam, cam_to_cam}).with_context(folder.string());
}

Result<Calibration> parse_calibration(const CalibrationTexts& texts) {
  const CalibrationFile imu_to_velo = CalibrationFile::parse(texts.imu_to_velo, kImuToVelo);
  const CalibrationFile velo_to_cam = CalibrationFile::parse(texts.velo_to_cam, kVeloToCam);
  const CalibrationFile cam_to_cam = CalibrationFile::parse(texts.cam_to_cam, kCamToCam);
  GS_TRY(const Rigid3d lidar_from_imu, imu_to_velo.transform());
  GS_TRY(const Rigid3d camera0_from_lidar, velo_to_cam.transform());
  GS_TRY(const Quaterniond rectification, cam_to_cam.rotation("R_rect_00"));
  Calibration calibration;
  // base_link has the axes of the IMU, so only its origin must be found.
  const Rigid3d imu_from_lidar = lidar_from_imu.inverse();
  const Vec3d base_in_imu = imu_from_lidar.translation - Vec3d{kLidarBeforeRearAxle_m, 0.0, kLidarAboveGround_m};
  calibration.base_from_imu = {{}, -base_in_imu};
  calibration.base_from_lidar = calibration.base_from_imu * imu_from_lidar;
  // Camera poses: LiDAR -> camera 0 -> rectified camera 0 -> camera 2 or 3.
  const Rigid3d rectified_from_lidar = Rigid3d{rectification, {}} * camera0_from_lidar;
  const Rigid3d base_from_rectified = calibration.base_from_lidar * rectified_from_lidar.inverse();
  GS_TRY(calibration.left, camera(cam_to_cam, "02", base_from_rectified));
  GS_TRY(calibration.right, camera(cam_to_cam, "03", base_from_rectified));
  return calibration;
}

}  // namespace gs::importers::kitti
