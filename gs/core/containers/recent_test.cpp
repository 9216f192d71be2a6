// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cache keeps the most recently used values.
#include "gs/core/containers/recent.h"

#include <gtest/gtest.h>

#include <memory>

namespace gs {
namespace {

using Values = Recent<std::unique_ptr<int>>;  // movable but not copyable, as device buffers

// The address of the wanted value; nullptr if it is not in the cache.
int* find(Values& values, int wanted) {
  const auto* found = values.find([&](const std::unique_ptr<int>& v) { return *v == wanted; });
  return found == nullptr ? nullptr : found->get();
}

TEST(Recent, KeepsTheMostRecentlyUsedValues) {
  Values values;
  EXPECT_EQ(find(values, 1), nullptr);
  for (int i = 0; i < 5; ++i) values.add(std::make_unique<int>(i));
  const int* const one = find(values, 1);
  ASSERT_NE(one, nullptr);
  values.trim(3);
  EXPECT_EQ(values.size(), 3u);
  EXPECT_EQ(find(values, 0), nullptr);
  EXPECT_EQ(find(values, 2), nullptr);
  EXPECT_EQ(find(values, 1), one);  // its memory has not moved
  EXPECT_NE(find(values, 3), nullptr);
  EXPECT_NE(find(values, 4), nullptr);
  values.trim(0);
  EXPECT_EQ(values.size(), 0u);
}

}  // namespace
}  // namespace gs
