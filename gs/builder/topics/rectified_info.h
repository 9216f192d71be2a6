// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// camera_info of rectified images.
#pragma once

#include "gs/core/result.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::builder {

// The camera model of rectified images: the matrix of P as k, no distortion, and R as the rotation from the camera to
// the rectified image (zeros if it is no rotation). camera_info without P (zeros) is taken to describe the rectified
// image: its k, without distortion. Errors: invalid_data if P or R is not finite or P has no focal length on one axis.
Result<rosmsg::sensor_msgs::CameraInfo> rectified_info(rosmsg::sensor_msgs::CameraInfo info);

}  // namespace gs::builder
