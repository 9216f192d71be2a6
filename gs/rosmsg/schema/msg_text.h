// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses .msg text: lines of fields and constants, and several definitions joined by separator lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// One definition of a joined text, as views into it.
struct DefinitionText {
  std::string_view name;  // the text behind "MSG: " or "IDL: "; empty for the first definition
  std::string_view body;
};

// Splits a joined text at lines of three or more '='.
std::vector<DefinitionText> split_definitions(std::string_view text);

// A field whose message type is not resolved yet.
struct ParsedField {
  Field field;
  std::string type_name;  // of Kind::message, as written; also "time" and "duration" of ROS 1
};

// One parsed definition.
struct ParsedDefinition {
  std::vector<Constant> constants;
  std::vector<ParsedField> fields;
};

// Parses the fields and constants of one definition, in order. Errors: corrupt, with the line.
Result<ParsedDefinition> parse_definition(std::string_view body);

// Parses the type of a field: "string<=10[<=5]", "float64[9]", "geometry_msgs/Point[]".
Result<ParsedField> parse_field_type(std::string_view text);

}  // namespace gs::rosmsg
