// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// View of a calibrated camera on a moving vehicle, with its rolling shutter.
#pragma once

#include <functional>

#include "gs/core/time.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/world/files/calibration.h"

namespace gs::render {

// Returns map_from_base_link, the pose of the vehicle, at a time.
using PoseAt = std::function<Rigid3d(Timestamp)>;

// Converts the readout direction of the calibration to that of the rasterizer. Both name the direction from the first
// line read to the last: down starts with the top row, up with the bottom row, right with the left column, left with
// the right column.
splat::ShutterScan scan_of(world::ShutterDirection direction);

// View of `camera` for an image with this stamp. The stamp is the time of the first line. With a rolling shutter,
// `pose_at` is also called for the time of the last line, stamp + readout_sec, and the rasterizer interpolates between
// the two poses; without one it is called only for the stamp.
splat::RenderView view_of(const world::CameraCalibration& camera, Timestamp stamp, const PoseAt& pose_at);

}  // namespace gs::render
