// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/video/top_view.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/image/color_map.h"
#include "gs/core/format.h"
#include "gs/sim/vehicle/collision.h"

namespace gs::bridge {
namespace {

constexpr assets::Color kNight = assets::rgb8(14, 16, 21), kRoad = assets::rgb8(30, 34, 42),
                        kKerb = assets::rgb8(84, 94, 112);
constexpr assets::Color kGrid = assets::rgb8(46, 51, 61), kLabel = assets::rgb8(120, 130, 146),
                        kGround = assets::rgb8(86, 102, 128);
constexpr assets::Color kRecorded = assets::rgb8(70, 130, 220), kDriven = assets::rgb8(255, 150, 60),
                        kCar = assets::rgb8(245, 245, 245), kActor = assets::rgb8(255, 214, 64),
                        kTouched = assets::rgb8(255, 70, 60);

// Colours of LiDAR points by their height above the road [m]: warmer colours are higher, the road stays in the
// background.
constexpr assets::ColorStop kHeights[] = {{0.2, kGround},
                                          {1.0, assets::rgb8(60, 160, 210)},
                                          {2.0, assets::rgb8(70, 215, 170)},
                                          {4.0, assets::rgb8(190, 225, 90)},
                                          {6.0, assets::rgb8(255, 205, 70)},
                                          {10.0, assets::rgb8(255, 120, 70)}};

// Draws layer by layer; later layers cover earlier ones.
class TopView {
 public:
  TopView(const Rigid3d& map_from_base_link, const TopViewOptions& options)
      : canvas_(options.size_px, options.size_px, kNight),
        base_from_map_(map_from_base_link.inverse()),
        scale_(options.size_px / options.span_m),
        // The vehicle stands at two thirds of the height: most of the view lies ahead of it.
        centre_{0.5 * options.size_px, 0.66 * options.size_px},
        reach_m_(options.span_m) {}

  // Pixel of a point in base_link, and in map.
  Vec2d from_base(double forward, double left) const {
    return {centre_.x - scale_ * left, centre_.y - scale_ * forward};
  }
  Vec2d from_map(Vec3d p) const {
    const Vec3d b = base_from_map_ * p;
    return from_base(b.x, b.y);
  }

  // Fill all polygons first, then draw outlines, so that overlapping polygons do not hide them.
  void drivable(const world::DrivableArea& area, double z) {
    std::vector<std::vector<std::vector<Vec2d>>> polygons;
    const auto flat = [&](const world::Ring& ring) {
      std::vector<Vec2d> out;
      for (const Vec2d& p : ring) out.push_back(from_map({p.x, p.y, z}));
      return out;
    };
    for (const world::DrivablePolygon& polygon : area.polygons) {
      std::vector<std::vector<Vec2d>> rings{flat(polygon.outer)};
      for (const world::Ring& hole : polygon.holes) rings.push_back(flat(hole));
      polygons.push_back(std::move(rings));
    }
    for (const auto& rings : polygons) canvas_.fill(rings, kRoad);
    for (const auto& rings : polygons) {
      for (const auto& ring : rings) canvas_.path(ring, 1.2, kKerb);
    }
  }

  // Circles every 10 m with labels.
  void grid() {
    for (double radius = 10; radius < reach_m_; radius += 10) {
      canvas_.circle(centre_, radius * scale_, 1.0, kGrid);
      const double diagonal = radius * std::sqrt(0.5);  // label at 45 degrees to the right, usually beside the road
      canvas_.text(from_base(diagonal, -diagonal) + Vec2d{4, 3}, 8, format("{} m", static_cast<int>(radius)), kLabel);
    }
  }

  void path(std::span<const Vec3d> in_map, double thickness, assets::Color color, double opacity) {
    std::vector<Vec2d> flat;
    for (const Vec3d& p : in_map) flat.push_back(from_map(p));
    canvas_.path(flat, thickness, color, opacity);
  }

  void points(std::span<const Vec3f> in_base) {
    const double limit = canvas_.width();
    // Road points first, so that objects on the road are never hidden.
    for (const bool high : {false, true}) {
      for (const Vec3f& p : in_base) {
        if ((p.z > 0.2f) != high) continue;
        const Vec2d at = from_base(p.x, p.y);
        if (at.x < 0 || at.y < 0 || at.x >= limit || at.y >= limit) continue;
        canvas_.dot(at, high ? 0.9 : 0.6, assets::color_at(kHeights, p.z), high ? 0.9 : 0.55);
      }
    }
  }

  // Outline of an actor's box on the ground with a mark at the front.
  void actor(const Rigid3d& map_from_actor, Vec3d size, assets::Color color) {
    const double l = 0.5 * size.x, w = 0.5 * size.y;
    const auto at = [&](double x, double y) { return from_map(map_from_actor * Vec3d{x, y, 0}); };
    const std::vector<Vec2d> outline{at(l, w), at(l, -w), at(-l, -w), at(-l, w), at(l, w)};
    canvas_.fill({outline}, color, 0.25);
    canvas_.path(outline, 1.5, color);
    canvas_.line(at(l, 0), at(0.5 * l, 0), 1.5, color);
  }

  // Outline of the collision box with a mark at the front.
  void car(const sim::VehicleOptions& vehicle) {
    const sim::Box box = collision_box(vehicle);
    const double front = box.centre.x + box.half_extent.x, back = box.centre.x - box.half_extent.x;
    const double half = box.half_extent.y;
    const std::vector<Vec2d> outline{from_base(front, half), from_base(front, -half), from_base(back, -half),
                                     from_base(back, half), from_base(front, half)};
    canvas_.fill({outline}, kCar, 0.25);
    canvas_.path(outline, 1.8, kCar);
    canvas_.line(from_base(front, 0), from_base(front - 0.35 * (front - back), 0), 1.8, kCar);
  }

  assets::Canvas take() && { return std::move(canvas_); }

 private:
  assets::Canvas canvas_;
  Rigid3d base_from_map_;
  double scale_;
  Vec2d centre_;
  double reach_m_;
};

}  // namespace

assets::Canvas draw_top_view(const sim::Simulator& simulator, const TopViewContent& content,
                             const TopViewOptions& options) {
  TopView view(content.map_from_base_link, options);
  const world::World& bundle = simulator.world().bundle;
  view.drivable(bundle.drivable, content.map_from_base_link.translation.z);
  view.grid();
  if (bundle.trajectory) {
    std::vector<Vec3d> recorded;
    for (const StampedPose& pose : bundle.trajectory->poses()) recorded.push_back(pose.map_from_body.translation);
    view.path(recorded, 1.6, kRecorded, 0.8);
  }
  view.points(content.points);
  view.path(content.driven, 2.2, kDriven, 0.9);
  const sim::Traffic& traffic = simulator.traffic();
  for (const sim::ActorState& state : traffic.states()) {
    const sim::Actor& actor = traffic.actors()[state.actor];
    view.actor(state.map_from_actor, traffic.asset_of(actor).size, actor.touches_ego ? kTouched : kActor);
  }
  view.car(simulator.options().vehicle);
  return std::move(view).take();
}

}  // namespace gs::bridge
