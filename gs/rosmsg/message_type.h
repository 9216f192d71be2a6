// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The description of a message type, made from the field list of a struct or from a schema text. Everything else in
// this library (CDR, ROS 1, schema text, hashes, JSON) walks over this description.
//
// One description serves both versions of ROS. Names are those of ROS 2 ("sensor_msgs/msg/Image", field "k"). A field
// records how ROS 1 differs: another name ("K"), or that the field exists only there (Header.seq). time and duration of
// ROS 1 are builtin_interfaces/msg/Time and Duration, which have the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/number_type.h"

namespace gs::rosmsg {

// The element type of a field.
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
  byte,       // "byte" in .msg, octet in IDL
  character,  // "char" in .msg: a uint8 in both versions of ROS
  string,
  wstring,  // described but never decoded, because the implementations of DDS disagree about its bytes
  message,
};

// The name in .msg files: "float32", "bool"; empty for messages.
std::string_view to_string(Kind kind);
// Size in bytes of a number on the wire and in memory; 0 for strings and messages.
std::size_t size_of(Kind kind);
// How the number of a Kind below Kind::string is stored: bool, byte and char are unsigned bytes.
constexpr NumberType number_type(Kind kind) {
  static_assert(static_cast<int>(Kind::float64) == static_cast<int>(NumberType::f64));
  return kind <= Kind::float64 ? static_cast<NumberType>(kind) : NumberType::u8;
}

// A single value, an array T[9], a bounded sequence T[<=9], or a sequence T[].
enum class ArrayKind : uint8_t { none, fixed, bounded, unbounded };

struct MessageType;

// The type of a field.
struct FieldType {
  Kind kind = Kind::uint8;
  ArrayKind array = ArrayKind::none;
  uint32_t capacity = 0;                 // length of a fixed array, bound of a bounded sequence
  uint32_t string_capacity = 0;          // bound of the strings; 0: none
  const MessageType* message = nullptr;  // of Kind::message

  // Sequences have a length on the wire; numbers include bool, byte and char.
  bool is_sequence() const { return array == ArrayKind::bounded || array == ArrayKind::unbounded; }
  bool is_number() const { return kind < Kind::string; }
};

// Access to a std::vector whose element type is known only by its description.
struct SequenceAccess {
  std::size_t (*size)(const void* sequence);
  const void* (*data)(const void* sequence);
  void* (*resize)(void* sequence, std::size_t count);  // returns data
};

// One field of a message.
struct Field {
  std::string name;
  FieldType type;
  std::string ros1_name;                     // name in ROS 1; empty: the same
  std::string default_text{};                // default value as in the .msg file; empty: none
  bool ros1_only = false;                    // not in ROS 2 (Header.seq)
  std::size_t struct_offset = 0;             // bytes from the start of the C++ struct, if there is one
  const SequenceAccess* sequence = nullptr;  // of sequences, if there is a C++ struct
};

// One constant of a message definition.
struct Constant {
  std::string name;
  Kind kind = Kind::uint8;
  std::string text;  // the value, as in the definition
  bool ros2_only = false;
};

// A message type, or the request or response of a service.
struct MessageType {
  std::string name;  // "sensor_msgs/msg/Image", "std_srvs/srv/Trigger_Request"
  std::vector<Constant> constants{};
  std::vector<Field> fields{};
  std::size_t struct_bytes = 0;  // 0: no C++ struct
  uint64_t min_wire_bytes = 0;   // lower bound of the size in any encoding; set by finish()

  // The two types that are built into ROS 1.
  bool is_time() const { return name == "builtin_interfaces/msg/Time"; }
  bool is_duration() const { return name == "builtin_interfaces/msg/Duration"; }
  // Computes min_wire_bytes. Call it when all fields are added and the types they refer to are finished.
  void finish();
};

// Lower bound of the size of one element in any encoding [bytes]. Used to refuse impossible counts before allocating.
uint64_t min_element_bytes(const FieldType& type);

// The ROS 2 form of a type name: "sensor_msgs/Image" -> "sensor_msgs/msg/Image"; names of three parts stay unchanged.
std::string ros2_type_name(std::string_view name);
// The form of ROS 1 and of schema text: "sensor_msgs/msg/Image" -> "sensor_msgs/Image"; service names stay unchanged.
std::string short_type_name(std::string_view name);

// Every message type that this one contains, directly or indirectly, each once, in depth-first order of first use.
std::vector<const MessageType*> referenced_types(const MessageType& type);

}  // namespace gs::rosmsg
