// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Image encodings of ROS and the raw pixel formats of VRS they are, byte for byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/logio/vrs/pixel_format.h"

namespace gs {

// Nothing for encodings VRS cannot hold unchanged (bgra8, uyvy, ...).
std::optional<vrs::PixelFormat> pixel_format_of(std::string_view encoding);
// The usual ROS name for images of foreign VRS files; empty if there is none.
std::string_view encoding_of(vrs::PixelFormat format);
// "rgb8, bgr8, ...", for messages.
std::string supported_encodings();

}  // namespace gs
