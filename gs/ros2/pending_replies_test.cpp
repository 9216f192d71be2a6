// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Service replies wait for their reader, with limits in time and number.
#include "gs/ros2/pending_replies.h"

#include <gtest/gtest.h>

namespace gs::ros2 {
namespace {

using namespace std::chrono_literals;

// GUID of an endpoint of a participant.
Guid guid(uint8_t participant, uint8_t endpoint) {
  Guid out;
  out.bytes[2] = participant, out.bytes[15] = endpoint;
  return out;
}

// Reply for a reader; `content` distinguishes replies.
ServiceReply reply_to(const Guid& reader, bool exact, uint8_t content = 0) {
  return {.payload = {std::byte{content}}, .reader = reader, .reader_is_exact = exact};
}

const PendingReplies::Clock::time_point kStart{1h};

TEST(PendingReplies, AReplyWaitsForItsReaderAndIsGivenOnce) {
  PendingReplies pending;
  pending.add(reply_to(guid(1, 7), true), kStart);
  EXPECT_TRUE(pending.take({guid(2, 7), guid(1, 8)}, kStart + 100ms).empty());
  EXPECT_EQ(pending.take({guid(1, 7)}, kStart + 200ms).size(), 1u);
  EXPECT_TRUE(pending.take({guid(1, 7)}, kStart + 200ms).empty());
}

TEST(PendingReplies, AnyReaderOfTheParticipantDoesWhereTheReaderIsUnknown) {
  PendingReplies pending;
  pending.add(reply_to(guid(1, 3), false), kStart);
  EXPECT_TRUE(pending.take({guid(2, 3)}, kStart).empty());
  EXPECT_EQ(pending.take({guid(1, 9)}, kStart).size(), 1u);
}

TEST(PendingReplies, AReplyIsDroppedAfterHalfASecond) {
  PendingReplies pending;
  pending.add(reply_to(guid(1, 7), true), kStart);
  EXPECT_TRUE(pending.take({guid(1, 7)}, kStart + 501ms).empty());
  EXPECT_EQ(pending.size(), 0u);
}

TEST(PendingReplies, AFloodOfOneClientPushesOutOnlyItsOwnReplies) {
  PendingReplies pending;
  pending.add(reply_to(guid(1, 7), true, 1), kStart);
  for (int i = 0; i < 100'000; ++i) pending.add(reply_to(guid(2, 7), true), kStart);
  EXPECT_EQ(pending.size(), 1 + PendingReplies::kPerClient);
  EXPECT_EQ(pending.take({guid(1, 7)}, kStart).size(), 1u);
}

TEST(PendingReplies, ManyClientsAreBoundedToo) {
  PendingReplies pending;
  for (int i = 0; i < 100'000; ++i) {
    Guid client = guid(3, 7);
    client.bytes[4] = static_cast<uint8_t>(i), client.bytes[5] = static_cast<uint8_t>(i >> 8);
    pending.add(reply_to(client, true), kStart);
  }
  EXPECT_EQ(pending.size(), PendingReplies::kInAll);
}

}  // namespace
}  // namespace gs::ros2
