// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Motion compensation (deskewing): moves the points of a sweep to where they would be if all were measured at its
// stamp.
#pragma once

#include "gs/geometry/trajectory.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Moves every point from base_link at its own time to base_link at the stamp, fills ray_origins with the sensor
// position of each point, moves the point times to measured_after_s, and sets map_from_base to the pose at the stamp. A
// sweep without point times only gets its pose. Times before the first or after the last pose use that pose within
// `tolerance`. Errors: invalid_data if the sweep or a point lies further outside the trajectory, if a point time is not
// finite (or more than 10^4 s from the stamp), or if the number of point times is not the number of points.
Result<Sweep> deskew(Sweep sweep, const Trajectory& trajectory, Duration tolerance = Duration::from_ms(100));

}  // namespace gs::mapping
