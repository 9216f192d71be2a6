// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/ingested_sweeps.h"

#include <algorithm>
#include <array>

#include "gs/assets/pcd/pcd.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/core/json/json.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {

Result<RecordedSweeps> RecordedSweeps::open(const Workspace& workspace) {
  GS_TRY(Trajectory trajectory, recorded_poses(workspace));
  RecordedSweeps sweeps(std::move(trajectory));
  GS_CHECK(sweeps.list(workspace));
  return sweeps;
}

std::optional<Rigid3d> RecordedSweeps::pose_at(Timestamp stamp) const {
  return trajectory_.at(stamp, Duration::from_ms(50));
}

// Sorted list of sweep files; sweeps without a pose or without calibration are left out.
Result<void> RecordedSweeps::list(const Workspace& workspace) {
  const fs::path ingest = workspace.folder(Step::mcap_ingest);
  GS_TRY(const auto sensors, read_sensors(ingest / "sensors.json"));
  GS_TRY(const Node timeline, read_json(ingest / "timeline.json", kOwnFile));
  GS_TRY(const world::Calibration calibration,
         world::load_calibration(workspace.folder(Step::calibration_builder) / "calibration.yaml"));
  GS_TRY(const LidarCorrections corrections,
         read_lidar_corrections(workspace.folder(Step::calibration_builder) / kLidarCorrections));
  for (const auto& [record, rate, count] : sensors) {
    if (record.kind != SensorKind::lidar) continue;
    const world::LidarCalibration* lidar = calibration.find_lidar(record.id);
    const Node* all = timeline.find("sensors");
    const Node* own = all == nullptr ? nullptr : all->find(record.key());
    const Node* stamps = own == nullptr ? nullptr : own->find("timestamps");
    if (lidar == nullptr || stamps == nullptr) continue;
    const auto found = corrections.find(record.id);
    const auto correction = found == corrections.end() ? mapping::LidarCorrection{} : found->second;
    // The stored points lie where the extrinsics of the log put them, and calibration.yaml holds the corrected ones.
    Rigid3d stated = lidar->extrinsics.transform;
    stated.rotation = normalized(rotation_from_vector(correction.rotation).conjugate() * stated.rotation);
    lidars_.push_back({record.id, stated, correction});
    for (std::size_t i = 0; i < stamps->items.size(); ++i) {
      const Timestamp stamp = Timestamp::from_seconds(stamps->items[i].real);
      if (!pose_at(stamp)) continue;
      files_.push_back(
          {ingest / record.file_path(i), ingest / stored_times_path(record.key(), i), stamp, lidars_.size() - 1});
    }
  }
  std::ranges::stable_sort(files_, {}, [](const File& f) { return f.stamp.ns; });
  return {};
}

Result<StoredTimes> RecordedSweeps::times(std::size_t index) const {
  std::error_code ignored;
  const fs::path& path = files_[index].times_path;
  return fs::exists(path, ignored) ? read_stored_times(path) : StoredTimes{};
}

// Sensor positions per point in base_link at the stamp, from the stored point times; empty without times.
Result<std::vector<Vec3f>> RecordedSweeps::ray_origins(const File& file, const StoredTimes& times,
                                                       std::size_t points) const {
  if (times.steps.empty()) return std::vector<Vec3f>{};
  if (times.steps.size() != points) {
    return fail(ErrorCode::invalid_data, "{} point times for {} points: {}", times.steps.size(), points,
                file.times_path.string());
  }
  const Rigid3d base_from_map = pose_at(file.stamp)->inverse();
  // Times have 256 steps, so 256 poses are sufficient.
  std::array<Vec3f, 256> origins;
  for (std::size_t step = 0; step < origins.size(); ++step) {
    // Clamped to the trajectory: a sweep at its end may reach a little beyond it.
    const Timestamp then = file.stamp + Duration::from_seconds(times.seconds(step));
    const auto pose = trajectory_.at(std::clamp(then, trajectory_.start(), trajectory_.end()));
    origins[step] = cast<float>(base_from_map * (*pose * lidars_[file.sensor].base_from_lidar.translation));
  }
  std::vector<Vec3f> out(points);
  for (std::size_t i = 0; i < points; ++i) out[i] = origins[times.steps[i]];
  return out;
}

Result<mapping::Sweep> RecordedSweeps::read(std::size_t index) {
  const File& file = files_[index];
  const Lidar& lidar = lidars_[file.sensor];
  GS_TRY(const assets::PcdPoints points, assets::read_pcd(file.path));
  // Stored sweeps are deskewed, so they have no point times but, if known, ray origins.
  mapping::Sweep sweep{.stamp = file.stamp,
                       .map_from_base = *pose_at(file.stamp),
                       .sensor_in_base = lidar.base_from_lidar.translation,
                       .points = {},
                       .time_offset_s = {},
                       .ray_origins = {},
                       .sensor = file.sensor,
                       .sensor_up_in_base = lidar.base_from_lidar.rotation * Vec3d{0, 0, 1}};
  sweep.points.reserve(points.positions.size());
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    sweep.points.push_back({points.positions[i], points.intensities.empty() ? 0.f : points.intensities[i]});
  }
  GS_TRY(const StoredTimes point_times, times(index));
  GS_TRY(sweep.ray_origins, ray_origins(file, point_times, points.positions.size()));
  for (const uint8_t step : point_times.steps) {
    sweep.measured_after_s.push_back(static_cast<float>(point_times.seconds(step)));
  }
  return mapping::corrected(std::move(sweep), lidar.correction);
}

Result<mapping::StaticMap> integrate_sweeps(const Workspace& workspace, Progress& progress) {
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  if (sweeps.count() == 0) return mapping::StaticMap{};
  return mapping::PointcloudIntegrator::run(sweeps, mapping::StaticMapOptions{}, progress);
}

MapPoints points_of(const mapping::StaticMap& map) {
  const auto positions = [](const std::vector<mapping::MapPoint>& points) {
    std::vector<Vec3f> out;
    out.reserve(points.size());
    for (const mapping::MapPoint& point : points) out.push_back(cast<float>(point.position));
    return out;
  };
  return {positions(map.points), positions(map.moving)};
}

Result<MapPoints> static_map_points(const Workspace& workspace, Progress& progress) {
  // The map of the geometry step has the same points.
  if (workspace.is_finished(Step::geometry_builder)) {
    const fs::path folder = workspace.folder(Step::geometry_builder);
    GS_TRY(assets::PcdPoints standing, assets::read_pcd(folder / "point_cloud_map.pcd"));
    GS_TRY(assets::PcdPoints moving, assets::read_pcd(folder / "moving_points.pcd"));
    return MapPoints{std::move(standing.positions), std::move(moving.positions)};
  }
  GS_TRY(const mapping::StaticMap map, integrate_sweeps(workspace, progress));
  return points_of(map);
}

}  // namespace gs::builder
