// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/json/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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

// RFC 8259, section 6: the integer part is 0 or begins with 1 to 9.
TEST(Json, NumbersFollowTheGrammar) {
  for (const auto text : {"01", "-01", "00", "-00.5", "0123e4", "[1, 02]", "{\"a\": 007}"}) {
    EXPECT_FALSE(parse_json(text).has_value()) << text;
  }
  // A point has digits on both sides, an exponent has digits.
  for (const auto text : {".5", "-.5", "1.e5", "1.", "1e", "1e+", "-", "+1", "--1", "1.5.2", "0x10"}) {
    EXPECT_FALSE(parse_json(text).has_value()) << text;
  }
  EXPECT_EQ(parse_json("0").value().number, 0);
  EXPECT_TRUE(std::signbit(parse_json("-0").value().number));
  EXPECT_EQ(parse_json("0.25").value().number, 0.25);
  EXPECT_EQ(parse_json("-0.5e1").value().number, -5);
  EXPECT_EQ(parse_json("0e7").value().number, 0);
  EXPECT_EQ(parse_json("10").value().number, 10);
  EXPECT_EQ(parse_json("12.5E+1").value().number, 125);
  EXPECT_EQ(parse_json("[1e-2,-3]").value().items[0].number, 0.01);
}

}  // namespace
}  // namespace gs
