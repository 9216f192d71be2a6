// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A square shadow, for tests.
#pragma once

#include "gs/splat/kernel/ground_shadow.h"

namespace gs::splat::testing {

// Axis-parallel square around `at`; `half` is half its edge [m].
inline GroundShadow square_shadow(Vec2f at, float half, ShadowKind kind = ShadowKind::contact, float strength = 0.55f) {
  return bounded({.corner = {{at.x - half, at.y - half},
                             {at.x + half, at.y - half},
                             {at.x + half, at.y + half},
                             {at.x - half, at.y + half}},
                  .corners = 4,
                  .kind = kind,
                  .strength = strength,
                  .softness_m = kind == ShadowKind::sun ? 0.15f : 0.25f});
}

}  // namespace gs::splat::testing
