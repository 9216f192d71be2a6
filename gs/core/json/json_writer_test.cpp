// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON text: nesting, numbers that read back equal, escapes.
#include "gs/core/json/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs {
namespace {

TEST(JsonWriter, WritesNestedPrettyAndCompact) {
  const auto fill = [](JsonWriter& w) {
    w.begin_object().field("a", 1).field("b", true).key("c").begin_array().value(1.5).value("x").null().end_array();
    w.key("d").begin_object().end_object().field("e", std::vector<int>{1, 2}).end_object();
  };
  JsonWriter pretty, compact(JsonWriter::Layout::compact);
  fill(pretty);
  fill(compact);
  EXPECT_EQ(compact.text(), R"({"a": 1, "b": true, "c": [1.5, "x", null], "d": {}, "e": [1, 2]})");
  EXPECT_EQ(
      std::move(pretty).take(),
      "{\n  \"a\": 1,\n  \"b\": true,\n  \"c\": [\n    1.5,\n    \"x\",\n    null\n  ],\n  \"d\": {},\n  \"e\": [\n    "
      "1,\n    2\n  ]\n}\n");
}

TEST(JsonWriter, NumbersReadBackEqualAndStayFloats) {
  for (const double x : {0.1, 1.0 / 3.0, 1e-300, 1.7e308, -0.0, 123456789.125}) {
    EXPECT_EQ(std::stod(json_number(x)), x);
  }
  EXPECT_EQ(json_number(2.0), "2.0");
  EXPECT_EQ(json_number_of_float(0.1f), "0.1");
  EXPECT_EQ(json_number_of_float(3.0f), "3.0");
  EXPECT_EQ(json_number(NAN), "null");
  EXPECT_EQ(json_number(INFINITY), "null");
}

TEST(JsonWriter, TextIsEscapedAndRepaired) {
  EXPECT_EQ(json_quote("a\"b\\c\n\t\x01"), R"("a\"b\\c\n\t\u0001")");
  EXPECT_EQ(json_quote("é漢"), "\"é漢\"");
  EXPECT_EQ(json_quote("\xFFx\xC3"), "\"\xEF\xBF\xBDx\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace gs
