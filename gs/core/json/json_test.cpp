// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The JSON reader: types, grammar, limits against hostile documents, damaged text, and the text of a tree.
#include "gs/core/json/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "gs/core/file.h"
#include "gs/core/json/json_scanner.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

using ::testing::HasSubstr;
using Kind = Node::Kind;

Node parsed(std::string_view text) {
  auto node = parse_json(text);
  EXPECT_TRUE(node) << text.substr(0, 60) << ": " << node.error().message;
  return node ? *node : Node{};
}

// Error of an invalid text.
Error refused(std::string_view text, const DocumentLimits& limits = {}) {
  const auto node = parse_json(text, limits);
  EXPECT_FALSE(node) << text.substr(0, 60);
  return node ? Error{} : node.error();
}

// Integers, reals, escapes, a surrogate pair, null and an optional path.
TEST(Json, ReadsTypedValuesInOrder) {
  const Node root =
      parsed(R"( {"z": [1, -2.5e1, true, null], "a": "x\u00e9\ud83d\ude00\n\"\\\/\b\f\r\t", "e": {}, "l": []} )");
  EXPECT_EQ(root.members[0].first, "z");
  EXPECT_EQ(root["z"].items.size(), 4u);
  EXPECT_EQ(root["z"].items[0].kind, Kind::integer);
  EXPECT_EQ(root["z"].items[0].index(), 1u);
  EXPECT_EQ(root["z"].items[1].kind, Kind::real);
  EXPECT_EQ(root["z"].items[1].real, -25);
  EXPECT_EQ(root["z"].items[1].text, "-2.5e1");
  EXPECT_TRUE(root["z"].items[2].boolean);
  EXPECT_TRUE(root["z"].items[3].is_null());
  EXPECT_EQ(root["a"].text, "x\xC3\xA9\xF0\x9F\x98\x80\n\"\\/\b\f\r\t");
  EXPECT_TRUE(root["e"].is_map());
  EXPECT_TRUE(root["l"].is_list());
  EXPECT_TRUE(root["c"]["d"].is_null());
}

TEST(Json, ReadsAScalarAndSkipsAByteOrderMark) {
  EXPECT_EQ(parsed("\xEF\xBB\xBF\"x\"").text, "x");
  EXPECT_EQ(refused("\xEF\xBB\xBF").code, ErrorCode::corrupt);
  EXPECT_EQ(refused("1\xEF\xBB\xBF").code, ErrorCode::corrupt);
}

TEST(Json, RefusesOtherText) {
  for (const auto text :
       {"",          " ",    "{",       "[1,]",    "{\"a\"}",     "{\"a\":1,}",  "{,}",        "[,1]",
        "nan",       "NaN",  "inf",     "\"\\q\"", "\"\\u12\"",   "\"\\u12g4\"", "\"a",        "\"a\\",
        "tru",       "True", "[1] 2",   "{1:2}",   "{'a': 1}",    "\"\n\"",      "\"\x01\"",   "[1 2]",
        "{\"a\" 1}", "[1}",  "// x\n1", "[1]]",    "\"\\u-123\"", "\"\\u 123\"", "\"\\u0x1F\""}) {
    EXPECT_EQ(refused(text).code, ErrorCode::corrupt) << text;
  }
  EXPECT_EQ(refused(std::string_view("[1]\0", 4)).code, ErrorCode::corrupt);
  EXPECT_EQ(refused(std::string_view("\"\0\"", 3)).code, ErrorCode::corrupt);
}

TEST(Json, RefusesTextThatIsNotUtf8) {
  // A lone byte, an overlong form, a surrogate, a cut sequence, and halves of surrogate pairs as escapes.
  for (const auto text : {"\"\xFF\"", "\"\xC0\xAF\"", "\"\xED\xA0\x80\"", "\"\xC3\"", "\"\\ud800\"", "\"\\udc00\"",
                          "\"\\ud800\\u0041\"", "\"\\ud800\\n\"", "\xFF"}) {
    EXPECT_EQ(refused(text).code, ErrorCode::corrupt) << text;
  }
}

// RFC 8259, section 6: the integer part is 0 or begins with 1 to 9; a point has digits on both sides.
TEST(Json, NumbersFollowTheGrammar) {
  for (const auto text : {"01", "-01", "00", "-00.5", "0123e4", "[1, 02]", "{\"a\": 007}", "1.5.2", "0x10", "01x"}) {
    EXPECT_EQ(refused(text).code, ErrorCode::corrupt) << text;
  }
  for (const auto text : {".5", "-.5", "1.e5", "1.", "1e", "1e+", "-", "+1", "--1", "- 1", "1e5.5", "-inf"}) {
    EXPECT_EQ(refused(text).code, ErrorCode::corrupt) << text;
  }
  EXPECT_EQ(parsed("0").real, 0);
  EXPECT_TRUE(std::signbit(parsed("-0").real));
  EXPECT_TRUE(std::signbit(parsed("-0.0").real));
  EXPECT_EQ(parsed("0.25").real, 0.25);
  EXPECT_EQ(parsed("-0.5e1").real, -5);
  EXPECT_EQ(parsed("0e7").real, 0);
  EXPECT_EQ(parsed("0e99999999999999999999").real, 0);
  EXPECT_EQ(parsed("12.5E+1").real, 125);
  EXPECT_EQ(parsed("[1e-2,-3]").items[0].real, 0.01);
}

