// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The visitor of messages of unknown type: the order of its calls, bounds, and conversion to the normal form.
#include "gs/rosmsg/codec/dynamic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::rosmsg {
namespace {

// Writes down every call.
class CallLog : public ValueVisitor {
 public:
  std::string calls;
  void begin_message(const MessageType& type) override { calls += "{" + type.name.substr(type.name.rfind('/') + 1); }
  void end_message() override { calls += "}"; }
  void field(const Field& field) override { calls += " " + field.name + ":"; }
  void begin_array(std::size_t count) override { calls += "[" + std::to_string(count); }
  void end_array() override { calls += "]"; }
  void numbers(Kind kind, Bytes values, std::size_t count) override {
    calls += std::string(to_string(kind));
    for (std::size_t i = 0; i < count; ++i) {
      calls += (i == 0 ? "(" : " ") +
               std::to_string(static_cast<int>(number_as_double(kind, values.data() + i * size_of(kind))));
    }
    calls += ")";
  }
  void text(std::string_view text) override { calls += "'" + std::string(text) + "'"; }
};

TEST(Visitor, ReceivesTheValuesInWireOrder) {
  tf2_msgs::TFMessage message;
  message.transforms.resize(1);
  message.transforms[0].header = {.seq = 9, .stamp = {1, 2}, .frame_id = "a"};
  message.transforms[0].child_frame_id = "b";
  message.transforms[0].transform.rotation.w = 1;
  const std::string tail =
      " stamp:{Time sec:int32(1) nanosec:uint32(2)} frame_id:'a'} child_frame_id:'b' transform:{Transform"
      " translation:{Vector3 x:float64(0) y:float64(0) z:float64(0)}"
      " rotation:{Quaternion x:float64(0) y:float64(0) z:float64(0) w:float64(1)}}}]}";
  const auto& type = type_of<tf2_msgs::TFMessage>();
  CallLog cdr, big, ros1;
  ASSERT_TRUE(visit_message(type, MessageEncoding::cdr, encode_cdr(message), cdr));
  EXPECT_EQ(cdr.calls, "{TFMessage transforms:[1{TransformStamped header:{Header" + tail);
  ASSERT_TRUE(visit_message(type, MessageEncoding::cdr, encode_cdr(message, {.big_endian = true}), big));
  EXPECT_EQ(big.calls, cdr.calls);
  ASSERT_TRUE(visit_message(type, MessageEncoding::ros1, encode_ros1(message), ros1));
  EXPECT_EQ(ros1.calls, "{TFMessage transforms:[1{TransformStamped header:{Header seq:uint32(9)" + tail);
}

// Arrays of numbers arrive in one call, empty ones without a call, arrays of texts one by one.
TEST(Visitor, ReceivesArraysOfNumbersAtOnce) {
  const auto schema =
      parse_schema("a/msg/A", "ros2msg", "int16[3] three\nuint8[] none\nstring[] words\nbool[<=4] flags");
  ASSERT_TRUE(schema);
  std::vector<std::byte> payload = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  WireWriter out(&payload, {});
  for (const int16_t value : {-1, 2, 3}) out.number(value);
  out.count(0);
  out.count(2);
  out.text("x");
  out.text("");
  out.count(2);
  out.number<uint8_t>(1);
  out.number<uint8_t>(0);
  CallLog log;
  ASSERT_TRUE(visit_message(schema->root(), MessageEncoding::cdr, payload, log));
  EXPECT_EQ(log.calls, "{A three:[3int16(-1 2 3)] none:[0] words:[2'x'''] flags:[2bool(1 0)]}");
}

// Bounds of sequences and texts are checked here as they are by the struct codec.
TEST(Visitor, RefusesSequencesAndTextsOverTheirBound) {
  const auto schema = parse_schema("a/A", "ros2msg", "uint8[<=2] few\nstring<=3 word");
  ASSERT_TRUE(schema);
  const auto code = [&](std::size_t few, std::string_view word) {
    std::vector<std::byte> payload;
    WireWriter out(&payload, ros1_format());
    out.count(few);
    for (std::size_t i = 0; i < few; ++i) out.number<uint8_t>(7);
    out.text(word);
    CallLog log;
    const auto used = visit_message(schema->root(), MessageEncoding::ros1, payload, log);
    return used ? std::optional<ErrorCode>{} : used.error().code;
  };
  EXPECT_EQ(code(2, "abc"), std::nullopt);
  EXPECT_EQ(code(3, "abc"), ErrorCode::invalid_data);
  EXPECT_EQ(code(2, "abcd"), ErrorCode::invalid_data);
}

// A wide string can be described, but its bytes differ between implementations of DDS: reading it is an error, and the
// values before it have been delivered.
TEST(Visitor, RefusesWideStringsWhenReading) {
  const auto schema = parse_schema("a/msg/A", "ros2msg", "uint8 before\nwstring wide\n");
  ASSERT_TRUE(schema);
  const std::vector<std::byte> payload(64, std::byte{1});
  CallLog log;
  const auto used = visit_message(schema->root(), MessageEncoding::ros1, payload, log);
  ASSERT_FALSE(used);
  EXPECT_EQ(used.error().code, ErrorCode::unsupported);
  EXPECT_THAT(log.calls, testing::StartsWith("{A before:uint8(1)"));
  const auto without = parse_schema("a/msg/A", "ros2msg", "uint8 before\nwstring[] wide\n");
  const auto empty = std::vector<std::byte>(5);
  CallLog none;
  EXPECT_FALSE(visit_message(without->root(), MessageEncoding::ros1, empty, none));
}

// The normal form is little-endian XCDR1; conversion of it changes nothing.
TEST(Convert, NormalFormIsStable) {
  rcl_interfaces::ParameterValue value{.type = 4, .double_value = 2.5, .string_value = "abc"};
  value.integer_array_value = {1, 2, 3};
  value.string_array_value = {"x", "yz"};
  const auto& type = type_of<rcl_interfaces::ParameterValue>();
  const auto little = encode_cdr(value);
  std::vector<std::byte> out;
  for (const bool big_endian : {false, true}) {
    const auto payload = encode_cdr(value, {.big_endian = big_endian});
    ASSERT_TRUE(convert_message(type, MessageEncoding::cdr, payload, MessageEncoding::cdr, out));
    EXPECT_EQ(out, little);
  }
  auto padded = little;
  padded.resize(little.size() + 3);
  const auto used = convert_message(type, MessageEncoding::cdr, padded, MessageEncoding::cdr, out);
  ASSERT_TRUE(used);
  EXPECT_EQ(*used, little.size());
  EXPECT_EQ(out, little) << "padding is not part of the message";
}

TEST(IsPadding, AtMostSevenZeroBytes) {
  const std::vector<std::byte> zeros(8);
  for (std::size_t count = 0; count <= 7; ++count) EXPECT_TRUE(is_padding(Bytes(zeros).first(count))) << count;
  EXPECT_FALSE(is_padding(zeros));
  auto one = zeros;
  one[0] = std::byte{1};
  EXPECT_FALSE(is_padding(Bytes(one).first(1)));
}

// The smallest and the largest value of every kind.
TEST(NumberAsDouble, ConvertsEveryKind) {
  const auto check = [](Kind kind, auto... values) {
    const auto one = [&](auto value) {
      std::byte bytes[sizeof(value) + 1];
      std::memcpy(bytes + 1, &value, sizeof(value));  // unaligned
      EXPECT_EQ(number_as_double(kind, bytes + 1), static_cast<double>(value)) << to_string(kind);
    };
    (one(values), ...);
  };
  check(Kind::int8, int8_t{-128}, int8_t{127});
  check(Kind::uint8, uint8_t{0}, uint8_t{255});
  check(Kind::byte, uint8_t{200});
  check(Kind::character, uint8_t{200});
  check(Kind::int16, int16_t{-32768}, int16_t{32767});
  check(Kind::uint16, uint16_t{65535});
  check(Kind::int32, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
  check(Kind::uint32, std::numeric_limits<uint32_t>::max());
  check(Kind::int64, std::numeric_limits<int64_t>::min(), int64_t{1} << 53);
  check(Kind::uint64, std::numeric_limits<uint64_t>::max());
  check(Kind::float32, 1.1f, -std::numeric_limits<float>::infinity());
  check(Kind::float64, 1.1, std::numeric_limits<double>::denorm_min());
  const std::byte two{2};
  EXPECT_EQ(number_as_double(Kind::boolean, &two), 1.0);
}

}  // namespace
}  // namespace gs::rosmsg
