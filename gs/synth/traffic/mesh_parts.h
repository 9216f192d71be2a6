// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Meshes of the objects and the shapes they are made of; private to this folder.
#pragma once

#include <span>

#include "gs/synth/traffic/models.h"

namespace gs::synth {

// A mesh under construction, with the random numbers of its colours and textures.
struct Workpiece {
  StreetMesh& mesh;
  Random& random;

  // Adds a surface of an sRGB colour 0xRRGGBB, with a random texture.
  uint32_t surface(Material material, uint32_t hex, Vec2f extent = {1, 1});
  // Adds a surface of one of several colours.
  uint32_t surface_of(Material material, std::span<const uint32_t> hexes);
};

// Extrudes a closed outline (x, z), clockwise seen from the right, to y in [-half_width, half_width]. The outline must
// be star-shaped about `middle`. Its last edge, the floor, has the second surface.
void add_extrusion(StreetMesh& mesh, std::span<const Vec2d> outline, Vec2d middle, double half_width, uint32_t surface,
                   uint32_t floor_surface);
// Adds a round bar from one position to another, closed at its end.
void add_bar(StreetMesh& mesh, Vec3d from, Vec3d to, double radius, uint32_t surface);
// Adds a tyre with a hub cap whose outer face lies at y = side * outer_y.
void add_car_wheel(Workpiece& work, double x, double side, double outer_y, double radius);

// Bodies of the classes.
StreetMesh van_mesh(Random random);
StreetMesh truck_mesh(Random random);
std::vector<BodyPart> walker_parts(Random random, double scale);
std::vector<BodyPart> rider_parts(Random random);

}  // namespace gs::synth
