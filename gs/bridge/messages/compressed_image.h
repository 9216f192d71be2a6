// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of the simulator as JPEG messages.
#pragma once

#include <string>

#include "gs/core/result.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// /camera/<id>/image_raw/compressed: the image as JPEG of this quality (1 to 100). Errors: those of the encoder.
Result<rosmsg::sensor_msgs::CompressedImage> compressed_image_message(const world::RenderedImage& image,
                                                                      const std::string& frame_id, int quality);

}  // namespace gs::bridge
