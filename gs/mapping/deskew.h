// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Motion undistortion: a sweep taken while driving, as if it had been taken at its stamp.
#pragma once

#include "gs/geometry/trajectory.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Moves every point from base_link at its own time to base_link at the stamp, fills ray_origins with where the sensor
// was, and sets map_from_base to the pose at the stamp. A sweep without point times only gets its pose.
// Points beyond the ends of the trajectory use the end pose within `tolerance`; further out the sweep is refused, and
// so are offsets that are not finite and a count of offsets that is not the count of points.
Result<Sweep> deskew(Sweep sweep, const Trajectory& trajectory, Duration tolerance = Duration::from_ms(100));

}  // namespace gs::mapping
