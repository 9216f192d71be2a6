// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package std_msgs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/message_type.h"
#include "gs/rosmsg/messages/builtin_interfaces.h"

namespace gs::rosmsg::std_msgs {

// std_msgs/Header: the time and the coordinate frame of a message.
struct Header {
  static constexpr std::string_view kType = "std_msgs/msg/Header";
  uint32_t seq = 0;  // ROS 1 only: not on the wire of ROS 2
  builtin_interfaces::Time stamp;
  std::string frame_id;

  static void describe(auto& f) {
    f("seq", &Header::seq, {.ros1_only = true});
    f("stamp", &Header::stamp);
    f("frame_id", &Header::frame_id);
  }
  friend bool operator==(const Header&, const Header&) = default;
};

// std_msgs/Empty: a message without content, used as a signal.
struct Empty {
  static constexpr std::string_view kType = "std_msgs/msg/Empty";

  static void describe(auto&) {}
  friend bool operator==(const Empty&, const Empty&) = default;
};

// std_msgs/Bool: one truth value.
struct Bool {
  static constexpr std::string_view kType = "std_msgs/msg/Bool";
  bool data = false;

  static void describe(auto& f) { f("data", &Bool::data); }
  friend bool operator==(const Bool&, const Bool&) = default;
};

// std_msgs/Byte: one byte.
struct Byte {
  static constexpr std::string_view kType = "std_msgs/msg/Byte";
  uint8_t data = 0;

  static void describe(auto& f) { f("data", &Byte::data, {.kind = Kind::byte}); }
  friend bool operator==(const Byte&, const Byte&) = default;
};

// std_msgs/Char: one character, an unsigned 8-bit number.
struct Char {
  static constexpr std::string_view kType = "std_msgs/msg/Char";
  uint8_t data = 0;

  static void describe(auto& f) { f("data", &Char::data, {.kind = Kind::character}); }
  friend bool operator==(const Char&, const Char&) = default;
};

// std_msgs/Int8: one signed 8-bit integer.
struct Int8 {
  static constexpr std::string_view kType = "std_msgs/msg/Int8";
  int8_t data = 0;

  static void describe(auto& f) { f("data", &Int8::data); }
  friend bool operator==(const Int8&, const Int8&) = default;
};

// std_msgs/UInt8: one unsigned 8-bit integer.
struct UInt8 {
  static constexpr std::string_view kType = "std_msgs/msg/UInt8";
  uint8_t data = 0;

  static void describe(auto& f) { f("data", &UInt8::data); }
  friend bool operator==(const UInt8&, const UInt8&) = default;
};

// std_msgs/Int16: one signed 16-bit integer.
struct Int16 {
  static constexpr std::string_view kType = "std_msgs/msg/Int16";
  int16_t data = 0;

  static void describe(auto& f) { f("data", &Int16::data); }
  friend bool operator==(const Int16&, const Int16&) = default;
};

// std_msgs/UInt16: one unsigned 16-bit integer.
struct UInt16 {
  static constexpr std::string_view kType = "std_msgs/msg/UInt16";
  uint16_t data = 0;

  static void describe(auto& f) { f("data", &UInt16::data); }
  friend bool operator==(const UInt16&, const UInt16&) = default;
};

// std_msgs/Int32: one signed 32-bit integer.
struct Int32 {
  static constexpr std::string_view kType = "std_msgs/msg/Int32";
  int32_t data = 0;

  static void describe(auto& f) { f("data", &Int32::data); }
  friend bool operator==(const Int32&, const Int32&) = default;
};

// std_msgs/UInt32: one unsigned 32-bit integer.
struct UInt32 {
  static constexpr std::string_view kType = "std_msgs/msg/UInt32";
  uint32_t data = 0;

  static void describe(auto& f) { f("data", &UInt32::data); }
  friend bool operator==(const UInt32&, const UInt32&) = default;
};

// std_msgs/Int64: one signed 64-bit integer.
struct Int64 {
  static constexpr std::string_view kType = "std_msgs/msg/Int64";
  int64_t data = 0;

  static void describe(auto& f) { f("data", &Int64::data); }
  friend bool operator==(const Int64&, const Int64&) = default;
};

// std_msgs/UInt64: one unsigned 64-bit integer.
struct UInt64 {
  static constexpr std::string_view kType = "std_msgs/msg/UInt64";
  uint64_t data = 0;

  static void describe(auto& f) { f("data", &UInt64::data); }
  friend bool operator==(const UInt64&, const UInt64&) = default;
};

// std_msgs/Float32: one number in single precision.
struct Float32 {
  static constexpr std::string_view kType = "std_msgs/msg/Float32";
  float data = 0;

