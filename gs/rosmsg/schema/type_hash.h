// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The type hash of ROS 2 (REP 2016, version 1): SHA-256 of a JSON description of the type.
#pragma once

#include <string>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// "RIHS01_" and 64 hexadecimal digits.
std::string type_hash(const MessageType& type);
// The JSON text that is hashed.
std::string type_description_json(const MessageType& type);

}  // namespace gs::rosmsg
