// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/document/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::world {
namespace {

using testing::HasSubstr;

// Error of an invalid text.
Error refused(std::string_view text) {
  const auto node = parse_json(text);
  EXPECT_FALSE(node) << text.substr(0, 40);
  return node ? Error{} : node.error();
}

TEST(Json, ReadsTypedValuesInOrder) {
  const auto root = parse_json(R"({"z": 1, "a": [2.5, "x", true, null], "big": 18446744073709551615})");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->members[0].first, "z");
  EXPECT_EQ(root->find("a")->items[0].real, 2.5);
  EXPECT_EQ(root->find("a")->items[1].text, "x");
  EXPECT_TRUE(root->find("a")->items[3].is_null());
  EXPECT_EQ(root->find("big")->kind, Node::Kind::real);
}

// A recursive parser would overflow its stack.
TEST(Json, RefusesNesting100000Deep) {
  EXPECT_EQ(refused(std::string(100'000, '[')).code, ErrorCode::limit_exceeded);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
  EXPECT_EQ(refused(objects).code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused(std::string(100'000, '[') + std::string(100'000, ']')).code, ErrorCode::limit_exceeded);
}

TEST(Json, RefusesMoreValuesThanAllowed) {
  EXPECT_FALSE(parse_json("[1, 2, 3]", {.max_depth = 4, .max_nodes = 3}));
  EXPECT_TRUE(parse_json("[1, 2]", {.max_depth = 4, .max_nodes = 3}));
}

TEST(Json, RefusesWhatIsNoJsonAndNamesTheLine) {
  EXPECT_THAT(refused("{\n\"a\": 1,\n\"b\": }").message, HasSubstr("line 3"));
  EXPECT_THAT(refused("{\"a\": 1, \"a\": 2}").message, HasSubstr("twice"));
  for (const char* text : {"", "{", "NaN", "{\"a\": NaN}", "[1,]", "{\"a\": 1e999}", "\"\xFF\"", "[1] 2", "{'a': 1}"}) {
    EXPECT_EQ(refused(text).code, ErrorCode::corrupt) << text;
  }
}

TEST(Json, WhatIsWrittenReadsBackEqual) {
  Node root = Node::map();
  root.add("text", Node::of("a \"b\"\n\x01"));
  root.add("numbers", Node::list({Node::of(0.1 + 0.2), Node::of(3.0), Node::of(-4)}));
  root.add("empty", Node::list());
  root.add("mixed", Node::list({Node::of(true), Node{}, Node::map()}));
  const std::string text = write_json(root);
  const auto back = parse_json(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(write_json(*back), text);
  EXPECT_EQ(back->find("numbers")->items[0].real, 0.1 + 0.2);
  EXPECT_THAT(text, HasSubstr("\"numbers\": [0.30000000000000004, 3.0, -4]"));
}

}  // namespace
}  // namespace gs::world
