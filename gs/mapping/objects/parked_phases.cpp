// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/parked_phases.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/objects/object_shape.h"

namespace gs::mapping {
namespace {

constexpr double kBetween_s = 0.5;  // of the sweeps that are looked at
constexpr double kHit_m = 0.15;     // a return this near hits a point
constexpr double kBeyond_m = 0.3;   // a ray that ends this much further has passed through
constexpr double kStands = 0.4, kAlsoThrough = 0.2, kGone = 0.5;  // shares of the points in sight
constexpr std::size_t kMinInSight = 20;
constexpr double kHidden_s = 10;
constexpr double kMargin_m = 0.5;

// Range of the rays of a sweep by direction.
class RangeImage {
 public:
  explicit RangeImage(const Sweep& sweep)
      : origin_(sweep.map_from_base * sweep.sensor_in_base), ranges_(kColumns * kRows, 0.0F) {
    for (const SweepPoint& p : sweep.points) {
      const Vec3d d = sweep.map_from_base * cast<double>(p.position_in_base) - origin_;
      float& range = ranges_[cell(d)];
      const auto length = static_cast<float>(norm(d));
      if (std::isfinite(length)) range = std::max(range, length);
    }
  }
  // Range in the direction of a point in map; 0 if unknown.
  double range_to(Vec3d p) const { return ranges_[cell(p - origin_)]; }
  double distance(Vec3d p) const { return norm(p - origin_); }

 private:
  static constexpr std::size_t kColumns = 900, kRows = 240;  // 0.4 deg by 0.5 deg, -60 to 60 deg
  static std::size_t cell(Vec3d d) {
    const double azimuth = std::atan2(d.y, d.x) / (2 * kPi) + 0.5, elevation = std::atan2(d.z, std::hypot(d.x, d.y));
    const auto clamped = [](double v, std::size_t n) {
      return static_cast<std::size_t>(
          std::clamp(v, 0.0, static_cast<double>(n) - 1));  // 0 for NaN is fine: no point lies there
    };
    return clamped((elevation / (2 * kPi / 3) + 0.5) * kRows, kRows) * kColumns + clamped(azimuth * kColumns, kColumns);
  }
  Vec3d origin_;
  std::vector<float> ranges_;
};

// Returns of a sweep near an object, in its frame.
std::vector<ShapePoint> returns_near(const Sweep& sweep, const Rigid3d& object_from_map, const ObjectExtent& box) {
  std::vector<ShapePoint> out;
  const Rigid3d object_from_base = object_from_map * sweep.map_from_base;
  for (const SweepPoint& point : sweep.points) {
    const Vec3d p = object_from_base * cast<double>(point.position_in_base);
    const bool inside = p.x > box.low.x && p.x < box.high.x && p.y > box.low.y && p.y < box.high.y && p.z > box.low.z &&
                        p.z < box.high.z;
    if (inside) out.push_back({.position = cast<float>(p), .normal = {}, .to_sensor = {}});
  }
  return out;
}

enum class Verdict { stands, gone, unclear };

Verdict judge(const Sweep& sweep, const RangeImage& image, const StandingObject& object) {
  const Rigid3d map_from_object = object.state.map_from_object();
  ObjectExtent box{{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
  for (const Vec3f& f : object.points) {
    const Vec3d p = cast<double>(f);
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  const Vec3d margin{kMargin_m, kMargin_m, kMargin_m};
  box.low -= margin, box.high += margin;
  const std::vector<ShapePoint> near = returns_near(sweep, map_from_object.inverse(), box);
  const ShapeGrid grid(near);
  std::size_t hit = 0, through = 0;
  for (const Vec3f& f : object.points) {
    const Vec3d p = cast<double>(f);
    if (grid.nearest(p, kHit_m)) {
      ++hit;
      continue;
    }
    const Vec3d in_map = map_from_object * p;
    if (image.range_to(in_map) > image.distance(in_map) + kBeyond_m) ++through;
  }
  const std::size_t in_sight = hit + through;
  if (in_sight < kMinInSight) return Verdict::unclear;
  const double hits = static_cast<double>(hit) / static_cast<double>(in_sight), passed = 1 - hits;
  if (passed > kGone) return Verdict::gone;
  return hits >= kStands && passed <= kAlsoThrough ? Verdict::stands : Verdict::unclear;
}

}  // namespace

Result<void> find_parked(SweepSource& sweeps, std::vector<StandingObject>& objects, bool forward, Progress& progress) {
  for (StandingObject& object : objects) object.until = object.state.stamp;
  const std::size_t count = sweeps.count();
  if (objects.empty() || count < 2) return {};
  GS_TRY(const Sweep first, sweeps.read(0));
  GS_TRY(const Sweep last, sweeps.read(count - 1));
  const double step_s = (last.stamp - first.stamp).seconds() / static_cast<double>(count - 1);
  // Odd, so that the sweeps of two LiDARs take turns.
  const std::size_t stride = step_s > 0 ? static_cast<std::size_t>(std::clamp(kBetween_s / step_s, 1.0, 1e6)) | 1U : 1;
  std::vector<uint8_t> done(objects.size(), 0);
  progress.begin(forward ? "parked after" : "parked before", count, "sweeps");
  for (std::size_t k = 0; k < count && std::ranges::count(done, uint8_t{0}) > 0; k += stride) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while looking for parked objects");
    const std::size_t index = forward ? k : count - 1 - k;
    const Timestamp about = first.stamp + Duration::from_seconds(step_s * static_cast<double>(index));
    const auto is_beyond = [&](Timestamp time, Timestamp than, double slack_s) {
      return (forward ? 1 : -1) * (time - than).seconds() > slack_s;
    };
    // Nobody is asked about this sweep: do not read it.
    if (std::ranges::none_of(objects, [&](const StandingObject& o) { return is_beyond(about, o.state.stamp, -1); })) {
      continue;
    }
    GS_TRY(const Sweep sweep, sweeps.read(index));
    const RangeImage image(sweep);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (done[i] != 0 || !is_beyond(sweep.stamp, objects[i].state.stamp, 0)) continue;
      switch (judge(sweep, image, objects[i])) {
        case Verdict::stands:
          objects[i].until = sweep.stamp;
          break;
        case Verdict::gone:
          done[i] = 1;
          break;
        case Verdict::unclear:
          if (is_beyond(sweep.stamp, objects[i].until, kHidden_s)) done[i] = 1;
          break;
      }
    }
    progress.advance(k + 1);
  }
  progress.finish();
  return {};
}

}  // namespace gs::mapping
