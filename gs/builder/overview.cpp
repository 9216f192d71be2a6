// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/overview.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/builder/map_legend.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/world/heightmap.h"

namespace gs {
namespace {

constexpr double kGridField = 10;  // [m]
constexpr double kMaxScale = 16;   // [px/m]
constexpr int kMargin = 16;        // [px]

// Colour ramp from 0 to 1: dark blue over green to light yellow, of increasing brightness.
constexpr Vec3f kHeights[] = {
    {0.16f, 0.20f, 0.42f}, {0.15f, 0.42f, 0.50f}, {0.28f, 0.60f, 0.42f}, {0.66f, 0.76f, 0.36f}, {0.98f, 0.92f, 0.62f}};
Vec3f height_colour(float t) {
  const float at = std::clamp(t, 0.f, 1.f) * 4;
  const int low = std::min(3, static_cast<int>(at));
  const float f = at - static_cast<float>(low);
  return kHeights[low] * (1 - f) + kHeights[low + 1] * f;
}

// Colour ramp from 0 to 1: blue over grey-violet to red.
constexpr Vec3f kSlow{0.13f, 0.33f, 0.80f}, kFast{0.86f, 0.16f, 0.14f};
Vec3f speed_colour(float t) {
  const float f = std::clamp(t, 0.f, 1.f);
  return kSlow * (1 - f) + kFast * f;
}

constexpr Vec3f kStart{0.10f, 0.65f, 0.25f}, kPath{0.85f, 0.10f, 0.10f}, kDrivable{0.25f, 0.55f, 1.0f};

// An image of a rectangle of map, north up.
class Canvas {
 public:
  Canvas(Vec2d low, Vec2d high, int max_side) : low_(low), high_(high) {
    const double longest = std::max({high.x - low.x, high.y - low.y, 1.0});
    scale_ = std::min(kMaxScale, (max_side - 2 * kMargin) / longest);
    const auto side = [&](double m) { return std::max(1, static_cast<int>(std::ceil(m * scale_))) + 2 * kMargin; };
    image_ = Image::make(side(high.x - low.x), side(high.y - low.y), 3);
    std::ranges::fill(image_.data, uint8_t{255});
  }
  Image take() && { return std::move(image_); }
  int width() const { return image_.width; }
  int height() const { return image_.height; }
  double scale() const { return scale_; }

  // Pixel centre to map, and map to pixel; y of the image points south.
  Vec2d to_map(int x, int y) const {
    return {low_.x + (x - kMargin + 0.5) / scale_, high_.y - (y - kMargin + 0.5) / scale_};
  }
  Vec2d to_pixel(Vec2d p) const { return {(p.x - low_.x) * scale_ + kMargin, (high_.y - p.y) * scale_ + kMargin}; }

  // Mixes a colour into a pixel; outside of the image it does nothing.
  void blend(int x, int y, Vec3f colour, float weight) {
    if (x < 0 || y < 0 || x >= image_.width || y >= image_.height) return;
    uint8_t* pixel = image_.row(y) + 3 * x;
    const float values[3] = {colour.x, colour.y, colour.z};
    for (int c = 0; c < 3; ++c) {
      const float mixed = static_cast<float>(pixel[c]) * (1 - weight) + 255 * values[c] * weight;
      pixel[c] = static_cast<uint8_t>(std::clamp(mixed + 0.5f, 0.f, 255.f));
    }
  }
  // Draws an antialiased line of this half width [px].
  void line(Vec2d from_map, Vec2d to_map, Vec3f colour, double half_width) {
    const Vec2d a = to_pixel(from_map), b = to_pixel(to_map), d = b - a;
    const double length2 = dot(d, d), reach = half_width + 1;
    const auto first = [](double v) { return static_cast<int>(std::floor(v)); };
    for (int y = first(std::min(a.y, b.y) - reach); y <= first(std::max(a.y, b.y) + reach); ++y) {
      for (int x = first(std::min(a.x, b.x) - reach); x <= first(std::max(a.x, b.x) + reach); ++x) {
        const Vec2d p{x + 0.5 - a.x, y + 0.5 - a.y};
        const double t = length2 > 0 ? std::clamp(dot(p, d) / length2, 0.0, 1.0) : 0.0;
        const double distance = std::sqrt(dot(p - d * t, p - d * t));
        const double cover = std::clamp(half_width + 0.5 - distance, 0.0, 1.0);
        if (cover > 0) blend(x, y, colour, static_cast<float>(cover));
      }
    }
  }

