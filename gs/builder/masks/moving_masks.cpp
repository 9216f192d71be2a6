// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/moving_masks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "gs/builder/masks/mask_shapes.h"

namespace gs::builder {
namespace {

double seconds_between(Timestamp a, Timestamp b) { return std::abs((a - b).seconds()); }

// True if no other detection of the same object is nearer in time to the image.
bool is_nearest(const MovingObject& s, Timestamp picture) {
  const double own = seconds_between(s.stamp, picture);
  if (s.before && seconds_between(*s.before, picture) <= own) return false;
  return !s.after || seconds_between(*s.after, picture) >= own;  // midway: the earlier one
}

// Horizontal extent of the object.
double length_m(const MovingObject::Place& place) {
  return std::hypot(place.high.x - place.low.x, place.high.y - place.low.y);
}

// Smallest height of its points above the ground below them.
double gap_to_ground_m(std::span<const MovingObject::Point> points) {
  float gap = std::numeric_limits<float>::infinity();
  for (const MovingObject::Point& p : points) gap = std::min(gap, p.in_map.z - p.ground_z);
  return static_cast<double>(gap);
}

// Projection of one object into one image.
class Silhouette {
 public:
  Silhouette(const Rigid3d& camera_from_map, const CameraD& lens, double margin_m, double min_margin_px)
      : camera_from_map_(camera_from_map), lens_(lens), margin_m_(margin_m), min_margin_px_(min_margin_px) {}

  // Projects a point as a disc whose radius covers the margin [m] at its depth.
  void add(Vec3d in_map) {
    const Vec3d p = camera_from_map_ * in_map;
    if (p.z < 0.5 || !can_project(lens_, p)) return;
    const Vec2d at = project(lens_, p);
    discs_.push_back({at, std::max(min_margin_px_, lens_.fx * margin_m_ / p.z)});
    visible_ = visible_ || (at.x >= 0 && at.y >= 0 && at.x < lens_.width && at.y < lens_.height);
  }

  // Draws the discs and, if `filled`, their convex hull. The mask is created only for visible objects.
  void cover(bool filled, assets::Image& mask) const {
    if (!visible_) return;
    if (mask.empty()) {
      mask = assets::Image::make(lens_.width, lens_.height, 1);
      std::ranges::fill(mask.data, uint8_t{255});
    }
    std::vector<Vec2d> outline;
    for (const auto& [middle, radius] : discs_) {
      fill_disc(mask, middle, radius);
      for (const Vec2d& way : {Vec2d{1, 0}, Vec2d{0, 1}, Vec2d{-1, 0}, Vec2d{0, -1}}) {
        outline.push_back(middle + way * radius);
      }
    }
    if (filled) fill_hull(mask, std::move(outline));
  }

 private:
  struct Disc {
    Vec2d middle;
    double radius;
  };
  const Rigid3d& camera_from_map_;
  const CameraD& lens_;
  double margin_m_, min_margin_px_;
  std::vector<Disc> discs_;
  bool visible_ = false;
};

}  // namespace

MovingMasks::MovingMasks(std::vector<MovingObject> objects, const MaskOptions& options)
    : options_(options), objects_(std::move(objects)) {}

assets::Image MovingMasks::mask_of(const RecordedView& view, const CameraD& lens) const {
  assets::Image mask;
  const Rigid3d camera_from_map = view.map_from_camera.inverse();
  const Duration reach = Duration::from_seconds(options_.reach_s);
  // Detections near the time of the image.
  const auto first = std::ranges::lower_bound(objects_, view.stamp - reach, {}, &MovingObject::stamp);
  const auto last = std::ranges::upper_bound(objects_, view.stamp + reach, {}, &MovingObject::stamp);
  for (const MovingObject& s : std::span(first, last)) {
    if (!is_nearest(s, view.stamp)) continue;
    // Move the object from its detection to the time of the image; an unknown velocity widens the margin.
    const double passed_s = (view.stamp - s.stamp).seconds();
    const double unknown_m = s.velocity ? norm(*s.velocity) * s.uncertain_s
                                        : options_.unknown_speed_mps * (std::abs(passed_s) + s.uncertain_s);
    const Vec3d velocity = s.velocity.value_or(Vec3d{});
    // Small or very long clusters are masked point by point.
    const bool filled = s.points.size() >= options_.min_filled_points && length_m(s.place) <= options_.max_filled_m;
    const bool to_ground = filled && gap_to_ground_m(s.points) <= options_.max_gap_to_ground_m;
    Silhouette silhouette(camera_from_map, lens, options_.margin_m + unknown_m, options_.min_margin_px);
    for (const auto& [in_map, ground_z, after_s] : s.points) {
      const Vec3d now = cast<double>(in_map) + velocity * (passed_s - static_cast<double>(after_s));
      silhouette.add(now);
      if (to_ground) silhouette.add({now.x, now.y, static_cast<double>(ground_z)});
    }
    silhouette.cover(filled, mask);
  }
  return mask;
}

}  // namespace gs::builder