TEST(Json, IntegersAreExactAndLargerOnesBecomeReals) {
  EXPECT_EQ(parsed("9223372036854775807").integer, INT64_MAX);
  EXPECT_EQ(parsed("-9223372036854775808").integer, INT64_MIN);
  for (const auto text : {"9223372036854775808", "-9223372036854775809", "18446744073709551615", "1e3", "1.0"}) {
    EXPECT_EQ(parsed(text).kind, Kind::real) << text;
    EXPECT_EQ(parsed(text).integer, 0) << text;
  }
  EXPECT_EQ(parsed("18446744073709551615").real, 18446744073709551616.0);
}

TEST(Json, NumbersBeyondDoubleAreRefusedAndTinyOnesAreZero) {
  for (const auto text : {"1e999", "-1e999", "[1e400]", "1e99999999999999999999"}) {
    EXPECT_THAT(refused(text).message, HasSubstr("beyond the range")) << text;
  }
  EXPECT_THAT(refused(std::string(400, '9')).message, HasSubstr("beyond the range"));
  EXPECT_EQ(parsed("1e-999").real, 0);
  EXPECT_TRUE(std::signbit(parsed("-1e-99999999999999999999").real));
  EXPECT_EQ(parsed("4.9406564584124654e-324").real, std::numeric_limits<double>::denorm_min());
}

// Random bit patterns of all exponents, written and read.
TEST(Json, EveryFiniteDoubleReadsBackEqual) {
  Random random(1, purpose("json"), 0);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(random.u64());
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(std::bit_cast<uint64_t>(parsed(json_number(value)).real), std::bit_cast<uint64_t>(value));
  }
}

TEST(Json, RefusesDuplicateKeys) {
  EXPECT_THAT(refused("{\"a\": 1,\n\"a\": 2}").message, HasSubstr("line 2, byte 12: the key 'a' appears twice"));
  EXPECT_THAT(refused(R"({"a": 1, "\u0061": 2})").message, HasSubstr("twice"));
  EXPECT_EQ(parsed(R"({"a": {"a": 1}, "b": {"a": 2}})").members.size(), 2u);
  // Objects of every length around the one where the search changes.
  for (int count = 1; count < 40; ++count) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) text += format("\"k{}\": {}, ", i, i);
    EXPECT_EQ(parsed(text + "\"last\": 0}").members.size(), static_cast<std::size_t>(count) + 1);
    for (const int i : {0, count / 2, count - 1}) {
      EXPECT_THAT(refused(text + format("\"k{}\": 0}}", i)).message, HasSubstr("twice"));
    }
  }
}

TEST(Json, RefusesNesting100000Deep) {
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
  const std::string open(100'000, '['), close(100'000, ']');
  for (const std::string& text : {open, objects, open + close}) {
    EXPECT_EQ(refused(text).code, ErrorCode::limit_exceeded);
  }
}

TEST(Json, LimitsHoldExactly) {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  EXPECT_TRUE(parse_json(deep));
  EXPECT_THAT(refused("[" + deep + "]").message, HasSubstr("nested deeper than 64 levels"));
  EXPECT_TRUE(parse_json("[1, 2]", {.max_depth = 1, .max_nodes = 3}));
  EXPECT_EQ(refused("[1, 2, 3]", {.max_depth = 1, .max_nodes = 3}).code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused(std::string((64u << 20) + 1, ' ')).code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(parse_json("[1]", {.max_bytes = 3}));
  EXPECT_EQ(refused("[1]", {.max_bytes = 2}).message, "JSON text has 3 bytes, the limit is 2");
}

// The shortest value takes two bytes of text, with its comma. A limit that no text reaches would limit nothing.
TEST(Json, TextsReachTheLimitsOfValues) {
  for (const DocumentLimits& limits : {DocumentLimits{}, kManyValues, kOwnFile}) {
    EXPECT_LT(2 * limits.max_nodes, limits.max_bytes);
  }
  EXPECT_LE(kManyValues.max_nodes * sizeof(Node::Member), 1'200'000'000u);
}

// A file above the default length of 64 MiB, almost all of it white space.
TEST(Json, FilesAreReadUpToTheGivenLength) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a.json", "[7" + std::string(65u << 20, ' ') + "]"));
  EXPECT_EQ(read_json(folder / "a.json").error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(read_json(folder / "a.json", kOwnFile).value().items[0].integer, 7);
  EXPECT_EQ(read_json(folder / "a.json", {.max_bytes = 100}).error().code, ErrorCode::limit_exceeded);
}

TEST(Json, TextsThatCouldNotBeReadBackAreNotWritten) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_json_file(folder / "a.json", "[1]", {.max_bytes = 3}));
  EXPECT_TRUE(read_json(folder / "a.json", {.max_bytes = 3}));
  const auto refused = write_json_file(folder / "b.json", "[12]", {.max_bytes = 3});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  EXPECT_FALSE(fs::exists(folder / "b.json"));
}

TEST(Json, ErrorsNameLineAndByte) {
  EXPECT_EQ(refused("{\n\"a\": 1,\n\"b\": }").message, "invalid JSON in line 3, byte 15: invalid value");
  EXPECT_EQ(refused("[1,\n2").message, "invalid JSON in line 2, byte 5: missing ',' or ']'");
}

TEST(Json, FileErrorsNameTheFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a.json", "{\"a\": }"));
  ASSERT_TRUE(write_file(folder / "b.json", "[7]"));
  EXPECT_THAT(read_json(folder / "a.json").error().message, HasSubstr("a.json: invalid JSON in line 1"));
  EXPECT_EQ(read_json(folder / "b.json").value().items[0].integer, 7);
  EXPECT_FALSE(read_json(folder / "c.json"));
}