  static void describe(auto& f) { f("data", &Float32::data); }
  friend bool operator==(const Float32&, const Float32&) = default;
};

// std_msgs/Float64: one number in double precision.
struct Float64 {
  static constexpr std::string_view kType = "std_msgs/msg/Float64";
  double data = 0;

  static void describe(auto& f) { f("data", &Float64::data); }
  friend bool operator==(const Float64&, const Float64&) = default;
};

// std_msgs/String: one text.
struct String {
  static constexpr std::string_view kType = "std_msgs/msg/String";
  std::string data;

  static void describe(auto& f) { f("data", &String::data); }
  friend bool operator==(const String&, const String&) = default;
};

// std_msgs/ColorRGBA: a colour, components 0 to 1.
struct ColorRGBA {
  static constexpr std::string_view kType = "std_msgs/msg/ColorRGBA";
  float r = 0;
  float g = 0;
  float b = 0;
  float a = 0;

  static void describe(auto& f) {
    f("r", &ColorRGBA::r);
    f("g", &ColorRGBA::g);
    f("b", &ColorRGBA::b);
    f("a", &ColorRGBA::a);
  }
  friend bool operator==(const ColorRGBA&, const ColorRGBA&) = default;
};

// std_msgs/MultiArrayDimension: name, size and stride of one dimension.
struct MultiArrayDimension {
  static constexpr std::string_view kType = "std_msgs/msg/MultiArrayDimension";
  std::string label;
  uint32_t size = 0;
  uint32_t stride = 0;

  static void describe(auto& f) {
    f("label", &MultiArrayDimension::label);
    f("size", &MultiArrayDimension::size);
    f("stride", &MultiArrayDimension::stride);
  }
  friend bool operator==(const MultiArrayDimension&, const MultiArrayDimension&) = default;
};

// std_msgs/MultiArrayLayout: the dimensions of a multi-dimensional array, outermost first. data_offset is the index of
// the first element.
struct MultiArrayLayout {
  static constexpr std::string_view kType = "std_msgs/msg/MultiArrayLayout";
  std::vector<MultiArrayDimension> dim;
  uint32_t data_offset = 0;

  static void describe(auto& f) {
    f("dim", &MultiArrayLayout::dim);
    f("data_offset", &MultiArrayLayout::data_offset);
  }
  friend bool operator==(const MultiArrayLayout&, const MultiArrayLayout&) = default;
};

// std_msgs/UInt8MultiArray: a multi-dimensional array of bytes.
struct UInt8MultiArray {
  static constexpr std::string_view kType = "std_msgs/msg/UInt8MultiArray";
  MultiArrayLayout layout;
  std::vector<uint8_t> data;

  static void describe(auto& f) {
    f("layout", &UInt8MultiArray::layout);
    f("data", &UInt8MultiArray::data);
  }
  friend bool operator==(const UInt8MultiArray&, const UInt8MultiArray&) = default;
};

// std_msgs/Int32MultiArray: a multi-dimensional array of 32-bit integers.
struct Int32MultiArray {
  static constexpr std::string_view kType = "std_msgs/msg/Int32MultiArray";
  MultiArrayLayout layout;
  std::vector<int32_t> data;

  static void describe(auto& f) {
    f("layout", &Int32MultiArray::layout);
    f("data", &Int32MultiArray::data);
  }
  friend bool operator==(const Int32MultiArray&, const Int32MultiArray&) = default;
};

// std_msgs/Float32MultiArray: a multi-dimensional array of single precision numbers.
struct Float32MultiArray {
  static constexpr std::string_view kType = "std_msgs/msg/Float32MultiArray";
  MultiArrayLayout layout;
  std::vector<float> data;

  static void describe(auto& f) {
    f("layout", &Float32MultiArray::layout);
    f("data", &Float32MultiArray::data);
  }
  friend bool operator==(const Float32MultiArray&, const Float32MultiArray&) = default;
};

// std_msgs/Float64MultiArray: a multi-dimensional array of double precision numbers.
struct Float64MultiArray {
  static constexpr std::string_view kType = "std_msgs/msg/Float64MultiArray";
  MultiArrayLayout layout;
  std::vector<double> data;

  static void describe(auto& f) {
    f("layout", &Float64MultiArray::layout);
    f("data", &Float64MultiArray::data);
  }
  friend bool operator==(const Float64MultiArray&, const Float64MultiArray&) = default;
};

}  // namespace gs::rosmsg::std_msgs
