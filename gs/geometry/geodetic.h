// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Positions on the WGS 84 ellipsoid, and local frames with axes east, north and up.
#pragma once

#include "gs/geometry/vec.h"

namespace gs {

// Latitude and longitude [deg], height above the ellipsoid [m].
struct Geodetic {
  double latitude_deg = 0, longitude_deg = 0, altitude_m = 0;
};

// Position relative to `origin`: metres to the east, to the north and up, in the tangential frame of the origin.
Vec3d to_enu(const Geodetic& position, const Geodetic& origin);

// The inverse of to_enu(), to a micrometre within 100 km of the origin.
Geodetic from_enu(Vec3d enu, const Geodetic& origin);

}  // namespace gs
