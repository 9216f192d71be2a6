// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/actor_shadows.h"

#include <array>

#include "gs/core/parallel.h"
#include "gs/world/files/heightmap.h"

namespace gs::sim {
namespace {

constexpr double kAboveGround_m = 0.1, kBelowGround_m = 0.3;  // limits of the ground layer
constexpr float kContactStrength = 0.55f, kContactSoftness_m = 0.25f;
constexpr float kSunSoftness_m = 0.15f;

// Corners of the floor of a box in the x-y plane of map, counter-clockwise.
std::array<Vec2d, 4> floor_corners(const Rigid3d& map_from_actor, Vec3d size) {
  std::array<Vec2d, 4> corners;
  constexpr std::array<Vec2d, 4> kSigns{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3d corner = map_from_actor * Vec3d{kSigns[i].x * size.x, kSigns[i].y * size.y, 0};
    corners[i] = {corner.x, corner.y};
  }
  return corners;
}

splat::GroundShadow shadow_of(const world::ShadowOutline& outline, splat::ShadowKind kind, float strength,
                              float softness_m) {
  static_assert(std::tuple_size_v<decltype(outline.corner)> <= splat::kMaxShadowCorners);
  splat::GroundShadow shadow{
      .corners = static_cast<int32_t>(outline.corners), .kind = kind, .strength = strength, .softness_m = softness_m};
  for (std::size_t i = 0; i < outline.corners; ++i) {
    shadow.corner[i] = {static_cast<float>(outline.corner[i].x), static_cast<float>(outline.corner[i].y)};
  }
  return splat::bounded(shadow);
}

}  // namespace

ActorShadows ActorShadows::of(std::string_view option, const world::World& world) {
  if (option == "none") return {};
  ActorShadows out{.contact = true};
  if (option == "sun" && world.actor_trajectories) out.sun = world.actor_trajectories->sun;
  return out;
}

void ActorShadows::in_image(const Traffic& traffic, const ActorClouds& clouds, Timestamp first, Timestamp last,
                            std::vector<splat::GroundShadow>& out) const {
  out.clear();
  if (!contact && !sun) return;
  const Timestamp middle = first + Duration{(last - first).ns / 2};
  for (uint32_t i = 0; i < traffic.actors().size(); ++i) {
    const Actor& actor = traffic.actors()[i];
    if (!clouds.shows(actor.model) || !traffic.state_at(i, first)) continue;
    const Vec3d size = traffic.asset_of(actor).size;
    const auto floor = floor_corners(traffic.nearest_state(i, middle).map_from_actor, size);
    if (contact) {
      out.push_back(
          shadow_of(world::swept_outline(floor, {}), splat::ShadowKind::contact, kContactStrength, kContactSoftness_m));
    }
    if (sun) {
      out.push_back(shadow_of(world::swept_outline(floor, world::shadow_offset(*sun, size.z)), splat::ShadowKind::sun,
                              static_cast<float>(sun->strength), kSunSoftness_m));
    }
  }
}

std::vector<uint8_t> ground_layer(const splat::GaussianCloud& cloud, const world::HeightmapData& heightmap) {
  std::vector<uint8_t> marks(cloud.size());
  const splat::CloudView view = cloud.view();
  parallel_for(cloud.size(), [&](std::size_t i) {
    const Vec3d p = cast<double>(view.position_of(i));
    if (!is_finite(p)) return;
    const auto height = world::ground_height(heightmap, p.x, p.y);
    marks[i] = height && p.z - *height < kAboveGround_m && p.z - *height > -kBelowGround_m;
  });
  return marks;
}

}  // namespace gs::sim
