// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The description of a message type: what its field list, or a schema's text, says. Everything else in this library
// (CDR, ROS 1, schema text, hashes, JSON) is a walk over this description.
//
// One description serves both versions of ROS. Names are those of ROS 2 ("sensor_msgs/msg/Image", field "k"); what
// ROS 1 does differently is noted in the field: its name there ("K"), or that it exists only there (Header.seq).
// time and duration of ROS 1 are builtin_interfaces/msg/Time and Duration, whose bytes are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gs {

enum class Kind : uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  boolean,
  byte,       // "byte": octet in IDL
  character,  // "char": an uint8 in both versions
  string,
  wstring,  // described, never decoded: the implementations disagree about its bytes
  message,
};

// "float32"; empty for messages.
std::string_view to_string(Kind kind);
// Bytes of one number; 0 for strings and messages.
std::size_t size_of(Kind kind);

enum class ArrayKind : uint8_t { none, fixed, bounded, unbounded };

struct MessageType;

struct FieldType {
  Kind kind = Kind::uint8;
  ArrayKind array = ArrayKind::none;
  uint32_t capacity = 0;                 // length of a fixed array, bound of a bounded sequence
  uint32_t string_capacity = 0;          // bound of the strings; 0: none
  const MessageType* message = nullptr;  // of Kind::message

  bool is_sequence() const { return array == ArrayKind::bounded || array == ArrayKind::unbounded; }
  bool is_number() const { return kind < Kind::string; }
};

// How a std::vector is reached when only its description is known.
struct SequenceAccess {
  std::size_t (*size)(const void* sequence);
  const void* (*data)(const void* sequence);
  void* (*resize)(void* sequence, std::size_t count);  // returns data
};

struct Field {
  std::string name;
  FieldType type;
  std::string ros1_name;          // empty: the same
  std::string default_text{};     // as ros2msg text has it; empty: none
  bool ros1_only = false;         // Header.seq
  std::size_t struct_offset = 0;  // in the C++ struct, when there is one
  const SequenceAccess* sequence = nullptr;
};

struct Constant {
  std::string name;
  Kind kind = Kind::uint8;
  std::string text;
  bool ros2_only = false;
};

struct MessageType {
  std::string name;  // "sensor_msgs/msg/Image", "std_srvs/srv/Trigger_Request"
  std::vector<Constant> constants{};
  std::vector<Field> fields{};
  std::size_t struct_bytes = 0;  // 0: no C++ struct
  uint64_t min_wire_bytes = 0;   // no encoding is shorter; set by finish()

  bool is_time() const { return name == "builtin_interfaces/msg/Time"; }
  bool is_duration() const { return name == "builtin_interfaces/msg/Duration"; }
  // Call once all fields are there and the types they name are finished.
  void finish();
};

// Bytes of the shortest element of a field of this type.
uint64_t min_element_bytes(const FieldType& type);

// "sensor_msgs/Image" -> "sensor_msgs/msg/Image"; names of three parts stay.
std::string ros2_type_name(std::string_view name);
// "sensor_msgs/msg/Image" -> "sensor_msgs/Image", as ROS 1 and schema text write it; services stay.
std::string short_type_name(std::string_view name);

// Every type below this one, each once, in the order of first use (depth first); without the type itself.
std::vector<const MessageType*> referenced_types(const MessageType& type);

}  // namespace gs
