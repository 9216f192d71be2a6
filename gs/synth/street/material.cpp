// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/material.h"

#include "gs/synth/street/material_parts.h"

namespace gs::synth {

Look look_of(const Surface& s, const Road& road, Vec2f uv, float footprint) {
  using namespace street;
  const Texel t{s, uv.x, uv.y, footprint};
  // Textured materials compute their look at (u, v); plain ones have the colour of the surface everywhere.
  switch (s.material) {
    case Material::asphalt:
      return asphalt(t, road);
    case Material::paving:
      return paving(t);
    case Material::kerb:
      return kerb(t);
    case Material::grass:
      return grass(t);
    case Material::brick:
      return facade(t, true);
    case Material::plaster:
      return facade(t, false);
    case Material::shop_front:
      return shop_front(t);
    case Material::roof:
      return roof(t);
    case Material::concrete:
      return concrete(t);
    case Material::graffiti:
      return graffiti(t);
    case Material::bark:
      return bark(t);
    case Material::leaves:
      return leaves(t);
    case Material::metal:
      return metal(t);
    case Material::wood:
      return wood(t);
    case Material::car_paint:
      return {s.color, 0.06f, 0, 0.45f};
    case Material::glass:
      return {s.color * 0.5f, 0.10f, 0, 0.06f};
    case Material::tyre:
      return tyre(t);
    case Material::light:
      return {s.color, 0.05f, 0, 1.6f};
    case Material::plate:
      return plate(t);
    case Material::sign:
      return traffic_sign(t);
    case Material::shop_sign:
      return shop_sign(t);
    case Material::poster:
      return poster(t);
    case Material::skin:
      return {s.color, 0.01f, 0, 0.5f};
    case Material::cloth:
      return cloth(t);
    case Material::skyline:
      return skyline(t);
  }
  return {s.color};
}

}  // namespace gs::synth
