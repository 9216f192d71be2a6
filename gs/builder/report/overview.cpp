// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/overview.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/assets/image/canvas.h"
#include "gs/assets/image/color_map.h"
#include "gs/builder/report/map_legend.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/world/files/heightmap.h"

namespace gs::builder {
namespace {

constexpr double kGridField = 10;  // [m]
constexpr double kMaxScale = 16;   // [px/m]
constexpr int kMapMargin = 16;     // [px]

// Colours of the ground from low to high: dark blue over green to light yellow, of increasing brightness.
constexpr assets::Color kHeights[] = {
    {0.16f, 0.20f, 0.42f}, {0.15f, 0.42f, 0.50f}, {0.28f, 0.60f, 0.42f}, {0.66f, 0.76f, 0.36f}, {0.98f, 0.92f, 0.62f}};
// Colours of the path from slow to fast: blue over grey-violet to red.
constexpr assets::Color kSpeeds[] = {{0.13f, 0.33f, 0.80f}, {0.86f, 0.16f, 0.14f}};
constexpr assets::Color kStart{0.10f, 0.65f, 0.25f}, kPath{0.85f, 0.10f, 0.10f}, kWhite{1, 1, 1};
constexpr assets::Color kDrivable{0.25f, 0.55f, 1.0f}, kOutline{0.05f, 0.25f, 0.75f};
constexpr float kTint = 0.25f;  // opacity of the drivable area

// A canvas that shows a rectangle of map, north up, with a margin around it.
class MapCanvas {
 public:
  // The rectangle from `low` to `high` [m] at the largest scale at which both sides are at most max_side [px].
  MapCanvas(Vec2d low, Vec2d high, int max_side)
      : low_(low),
        high_(high),
        scale_(std::min(kMaxScale, (max_side - 2 * kMapMargin) / std::max({high.x - low.x, high.y - low.y, 1.0}))),
        canvas_(side(high.x - low.x), side(high.y - low.y), kWhite) {}
  assets::Canvas& canvas() { return canvas_; }
  assets::Image take() && { return std::move(canvas_).image(); }
  double scale() const { return scale_; }  // [px/m]

  // Pixel centre to map, and map to pixel; y of the image points south.
  Vec2d to_map(int x, int y) const {
    return {low_.x + (x - kMapMargin + 0.5) / scale_, high_.y - (y - kMapMargin + 0.5) / scale_};
  }
  Vec2d to_pixel(Vec2d p) const {
    return {(p.x - low_.x) * scale_ + kMapMargin, (high_.y - p.y) * scale_ + kMapMargin};
  }
  std::vector<Vec2d> to_pixels(const world::Ring& ring) const {
    std::vector<Vec2d> out;
    for (const Vec2d& p : ring) out.push_back(to_pixel(p));
    return out;
  }
  // Draws a line between two points of map; thickness in pixels.
  void line(Vec2d from, Vec2d to, assets::Color color, double thickness) {
    canvas_.line(to_pixel(from), to_pixel(to), thickness, color);
  }

 private:
  int side(double m) const { return std::max(1, static_cast<int>(std::ceil(m * scale_))) + 2 * kMapMargin; }

