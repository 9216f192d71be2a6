// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A spinning LiDAR: beams at fixed elevations fire column by column while the vehicle moves.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/synth/sensors/scene.h"

namespace gs::synth {

// Beam table and ranges of a LiDAR.
struct LidarModel {
  std::string name;
  std::vector<double> elevation_rad;       // [rings], lowest first
  std::vector<double> azimuth_offset_rad;  // [rings]
  double elevation_error_rad = 0;          // stated minus true elevation: beams fire lower by this than the table says
  int columns = 1024;                      // firings per revolution
  double min_range_m = 0.5, max_range_m = 120;
  double period_s = 0.1;  // duration of a revolution
};

// Known models: vlp16, hdl32, hdl64, vls128, os1_64, os1_128, os0_128, pandar64. Errors: invalid_option for other
// names.
std::vector<std::string> lidar_model_names();
Result<LidarModel> lidar_model(std::string_view name);

// Errors of the sensor.
struct LidarOptions {
  double range_noise_m = 0.015;
  bool ray_drop = true;
  bool motion_distortion = true;  // false: vehicle and traffic stand still during a sweep
};

void describe(auto& visit, LidarOptions& o) {
  visit("range_noise_m", o.range_noise_m, "standard deviation of the range noise [m]", Range{0, 1});
  visit("ray_drop", o.ray_drop, "drop weak returns");
  visit("motion_distortion", o.motion_distortion, "move the vehicle during a sweep");
}

// A return, with its ground truth.
struct LidarPoint {
  Vec3f point;      // in the sensor frame at the time of firing [m]
  float intensity;  // 0..255
  uint16_t ring;    // 0: lowest
  float time_s;     // after the start of the sweep

  // Ground truth of the return.
  float range_error_m = 0;
  uint32_t instance = 0;                // id of the StreetObject; 0: ground and unnamed parts
  uint32_t body = raycast::kFixedBody;  // of the scene: a moving object or one of its parts
  Material material = Material::asphalt;
  bool moves = false;
};

// A LiDAR with precomputed ray directions.
class LidarSensor {
 public:
  explicit LidarSensor(LidarModel model);
  // The beam table.
  const LidarModel& model() const { return model_; }

  // Simulates a sweep that starts at start_s. Columns start at the back and run clockwise; points are ordered column by
  // column, ring by ring. map_from_lidar(time) is the sensor pose. Changes the scene's interval. sweep_seed: seed of
  // noise and drops. Errors: those of Scene::set_interval().
  Result<std::vector<LidarPoint>> sweep(Scene& scene, double start_s,
                                        const std::function<Rigid3d(double)>& map_from_lidar,
                                        const LidarOptions& options, uint64_t sweep_seed) const;

 private:
  // All rays of a sweep and their hits, both [rings, columns].
  struct Cast {
    std::vector<raycast::Ray> rays;
    std::vector<raycast::MeshHit> hits;
  };
  double share_of(std::size_t column, const LidarOptions& options) const;
  Result<Cast> cast_rays(Scene& scene, double start_s, const std::vector<Rigid3d>& poses,
                         const LidarOptions& options) const;
  std::optional<LidarPoint> measure(const Scene& scene, const Cast& cast, std::size_t ray, const LidarOptions& options,
                                    uint64_t sweep_seed) const;

  LidarModel model_;
  // [rings, columns] unit vectors in the sensor frame: of the beam table, and of the beams as they fire.
  std::vector<Vec3f> directions_, fired_;
};

}  // namespace gs::synth
