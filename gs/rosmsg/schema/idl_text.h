// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the part of OMG IDL 4.2 that message definitions use: modules, structs, typedefs, enums, constants,
// annotations. rosidl translates .msg files to such IDL ("ros2idl"); recorders of DDS store "omgidl".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gs/rosmsg/schema/msg_text.h"

namespace gs::rosmsg {

// Parses one text and adds its structs to `definitions`, by name ("sensor_msgs/msg/Image"). Fields refer to other types
// by such names. Errors: corrupt for a syntax error, unsupported for unions, bitmasks and inheritance, limit_exceeded.
Result<void> parse_idl(std::string_view text, std::map<std::string, ParsedDefinition>& definitions);

}  // namespace gs::rosmsg