  Vec2d low_, high_;
  double scale_;
  assets::Canvas canvas_;
};

// Height of the sample nearest to the point [m]; NaN outside.
float nearest_height(const world::HeightmapData& map, Vec2d p) {
  const auto ix = static_cast<int64_t>(std::lround((p.x - map.origin_x) / map.resolution));
  const auto iy = static_cast<int64_t>(std::lround((p.y - map.origin_y) / map.resolution));
  if (ix < 0 || iy < 0 || ix >= map.width || iy >= map.height) return std::numeric_limits<float>::quiet_NaN();
  return map.data[static_cast<std::size_t>(iy * map.width + ix)];
}

// Height range between the 5th and the 95th percentile: outliers must not compress the colour ramp.
struct Heights {
  double low = 0, high = 1;
  double span() const { return std::max(0.5, high - low); }
};
Heights usual_heights(const world::HeightmapData& map) {
  std::vector<float> known;
  for (const float h : map.data) {
    if (std::isfinite(h)) known.push_back(h);
  }
  if (known.empty()) return {};
  const auto at = [&](std::size_t n) {
    std::ranges::nth_element(known, known.begin() + static_cast<std::ptrdiff_t>(n));
    return static_cast<double>(known[n]);
  };
  const double low = at(known.size() / 20);
  return {low, at(known.size() - 1 - known.size() / 20)};
}

// Ground coloured by height, with hill shading.
void draw_ground(MapCanvas& map_canvas, const world::HeightmapData& map, const Heights& usual) {
  const double span = usual.span(), step = std::max(map.resolution, 1 / map_canvas.scale());
  assets::Canvas& canvas = map_canvas.canvas();
  parallel_for(
      static_cast<std::size_t>(canvas.height()),
      [&](std::size_t row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < canvas.width(); ++x) {
          const Vec2d p = map_canvas.to_map(x, y);
          const float h = nearest_height(map, p);
          if (!std::isfinite(h)) continue;
          // Light from the north-west, 45 degrees high; heights exaggerated five times.
          const float east = nearest_height(map, {p.x + step, p.y}), north = nearest_height(map, {p.x, p.y + step});
          const auto slope = [&](float next) {
            return std::isfinite(next) ? 5 * (next - h) / static_cast<float>(step) : 0.f;
          };
          const float light =
              1 + 0.35f * (slope(east) - slope(north)) / (1 + std::abs(slope(east)) + std::abs(slope(north)));
          const auto t = static_cast<float>((h - usual.low) / span);
          canvas.pixel(x, y, assets::color_at(kHeights, t) * light);
        }
      },
      16);
}

// Tints the inside of polygons without their holes, then draws all outlines.
void draw_drivable(MapCanvas& map_canvas, const world::DrivableArea& area) {
  std::vector<std::vector<std::vector<Vec2d>>> polygons;  // rings of each polygon [px]: the outer one, then the holes
  for (const world::DrivablePolygon& polygon : area.polygons) {
    std::vector<std::vector<Vec2d>>& rings = polygons.emplace_back();
    rings.push_back(map_canvas.to_pixels(polygon.outer));
    for (const world::Ring& hole : polygon.holes) rings.push_back(map_canvas.to_pixels(hole));
  }
  for (const auto& rings : polygons) map_canvas.canvas().fill(rings, kDrivable, kTint);
  for (const auto& rings : polygons) {
    for (const auto& ring : rings) map_canvas.canvas().path(ring, 2, kOutline);
  }
}

Vec2d flat(const StampedPose& pose) { return {pose.map_from_body.translation.x, pose.map_from_body.translation.y}; }

// Poses at least 4 px apart: the antialiased ends of shorter segments would add up to visible dots.
std::vector<std::size_t> waypoints(const MapCanvas& canvas, const std::vector<StampedPose>& poses) {
  constexpr double kStep = 4;  // [px]
  std::vector<std::size_t> out{0};
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const Vec2d d = (flat(poses[i]) - flat(poses[out.back()])) * canvas.scale();
    if (dot(d, d) >= kStep * kStep || i + 1 == poses.size()) out.push_back(i);
  }
  return out;
}

void draw_start(MapCanvas& canvas, Vec2d start) {
  canvas.canvas().dot(canvas.to_pixel(start), 8, kWhite);
  canvas.canvas().dot(canvas.to_pixel(start), 6, kStart);
}

// One decimal, never minus zero.
double tenths(double value) { return std::round(value * 10) / 10 + 0.0; }

}  // namespace