// Every prefix of a document, and every bit changed.
TEST(Json, NeverCrashesOnTruncatedOrFlippedText) {
  const std::string text = R"({"a": [1, -2.5e+3, "t\u00e9\ud83d\ude00é"], "b": {"c": null, "d": true}})";
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(parse_json(text.substr(0, i))) << i;
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      const auto node = parse_json(flipped);
      EXPECT_TRUE(!node || parse_json(write_json(*node))) << flipped;
    }
  }
}

TEST(Json, WrittenTextReadsBackEqual) {
  Node root = Node::map();
  root.add("text", Node::of("a \"b\"\n\x01"));
  root.add("numbers", Node::list({Node::of(0.1 + 0.2), Node::of(3.0), Node::of(-4)}));
  root.add("empty", Node::list());
  root.add("mixed", Node::list({Node::of(true), Node{}, Node::map()}));
  root.add("large", Node::of(INT64_MIN));
  const std::string text = write_json(root);
  EXPECT_EQ(text,
            "{\n  \"text\": \"a \\\"b\\\"\\n\\u0001\",\n  \"numbers\": [0.30000000000000004, 3.0, -4],\n"
            "  \"empty\": [],\n  \"mixed\": [\n    true,\n    null,\n    {}\n  ],\n"
            "  \"large\": -9223372036854775808\n}\n");
  const Node back = parsed(text);
  EXPECT_EQ(write_json(back), text);
  EXPECT_EQ(back["numbers"].items[0].real, 0.1 + 0.2);
  EXPECT_EQ(back["numbers"].items[1].kind, Kind::real);
}

// A reader of a long table takes the numbers itself and leaves the rest to the tree.
TEST(JsonScanner, ValuesAndNumbersCanBeTakenOneByOne) {
  JsonScanner in(R"([{"a": [1, 2]}, 3.5, 1e999])");
  std::size_t values = 0;
  ASSERT_TRUE(in.take('['));
  const auto map = parse_json_value(in, {.max_depth = 2}, values);
  ASSERT_TRUE(map);
  EXPECT_EQ((*map)["a"].items[1].integer, 2);
  EXPECT_EQ(values, 4u);
  ASSERT_TRUE(in.take(','));
  EXPECT_EQ(*parse_json_number(in), 3.5);
  ASSERT_TRUE(in.take(','));
  EXPECT_THAT(parse_json_number(in).error().message, HasSubstr("byte 26: number beyond the range of double"));
}

TEST(JsonScanner, OneLimitHoldsForSeveralValues) {
  JsonScanner in("[1, 2] [3, 4] {\"a\": [[5]]}");
  std::size_t values = 0;
  const DocumentLimits limits{.max_depth = 2, .max_nodes = 6};
  ASSERT_TRUE(parse_json_value(in, limits, values));
  ASSERT_TRUE(parse_json_value(in, limits, values));
  EXPECT_EQ(parse_json_value(in, limits, values).error().code, ErrorCode::limit_exceeded);
  JsonScanner deep("{\"a\": [[5]]}");
  values = 0;
  EXPECT_EQ(parse_json_value(deep, limits, values).error().code, ErrorCode::limit_exceeded);
}

TEST(JsonText, ATreeCanBeAPartOfALongerText) {
  JsonWriter out;
  out.begin_object().key("sizes");
  write_json(Node::list({Node::of(1), Node::of(2.5)}), out);
  out.field("n", 2).end_object();
  EXPECT_EQ(std::move(out).take(), "{\n  \"sizes\": [1, 2.5],\n  \"n\": 2\n}\n");
}

}  // namespace
}  // namespace gs
