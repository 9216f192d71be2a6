// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Image encodings of ROS and the VRS pixel formats with the same bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/logio/vrs/format/pixel_format.h"

namespace gs::convert {

// VRS format of a ROS encoding; nullopt if VRS has no format with the same bytes (bgra8, uyvy, ...).
std::optional<logio::vrs::PixelFormat> pixel_format_of(std::string_view encoding);
// Usual ROS name of a VRS format; empty if there is none.
std::string_view encoding_of(logio::vrs::PixelFormat format);
// List for error messages: "rgb8, bgr8, ...".
std::string supported_encodings();

}  // namespace gs::convert
