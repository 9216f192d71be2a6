// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The fields of camera_info in the configuration of an image stream, listed once for both directions.
#pragma once

#include "gs/convert/streams/layouts.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::convert {

// Calls copy(field of the configuration, field of the message) for every field that both store in the same form.
void pair_camera_fields(auto& configuration, auto& info, const auto& copy) {
  copy(configuration.camera_k, info.k);
  copy(configuration.camera_d, info.d);
  copy(configuration.camera_r, info.r);
  copy(configuration.camera_p, info.p);
  copy(configuration.distortion_model, info.distortion_model);
  copy(configuration.binning_x, info.binning_x);
  copy(configuration.binning_y, info.binning_y);
  copy(configuration.roi[0], info.roi.x_offset);
  copy(configuration.roi[1], info.roi.y_offset);
  copy(configuration.roi[2], info.roi.height);
  copy(configuration.roi[3], info.roi.width);
  copy(configuration.roi_do_rectify, info.roi.do_rectify);
  copy(configuration.camera_info_width, info.width);
  copy(configuration.camera_info_height, info.height);
  copy(configuration.camera_info_seq, info.header.seq);
  copy(configuration.camera_info_frame_id, info.header.frame_id);
}

}  // namespace gs::convert
