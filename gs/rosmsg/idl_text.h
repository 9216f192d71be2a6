// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of OMG IDL 4.2 that message definitions use: modules, structs, typedefs, enums, constants, annotations.
// rosidl writes .msg files as IDL ("ros2idl"), DDS recorders write "omgidl".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gs/rosmsg/msg_text.h"

namespace gs {

// The structs of one text by name ("sensor_msgs/msg/Image"), added to the ones that are there. Types of fields are such
// names too. Unions, bitmasks and inheritance are not read.
Result<void> parse_idl(std::string_view text, std::map<std::string, ParsedDefinition>& definitions);

}  // namespace gs
