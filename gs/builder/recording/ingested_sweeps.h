// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sweeps of the ingest as a source for mapping, and the static map made from them.
#pragma once

#include <vector>

#include "gs/builder/recording/deskew_times.h"
#include "gs/builder/recording/lidar_corrections.h"
#include "gs/builder/workspace.h"
#include "gs/core/progress.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/static_map/static_map.h"

namespace gs::builder {

// Sweeps of all LiDARs whose pose is known, in time order, with the corrections of the calibration.
class RecordedSweeps final : public mapping::SweepSource {
 public:
  // Lists the sweeps of a workspace; needs the results of ingest and calibration.
  static Result<RecordedSweeps> open(const Workspace& workspace);

  std::size_t count() const override { return files_.size(); }
  Result<mapping::Sweep> read(std::size_t index) override;
  // Stamp of a sweep without reading it.
  Timestamp stamp(std::size_t index) const { return files_[index].stamp; }
  // Measurement times of the points of a sweep; empty if the log has none.
  Result<StoredTimes> times(std::size_t index) const;
  // Id of the LiDAR with the number Sweep::sensor.
  const std::string& lidar_id(std::size_t sensor) const { return lidars_[sensor].id; }

 private:
  struct File {
    fs::path path, times_path;
    Timestamp stamp;
    std::size_t sensor = 0;  // into lidars_
  };
  struct Lidar {
    std::string id;
    Rigid3d base_from_lidar;  // before the correction
    mapping::LidarCorrection correction;
  };
  explicit RecordedSweeps(Trajectory trajectory) : trajectory_(std::move(trajectory)) {}
  Result<void> list(const Workspace& workspace);
  std::optional<Rigid3d> pose_at(Timestamp stamp) const;
  Result<std::vector<Vec3f>> ray_origins(const File& file, const StoredTimes& times, std::size_t points) const;

  Trajectory trajectory_;
  std::vector<File> files_;
  std::vector<Lidar> lidars_;
};

// Static map of all sweeps, with moving objects separated; empty without sweeps. Depends on ingest and calibration
// only.
Result<mapping::StaticMap> integrate_sweeps(const Workspace& workspace, Progress& progress);

// The map as plain positions.
struct MapPoints {
  std::vector<Vec3f> standing, moving;  // in map [m], one per voxel
};
inline constexpr double kMapVoxelM = mapping::StaticMapOptions{}.voxel_m;

// The points of that map: read from 05_geometry if that step is finished, else computed. The result is the same.
Result<MapPoints> static_map_points(const Workspace& workspace, Progress& progress);
MapPoints points_of(const mapping::StaticMap& map);

}  // namespace gs::builder
