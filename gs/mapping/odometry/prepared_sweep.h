// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// First step of the odometry: the usable points of a sweep, thinned. Private to the odometry.
#pragma once

#include "gs/mapping/odometry/odometry_options.h"
#include "gs/mapping/odometry/voxel_filter.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Points within range, one per voxel of options.map_thinning_m, each in base_link at its own time.
struct PreparedSweep {
  Timestamp stamp;     // of the sweep; point times count from it
  Timestamp middle{};  // of the point times: the time to which the sweep is deskewed
  PointBuffer points{};
};

// Keeps finite points within the range limits of the sensor whose time lies within 1 s of the stamp. Deskewing to the
// middle of a sweep leaves no mean displacement if the velocity is slightly wrong. Errors: invalid_data if the number
// of point times is not the number of points.
Result<PreparedSweep> prepare_sweep(const Sweep& sweep, const OdometryOptions& options, VoxelFilter& filter);

// Edge of the map's voxels for this LiDAR [m]: the smallest of 0.5 to 2 m in which the sweep shows nearly as many
// planes as in any. Few beams need large voxels, because one ring alone is a line.
double choose_voxel_m(const PreparedSweep& sweep, VoxelFilter& filter);

}  // namespace gs::mapping
