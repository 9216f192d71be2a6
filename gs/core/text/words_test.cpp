// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Lines are split at blanks.
#include "gs/core/text/words.h"

#include <gmock/gmock.h>

namespace gs {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitWords, DropsBlanksAtBothEndsAndBetween) {
  EXPECT_THAT(split_words("property float x"), ElementsAre("property", "float", "x"));
  EXPECT_THAT(split_words("  a\t\tb \r"), ElementsAre("a", "b"));
}

TEST(SplitWords, LinesOfBlanksHaveNoWords) {
  EXPECT_THAT(split_words(""), IsEmpty());
  EXPECT_THAT(split_words(" \t\r"), IsEmpty());
}

}  // namespace
}  // namespace gs