 private:
  Vec2d low_, high_;
  double scale_ = 1;
  Image image_;
};

// Height of the sample nearest to the point [m]; NaN outside.
float nearest_height(const HeightmapData& map, Vec2d p) {
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
Heights usual_heights(const HeightmapData& map) {
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
void draw_ground(Canvas& canvas, const HeightmapData& map, const Heights& usual) {
  const double span = usual.span(), step = std::max(map.resolution, 1 / canvas.scale());
  parallel_for(
      static_cast<std::size_t>(canvas.height()),
      [&](std::size_t row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < canvas.width(); ++x) {
          const Vec2d p = canvas.to_map(x, y);
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
          canvas.blend(x, y, height_colour(t) * light, 1);
        }
      },
      16);
}

void draw_ring(Canvas& canvas, const Ring& ring, Vec3f colour) {
  for (std::size_t i = 1; i < ring.size(); ++i) canvas.line(ring[i - 1], ring[i], colour, 1.0);
}

// Even-odd rule.
bool inside(const Ring& ring, Vec2d p) {
  bool in = false;
  for (std::size_t i = 1; i < ring.size(); ++i) {
    const Vec2d &a = ring[i - 1], &b = ring[i];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) in = !in;
  }
  return in;
}

// Tints the inside of polygons without their holes, then draws the outlines.
void draw_drivable(Canvas& canvas, const DrivableArea& area) {
  parallel_for(
      static_cast<std::size_t>(canvas.height()),
      [&](std::size_t row) {
        for (int x = 0; x < canvas.width(); ++x) {
          const Vec2d p = canvas.to_map(x, static_cast<int>(row));
          for (const DrivablePolygon& polygon : area.polygons) {
            bool in = inside(polygon.outer, p);
            for (const Ring& hole : polygon.holes) in = in && !inside(hole, p);
            if (in) canvas.blend(x, static_cast<int>(row), kDrivable, 0.25f);
          }
        }
      },
      16);
  for (const DrivablePolygon& polygon : area.polygons) {
    draw_ring(canvas, polygon.outer, {0.05f, 0.25f, 0.75f});
    for (const Ring& hole : polygon.holes) draw_ring(canvas, hole, {0.05f, 0.25f, 0.75f});
  }
}

Vec2d flat(const StampedPose& pose) { return {pose.map_from_body.translation.x, pose.map_from_body.translation.y}; }

// Poses at least 4 px apart: the antialiased ends of shorter segments would add up to visible dots.
std::vector<std::size_t> waypoints(const Canvas& canvas, const std::vector<StampedPose>& poses) {
  constexpr double kStep = 4;  // [px]
  std::vector<std::size_t> out{0};
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const Vec2d d = (flat(poses[i]) - flat(poses[out.back()])) * canvas.scale();
    if (dot(d, d) >= kStep * kStep || i + 1 == poses.size()) out.push_back(i);
  }
  return out;
}

void draw_start(Canvas& canvas, Vec2d start) {
  canvas.line(start, start, {1, 1, 1}, 8);
  canvas.line(start, start, kStart, 6);
}

// One decimal, never minus zero.
double tenths(double value) { return std::round(value * 10) / 10 + 0.0; }

}  // namespace

Image draw_overview(const World& world, const OverviewOptions& options) {
  const HeightmapData& map = world.heightmap;
  const Vec2d low{map.origin_x, map.origin_y};
  Canvas canvas(low, {low.x + map.resolution * map.width, low.y + map.resolution * map.height}, options.max_side);
  // Layers from bottom to top: ground, drivable area, path, start.
  const Heights usual = usual_heights(map);
  draw_ground(canvas, map, usual);
  draw_drivable(canvas, world.drivable);
  if (world.trajectory && !world.trajectory->empty()) {
    const auto& poses = world.trajectory->poses();
    const std::vector<std::size_t> path = waypoints(canvas, poses);
    const auto draw = [&](Vec3f colour, double half_width) {
      for (std::size_t i = 1; i < path.size(); ++i) {
        canvas.line(flat(poses[path[i - 1]]), flat(poses[path[i]]), colour, half_width);
      }
    };
    // White outline below the coloured path.
    draw({1, 1, 1}, 2.5);
    draw(kPath, 1.5);
    draw_start(canvas, flat(poses.front()));
  }
  const double scale = canvas.scale(), length_m = world.trajectory ? world.trajectory->length_m() : 0;
  return with_legend(std::move(canvas).take(), scale,
                     {{{std::begin(kHeights), std::end(kHeights)},
                       format("GROUND {:.1f} M", tenths(usual.low)),
                       format("{:.1f} M", tenths(usual.low + usual.span()))},
                      {{kDrivable * 0.25f + Vec3f{0.75f, 0.75f, 0.75f}}, "", "DRIVABLE"},
                      {{kPath}, "", format("PATH, {:.0f} M", length_m)},
                      {{kStart}, "", "START"}});
}

Image draw_trajectory(const World& world, const OverviewOptions& options) {
  if (!world.trajectory || world.trajectory->size() < 2) return Image::make(1, 1, 3);
  const auto& poses = world.trajectory->poses();
  Vec2d low = flat(poses[0]), high = low;
  for (const StampedPose& pose : poses) {
    const Vec2d p = flat(pose);
    low = {std::min(low.x, p.x), std::min(low.y, p.y)}, high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  constexpr double kRoom = 5;  // [m] around the path
  low = {low.x - kRoom, low.y - kRoom}, high = {high.x + kRoom, high.y + kRoom};
  Canvas canvas(low, high, options.max_side);
  // Grid lines at multiples of kGridField.
  constexpr Vec3f kGrid{0.86f, 0.86f, 0.88f};
  for (double x = std::ceil(low.x / kGridField) * kGridField; x <= high.x; x += kGridField) {
    canvas.line({x, low.y}, {x, high.y}, kGrid, 0.5);
  }
  for (double y = std::ceil(low.y / kGridField) * kGridField; y <= high.y; y += kGridField) {
    canvas.line({low.x, y}, {high.x, y}, kGrid, 0.5);
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
    const Vec3f colour = speed_colour(static_cast<float>(speed(i) / fastest));
    canvas.line(flat(poses[path[i - 1]]), flat(poses[path[i]]), colour, 2.5);
  }
  draw_start(canvas, flat(poses.front()));
  const double scale = canvas.scale(), duration_s = (poses.back().stamp - poses.front().stamp).seconds();
  return with_legend(std::move(canvas).take(), scale,
                     {{{kSlow, kFast}, "0 M/S", format("{:.1f} M/S", fastest)},
                      {{kStart}, "", format("START, {:.0f} M IN {:.0f} S", world.trajectory->length_m(), duration_s)}});
}

}  // namespace gs
