// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The YAML reader: types of scalars, limits against hostile documents, damaged text, and the writer.
#include "gs/config/yaml.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::config {
namespace {

using Kind = Node::Kind;

Node parsed(std::string_view text) {
  auto node = parse_yaml(text);
  EXPECT_TRUE(node) << node.error().message;
  return node ? *node : Node{};
}

ErrorCode refusal_code(std::string_view text) {
  auto node = parse_yaml(text);
  EXPECT_FALSE(node) << text.substr(0, 60);
  return node ? ErrorCode::internal : node.error().code;
}

TEST(Yaml, PlainScalarsGetTheTypesOfTheCoreSchema) {
  const Node root = parsed("a: 1\nb: -2.5e3\nc: true\nd: ~\ne: 1.0.0\nf: 0x1F\ng: .nan\nh: -.inf\ni: nan\nj: +7\nk:\n");
  EXPECT_EQ(root.find("a")->kind, Kind::integer);
  EXPECT_EQ(root.find("b")->real, -2500.0);
  EXPECT_TRUE(root.find("c")->boolean);
  EXPECT_TRUE(root.find("d")->is_null());
  EXPECT_EQ(root.find("e")->kind, Kind::text);
  EXPECT_EQ(root.find("f")->integer, 31);
  EXPECT_TRUE(std::isnan(root.find("g")->real));
  EXPECT_EQ(root.find("h")->real, -INFINITY);
  EXPECT_EQ(root.find("i")->kind, Kind::text);
  EXPECT_EQ(root.find("j")->integer, 7);
  EXPECT_TRUE(root.find("k")->is_null());
}

TEST(Yaml, SignBehindAPrefixMakesAText) {
  for (const char* text : {"0x-5", "0x+5", "0o-7", "+-5", "++5", "0x", "0o", "+"}) {
    EXPECT_EQ(parsed(std::string("a: ") + text + "\n").find("a")->kind, Kind::text) << text;
  }
  EXPECT_EQ(parsed("a: 0o17\n").find("a")->integer, 15);
  EXPECT_EQ(parsed("a: -5\n").find("a")->integer, -5);
}

TEST(Yaml, QuotedScalarsAreTexts) {
  const Node root = parsed("a: \"1\"\nb: 'true'\n");
  EXPECT_EQ(root.find("a")->kind, Kind::text);
  EXPECT_EQ(root.find("b")->kind, Kind::text);
}

TEST(Yaml, NumbersBeyondTheirTypeBecomeInfiniteOrZeroOrReal) {
  const Node root = parsed("a: 1e999\nb: 1e-999\nc: 99999999999999999999\n");
  EXPECT_TRUE(std::isinf(root.find("a")->real));
  EXPECT_EQ(root.find("b")->real, 0.0);
  EXPECT_EQ(root.find("c")->kind, Kind::real);
  // The sign of the exponent does not decide it.
  const std::string zeros(400, '0');
  EXPECT_EQ(parsed("a: 0." + zeros + "1\n").find("a")->real, 0.0);
  EXPECT_TRUE(std::isinf(parsed("a: 1" + zeros + ".0e-9\n").find("a")->real));
}

TEST(Yaml, RemembersLinesAndOrder) {
  const Node root = parsed("z: 1\n\na:\n  - x\n  - y\n");
  EXPECT_EQ(root.members[0].first, "z");
  EXPECT_EQ(root.find("a")->items[1].line, 5);
}

TEST(Yaml, ReadsCrLfAndByteOrderMark) {
  EXPECT_EQ(parsed("\xEF\xBB\xBF"
                   "a: 1\r\nb: [2, 3]\r\n")
                .find("b")
                ->items[1]
                .integer,
            3);
}

TEST(Yaml, EmptyTextIsNull) { EXPECT_TRUE(parsed("").is_null()); }

TEST(Yaml, ExpandsAnAliasOnce) { EXPECT_EQ(parsed("a: &x [1, 2]\nb: *x\n").find("b")->items.size(), 2u); }

// Each level repeats the one before it ten times ("billion laughs"): a short text would become a huge tree.
TEST(Yaml, RefusesAnAliasBomb) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    text += "]\n";
  }
  EXPECT_EQ(refusal_code(text), ErrorCode::limit_exceeded);
}

TEST(Yaml, RefusesAnAliasThatContainsItself) { EXPECT_EQ(refusal_code("a: &x [1, *x]\n"), ErrorCode::corrupt); }

TEST(Yaml, RefusesAliasesThatNestTooDeep) {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 100; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  }
  EXPECT_EQ(refusal_code(text), ErrorCode::limit_exceeded);
}

TEST(Yaml, RefusesDeepNesting) {
  EXPECT_EQ(refusal_code(std::string(100'000, '[')), ErrorCode::limit_exceeded);
  EXPECT_EQ(refusal_code(std::string(100, '[') + std::string(100, ']')), ErrorCode::limit_exceeded);
}

TEST(Yaml, RefusesDuplicateKeysWithTheirLine) {
  const auto node = parse_yaml("a: 1\nb: 2\na: 3\n");
  ASSERT_FALSE(node);
  EXPECT_EQ(node.error().message, "line 3: the key 'a' appears twice");
}

TEST(Yaml, RefusesOtherKeysAndSeveralDocuments) {
  EXPECT_EQ(refusal_code("[1, 2]: 3\n"), ErrorCode::unsupported);
  EXPECT_EQ(refusal_code("a: 1\n---\nb: 2\n"), ErrorCode::unsupported);
}

TEST(Yaml, SyntaxErrorsNameTheLine) {
  const auto node = parse_yaml("a: 1\nb: [1, 2\nc: 3\n");
  ASSERT_FALSE(node);
  EXPECT_NE(node.error().message.find("line "), std::string::npos);
}

// Every prefix of a document, and every byte changed.
TEST(Yaml, NeverCrashesOnTruncatedOrFlippedText) {
  const std::string text = "a: &x {b: [1, \"two\", 3.0], c: |\n  text\n}\nd: *x\ne: !!str 5\n? f\n: g\n";
  for (std::size_t i = 0; i < text.size(); ++i) {
    (void)parse_yaml(text.substr(0, i));
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      (void)parse_yaml(flipped);
    }
  }
}

TEST(Yaml, WrittenTextReadsBackEqual) {
  Node root = Node::map();
  root.add("text", Node::of("a \"quoted\" \\ text: #\n"));
  root.add("true", Node::of("true"));
  root.add("number", Node::of(0.1 + 0.2));
  root.add("whole", Node::of(3.0));
  root.add("list", Node::list({Node::of(1), Node::of(2.5), Node::of("x")}));
  Node inner = Node::map();
  inner.add("deep key", Node::of(true));
  inner.add("empty", Node::map());
  root.add("maps", Node::list({inner, inner}));
  root.add("none", Node{});
  const std::string text = write_yaml(root);
  const Node back = parsed(text);
  EXPECT_EQ(write_yaml(back), text);
  EXPECT_EQ(back.find("number")->real, 0.1 + 0.2);
  EXPECT_EQ(back.find("whole")->kind, Kind::real);
  EXPECT_EQ(back.find("true")->kind, Kind::text);
  EXPECT_TRUE(back.find("maps")->items[1].find("deep key")->boolean);
}

}  // namespace
}  // namespace gs::config
