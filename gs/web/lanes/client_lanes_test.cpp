// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What waits for one client: order of the lanes, newest message only, bounded memory.
#include "gs/web/lanes/client_lanes.h"

#include <gtest/gtest.h>

namespace gs::web {
namespace {

SharedBytes payload(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
}

// Everything that waits, as texts: payloads, "time", or the text of a control frame.
std::vector<std::string> drain(ClientLanes& lanes) {
  std::vector<std::string> out;
  while (const auto frame = lanes.next()) {
    if (frame->payload) {
      out.emplace_back(as_text(*frame->payload));
    } else {
      out.emplace_back(frame->is_text ? std::string(as_text(frame->head)) : "time");
    }
  }
  return out;
}

TEST(ClientLanes, SendControlThenStatesThenPictures) {
  ClientLanes lanes;
  lanes.offer(1, Lane::bulk, {}, payload("cloud"));
  lanes.offer(2, Lane::picture, {}, payload("jpeg"));
  lanes.offer(3, Lane::order, {}, payload("event"));
  lanes.offer(4, Lane::state, {}, payload("odom"));
  lanes.offer_time(Timestamp{5});
  lanes.offer(5, Lane::latched, {}, payload("map"));
  lanes.send_text("answer");
  EXPECT_EQ(drain(lanes), (std::vector<std::string>{"answer", "map", "time", "odom", "event", "jpeg", "cloud"}));
}

TEST(ClientLanes, KeepOnlyTheNewestMessageOfASubscription) {
  ClientLanes lanes;
  for (int i = 0; i < 1000; ++i) {
    lanes.offer(1, Lane::state, {}, payload(std::to_string(i)));
    lanes.offer(2, Lane::bulk, {}, payload("cloud"));
  }
  EXPECT_EQ(drain(lanes), (std::vector<std::string>{"999", "cloud"}));
  EXPECT_EQ(lanes.take_dropped(1), 999u);
  EXPECT_EQ(lanes.take_dropped(1), 0u);
}

TEST(ClientLanes, KeepEveryOrderedMessageUpToALimit) {
  ClientLanes lanes;
  for (std::size_t i = 0; i < ClientLanes::kMaxOrdered + 2; ++i)
    lanes.offer(1, Lane::order, {}, payload(std::to_string(i)));
  const auto sent = drain(lanes);
  ASSERT_EQ(sent.size(), ClientLanes::kMaxOrdered);
  EXPECT_EQ(sent.front(), "2");
  EXPECT_EQ(lanes.take_dropped(1), 2u);
}

TEST(ClientLanes, EndAClientThatDoesNotReadItsAnswers) {
  ClientLanes many, large;
  for (std::size_t i = 0; i < ClientLanes::kMaxControlFrames; ++i) many.send_text("x");
  EXPECT_FALSE(many.closing());
  many.send_text("x");
  ASSERT_TRUE(many.closing());
  EXPECT_EQ(many.closing()->code, 1013);
  large.send_binary(std::vector<std::byte>(ClientLanes::kMaxControlBytes));
  EXPECT_FALSE(large.closing());
  large.send_text("x");
  EXPECT_TRUE(large.closing());
}

TEST(ClientLanes, ForgetWhatWaitsForAnEndedSubscription) {
  ClientLanes lanes;
  lanes.offer(1, Lane::state, {}, payload("a"));
  lanes.offer(2, Lane::state, {}, payload("b"));
  lanes.forget(1);
  EXPECT_EQ(drain(lanes), std::vector<std::string>{"b"});
}

TEST(ClientLanes, AMessageIsItsHeaderAndASharedPayload) {
  ClientLanes lanes;
  const SharedBytes shared = payload("ab");
  lanes.offer(7, Lane::state, Timestamp{1'000'000'000}, shared);
  const auto frame = lanes.next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->payload, shared);
  EXPECT_EQ(frame->head.size(), 13u);
}

}  // namespace
}  // namespace gs::web
