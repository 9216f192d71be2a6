// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The barrier of the five-process run waits for existing nodes and for no others.
#include "gs/bridge/nodes/step_barrier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Timestamp kOne{10}, kTwo{20};

// Distinct endpoint GUIDs.
ros2::Guid guid(uint8_t n) {
  ros2::Guid out;
  out.bytes[15] = n;
  return out;
}

TEST(StepBarrier, WaitsForAllExistingNodes) {
  StepBarrier barrier({"world"});
  EXPECT_THAT(barrier.missing(kOne, {}), ElementsAre("world"));
  barrier.report(guid(1), "world", kOne);
  EXPECT_THAT(barrier.missing(kOne, {guid(1)}), IsEmpty());
  EXPECT_THAT(barrier.missing(kOne, {guid(1), guid(2)}), ElementsAre("a node that is starting"));
  barrier.report(guid(2), "camera", kOne);
  EXPECT_THAT(barrier.missing(kOne, {guid(1), guid(2)}), IsEmpty());
  barrier.report(guid(1), "world", kTwo);
  EXPECT_THAT(barrier.missing(kTwo, {guid(1), guid(2)}), ElementsAre("camera"));
}

TEST(StepBarrier, DoesNotWaitForNodesThatLeft) {
  StepBarrier barrier({"world"});
  barrier.report(guid(1), "world", kTwo);
  barrier.report(guid(2), "camera", kOne);
  EXPECT_THAT(barrier.missing(kTwo, {guid(1)}), IsEmpty());
  EXPECT_THAT(barrier.missing(kTwo, {}), IsEmpty());  // it reported the step before it left
  EXPECT_THAT(barrier.missing(Timestamp{30}, {}), ElementsAre("world"));
}

TEST(StepBarrier, GivesUpOptionalNodesUntilTheyReport) {
  StepBarrier barrier({"world"});
  barrier.report(guid(1), "world", kOne);
  barrier.report(guid(2), "camera", kOne);
  barrier.give_up(kTwo);
  EXPECT_THAT(barrier.missing(kTwo, {guid(1), guid(2)}), ElementsAre("world"));
  barrier.report(guid(2), "camera", kOne);
  EXPECT_THAT(barrier.missing(kTwo, {guid(1), guid(2)}), ElementsAre("world", "camera"));
}

}  // namespace
}  // namespace gs::bridge
