// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encoding and decoding of structs as CDR, compared with bytes that were worked out by hand from the alignment rules.
#include "gs/rosmsg/codec/cdr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/hash/block_hash.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"
#include "gs/rosmsg/messages/rmw_dds_common.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace gs::rosmsg {
namespace {

// Bytes from hexadecimal text, "00 01 | 0a"; spaces and bars are separators.
std::vector<std::byte> hex(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != ' ' && c != '|' && c != '\n') digits += c;
  }
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// Checks that the message encodes to these bytes, and that the bytes decode to the message.
template <Message M>
void expect_golden(const M& message, std::string_view bytes, const CdrOptions& options = {}) {
  const std::vector<std::byte> golden = hex(bytes);
  EXPECT_EQ(to_hex(encode_cdr(message, options)), to_hex(golden));
  M back;
  const auto used = decode_cdr_into(golden, back, options.header_bytes);
  ASSERT_TRUE(used) << used.error().message;
  EXPECT_EQ(*used, golden.size());
  EXPECT_EQ(back, message);
}

// Encapsulation 00 01 00 00; the length 8 includes the NUL.
TEST(Cdr, StringIsLengthTextNul) {
  expect_golden(std_msgs::String{.data = "hello 0"}, "00 01 00 00 | 08 00 00 00 | 68 65 6c 6c 6f 20 30 00");
  expect_golden(std_msgs::String{}, "00 01 00 00 | 01 00 00 00 | 00");
}

TEST(Cdr, EmptyMessageIsOneByte) {
  expect_golden(std_msgs::Empty{}, "00 01 00 00 | 00");
  expect_golden(std_srvs::Trigger::Request{}, "00 01 00 00 | 00");
}

TEST(Cdr, TimeIsTwoWords) {
  expect_golden(rosgraph_msgs::Clock{.clock = {1, 500}}, "00 01 00 00 | 01 00 00 00 | f4 01 00 00");
  expect_golden(rosgraph_msgs::Clock{.clock = {1, 500}}, "00 00 00 00 | 00 00 00 01 | 00 00 01 f4",
                {.big_endian = true});
}

// After the stamp (0..7): frame_id length at 8, "map" and NUL at 12..15, the double at 16 without padding; with "odom"
// the text ends at 17 and the double is padded to 24.
TEST(Cdr, DoublesAlignToEightFromTheEncapsulation) {
  geometry_msgs::PointStamped message{.header = {.stamp = {1, 2}, .frame_id = "map"}, .point = {.x = 1.0, .y = 2.0}};
  expect_golden(message,
                "00 01 00 00 | 01 00 00 00 | 02 00 00 00 | 04 00 00 00 | 6d 61 70 00 |"
                "00 00 00 00 00 00 f0 3f | 00 00 00 00 00 00 00 40 | 00 00 00 00 00 00 00 00");
  message.header.frame_id = "odom";
  expect_golden(message,
                "00 01 00 00 | 01 00 00 00 | 02 00 00 00 | 05 00 00 00 | 6f 64 6f 6d 00 | 00 00 00 00 00 00 00 |"
                "00 00 00 00 00 00 f0 3f | 00 00 00 00 00 00 00 40 | 00 00 00 00 00 00 00 00");
}

// int8 at 0, then one byte of padding before the uint16.
TEST(Cdr, SmallNumbersAlignToTheirSize) {
  expect_golden(sensor_msgs::NavSatStatus{.status = -1, .service = 3}, "00 01 00 00 | ff | 00 | 03 00");
}

// An empty sequence of 8-byte numbers consists of its count only: the uint32 behind it and the count of the string
// sequence follow without padding.
TEST(Cdr, EmptySequencesAddNoPadding) {
  rcl_interfaces::ParameterValue value{.type = 1, .bool_value = true};
  expect_golden(value,
                "00 01 00 00 | 01 | 01 | 00 00 00 00 00 00 | 00 00 00 00 00 00 00 00 | 00 00 00 00 00 00 00 00 |"
                "01 00 00 00 | 00 | 00 00 00 | 00 00 00 00 | 00 00 00 00 | 00 00 00 00 | 00 00 00 00 | 00 00 00 00");
}

// The data is not padded; the bool follows directly behind it.
TEST(Cdr, PointCloudEndsWithIsDense) {
  sensor_msgs::PointCloud2 cloud{.height = 1, .width = 1, .point_step = 3, .row_step = 3, .data = {7, 8, 9}};
  cloud.fields = {{.name = "x", .offset = 0, .datatype = sensor_msgs::PointField::UINT8, .count = 3}};
  cloud.is_dense = true;
  expect_golden(cloud,
                "00 01 00 00 | 00 00 00 00 | 00 00 00 00 | 01 00 00 00 | 00 | 00 00 00 | 01 00 00 00 | 01 00 00 00 |"
                "01 00 00 00 | 02 00 00 00 | 78 00 | 00 00 | 00 00 00 00 | 02 | 00 00 00 | 03 00 00 00 |"
                "00 | 00 00 00 | 03 00 00 00 | 03 00 00 00 | 03 00 00 00 | 07 08 09 | 01");
}

// The 16 header bytes of rmw_cyclonedds do not change the alignment of the message.
TEST(Cdr, HeaderBytesStandBeforeTheMessage) {
  expect_golden(std_srvs::Trigger::Request{}, "00 01 00 00 | 00000000 00000000 00000000 00000000 | 00",
                {.header_bytes = 16});
}

