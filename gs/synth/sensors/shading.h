// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Computes light along rays: textures, sun with shadows, sky, reflections of the sky, haze.
#pragma once

#include <span>

#include "gs/synth/sensors/scene.h"

namespace gs::synth {

// Shades rays of one scene. The scene must outlive the shader.
class Shader {
 public:
  // pixel_angle_rad: angle that one ray represents; textures are averaged over it.
  Shader(const Scene& scene, float pixel_angle_rad) : scene_(scene), pixel_angle_(pixel_angle_rad) {}

  // Casts the rays, then a shadow ray per hit. Writes hits and linear radiance; both have the size of `rays`.
  void shade(raycast::RayGrid grid, std::span<const raycast::Ray> rays, std::span<raycast::MeshHit> hits,
             std::span<Vec3f> radiance) const;

  // The scene.
  const Scene& scene() const { return scene_; }

 private:
  const Scene& scene_;
  float pixel_angle_;
};

}  // namespace gs::synth
