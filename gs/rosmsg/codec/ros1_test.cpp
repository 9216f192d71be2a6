// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encoding and decoding of structs as ROS 1 does, compared with bytes that were worked out by hand.
#include "gs/rosmsg/codec/ros1.h"

#include <gtest/gtest.h>

#include "gs/core/hash/block_hash.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::rosmsg {
namespace {

// seq 7, secs 1, nsecs 2, length 3 and "map" without NUL, directly followed by doubles: nothing is aligned.
TEST(Ros1, HeaderBeginsWithSeqAndNothingIsAligned) {
  const geometry_msgs::PointStamped message{.header = {.seq = 7, .stamp = {1, 2}, .frame_id = "map"},
                                            .point = {.x = 1.0}};
  const auto bytes = encode_ros1(message);
  EXPECT_EQ(to_hex(bytes),
            "07000000"
            "01000000"
            "02000000"
            "03000000"
            "6d6170"
            "000000000000f03f"
            "0000000000000000"
            "0000000000000000");
  const auto back = decode_ros1<geometry_msgs::PointStamped>(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, message);
}

TEST(Ros1, EmptyMessageHasNoBytes) {
  EXPECT_TRUE(encode_ros1(std_msgs::Empty{}).empty());
  EXPECT_TRUE(decode_ros1<std_msgs::Empty>({}));
}

// librealsense appends bytes to images, which the caller finds by this number.
TEST(Ros1, ReportsTheBytesConsumedWhenMoreFollow) {
  auto bytes = encode_ros1(std_msgs::String{.data = "x"});
  bytes.resize(bytes.size() + 4);
  std_msgs::String message;
  const auto used = decode_ros1_into(bytes, message);
  ASSERT_TRUE(used);
  EXPECT_EQ(*used, 5u);
}

// Also for times before 1970, where nanoseconds stay positive.
TEST(Time, ConvertsToTimestampsAndBack) {
  for (const int64_t ns : {0ll, 1ll, 999'999'999ll, 1'700'000'000'123'456'789ll, -1ll, -1'700'000'000ll}) {
    const builtin_interfaces::Time time = Timestamp{ns};
    EXPECT_EQ(time.timestamp().ns, ns);
    EXPECT_LT(time.nanosec, 1'000'000'000u);
    const builtin_interfaces::Duration duration = Duration{ns};
    EXPECT_EQ(duration.duration().ns, ns);
  }
}

}  // namespace
}  // namespace gs::rosmsg
