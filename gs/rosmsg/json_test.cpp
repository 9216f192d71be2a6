// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON output, and the visitor that other consumers of unknown types use.
#include "gs/rosmsg/json.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace gs::rosmsg {
namespace {

constexpr MessageJsonOptions kCompact{.layout = JsonWriter::Layout::compact};

TEST(Json, PrintsNumbersTextAndNesting) {
  geometry_msgs::PointStamped message{.header = {.stamp = {1, 2}, .frame_id = "a\"b"}, .point = {.x = 0.1, .y = 2}};
  message.point.z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(to_json(message, kCompact),
            "{\"header\": {\"stamp\": {\"sec\": 1, \"nanosec\": 2}, \"frame_id\": \"a\\\"b\"}, "
            "\"point\": {\"x\": 0.1, \"y\": 2.0, \"z\": null}}");
  EXPECT_EQ(to_json(std_msgs::Float32{.data = 0.1f}, kCompact), "{\"data\": 0.1}");
  EXPECT_EQ(to_json(std_msgs::Int8{.data = -5}, kCompact), "{\"data\": -5}");
  EXPECT_EQ(to_json(std_msgs::UInt64{.data = 18446744073709551615ull}, kCompact), "{\"data\": 18446744073709551615}");
  EXPECT_EQ(to_json(std_msgs::Empty{}, kCompact), "{}");
}

TEST(Json, PrintsSeqOfRos1) {
  const auto bytes = encode_ros1(std_msgs::Header{.seq = 9, .stamp = {}, .frame_id = ""});
  EXPECT_EQ(*message_to_json(type_of<std_msgs::Header>(), MessageEncoding::ros1, bytes, kCompact),
            "{\"seq\": 9, \"stamp\": {\"sec\": 0, \"nanosec\": 0}, \"frame_id\": \"\"}");
}

TEST(Json, ShortensLongArraysAndReportsIt) {
  const MessageJsonOptions two{.layout = JsonWriter::Layout::compact, .max_array_items = 2};
  EXPECT_EQ(to_json(std_msgs::Int32MultiArray{.layout = {}, .data = {1, 2, 3, 4}}, two),
            "{\"layout\": {\"dim\": [], \"data_offset\": 0}, \"data\": [1, 2, \"... and 2 more\"]}");
  rcl_interfaces::ListParametersResult list{.names = {"a", "b", "c"}, .prefixes = {"p", "q"}};
  EXPECT_EQ(to_json(list, two), "{\"names\": [\"a\", \"b\", \"... and 1 more\"], \"prefixes\": [\"p\", \"q\"]}");
  geometry_msgs::Polygon polygon{.points = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  EXPECT_EQ(to_json(polygon, {.layout = JsonWriter::Layout::compact, .max_array_items = 1}),
            "{\"points\": [{\"x\": 1.0, \"y\": 2.0, \"z\": 3.0}, \"... and 2 more\"]}");
}

// Collects numbers as a plot does: the visitor receives whole arrays in native byte order.
class Sum : public ValueVisitor {
 public:
  double sum = 0;
  void begin_message(const MessageType&) override {}
  void end_message() override {}
  void field(const Field&) override {}
  void begin_array(std::size_t) override {}
  void end_array() override {}
  void numbers(Kind kind, Bytes values, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) sum += number_as_double(kind, values.data() + i * size_of(kind));
  }
  void text(std::string_view) override {}
};

TEST(Visitor, SeesNumbersOfEveryByteOrder) {
  const sensor_msgs::Joy joy{.header = {}, .axes = {0.5f, -2.0f}, .buttons = {1, -7}};
  for (const bool big_endian : {false, true}) {
    Sum sum;
    const auto bytes = encode_cdr(joy, {.big_endian = big_endian});
    const auto used = visit_message(type_of<sensor_msgs::Joy>(), MessageEncoding::cdr, bytes, sum);
    ASSERT_TRUE(used);
    EXPECT_EQ(*used, bytes.size());
    EXPECT_EQ(sum.sum, -7.5);
  }
}

// The number of bytes read tells whether padding or something else follows.
TEST(Visitor, ReportsWhereAMessageEnds) {
  auto bytes = encode_cdr(std_msgs::Bool{.data = true});
  bytes.resize(8);
  Sum sum;
  const auto used = visit_message(type_of<std_msgs::Bool>(), MessageEncoding::cdr, bytes, sum);
  ASSERT_TRUE(used);
  EXPECT_EQ(*used, 5u);
  EXPECT_TRUE(is_padding(Bytes(bytes).subspan(*used)));
  bytes[7] = std::byte{1};
  EXPECT_FALSE(is_padding(Bytes(bytes).subspan(*used)));
}

TEST(Visitor, RefusesUnknownEncodings) {
  EXPECT_EQ(*parse_message_encoding("cdr"), MessageEncoding::cdr);
  EXPECT_EQ(*parse_message_encoding("ros1"), MessageEncoding::ros1);
  EXPECT_EQ(parse_message_encoding("json").error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace gs::rosmsg
