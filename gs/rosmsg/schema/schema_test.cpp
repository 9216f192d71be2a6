// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Schema text to message descriptions: every form of a field, errors with lines, limits, and damaged text.
#include "gs/rosmsg/schema/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::rosmsg {
namespace {

const std::string kSeparator = "\n" + std::string(80, '=') + "\n";

ErrorCode code_of(std::string_view text, std::string_view encoding = "ros2msg") {
  const auto schema = parse_schema("a/msg/A", encoding, text);
  EXPECT_FALSE(schema);
  return schema ? ErrorCode::internal : schema.error().code;
}

// Comments, tabs, CRLF, '#' in quotation marks, bounds, default values, and type names of one to three parts.
TEST(Schema, ReadsEveryFormOfAField) {
  const auto schema = parse_schema("a/msg/A", "ros2msg",
                                   "# a comment\n"
                                   "uint8 LOW=1   # one\n"
                                   "string TEXT=\"a # b\"\n"
                                   "\t float64[9]  k # nine\r\n"
                                   "string<=10[<=5] names\n"
                                   "bool[] flags\n"
                                   "int32 count 5\n"
                                   "string word 'it # is'\n"
                                   "wstring wide\n"
                                   "Inner one\n"
                                   "a/Inner[] two\n"
                                   "a/msg/Inner[2] three\n"
                                   "builtin_interfaces/Time stamp" +
                                       kSeparator + "MSG: a/Inner\nint8 x\n");
  ASSERT_TRUE(schema) << schema.error().message;
  EXPECT_EQ(ros2msg_text(schema->root()),
            "uint8 LOW=1\n"
            "string TEXT=\"a # b\"\n"
            "float64[9] k\n"
            "string<=10[<=5] names\n"
            "bool[] flags\n"
            "int32 count 5\n"
            "string word 'it # is'\n"
            "wstring wide\n"
            "a/Inner one\n"
            "a/Inner[] two\n"
            "a/Inner[2] three\n"
            "builtin_interfaces/Time stamp" +
                kSeparator + "MSG: a/Inner\nint8 x" + kSeparator +
                "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n");
}

TEST(Schema, RefusesInvalidDefinitions) {
  EXPECT_EQ(code_of("B b"), ErrorCode::not_found);
  EXPECT_EQ(code_of("A a"), ErrorCode::corrupt);  // contains itself
  EXPECT_EQ(code_of("B b" + kSeparator + "MSG: a/B\nC[] c" + kSeparator + "MSG: a/C\nB b"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32[99999999999] x"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32[0] x"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32[-1] x"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32] x"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32<=3 x"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32[] x=1"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("in?t32 x"), ErrorCode::corrupt);
  EXPECT_EQ(code_of("int32 x", "protobuf"), ErrorCode::unsupported);
  EXPECT_EQ(code_of(std::string(5u << 20, '#')), ErrorCode::limit_exceeded);
}

TEST(Schema, NamesTheLineOfAnError) {
  const auto schema = parse_schema("a/msg/A", "ros2msg", "int32 a\n\nint32[ b\n");
  ASSERT_FALSE(schema);
  EXPECT_THAT(schema.error().message, testing::HasSubstr("line 3"));
}

TEST(Schema, RefusesTypesNestedTooDeep) {
  std::string text = "T1 x";
  for (int i = 1; i <= 100; ++i)
    text += kSeparator + "MSG: a/T" + std::to_string(i) + "\nT" + std::to_string(i + 1) + " x";
  text += kSeparator + "MSG: a/T101\nint8 x";
  EXPECT_EQ(code_of(text), ErrorCode::limit_exceeded);
}

// In ROS 1 an empty message has no bytes, so only the limit on their number ends the decoding.
TEST(Schema, BillionsOfEmptyMessagesEndInAnError) {
  std::string text = "T1[1000000] x";
  for (int i = 1; i <= 6; ++i) {
    text += kSeparator + "MSG: a/T" + std::to_string(i) + "\nT" + std::to_string(i + 1) + "[1000000] x";
  }
  text += kSeparator + "MSG: a/T7\n";
  const auto schema = parse_schema("a/A", "ros1msg", text);
  ASSERT_TRUE(schema) << schema.error().message;
  const auto json = message_to_json(schema->root(), MessageEncoding::ros1, {}, {.max_array_items = 3});
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error().code, ErrorCode::limit_exceeded);
}

TEST(Schema, Ros1HasTimeHeaderAndUpperCase) {
  const auto schema = parse_schema("a/A", "ros1msg",
                                   "Header header\ntime when\nduration[] spans\nfloat64[2] K\nstring HELLO=a # b" +
                                       kSeparator + "MSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n");
  ASSERT_TRUE(schema) << schema.error().message;
  EXPECT_EQ(schema->root().name, "a/msg/A");
  EXPECT_EQ(schema->root().constants.at(0).text, "a # b");
  EXPECT_THAT(ros2msg_text(schema->root()),
              testing::StartsWith("string HELLO=\"a # b\"\nstd_msgs/Header header\nbuiltin_interfaces/Time when\n"
                                  "builtin_interfaces/Duration[] spans\nfloat64[2] k\n="));
  EXPECT_EQ(ros1_md5sum(*schema->root().fields[0].type.message), "2176decaecbce78abc3b96ef049fabed");
}

// A ROS 2 definition of CameraInfo gets the ROS 1 names D, K, R, P and the seq of the Header.
TEST(Schema, AddsTheNamesAndSeqOfRos1) {
  const MessageType& known = type_of<sensor_msgs::CameraInfo>();
  const auto schema = parse_schema("sensor_msgs/CameraInfo", "ros2msg", ros2msg_text(known));
  ASSERT_TRUE(schema);
  EXPECT_EQ(ros1_md5sum(schema->root()), "c9a58c1b0b154e0e6da7578cb991d214");
}

// Some recorders put a separator and a name also before the first definition.
TEST(Schema, AcceptsTextThatNamesEveryPart) {
  const std::string text = std::string(80, '=') + "\nMSG: a/A\nB b" + kSeparator + "MSG: a/B\nint8 x\n";
  const auto schema = parse_schema("a/msg/A", "ros2msg", text);
  ASSERT_TRUE(schema) << schema.error().message;
  EXPECT_EQ(schema->root().fields.size(), 1u);
}

// Logs may store no definition at all, or a comment instead of one.
TEST(Schema, MissingDefinitionsOfKnownTypesAreBuiltIn) {
  const auto known = find_schema("sensor_msgs/msg/Imu", "", "");
  ASSERT_TRUE(known);
  EXPECT_EQ(&known->root(), &type_of<sensor_msgs::Imu>());
  EXPECT_EQ(&find_schema("sensor_msgs/msg/Imu", "ros2msg", "# not found\n")->root(), &type_of<sensor_msgs::Imu>());
  EXPECT_EQ(find_schema("my_msgs/msg/Mine", "", "").error().code, ErrorCode::not_found);
  EXPECT_TRUE(find_schema("my_msgs/Mine", "ros1msg", "")->root().fields.empty());
  EXPECT_EQ(ros2_equivalent("tf/tfMessage"), "tf2_msgs/msg/TFMessage");
  EXPECT_EQ(ros2_equivalent("sensor_msgs/Image"), "sensor_msgs/msg/Image");
}

TEST(Schema, CutAndFlippedTextNeverCrashes) {
  const std::string text = ros2msg_text(type_of<sensor_msgs::PointCloud2>());
  const auto payload = encode_cdr(sensor_msgs::PointCloud2{});
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x15);
    for (const auto& candidate : {text.substr(0, i), damaged}) {
      const auto schema = parse_schema("sensor_msgs/msg/PointCloud2", "ros2msg", candidate);
      if (schema) static_cast<void>(message_to_json(schema->root(), MessageEncoding::cdr, payload));
    }
  }
}

}  // namespace
}  // namespace gs::rosmsg
