// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/velodyne/velodyne_calibration.h"

#include <cmath>
#include <numbers>

namespace gs::lidar {
namespace {

constexpr double kDegOfRad = 180 / std::numbers::pi;
constexpr std::size_t kMostLasers = 128;
constexpr double kLargestOffset_m = 10, kLargestAngle_rad = std::numbers::pi;

// A number of a laser; 0 if the file does not have it.
Result<double> laser_number(const Node& laser, std::string_view key, double limit) {
  const Node& value = laser[key];
  if (value.is_null()) return 0.0;
  if (!value.is_number() || !(std::abs(value.real) <= limit)) {
    return fail(ErrorCode::invalid_data, "{} of a laser must be a number of at most {}", key, limit);
  }
  return value.real;
}

Result<VelodyneLaser> laser_of(const Node& node) {
  if (!node["vert_correction"].is_number()) return fail(ErrorCode::invalid_data, "a laser has no vert_correction");
  VelodyneLaser out;
  GS_TRY(const double elevation, laser_number(node, "vert_correction", std::numbers::pi / 2));
  GS_TRY(const double rotation, laser_number(node, "rot_correction", kLargestAngle_rad));
  out.elevation_deg = elevation * kDegOfRad, out.rotation_deg = rotation * kDegOfRad;
  GS_TRY(out.distance_m, laser_number(node, "dist_correction", kLargestOffset_m));
  GS_TRY(out.distance_x_m, laser_number(node, "dist_correction_x", kLargestOffset_m));
  GS_TRY(out.distance_y_m, laser_number(node, "dist_correction_y", kLargestOffset_m));
  GS_TRY(out.vertical_offset_m, laser_number(node, "vert_offset_correction", kLargestOffset_m));
  GS_TRY(out.horizontal_offset_m, laser_number(node, "horiz_offset_correction", kLargestOffset_m));
  out.two_points = node["two_pt_correction_available"].boolean;
  return out;
}

}  // namespace

Result<VelodyneCalibration> parse_velodyne_calibration(const Node& file) {
  const Node& lasers = file["lasers"];
  if (!lasers.is_list() || lasers.items.empty() || lasers.items.size() > kMostLasers) {
    return fail(ErrorCode::invalid_data, "a Velodyne calibration needs a list 'lasers' of 1 to {} entries",
                kMostLasers);
  }
  VelodyneCalibration out;
  out.lasers.resize(lasers.items.size());
  std::vector<bool> seen(lasers.items.size());
  for (const Node& item : lasers.items) {
    const auto id = item["laser_id"].index();
    if (!id || *id >= seen.size() || seen[*id]) {
      return fail(ErrorCode::invalid_data, "laser_id must be 0 to {}, each once", seen.size() - 1);
    }
    seen[*id] = true;
    GS_TRY(out.lasers[*id], laser_of(item));
  }
  out.distance_unit_m = file["distance_resolution"].number_or(0);
  if (!(out.distance_unit_m >= 0 && out.distance_unit_m <= 0.1)) {
    return fail(ErrorCode::invalid_data, "distance_resolution {} is not between 0 and 0.1 m", out.distance_unit_m);
  }
  return out;
}

Result<VelodyneModel> calibrated(VelodyneModel model, const VelodyneCalibration& calibration) {
  if (calibration.lasers.size() != model.lasers.size()) {
    return fail(ErrorCode::invalid_data, "the calibration has {} lasers, {} has {}", calibration.lasers.size(),
                model.name, model.lasers.size());
  }
  model.lasers = calibration.lasers;
  if (calibration.distance_unit_m > 0) model.distance_unit_m = calibration.distance_unit_m;
  model.needs_calibration = false;
  return model;
}

}  // namespace gs::lidar
