// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sweeps of the ingest as a source for mapping, and the static map made of them.
#pragma once

#include <vector>

#include "gs/builder/stored_times.h"
#include "gs/builder/workspace.h"
#include "gs/core/progress.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/static_map.h"

namespace gs {

// The sweeps of every LiDAR whose pose is known, in time order.
class RecordedSweeps final : public mapping::SweepSource {
 public:
  static Result<RecordedSweeps> open(const Workspace& workspace);

  std::size_t count() const override { return files_.size(); }
  Result<mapping::Sweep> read(std::size_t index) override;
  Timestamp stamp(std::size_t index) const { return files_[index].stamp; }
  // When its points were measured; empty where that is not known.
  Result<StoredTimes> times(std::size_t index) const;

 private:
  struct File {
    fs::path path, times_path;
    Timestamp stamp;
    Vec3d sensor_in_base;
  };
  explicit RecordedSweeps(Trajectory trajectory) : trajectory_(std::move(trajectory)) {}
  Result<void> list(const Workspace& workspace);
  std::optional<Rigid3d> pose_at(Timestamp stamp) const;
  Result<std::vector<Vec3f>> ray_origins(const File& file, const StoredTimes& times, std::size_t points) const;

  Trajectory trajectory_;
  std::vector<File> files_;
};

// The map of all sweeps without what moved; empty when there is none. It depends on the ingest alone.
Result<mapping::StaticMap> integrate_sweeps(const Workspace& workspace, Progress& progress);

struct MapPoints {
  std::vector<Vec3f> standing, moving;  // in map, one a voxel
};
inline constexpr double kMapVoxelM = mapping::StaticMapOptions{}.voxel_m;

// The points of that map and of what it left out: from 05_geometry when that step is finished, else made anew. The same
// either way.
Result<MapPoints> static_map_points(const Workspace& workspace, Progress& progress);
MapPoints points_of(const mapping::StaticMap& map);

}  // namespace gs
