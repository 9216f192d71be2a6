// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A message written as YAML, the way a person types it: {drive: {speed: 3.0}}.
#pragma once

#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/rosmsg/message_type.h"

namespace gs {

// What is not given is zero or empty. Errors name the field: unknown, of another kind, or of a wrong length.
Result<std::vector<std::byte>> encode_text(const MessageType& type, std::string_view yaml, std::size_t header_bytes);

}  // namespace gs
