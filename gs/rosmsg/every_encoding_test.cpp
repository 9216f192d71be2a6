// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every registered type in every encoding, with payloads written by a second encoder that follows the specification as
// directly as possible (OMG XTypes 1.3, section 7.4) and shares no code with the library's codec.
#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::rosmsg {
namespace {

// One wire encoding. `number`: second byte of the encapsulation; -1: ROS 1, which has none.
struct Encoding {
  int number = -1;
  std::size_t max_alignment = 1;
  bool big_endian = false, collection_sizes = false, message_sizes = false;

  bool is_ros1() const { return number < 0; }
  MessageEncoding kind() const { return is_ros1() ? MessageEncoding::ros1 : MessageEncoding::cdr; }
};

constexpr Encoding kXcdr1 = {.number = 0x01, .max_alignment = 8};
constexpr Encoding kRos1 = {};
constexpr Encoding kEncodings[] = {
    kXcdr1,
    {.number = 0x00, .max_alignment = 8, .big_endian = true},
    {.number = 0x07, .max_alignment = 4, .collection_sizes = true},
    {.number = 0x06, .max_alignment = 4, .big_endian = true, .collection_sizes = true},
    {.number = 0x11, .max_alignment = 4, .collection_sizes = true},
    {.number = 0x09, .max_alignment = 4, .collection_sizes = true, .message_sizes = true},
    {.number = 0x08, .max_alignment = 4, .big_endian = true, .collection_sizes = true, .message_sizes = true},
    {.number = 0x15, .max_alignment = 4, .collection_sizes = true, .message_sizes = true},
    kRos1,
};

// Writes a message with random values. The values depend on the seed only, so that two encodings of one seed carry the
// same message. Header.seq, which only ROS 1 has, is 0.
class SecondEncoder {
 public:
  SecondEncoder(const Encoding& encoding, uint64_t seed)
      : encoding_(encoding), random_(seed, purpose("every_encoding"), 0) {}

  std::vector<std::byte> encode(const MessageType& type) {
    message(type);
    if (encoding_.is_ros1()) return body_;
    std::vector<std::byte> payload = {std::byte{0}, static_cast<std::byte>(encoding_.number), std::byte{0},
                                      std::byte{0}};
    payload.insert(payload.end(), body_.begin(), body_.end());
    return payload;
  }

 private:
  // The low `size` bytes of a number, padded to its alignment.
  void number(uint64_t bits, std::size_t size) {
    while (body_.size() % std::min(size, encoding_.max_alignment) != 0) body_.push_back(std::byte{0});
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t shift = 8 * (encoding_.big_endian ? size - 1 - i : i);
      body_.push_back(static_cast<std::byte>(bits >> shift));
    }
  }
  // Writes `content` behind its size in bytes if `is_sized`. Both are written once to learn the size.
  template <class F>
  void sized(bool is_sized, F content) {
    if (!is_sized) return content();
    const auto body = body_;
    const auto random = random_;
    number(0, 4);
    const std::size_t start = body_.size();
    content();
    const std::size_t bytes = body_.size() - start;
    body_ = body, random_ = random;
    number(bytes, 4);
    content();
  }
  void text() {
    const std::string text(random_.below(7), static_cast<char>('a' + random_.below(26)));
    number(text.size() + (encoding_.is_ros1() ? 0 : 1), 4);
    for (const char c : text) body_.push_back(static_cast<std::byte>(c));
    if (!encoding_.is_ros1()) body_.push_back(std::byte{0});
  }
  void element(const FieldType& type) {
    if (type.kind == Kind::message) return message(*type.message);
    if (type.kind == Kind::string) return text();
    if (type.kind == Kind::boolean) return number(random_.below(2), 1);
    if (type.kind == Kind::float32) return number(std::bit_cast<uint32_t>(static_cast<float>(random_.normal())), 4);
    if (type.kind == Kind::float64) return number(std::bit_cast<uint64_t>(random_.normal()), 8);
    number(random_.u64(), size_of(type.kind));
  }
  void field(const Field& field) {
    const FieldType& type = field.type;
    const bool is_array = type.array != ArrayKind::none;
    sized(is_array && encoding_.collection_sizes && !type.is_number(), [&] {
      std::size_t count = type.array == ArrayKind::fixed ? type.capacity : 1;
      if (type.is_sequence()) {
        count = random_.below(type.array == ArrayKind::bounded ? std::min(type.capacity, 3u) + 1 : 4);
        number(count, 4);
      }
      for (std::size_t i = 0; i < count; ++i) element(type);
    });
  }
  void message(const MessageType& type) {
    sized(encoding_.message_sizes, [&] {
      for (const Field& one : type.fields) {
        if (!one.ros1_only) field(one);
        if (one.ros1_only && encoding_.is_ros1()) number(0, size_of(one.type.kind));
      }
      if (type.fields.empty() && !encoding_.is_ros1()) number(0, 1);
    });
  }

  Encoding encoding_;
  Random random_;
  std::vector<std::byte> body_;
};

std::vector<std::byte> payload_of(const MessageType& type, const Encoding& encoding, uint64_t seed) {
  return SecondEncoder(encoding, seed).encode(type);
}

constexpr uint64_t kSeeds = 4;

