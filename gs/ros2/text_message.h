// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encodes messages written as YAML: {drive: {speed: 3.0}}.
#pragma once

#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/rosmsg/message_type.h"

namespace gs::ros2 {

// CDR payload of the message, with header_bytes zero bytes in front of the body. Missing fields are zero or empty.
// Errors: invalid_argument with the field that is unknown, of the wrong kind or of the wrong length.
Result<std::vector<std::byte>> encode_text(const rosmsg::MessageType& type, std::string_view yaml,
                                           std::size_t header_bytes);

}  // namespace gs::ros2
