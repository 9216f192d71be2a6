// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Makes the description of a message type from schema text ("ros2msg", "ros1msg", "ros2idl", "omgidl"), so that
// messages of any type can be decoded.
//
//   GS_TRY(const Schema schema, parse_schema("my_msgs/msg/Thing", "ros2msg", text));
//   GS_TRY(const std::string json, message_to_json(schema.root(), MessageEncoding::cdr, payload));
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// A message type together with all types it contains. Copies share these types, which never change.
class Schema {
 public:
  using Types = std::vector<std::unique_ptr<MessageType>>;

  // From a type that lives as long as the program: type_of<Image>(), or one of the registry.
  explicit Schema(const MessageType& type) : root_(&type) {}
  Schema(std::shared_ptr<const Types> types, const MessageType& root) : types_(std::move(types)), root_(&root) {}

  const MessageType& root() const { return *root_; }  // valid as long as this schema or a copy of it

 private:
  std::shared_ptr<const Types> types_;  // shared by the copies of this schema
  const MessageType* root_;
};

// Parses schema text. builtin_interfaces/Time and Duration need no definition in it. Errors: unsupported (encoding),
// corrupt (syntax, a type that contains itself), not_found (a type that is used but not defined), limit_exceeded.
Result<Schema> parse_schema(std::string_view type_name, std::string_view encoding, std::string_view text);

// The schema of a log's channel: parses its text, or, if the log stores none, takes the definition of the registry.
// not_found if neither exists.
Result<Schema> find_schema(std::string_view type_name, std::string_view encoding, std::string_view text);

// The ROS 2 type that replaces a ROS 1 type: "sensor_msgs/Image" -> "sensor_msgs/msg/Image", "tf/tfMessage" ->
// "tf2_msgs/msg/TFMessage".
std::string ros2_equivalent(std::string_view ros1_type_name);

}  // namespace gs::rosmsg
