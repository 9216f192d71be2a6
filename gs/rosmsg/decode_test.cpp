// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The encoding of a channel chooses the decoder.
#include "gs/rosmsg/decode.h"

#include <gtest/gtest.h>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg {
namespace {

using geometry_msgs::PointStamped;

TEST(DecodeMessage, TheNameOfTheEncodingChoosesTheDecoder) {
  const PointStamped message{.header = {.stamp = {1, 2}, .frame_id = "map"}, .point = {.x = 3, .y = 4, .z = 5}};
  EXPECT_EQ(decode_message<PointStamped>("cdr", encode_cdr(message)).value(), message);
  EXPECT_EQ(decode_message<PointStamped>("ros1", encode_ros1(message)).value(), message);
  // Bytes of the other encoding are an error or another message, never the same one.
  const auto mixed = decode_message<PointStamped>("ros1", encode_cdr(message));
  EXPECT_TRUE(!mixed || *mixed != message);
}

TEST(DecodeMessage, RefusesUnknownEncodingsAndCutMessages) {
  const std::vector<std::byte> bytes = encode_cdr(PointStamped{});
  EXPECT_EQ(decode_message<PointStamped>("json", bytes).error().code, ErrorCode::unsupported);
  EXPECT_FALSE(decode_message<PointStamped>("cdr", Bytes(bytes).first(bytes.size() - 1)));
}

}  // namespace
}  // namespace gs::rosmsg