// Property: all CDR encodings of a message print the same JSON, and all bytes of each are read.
TEST(EveryEncoding, CarriesTheSameMessage) {
  for (const MessageType* type : all_message_types()) {
    for (uint64_t seed = 0; seed < kSeeds; ++seed) {
      const auto reference = message_to_json(*type, MessageEncoding::cdr, payload_of(*type, kXcdr1, seed));
      ASSERT_TRUE(reference) << type->name << ": " << reference.error().message;
      for (const Encoding& encoding : kEncodings) {
        if (encoding.is_ros1()) continue;  // prints Header.seq; see the next test
        const auto payload = payload_of(*type, encoding, seed);
        const auto json = message_to_json(*type, encoding.kind(), payload);
        ASSERT_TRUE(json) << type->name << " " << encoding.number << ": " << json.error().message;
        EXPECT_EQ(*json, *reference) << type->name << " " << encoding.number;
      }
    }
  }
}

// Property: conversion of any encoding to CDR and to ROS 1 gives the bytes that the second encoder writes.
TEST(EveryEncoding, ConvertsToTheBytesOfTheSpecification) {
  std::vector<std::byte> out;
  for (const MessageType* type : all_message_types()) {
    for (uint64_t seed = 0; seed < kSeeds; ++seed) {
      const auto cdr = payload_of(*type, kXcdr1, seed), ros1 = payload_of(*type, kRos1, seed);
      for (const Encoding& encoding : kEncodings) {
        const auto payload = payload_of(*type, encoding, seed);
        auto used = convert_message(*type, encoding.kind(), payload, MessageEncoding::cdr, out);
        ASSERT_TRUE(used) << type->name << " " << encoding.number << ": " << used.error().message;
        EXPECT_EQ(*used, payload.size()) << type->name << " " << encoding.number;
        EXPECT_EQ(out, cdr) << type->name << " " << encoding.number;
        used = convert_message(*type, encoding.kind(), payload, MessageEncoding::ros1, out);
        ASSERT_TRUE(used) << type->name << " " << encoding.number << ": " << used.error().message;
        EXPECT_EQ(out, ros1) << type->name << " " << encoding.number;
      }
    }
  }
}

// Payloads of XCDR2 that end early; round_trip_test.cpp does the same for XCDR1 and ROS 1.
TEST(EveryEncoding, CutAnywhereIsAnError) {
  for (const MessageType* type : all_message_types()) {
    for (const Encoding& encoding : kEncodings) {
      if (encoding.number != 0x07 && encoding.number != 0x09) continue;
      const auto payload = payload_of(*type, encoding, 1);
      for (std::size_t length = 0; length < payload.size(); ++length) {
        const std::vector<std::byte> cut(payload.begin(), payload.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_FALSE(message_to_json(*type, MessageEncoding::cdr, cut)) << type->name << " " << length;
      }
    }
  }
}

// The struct codec reads XCDR2 too: the decoded struct, encoded again, has the bytes of XCDR1.
TEST(EveryEncoding, DecodesIntoStructs) {
  const auto check = [](auto message) {
    const MessageType& type = type_of<decltype(message)>();
    for (uint64_t seed = 0; seed < 20; ++seed) {
      for (const Encoding& encoding : kEncodings) {
        if (encoding.is_ros1()) continue;
        const auto payload = payload_of(type, encoding, seed);
        const auto used = decode_cdr_into(payload, message);
        ASSERT_TRUE(used) << type.name << ": " << used.error().message;
        EXPECT_EQ(*used, payload.size());
        EXPECT_EQ(encode_cdr(message), payload_of(type, kXcdr1, seed)) << type.name << " " << encoding.number;
      }
    }
  };
  check(sensor_msgs::CameraInfo{});
  check(sensor_msgs::PointCloud2{});
  check(sensor_msgs::JointState{});
  check(tf2_msgs::TFMessage{});
}

constexpr std::string_view kPart =
    "\n================================================================================\nMSG: a/Item\n";

// Delimited XCDR2 lets a writer append fields to a message, also inside a sequence: an older reader skips them.
TEST(EveryEncoding, OlderReadersSkipAppendedFieldsOfEveryElement) {
  const std::string root = "string name\na/Item[] items\nint16 last";
  const auto older = parse_schema("a/msg/List", "ros2msg", root + std::string(kPart) + "uint8 id\n");
  const auto newer = parse_schema("a/msg/List", "ros2msg", root + std::string(kPart) + "uint8 id\nfloat64[] extra\n");
  ASSERT_TRUE(older && newer);
  for (const Encoding& encoding : kEncodings) {
    if (!encoding.message_sizes) continue;
    for (uint64_t seed = 0; seed < 20; ++seed) {
      const auto payload = payload_of(newer->root(), encoding, seed);
      std::vector<std::byte> kept, all;
      ASSERT_TRUE(convert_message(newer->root(), MessageEncoding::cdr, payload, MessageEncoding::ros1, all));
      const auto used = convert_message(older->root(), MessageEncoding::cdr, payload, MessageEncoding::ros1, kept);
      ASSERT_TRUE(used) << used.error().message;
      EXPECT_EQ(*used, payload.size());
      // The name and the last field agree in both readings.
      ASSERT_GE(kept.size(), 10u);
      EXPECT_TRUE(std::equal(kept.begin(), kept.begin() + 4, all.begin()));
      EXPECT_TRUE(std::equal(kept.end() - 2, kept.end(), all.end() - 2));
    }
  }
}

}  // namespace
}  // namespace gs::rosmsg
