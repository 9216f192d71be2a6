// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/json/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs {
namespace {

using testing::HasSubstr;

// Numbers, escapes, a surrogate pair, a repeated name (the first one counts) and an optional path.
TEST(Json, ValuesAreRead) {
  const auto json = parse_json(R"( {"a": [1, -2.5e1, true, null], "b": "x\u00e9\ud83d\ude00\n", "a": 0} )").value();
  EXPECT_EQ(json["a"].items.size(), 4u);
  EXPECT_EQ(json["a"].items[1].number, -25);
  EXPECT_EQ(json["a"].items[0].index(), 1u);
  EXPECT_EQ(json["a"].items[1].index(), std::nullopt);
  EXPECT_EQ(json["b"].text, "x\xC3\xA9\xF0\x9F\x98\x80\n");
  EXPECT_FALSE(json["c"]["d"].exists());
}

TEST(Json, BrokenTextIsRefused) {
  for (const auto text : {"", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "nan", "inf", "-", "1.", "01x", "\"\\q\"",
                          "\"\\u12\"", "\"\\ud800\"", "\"a", "tru", "[1] 2", "{1:2}", "\"\n\""}) {
    EXPECT_FALSE(parse_json(text).has_value()) << text;
  }
  // Without the limit on nesting, this text would overflow the stack.
  EXPECT_THAT(parse_json(std::string(100000, '[')).error().message, HasSubstr("too deeply nested"));
}

}  // namespace
}  // namespace gs
