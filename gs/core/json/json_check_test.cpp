// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// check_json(): the grammar without a tree. It accepts more than parse_json() only where RFC 8259 does.
#include <gtest/gtest.h>

#include "gs/core/json/json.h"

namespace gs {
namespace {

TEST(JsonCheck, AcceptsEveryKindOfValue) {
  for (const auto text : {"null", " true ", "false", "-0", "12.5e+3", "\"\"", "\"x\\u00e9\\ud83d\\ude00\"", "[]", "{}",
                          "[[], {}, [{}]]", "{\"a\": [1, {\"b\": null}], \"c\": {}}", "\xEF\xBB\xBF[1]"}) {
    EXPECT_TRUE(check_json(text)) << text;
  }
}

TEST(JsonCheck, AcceptsTextsThatOnlyATreeCannotHold) {
  EXPECT_TRUE(check_json(R"({"a": 1, "a": 2})"));
  EXPECT_TRUE(check_json("[1e400, -1e99999999999999999999]"));
  EXPECT_TRUE(check_json("[1" + std::string(65u << 20, ' ') + "]"));  // more than 64 MiB
}

TEST(JsonCheck, NestsWithoutLimit) {
  constexpr int kDepth = 1'000'000;
  const std::string open(kDepth, '['), close(kDepth, ']');
  EXPECT_TRUE(check_json(open + close));
  EXPECT_FALSE(check_json(open));
  EXPECT_FALSE(check_json(open + close + "]"));
  std::string objects;
  for (int i = 0; i < kDepth; ++i) objects += R"({"a":)";
  EXPECT_TRUE(check_json(objects + "0" + std::string(kDepth, '}')));
  EXPECT_FALSE(check_json(objects + "0" + std::string(kDepth - 1, '}') + "]"));
}

TEST(JsonCheck, RefusesOtherText) {
  for (const auto text :
       {"",      " ",   "{",      "[",         "[1,]",      "{\"a\"}",      "{\"a\":1,}", "{,}",
        "[,1]",  "nan", "tru",    "\"\\q\"",   "\"\\u12\"", "\"\\ud800\"",  "\"\xFF\"",   "\"a",
        "[1] 2", "01",  "{1:2}",  "{\"a\" 1}", "\"\n\"",    "[1 2]",        "[1}",        "{\"a\":1]",
        "[1]]",  "-",   "// x\n", "1.",        "{\"a\":}",  "[{\"a\":1,]}", "\"\x01\"",   "{\"a\",1}"}) {
    const auto checked = check_json(text);
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().code, ErrorCode::corrupt);
  }
}

TEST(JsonCheck, ErrorsNameLineAndByteAsTheParserDoes) {
  for (const auto text :
       {"{\n\"a\": 1,\n\"b\": }", "[1,\n2", "[1] 2", "{\"a\" 1}", "{\"a\": 1, }", "[1, 02]", "[\"a"}) {
    EXPECT_EQ(check_json(text).error().message, parse_json(text).error().message) << text;
  }
}

// Every prefix of a document, and every bit changed: the check accepts exactly the texts that the parser accepts.
TEST(JsonCheck, AgreesWithTheParserOnDamagedText) {
  const std::string text = R"({"a": [1, -2.5e+3, "t\u00e9\ud83d\ude00"], "b": {"c": null, "d": true}})";
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(check_json(text.substr(0, i))) << i;
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      const auto parsed = parse_json(flipped);
      const bool is_duplicate = !parsed && parsed.error().message.find("twice") != std::string::npos;
      EXPECT_EQ(check_json(flipped).has_value(), parsed.has_value() || is_duplicate) << flipped;
    }
  }
}

}  // namespace
}  // namespace gs
