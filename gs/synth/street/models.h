// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Meshes of objects that the street and the scripted traffic share. Origin on the ground below the middle, x forward.
#pragma once

#include "gs/core/numbers/random.h"
#include "gs/synth/street/mesh.h"

namespace gs::synth::street {

// Linear RGB of an sRGB colour 0xRRGGBB (gamma 2.2).
Vec3f linear_color(uint32_t srgb_hex);

// Body shapes of cars, 3.75 to 5.3 m long.
enum class CarBody : uint8_t { saloon, small, estate, minibus };
// A car of this body with random paint and number plate; or of a random body.
StreetMesh car_mesh(CarBody body, Random random);
StreetMesh car_mesh(Random random);

}  // namespace gs::synth::street
