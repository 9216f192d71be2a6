// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads schema text ("ros2msg", "ros1msg", "ros2idl", "omgidl") into the description of a message type, so that any
// type can be decoded.
//
//   GS_TRY(const Schema schema, parse_schema("my_msgs/msg/Thing", "ros2msg", text));
//   GS_TRY(const std::string json, message_to_json(schema.root(), MessageEncoding::cdr, payload));
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/rosmsg/message_type.h"

namespace gs {

// A message type with everything below it. Copies share the types, which never change.
class Schema {
 public:
  using Types = std::vector<std::unique_ptr<MessageType>>;

  // A type that lives as long as the program: type_of<Image>(), or one of the registry.
  explicit Schema(const MessageType& type) : root_(&type) {}
  Schema(std::shared_ptr<const Types> types, const MessageType& root) : types_(std::move(types)), root_(&root) {}

  const MessageType& root() const { return *root_; }

 private:
  std::shared_ptr<const Types> types_;  // shared by the copies of this schema
  const MessageType* root_;
};

// Errors: unsupported encoding, a line that is no definition, a type that is used and not defined, a type that
// contains itself, absurd sizes. builtin_interfaces/Time and Duration need no definition.
Result<Schema> parse_schema(std::string_view type_name, std::string_view encoding, std::string_view text);

// The same for what a log stores: where it stores nothing, the definition built into this library, if there is one.
Result<Schema> find_schema(std::string_view type_name, std::string_view encoding, std::string_view text);

// The ROS 2 name of a ROS 1 type: "sensor_msgs/Image" -> "sensor_msgs/msg/Image", "tf/tfMessage" ->
// "tf2_msgs/msg/TFMessage".
std::string ros2_equivalent(std::string_view ros1_type_name);

}  // namespace gs
