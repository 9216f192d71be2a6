// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// WGS 84 to local metres and back.
#include "gs/geometry/geodetic.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

// One minute of arc of the equator is 1855.325 m; of the meridian at the equator 1842.905 m (WGS 84).
TEST(Geodetic, MinutesOfArcAtTheEquator) {
  const Vec3d east = to_enu({0, 1.0 / 60, 0}, {});
  EXPECT_NEAR(east.x, 1855.325, 0.001);
  EXPECT_NEAR(east.y, 0, 1e-9);
  const Vec3d north = to_enu({1.0 / 60, 0, 0}, {});
  EXPECT_NEAR(north.y, 1842.905, 0.001);
  EXPECT_NEAR(to_enu({0, 0, 12}, {}).z, 12, 1e-9);
}

// The surface falls below the tangential plane by d^2 / 2R.
TEST(Geodetic, TheEarthCurvesAway) {
  const Vec3d at = to_enu({48.137 + 1000 / 111'200.0, 11.575, 519}, {48.137, 11.575, 519});
  EXPECT_NEAR(at.z, -at.y * at.y / (2 * 6.37e6), 1e-3);
}

TEST(Geodetic, FromEnuIsTheInverse) {
  for (const Geodetic origin : {Geodetic{48.137, 11.575, 519}, Geodetic{-33.9, 151.2, 20}, Geodetic{70, -179.99, 0}}) {
    for (const Vec3d enu : {Vec3d{}, Vec3d{300, -200, 5}, Vec3d{-20'000, 40'000, 300}}) {
      EXPECT_LT(norm(to_enu(from_enu(enu, origin), origin) - enu), 1e-5);
    }
  }
}

}  // namespace
}  // namespace gs
