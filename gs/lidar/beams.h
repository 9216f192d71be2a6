// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Directions of the beams of a spinning LiDAR.
#pragma once

#include <span>
#include <vector>

namespace gs::lidar {

// Ring of each beam by its elevation: 0 is the lowest; equal elevations are numbered in the given order.
std::vector<int> rings_by_elevation(std::span<const double> elevations);

// Sine and cosine of an azimuth in hundredths of a degree, rounded to the resolution of the packets.
struct SinCos {
  double sin, cos;
};
SinCos sin_cos_of_centidegrees(double azimuth);

}  // namespace gs::lidar
