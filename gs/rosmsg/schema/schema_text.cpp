// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/schema_text.h"

#include "gs/core/format.h"
#include "gs/core/json/json_writer.h"

namespace gs::rosmsg {
namespace {

// The type of a field in ROS 2 text: "string<=10[<=5]".
std::string ros2_type_text(const FieldType& type) {
  std::string text = type.message != nullptr ? short_type_name(type.message->name) : std::string(to_string(type.kind));
  if (type.string_capacity != 0) text += format("<={}", type.string_capacity);
  if (type.array == ArrayKind::fixed) text += format("[{}]", type.capacity);
  if (type.array == ArrayKind::bounded) text += format("[<={}]", type.capacity);
  if (type.array == ArrayKind::unbounded) text += "[]";
  return text;
}

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
}

// The value of a constant: strings have quotation marks in ROS 2 and none in ROS 1.
std::string ros2_constant_text(const Constant& constant) {
  return constant.kind != Kind::string || is_quoted(constant.text) ? constant.text : json_quote(constant.text);
}

std::string ros1_constant_text(const Constant& constant) {
  return constant.kind == Kind::string && is_quoted(constant.text) ? constant.text.substr(1, constant.text.size() - 2)
                                                                   : constant.text;
}

// The lines of one definition, constants first.
std::string ros2_definition(const MessageType& type) {
  std::string text;
  for (const Constant& constant : type.constants) {
    text += format("{} {}={}\n", to_string(constant.kind), constant.name, ros2_constant_text(constant));
  }
  for (const Field& field : type.fields) {
    if (field.ros1_only) continue;
    text += ros2_type_text(field.type) + " " + field.name;
    text += field.default_text.empty() ? "\n" : " " + field.default_text + "\n";
  }
  return text;
}

std::string ros1_definition(const MessageType& type) {
  std::string text;
  for (const Constant& constant : type.constants) {
    if (constant.ros2_only) continue;
    text += format("{} {}={}\n", to_string(constant.kind), constant.name, ros1_constant_text(constant));
  }
  for (const Field& field : type.fields) {
    text += ros1_type_text(field.type) + " " + (field.ros1_name.empty() ? field.name : field.ros1_name) + "\n";
  }
  return text;
}

void append_part(std::string& text, const MessageType& type, std::string_view definition) {
  text += std::string(80, '=') + "\nMSG: " + short_type_name(type.name) + "\n";
  text += definition;
}

}  // namespace

std::string ros1_type_text(const FieldType& type) {
  const MessageType* message = type.message;
  std::string text = message == nullptr       ? std::string(to_string(type.kind))
                     : message->is_time()     ? "time"
                     : message->is_duration() ? "duration"
                                              : short_type_name(message->name);
  if (type.array == ArrayKind::fixed) text += format("[{}]", type.capacity);
  if (type.is_sequence()) text += "[]";
  return text;
}

std::string ros2msg_text(const MessageType& type) {
  std::string text = ros2_definition(type);
  for (const MessageType* below : referenced_types(type)) append_part(text, *below, ros2_definition(*below));
  return text;
}

std::string ros1msg_text(const MessageType& type) {
  std::string text = ros1_definition(type);
  for (const MessageType* below : referenced_types(type)) {
    if (!below->is_time() && !below->is_duration()) append_part(text, *below, ros1_definition(*below));
  }
  return text;
}

}  // namespace gs::rosmsg