// Humble and later versions use one type name for two layouts; a reader finds the right one by the number of bytes.
TEST(Cdr, GidsOfBothSizesDifferInTheBytesConsumed) {
  rmw_dds_common::ParticipantEntitiesInfo<24> humble;
  humble.node_entities_info_seq = {{.node_namespace = "/", .node_name = "n", .reader_gid_seq = {{}, {}}}};
  const auto bytes = encode_cdr(humble);
  rmw_dds_common::ParticipantEntitiesInfo<24> same;
  EXPECT_EQ(*decode_cdr_into(bytes, same), bytes.size());
  EXPECT_EQ(same, humble);
  rmw_dds_common::ParticipantEntitiesInfo<16> other;
  const auto used = decode_cdr_into(bytes, other);
  EXPECT_TRUE(!used || *used != bytes.size());
}

// node_name is bounded to 256 characters.
TEST(Cdr, BoundsAreEnforcedWhenReading) {
  rmw_dds_common::NodeEntitiesInfo<16> node{.node_namespace = "/", .node_name = std::string(257, 'n')};
  const auto result = decode_cdr<rmw_dds_common::NodeEntitiesInfo<16>>(encode_cdr(node));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::invalid_data);
}

// XCDR2 aligns doubles to 4: they follow the 20 bytes of stamp and "odom" without padding to 24.
TEST(Cdr, ReadsXcdr2WithAlignmentFour) {
  for (const std::string_view encapsulation : {"00 07", "00 11"}) {
    const auto bytes = hex(std::string(encapsulation) +
                           "00 00 | 01 00 00 00 | 02 00 00 00 | 05 00 00 00 | 6f 64 6f 6d 00 | 00 00 00 |"
                           "00 00 00 00 00 00 f0 3f | 00 00 00 00 00 00 00 40 | 00 00 00 00 00 00 00 00");
    const auto message = decode_cdr<geometry_msgs::PointStamped>(bytes);
    ASSERT_TRUE(message) << message.error().message;
    EXPECT_EQ(message->header.frame_id, "odom");
    EXPECT_EQ(message->point.x, 1.0);
    EXPECT_EQ(message->point.y, 2.0);
  }
}

// Delimited XCDR2 has a size before every message; a field that a newer writer appended (the 4 bytes ff) is skipped.
TEST(Cdr, ReadsDelimitedXcdr2AndSkipsAppendedFields) {
  for (const std::string_view encapsulation : {"00 09", "00 15"}) {
    const auto bytes =
        hex(std::string(encapsulation) + "00 00 | 10 00 00 00 | 0c 00 00 00 | 07 00 00 00 | 08 00 00 00 | ff ff ff ff");
    rosgraph_msgs::Clock clock;
    const auto used = decode_cdr_into(bytes, clock);
    ASSERT_TRUE(used) << used.error().message;
    EXPECT_EQ(*used, bytes.size());
    EXPECT_EQ(clock.clock, builtin_interfaces::Time(7, 8));
  }
}

// Plain XCDR2: final messages have no size, but a sequence of strings has one.
TEST(Cdr, ReadsSizedCollectionsOfXcdr2) {
  const auto bytes =
      hex("00 07 00 00 | 0a 00 00 00 | 01 00 00 00 | 02 00 00 00 | 61 00 | 00 00 | 04 00 00 00 | 00 00 00 00");
  const auto message = decode_cdr<rcl_interfaces::ListParametersResult>(bytes);
  ASSERT_TRUE(message) << message.error().message;
  EXPECT_THAT(message->names, testing::ElementsAre("a"));
  EXPECT_TRUE(message->prefixes.empty());
}

TEST(Cdr, RefusesUnsupportedEncapsulations) {
  EXPECT_EQ(decode_cdr<std_msgs::Bool>(hex("00 03 00 00 01")).error().code, ErrorCode::unsupported);
  EXPECT_EQ(decode_cdr<std_msgs::Bool>(hex("7f 01 00 00 01")).error().code, ErrorCode::corrupt);
  EXPECT_EQ(decode_cdr<std_msgs::Bool>(hex("00 01")).error().code, ErrorCode::truncated);
}

// A count of 2^32 - 1 without elements must not allocate memory.
TEST(Cdr, ImpossibleCountsAreErrorsBeforeMemoryIsAllocated) {
  EXPECT_FALSE(decode_cdr<tf2_msgs::TFMessage>(hex("00 01 00 00 ff ff ff ff")));
  EXPECT_FALSE(decode_cdr<std_msgs::String>(hex("00 01 00 00 ff ff ff ff 00")));
  EXPECT_FALSE(decode_cdr<sensor_msgs::Joy>(hex("00 01 00 00 0000000000000000 01000000 00 000000 ffffffff 00000000")));
}

TEST(Cdr, TrailingPaddingIsNotAnError) {
  std::vector<std::byte> bytes = encode_cdr(std_srvs::Trigger::Request{});
  bytes.resize(24);
  EXPECT_TRUE(decode_cdr<std_srvs::Trigger::Request>(bytes));
}

// A bool that is neither 0 nor 1 would be undefined behaviour in C++.
TEST(Cdr, BooleansAreNormalised) {
  const auto message = decode_cdr<std_msgs::Bool>(hex("00 01 00 00 02"));
  ASSERT_TRUE(message);
  EXPECT_EQ(message->data, true);
}

}  // namespace
}  // namespace gs::rosmsg
