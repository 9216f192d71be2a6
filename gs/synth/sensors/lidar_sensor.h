// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A spinning LiDAR: beams at fixed elevations, one column of them after the other while the car moves.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/synth/sensors/scene.h"

namespace gs {

struct LidarModel {
  std::string name;
  std::vector<double> elevation_rad;       // by ring, lowest first
  std::vector<double> azimuth_offset_rad;  // by ring
  int columns = 1024;
  double min_range_m = 0.5, max_range_m = 120;
  double period_s = 0.1;
};

// vlp16, hdl32, hdl64, vls128, os1_64, os1_128, os0_128, pandar64.
std::vector<std::string> lidar_model_names();
Result<LidarModel> lidar_model(std::string_view name);

struct LidarOptions {
  double range_noise_m = 0.015;
  bool ray_drop = true;
  bool motion_distortion = true;  // false: the world and the car stand still during a sweep
};

void describe(auto& visit, LidarOptions& o) {
  visit("range_noise_m", o.range_noise_m, "standard deviation of ranges [m]", Range{0, 1});
  visit("ray_drop", o.ray_drop, "weak echoes are lost");
  visit("motion_distortion", o.motion_distortion, "the car moves during a sweep");
}

struct LidarPoint {
  Vec3f point;      // in the sensor's frame at the instant of the shot
  float intensity;  // 0..255
  uint16_t ring;    // 0: lowest
  float time_s;     // after the start of the sweep

  // What is true about the shot and no sensor reports.
  float range_error_m = 0;
  uint32_t instance = 0;  // of StreetObject; 0: ground and everything nameless
  Material material = Material::asphalt;
  bool moves = false;
};

class LidarSensor {
 public:
  explicit LidarSensor(LidarModel model);
  const LidarModel& model() const { return model_; }

  // The rotor starts at the back and turns clockwise. Points in order of shots: column by column, ring by ring.
  // map_from_lidar is asked for the pose at a time. Sets the scene's interval, and fails where that fails.
  Result<std::vector<LidarPoint>> sweep(Scene& scene, double start_s,
                                        const std::function<Rigid3d(double)>& map_from_lidar,
                                        const LidarOptions& options, uint64_t sweep_seed) const;

 private:
  LidarModel model_;
  std::vector<Vec3f> directions_;  // [ring, column] in the sensor
};

}  // namespace gs
