// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages from text: numbers at the limits of float.
#include "gs/ros2/text_message.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "gs/rosmsg/codec/wire_rules.h"
#include "gs/rosmsg/field_list.h"
#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::ros2 {
namespace {

using rosmsg::std_msgs::Float32;

// The value of a Float32 message written as YAML; empty if the text is refused.
std::optional<float> float_of(std::string_view yaml) {
  const auto payload = encode_text(rosmsg::type_of<Float32>(), yaml, 0);
  if (!payload) {
    EXPECT_EQ(payload.error().code, ErrorCode::invalid_argument);
    return std::nullopt;
  }
  return load_le<float>(payload->data() + rosmsg::kEncapsulationBytes);
}

TEST(TextMessage, FloatsHoldTheNearestValue) {
  EXPECT_EQ(float_of("{data: 0.1}"), 0.1f);
  EXPECT_EQ(float_of("{data: -7}"), -7.0f);
  EXPECT_EQ(float_of("{data: true}"), 1.0f);
  EXPECT_EQ(float_of("{data: 3.4e38}"), 3.4e38f);
  EXPECT_EQ(float_of("{data: -.inf}"), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(float_of("{data: .nan}").value()));
}

TEST(TextMessage, NumbersBeyondTheRangeOfFloatAreRefused) {
  EXPECT_EQ(float_of("{data: 1e300}"), std::nullopt);
  EXPECT_EQ(float_of("{data: -3.5e38}"), std::nullopt);
}

}  // namespace
}  // namespace gs::ros2
