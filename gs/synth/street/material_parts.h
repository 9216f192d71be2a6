// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Procedural textures, one function per material; private to this folder.
#pragma once

#include "gs/synth/street/material.h"

namespace gs::synth::street {

// Where a texture is evaluated.
struct Texel {
  const Surface& surface;
  float u, v;       // texture coordinates [m]
  float footprint;  // width of the pixel on the surface [m]
};

// Each returns the appearance at the texel. asphalt needs the road for its markings.
Look asphalt(const Texel& t, const Road& road);
Look paving(const Texel& t);
Look kerb(const Texel& t);
Look grass(const Texel& t);
Look facade(const Texel& t, bool brick);
Look shop_front(const Texel& t);
Look roof(const Texel& t);
Look concrete(const Texel& t);
Look graffiti(const Texel& t);
Look bark(const Texel& t);
Look leaves(const Texel& t);
Look metal(const Texel& t);
Look wood(const Texel& t);
Look tyre(const Texel& t);
Look cloth(const Texel& t);
Look plate(const Texel& t);
Look traffic_sign(const Texel& t);
Look shop_sign(const Texel& t);
Look poster(const Texel& t);
Look skyline(const Texel& t);

}  // namespace gs::synth::street
