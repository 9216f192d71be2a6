// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The document type of JSON and YAML: order of keys, optional paths, kinds of numbers.
#include "gs/core/json/node.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gs {
namespace {

TEST(Node, KeepsTheOrderOfItsKeysAndFindsThem) {
  Node map = Node::map();
  map.add("z", Node::of(1));
  map.add("a", Node::of("x")).line = 7;
  EXPECT_EQ(map.members[0].first, "z");
  EXPECT_EQ(map.find("a")->line, 7);
  EXPECT_EQ(map.find("b"), nullptr);
  EXPECT_EQ(Node::list({map}).find("a"), nullptr) << "a list has no keys";
}

TEST(Node, ChainsOptionalPaths) {
  Node inner = Node::map(), root = Node::map();
  inner.add("b", Node::of(2.5));
  root.add("a", inner);
  EXPECT_EQ(root["a"]["b"].real, 2.5);
  EXPECT_TRUE(root["x"]["y"]["z"].is_null());
  EXPECT_TRUE(root["a"]["b"]["c"].is_null());
}

TEST(Node, IndexIsAWholeNumberThatADoubleHoldsExactly) {
  const int64_t limit = int64_t{1} << 53;
  EXPECT_EQ(Node::of(0).index(), 0u);
  EXPECT_EQ(Node::of(limit).index(), static_cast<uint64_t>(limit));
  EXPECT_EQ(Node::of(3.0).index(), 3u);
  const auto none = std::optional<uint64_t>();
  EXPECT_EQ(Node::of(limit + 2).index(), none);
  EXPECT_EQ(Node::of(-1).index(), none);
  EXPECT_EQ(Node::of(0.5).index(), none);
  EXPECT_EQ(Node::of(NAN).index(), none);
  EXPECT_EQ(Node::of(INFINITY).index(), none);
  EXPECT_EQ(Node::of("3").index(), none);
  EXPECT_EQ(Node::of(true).index(), none);
  EXPECT_EQ(Node{}.index(), none);
}

TEST(Node, NumberOrTakesIntegersAndReals) {
  EXPECT_EQ(Node::of(4).number_or(1), 4);
  EXPECT_EQ(Node::of(4.5).number_or(1), 4.5);
  EXPECT_EQ(Node::of("4").number_or(1), 1);
  EXPECT_EQ(Node{}.number_or(1), 1);
}

TEST(Node, EveryKindHasAName) {
  using enum Node::Kind;
  std::string names;
  for (const Node::Kind kind : {null, boolean, integer, real, text, list, map}) {
    names += std::string(name_of(kind)) + ", ";
  }
  EXPECT_EQ(names, "null, true or false, an integer, a number, a text, a list, a map, ");
}

}  // namespace
}  // namespace gs
