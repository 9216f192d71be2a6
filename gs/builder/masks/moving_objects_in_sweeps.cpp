// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/moving_objects_in_sweeps.h"

#include <algorithm>

#include "gs/builder/masks/ground_below.h"
#include "gs/builder/masks/object_tracks.h"
#include "gs/builder/masks/point_clusters.h"
#include "gs/mapping/voxel.h"

namespace gs::builder {
namespace {

using mapping::KeyIndex;

// Half a revolution: uncertainty of the measurement time if the log has no point times.
constexpr double kHalfTurn_s = 0.05;

// Collects the objects of each sweep from the voxels of the map that moved.
class ObjectFinder {
 public:
  ObjectFinder(const MapPoints& map, const MovingObjectOptions& options) : options_(options), ground_(map) {
    for (const Vec3f& point : points_of_objects(map.moving, options)) {
      if (const auto voxel = mapping::voxel_of(cast<double>(point), kMapVoxelM)) {
        moving_.find_or_add(mapping::pack(*voxel));
      }
    }
  }
  bool nothing_moved() const { return moving_.size() == 0; }

  // Adds a sweep. `times` has one entry per point, or is empty.
  void add(const mapping::Sweep& sweep, const StoredTimes& times) {
    std::vector<MovingObject::Point> points;
    std::vector<Vec3f> flat;  // clustered in x and y only: beams may be far apart in height
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      const Vec3d p = sweep.map_from_base * cast<double>(sweep.points[i].position_in_base);
      const auto voxel = mapping::voxel_of(p, kMapVoxelM);
      if (!voxel || moving_.find(mapping::pack(*voxel)) == KeyIndex::kNone) continue;
      // Points near the ground belong to the road below the object.
      const double ground = ground_.at(p).value_or(p.z - 2 * options_.above_ground_m);
      if (p.z < ground + options_.above_ground_m) continue;
      const double after_s = times.steps.empty() ? 0 : times.seconds(times.steps[i]);
      points.push_back({cast<float>(p), static_cast<float>(ground), static_cast<float>(after_s)});
      flat.push_back(cast<float>(Vec3d{p.x, p.y, 0}));
    }
    // Points whose cells touch form one object.
    const std::size_t begin = objects_.size();
    for (const std::vector<uint32_t>& cluster : clusters_of(flat, options_.thing_cell_m)) {
      MovingObject& own = objects_.emplace_back();
      for (const uint32_t i : cluster) own.points.push_back(points[i]);
      own.stamp = sweep.stamp;
      own.uncertain_s = times.steps.empty() ? kHalfTurn_s : 0;
      find_place(own);
    }
    // The tracker searches objects by x.
    const auto own = std::span(objects_).subspan(begin);
    std::ranges::stable_sort(own, {}, [](const MovingObject& s) { return s.place.middle.x; });
    sweeps_.push_back({begin, objects_.size(), sweep.stamp, sweep.sensor_in_base});
  }

  std::vector<MovingObject> finish() {
    follow(objects_, sweeps_, options_);
    std::ranges::stable_sort(objects_, {}, &MovingObject::stamp);
    return std::move(objects_);
  }

 private:
  // Computes bounding box, centroid and mean time; point times become relative to that mean.
  static void find_place(MovingObject& s) {
    const auto count = static_cast<double>(s.points.size());
    Vec3d low = cast<double>(s.points[0].in_map), middle{}, high = low;
    double mean_s = 0;
    for (const MovingObject::Point& point : s.points) {
      const Vec3d p = cast<double>(point.in_map);
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      middle = middle + p / count;
      mean_s += static_cast<double>(point.after_s) / count;
    }
    for (MovingObject::Point& p : s.points) p.after_s -= static_cast<float>(mean_s);
    s.place = {low, middle, high};
    s.stamp = s.stamp + Duration::from_seconds(mean_s);
  }

  const MovingObjectOptions& options_;
  GroundBelow ground_;
  KeyIndex moving_;  // voxels of the map that moved
  std::vector<MovingObject> objects_;
  std::vector<SweepObjects> sweeps_;
};

}  // namespace

std::vector<Vec3f> points_of_objects(std::span<const Vec3f> points, const MovingObjectOptions& options) {
  std::vector<uint8_t> kept(points.size(), 0);
  for (const std::vector<uint32_t>& cluster : clusters_of(points, options.cluster_cell_m)) {
    // Flat clusters are ground that was classified as moving.
    const auto [low, high] = std::ranges::minmax(cluster, {}, [&](uint32_t i) { return points[i].z; });
    const bool high_enough = points[high].z - points[low].z >= static_cast<float>(options.min_cluster_height_m);
    if (!high_enough || cluster.size() < options.min_cluster_points) continue;
    for (const uint32_t i : cluster) kept[i] = 1;
  }
  std::vector<Vec3f> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (kept[i] != 0) out.push_back(points[i]);
  }
  return out;
}

Result<std::vector<MovingObject>> find_moving_objects(const MapPoints& map, RecordedSweeps& sweeps,
                                                      const MovingObjectOptions& options, Progress& progress) {
  ObjectFinder finder(map, options);
  if (finder.nothing_moved()) return std::vector<MovingObject>{};
  progress.begin("finding moving objects", sweeps.count(), "sweeps");
  for (std::size_t i = 0; i < sweeps.count(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while finding moving objects");
    GS_TRY(const mapping::Sweep sweep, sweeps.read(i));
    GS_TRY(const StoredTimes times, sweeps.times(i));
    finder.add(sweep, times);
    progress.advance(i + 1);
  }
  progress.finish();
  return finder.finish();
}

}  // namespace gs::builder