assets::Image draw_overview(const world::World& world, const OverviewOptions& options) {
  const world::HeightmapData& map = world.heightmap;
  const Vec2d low{map.origin_x, map.origin_y};
  MapCanvas canvas(low, {low.x + map.resolution * map.width, low.y + map.resolution * map.height}, options.max_side);
  // Layers from bottom to top: ground, drivable area, path, start.
  const Heights usual = usual_heights(map);
  draw_ground(canvas, map, usual);
  draw_drivable(canvas, world.drivable);
  if (world.trajectory && !world.trajectory->empty()) {
    const auto& poses = world.trajectory->poses();
    const std::vector<std::size_t> path = waypoints(canvas, poses);
    const auto draw = [&](assets::Color color, double thickness) {
      for (std::size_t i = 1; i < path.size(); ++i) {
        canvas.line(flat(poses[path[i - 1]]), flat(poses[path[i]]), color, thickness);
      }
    };
    // White outline below the coloured path.
    draw(kWhite, 5);
    draw(kPath, 3);
    draw_start(canvas, flat(poses.front()));
  }
  const double scale = canvas.scale(), length_m = world.trajectory ? world.trajectory->length_m() : 0;
  return with_legend(std::move(canvas).take(), scale,
                     {{{std::begin(kHeights), std::end(kHeights)},
                       format("GROUND {:.1f} M", tenths(usual.low)),
                       format("{:.1f} M", tenths(usual.low + usual.span()))},
                      {{kDrivable * kTint + kWhite * (1 - kTint)}, "", "DRIVABLE"},
                      {{kPath}, "", format("PATH, {:.0f} M", length_m)},
                      {{kStart}, "", "START"}});
}

assets::Image draw_trajectory(const world::World& world, const OverviewOptions& options) {
  if (!world.trajectory || world.trajectory->size() < 2) return assets::Image::make(1, 1, 3);
  const auto& poses = world.trajectory->poses();
  Vec2d low = flat(poses[0]), high = low;
  for (const StampedPose& pose : poses) {
    const Vec2d p = flat(pose);
    low = {std::min(low.x, p.x), std::min(low.y, p.y)}, high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  constexpr double kRoom = 5;  // [m] around the path
  low = {low.x - kRoom, low.y - kRoom}, high = {high.x + kRoom, high.y + kRoom};
  MapCanvas canvas(low, high, options.max_side);
  // Grid lines at multiples of kGridField.
  constexpr assets::Color kGrid{0.86f, 0.86f, 0.88f};
  for (double x = std::ceil(low.x / kGridField) * kGridField; x <= high.x; x += kGridField) {
    canvas.line({x, low.y}, {x, high.y}, kGrid, 1);
  }
  for (double y = std::ceil(low.y / kGridField) * kGridField; y <= high.y; y += kGridField) {
    canvas.line({low.x, y}, {high.x, y}, kGrid, 1);
  }
  const std::vector<std::size_t> path = waypoints(canvas, poses);
  const auto speed = [&](std::size_t i) {
    const StampedPose &a = poses[path[i - 1]], &b = poses[path[i]];
    return norm(b.map_from_body.translation - a.map_from_body.translation) / (b.stamp - a.stamp).seconds();
  };
  // The colour ramp ends at the highest speed, at least 1 m/s.
  double fastest = 1;
  for (std::size_t i = 1; i < path.size(); ++i) fastest = std::max(fastest, speed(i));
  for (std::size_t i = 1; i < path.size(); ++i) {
    const assets::Color color = assets::color_at(kSpeeds, static_cast<float>(speed(i) / fastest));
    canvas.line(flat(poses[path[i - 1]]), flat(poses[path[i]]), color, 5);
  }
  draw_start(canvas, flat(poses.front()));
  const double scale = canvas.scale(), duration_s = (poses.back().stamp - poses.front().stamp).seconds();
  return with_legend(std::move(canvas).take(), scale,
                     {{{std::begin(kSpeeds), std::end(kSpeeds)}, "0 M/S", format("{:.1f} M/S", fastest)},
                      {{kStart}, "", format("START, {:.0f} M IN {:.0f} S", world.trajectory->length_m(), duration_s)}});
}

}  // namespace gs::builder
