// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground-truth images as messages: topics, encodings and bytes.
#include "gs/bridge/messages/truth_messages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace gs::bridge {
namespace {

TEST(TruthMessages, HaveTopicsEncodingsAndValues) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const sim::TruthImages truth{.camera_id = "front",
                               .width = 2,
                               .height = 1,
                               .stamp = Timestamp::from_seconds(3),
                               .depth_m = {7.5f, kNan},
                               .instance = {300, 0},
                               .class_code = {3, 0},
                               .motion_px = {1.5f, -2.0f, kNan, kNan}};
  const auto messages = truth_messages(truth, "camera_front");
  ASSERT_EQ(messages.size(), 4u);
  const char* const names[] = {"depth", "instance", "class", "flow"};
  const char* const encodings[] = {"32FC1", "16UC1", "16UC1", "32FC2"};
  const uint32_t steps[] = {8, 4, 4, 16};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(messages[i].topic, std::string("/camera/front/ground_truth/") + names[i]);
    EXPECT_EQ(messages[i].image.encoding, encodings[i]);
    EXPECT_EQ(messages[i].image.step, steps[i]);
    EXPECT_EQ(messages[i].image.data.size(), steps[i]);
    EXPECT_EQ(messages[i].image.header.frame_id, "camera_front");
    EXPECT_EQ(messages[i].image.header.stamp.timestamp(), truth.stamp);
    EXPECT_EQ(messages[i].image.is_bigendian, 0);
  }
  float depth[2], flow[4];
  uint16_t instance[2];
  std::memcpy(depth, messages[0].image.data.data(), sizeof depth);
  std::memcpy(instance, messages[1].image.data.data(), sizeof instance);
  std::memcpy(flow, messages[3].image.data.data(), sizeof flow);
  EXPECT_EQ(depth[0], 7.5f);
  EXPECT_TRUE(std::isnan(depth[1]));
  EXPECT_EQ(instance[0], 300);
  EXPECT_EQ(flow[1], -2.0f);
}

TEST(TruthMessages, OnlyThoseThatAreWanted) {
  EXPECT_TRUE(truth_topics("front", {}).empty());
  EXPECT_EQ(truth_topics("a", {.instance = true, .flow = true}),
            (std::vector<std::string>{"/camera/a/ground_truth/instance", "/camera/a/ground_truth/flow"}));
  EXPECT_TRUE(truth_messages({.camera_id = "a", .width = 2, .height = 1}, "a").empty());
}

}  // namespace
}  // namespace gs::bridge
