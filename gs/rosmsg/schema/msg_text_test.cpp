// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The parser of .msg text by itself: types, constants, defaults, comments and joined definitions.
#include "gs/rosmsg/schema/msg_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::rosmsg {
namespace {

using ::testing::Pair;

TEST(FieldTypeText, ReadsTypeArrayAndBounds) {
  struct Row {
    std::string_view text;
    FieldType type;
    std::string_view message = "";
  };
  const Row rows[] = {
      {"float64[9]", {.kind = Kind::float64, .array = ArrayKind::fixed, .capacity = 9}},
      {"string<=10[<=5]", {.kind = Kind::string, .array = ArrayKind::bounded, .capacity = 5, .string_capacity = 10}},
      {"wstring<=7", {.kind = Kind::wstring, .string_capacity = 7}},
      {"geometry_msgs/msg/Point[]", {.kind = Kind::message, .array = ArrayKind::unbounded}, "geometry_msgs/msg/Point"}};
  for (const Row& row : rows) {
    const auto parsed = parse_field_type(row.text);
    ASSERT_TRUE(parsed) << row.text;
    const FieldType& type = parsed->field.type;
    EXPECT_EQ(type.kind, row.type.kind) << row.text;
    EXPECT_EQ(type.array, row.type.array) << row.text;
    EXPECT_EQ(type.capacity, row.type.capacity) << row.text;
    EXPECT_EQ(type.string_capacity, row.type.string_capacity) << row.text;
    EXPECT_TRUE(row.message.empty() || parsed->type_name == row.message) << row.text;
  }
}

// Every kind has a name, and the name gives the kind back.
TEST(FieldTypeText, KnowsTheNameOfEveryKind) {
  for (int i = 0; i < static_cast<int>(Kind::message); ++i) {
    const auto kind = static_cast<Kind>(i);
    const auto parsed = parse_field_type(to_string(kind));
    ASSERT_TRUE(parsed) << to_string(kind);
    EXPECT_EQ(parsed->field.type.kind, kind);
    EXPECT_TRUE(parsed->type_name.empty());
  }
  EXPECT_EQ(parse_field_type("time")->type_name, "time");  // a message; schema.cpp resolves it
}

TEST(FieldTypeText, RefusesInvalidTypes) {
  for (const std::string_view text :
       {"",           "[]",           "int32[",     "int32]",   "int32[a]",  "int32[1.5]",       "int32[<=]",
        "int32[<=0]", "int32[ 3 4 ]", "float32<=3", "string<=", "string<=0", "string<=x",        "a//B",
        "/B",         "a/",           "a/b/c/D",    "a b",      "in-t",      "int32[1073741825]"}) {
    EXPECT_FALSE(parse_field_type(text)) << text;
  }
  EXPECT_TRUE(parse_field_type("int32[1073741824]"));  // 2^30, the largest size
}

TEST(Definition, KeepsFieldsAndConstantsInOrder) {
  const auto parsed = parse_definition("int32 b\nuint8 ONE = 1\nint32 a\nuint8 TWO=2\n");
  ASSERT_TRUE(parsed);
  ASSERT_EQ(parsed->fields.size(), 2u);
  EXPECT_EQ(parsed->fields[0].field.name, "b");
  EXPECT_EQ(parsed->fields[1].field.name, "a");
  ASSERT_EQ(parsed->constants.size(), 2u);
  EXPECT_EQ(parsed->constants[0].name, "ONE");
  EXPECT_EQ(parsed->constants[0].text, "1");
  EXPECT_EQ(parsed->constants[1].name, "TWO");
}

// Default values of the fields of a definition, in order; empty for a field without one.
std::vector<std::string> defaults_of(std::string_view text) {
  std::vector<std::string> out;
  const auto parsed = parse_definition(text);
  EXPECT_TRUE(parsed) << text;
  if (!parsed) return out;
  for (const auto& field : parsed->fields) out.push_back(field.field.default_text);
  return out;
}

// A default value is everything behind the name, without the comment.
TEST(Definition, KeepsDefaultValuesAsWritten) {
  EXPECT_THAT(defaults_of("int32 a -5 # minus five\nfloat64[] b [1.0, 2.5]\nstring c \"say # so\" # comment\n"
                          "bool d true\nint8 e\n"),
              ::testing::ElementsAre("-5", "[1.0, 2.5]", "\"say # so\"", "true", ""));
}

// An apostrophe in a comment opens no quotation; an escaped quotation mark does not close one.
TEST(Definition, FindsTheStartOfAComment) {
  EXPECT_THAT(defaults_of("int32 a # it's\nstring b 'x' # don't\nstring c \"q \\\" # q\" # end\n"),
              ::testing::ElementsAre("", "'x'", "\"q \\\" # q\""));
}

// In ROS 1 the text of a string constant extends to the end of the line, including '#' and quotation marks inside.
TEST(Definition, StringConstantsWithoutQuotationMarksIncludeTheComment) {
  const auto parsed = parse_definition("string A=x # y\nstring B=\"x\" # y\nint32 C=3 # y\n");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->constants.at(0).text, "x # y");
  EXPECT_EQ(parsed->constants.at(1).text, "\"x\"");
  EXPECT_EQ(parsed->constants.at(2).text, "3");
}

TEST(Definition, NamesTheLineOfAnError) {
  for (const std::string_view bad : {"int32", "int32 -9", "int32[x] a", "Point[] P=1"}) {
    const auto parsed = parse_definition("int8 a\r\n# b\n" + std::string(bad) + "\nint8 c\n");
    ASSERT_FALSE(parsed) << bad;
    EXPECT_EQ(parsed.error().code, ErrorCode::corrupt) << bad;
    EXPECT_THAT(parsed.error().message, testing::HasSubstr("line 3")) << bad;
  }
  EXPECT_FALSE(parse_definition("int32"));
  EXPECT_FALSE(parse_definition("int32 " + std::string(256, 'n')));
  EXPECT_TRUE(parse_definition("int32 " + std::string(255, 'n')));
}

// Name and text of each part of joined definitions.
std::vector<std::pair<std::string, std::string>> names_and_bodies(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& part : split_definitions(text)) out.emplace_back(part.name, part.body);
  return out;
}

TEST(SplitDefinitions, CutsAtLinesOfEqualSigns) {
  const std::string line(80, '=');
  const std::string text = "int8 a\n" + line + "\nMSG: p/B\nint8 b\n" + line + "\r\nIDL: p/msg/C\r\nint8 c\n";
  EXPECT_THAT(names_and_bodies(text),
              ::testing::ElementsAre(Pair("", "int8 a\n"), Pair("p/B", "int8 b\n"), Pair("p/msg/C", "int8 c\n")));
}

// Two signs are no separator, three are; a part may be empty, and the last line may lack its line break.
TEST(SplitDefinitions, HandlesShortSeparatorsAndEmptyParts) {
  EXPECT_EQ(split_definitions("").size(), 1u);
  EXPECT_EQ(split_definitions("==\n").size(), 1u);
  EXPECT_THAT(names_and_bodies("===\nMSG: a/A\n===\nMSG: a/B\nint8 b"),
              ::testing::ElementsAre(Pair("", ""), Pair("a/A", ""), Pair("a/B", "int8 b")));
  EXPECT_THAT(names_and_bodies("int8 a\n===\nint8 b\n"),
              ::testing::ElementsAre(Pair("", "int8 a\n"), Pair("", "int8 b\n")));
}

}  // namespace
}  // namespace gs::rosmsg
