// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measurement times of the points of a rotating LiDAR whose driver writes none: from their azimuths.
#pragma once

#include "gs/core/result.h"
#include "gs/geometry/azimuth.h"
#include "gs/lidar/decoded_sweep.h"

namespace gs::lidar {

// The turn that a sweep shows.
struct SweepTurn {
  TurnSense sense = TurnSense::clockwise;
  double start_rad = 0;  // azimuth of the first measurement
};

// Finds the turn of a sweep from the order in which the points of each ring are stored. Errors: invalid_data with the
// reason if the points have no rings, are not stored in the order of measurement, or do not go once around the sensor.
Result<SweepTurn> find_turn(const DecodedSweep& sweep);

// Gives every point the time at which a turn of period_s, which begins at the stamp, passes its azimuth. A turn may go
// a little beyond 360 deg. Errors: those of find_turn(), and invalid_data for another sense than `sense`; the sweep is
// then unchanged.
Result<void> set_turn_times(TurnSense sense, double period_s, DecodedSweep& sweep);

}  // namespace gs::lidar
