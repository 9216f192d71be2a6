// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/shading.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gs::synth {
namespace {

Vec3f times(Vec3f a, Vec3f b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

// Fresnel reflectance after Schlick 1994.
float fresnel(float at_normal, float cosine) {
  const float k = 1.0f - std::clamp(cosine, 0.0f, 1.0f);
  const float k2 = k * k;
  return at_normal + (1.0f - at_normal) * k2 * k2 * k;
}

}  // namespace

void Shader::shade(raycast::RayGrid grid, std::span<const raycast::Ray> rays, std::span<raycast::MeshHit> hits,
                   std::span<Vec3f> radiance) const {
  const StreetSky& sky = scene_.sky();
  const Vec3f to_sun = sky.to_sun();
  // 1. Primary rays, 2. shadow rays towards the sun, 3. shading.
  scene_.caster().cast(grid, rays, hits);
  std::vector<raycast::Ray> to_light(rays.size());
  std::vector<uint8_t> in_shadow(rays.size());
  for (std::size_t i = 0; i < rays.size(); ++i) {
    raycast::Ray& ray = to_light[i];
    if (!hits[i].found()) {
      ray.max_distance = 0;
      continue;
    }
    const Vec3f n = dot(hits[i].normal, rays[i].direction) > 0 ? -hits[i].normal : hits[i].normal;
    ray.origin = rays[i].origin + rays[i].direction * hits[i].distance + n * 2e-3f;
    ray.direction = to_sun;
    ray.time = rays[i].time;
    // Surfaces facing away from the sun need no shadow ray, except leaves, which transmit light.
    ray.max_distance = dot(n, to_sun) > 0 || scene_.surface_at(hits[i]).material == Material::leaves ? 400.0f : 0.0f;
  }
  scene_.caster().occluded(grid, to_light, in_shadow);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Vec3f d = rays[i].direction;
    if (!hits[i].found()) {
      radiance[i] = rays[i].max_distance > 0 ? sky.radiance(d) : Vec3f{};
      continue;
    }
    const raycast::MeshHit& hit = hits[i];
    const float facing = dot(hit.normal, d);
    const Vec3f n = facing > 0 ? -hit.normal : hit.normal;
    const float cosine = std::fabs(facing);
    // Pixel width on the surface; grazing angles are limited so that textures do not blur completely.
    const float footprint = hit.distance * pixel_angle_ / std::sqrt(std::max(cosine, 0.04f));
    const Look look = look_of(scene_.surface_at(hit), scene_.street().road, scene_.uv_at(hit), footprint);
    // Diffuse light: sky and, unless in shadow, sun; leaves also transmit light.
    Vec3f light = sky.ambient(n);
    if (in_shadow[i] == 0 && to_light[i].max_distance > 0) {
      const float lit = dot(n, to_sun);
      light += sky.sun() * (lit > 0 ? lit * (1 - 0.5f * look.through) + 0.25f * look.through : -lit * look.through);
    }
    Vec3f color = times(look.albedo, light);
    if (look.mirror > 0) {
      const Vec3f r = d + n * (2 * cosine);
      // A reflected ray below the horizon sees the street, approximated by one grey.
      const Vec3f seen = r.z > 0 ? sky.clear(r) : Vec3f{0.22f, 0.21f, 0.2f};
      const float share = fresnel(look.mirror, cosine);
      color = color * (1 - share) + seen * share;
      // Reflection of the sun itself.
      const float glint = dot(r, to_sun);
      if (glint > 0.995f && in_shadow[i] == 0) color += sky.sun() * (share * 4.0f * (glint - 0.995f) / 0.005f);
    }
    radiance[i] = sky.through_haze(color, d, hit.distance);
  }
}

}  // namespace gs::synth
