// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The grammar of .msg text: lines of fields and constants, and definitions joined by separators.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/rosmsg/message_type.h"

namespace gs {

// One definition of a joined text; views into it.
struct DefinitionText {
  std::string_view name;  // after "MSG: " or "IDL: "; empty for the first
  std::string_view body;
};

// Cuts at lines of '='.
std::vector<DefinitionText> split_definitions(std::string_view text);

// A field whose type may still be a name.
struct ParsedField {
  Field field;
  std::string type_name;  // of Kind::message, as written; "time" and "duration" of ROS 1 included
};

struct ParsedDefinition {
  std::vector<Constant> constants;
  std::vector<ParsedField> fields;
};

// Fields and constants of one definition, in order. Errors name the line.
Result<ParsedDefinition> parse_definition(std::string_view body);

// "string<=10[<=5]", "float64[9]", "geometry_msgs/Point[]".
Result<ParsedField> parse_field_type(std::string_view text);

}  // namespace gs
