// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The street's mesh and appearance.
#include "gs/synth/street/street.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gs/synth/street/material.h"

namespace gs::synth {
namespace {

TEST(Street, SameOptionsSameStreet) {
  const Street a = make_street({}, true), b = make_street({}, true);
  EXPECT_EQ(a.mesh.vertices, b.mesh.vertices);
  EXPECT_EQ(a.mesh.triangles, b.mesh.triangles);
  EXPECT_EQ(a.actors.size(), b.actors.size());
  EXPECT_NE(make_street({.seed = 2}, false).mesh.vertices, a.mesh.vertices);
}

TEST(Street, HasEverythingAStreetHas) {
  const Street street = make_street({}, true);
  std::set<std::string> kinds;
  for (const StreetObject& object : street.objects) kinds.insert(object.kind);
  for (const char* kind : {"building", "tree", "pole", "sign", "car", "person", "fence", "bridge", "skyline"}) {
    EXPECT_EQ(kinds.count(kind), 1u) << kind;
  }
  EXPECT_TRUE(make_street({}, false).actors.empty());
}

TEST(Street, MeshIsWellFormed) {
  const Street street = make_street({}, false);
  const StreetMesh& mesh = street.mesh;
  EXPECT_EQ(mesh.uvs.size(), mesh.vertices.size());
  EXPECT_EQ(mesh.surface_index.size() * 3, mesh.triangles.size());
  for (const uint32_t i : mesh.triangles) ASSERT_LT(i, mesh.vertices.size());
  for (const uint32_t i : mesh.surface_index) ASSERT_LT(i, mesh.surfaces.size());
  for (const Vec3f& v : mesh.vertices) ASSERT_TRUE(is_finite(v));
}

TEST(Street, RoadMeshFollowsTheClosedForm) {
  const Street street = make_street({}, false);
  const StreetMesh& mesh = street.mesh;
  double worst = 0;
  int checked = 0;
  for (std::size_t t = 0; t < mesh.surface_index.size(); ++t) {
    if (mesh.surfaces[mesh.surface_index[t]].material != Material::asphalt) continue;
    Vec3d middle{};
    for (std::size_t k = 0; k < 3; ++k) middle += cast<double>(mesh.vertices[mesh.triangles[3 * t + k]]) / 3.0;
    const RoadCoordinates c = street.road.locate({middle.x, middle.y});
    // At the kerb the height jumps, so the closed form is ambiguous there.
    if (std::fabs(std::fabs(c.d) - street.road.kerb_offset(c.s)) < 0.01) continue;
    worst = std::max(worst, std::fabs(middle.z - street.road.ground_height(c)));
    ++checked;
  }
  EXPECT_GT(checked, 3000);
  EXPECT_LT(worst, 1e-3);
}

TEST(Street, LooksAreFiniteAndFadeWithDistance) {
  const Street street = make_street({}, false);
  Random r(1, 1, 1);
  for (const Surface& surface : street.mesh.surfaces) {
    // From very near to very far; albedo must be finite and not negative.
    for (const float footprint : {0.001f, 0.05f, 3.0f}) {
      const Look look =
          look_of(surface, street.road,
                  {static_cast<float>(r.uniform(-50, 400)), static_cast<float>(r.uniform(-20, 20))}, footprint);
      ASSERT_TRUE(is_finite(look.albedo));
      ASSERT_GE(std::min({look.albedo.x, look.albedo.y, look.albedo.z}), 0.0f);
      ASSERT_GE(look.mirror, 0.0f);
    }
  }
}

}  // namespace
}  // namespace gs::synth
