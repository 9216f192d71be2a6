// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/text/xml_tags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace gs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// "path=text" of every element, or the error.
std::vector<std::string> elements_of(std::string_view xml) {
  std::vector<std::string> out;
  const auto read = for_each_xml_element(xml, [&](std::string_view path, std::string_view text) -> Result<void> {
    out.push_back(std::string(path) + "=" + std::string(text));
    return {};
  });
  if (!read) out.push_back(to_string(read.error()));
  return out;
}

TEST(XmlTags, HaveAttributesLinesAndTheTextBeforeThem) {
  XmlTags tags("<?xml version=\"1.0\"?>\n<!-- <b> -->\n<a x='1' y = \"2 > 1\">\n text </a>");
  const auto start = tags.next();
  ASSERT_TRUE(start && *start);
  EXPECT_EQ((*start)->name, "a");
  EXPECT_TRUE((*start)->opens && !(*start)->closes);
  EXPECT_EQ((*start)->attributes.at("x") + (*start)->attributes.at("y"), "12 > 1");
  EXPECT_EQ((*start)->line, 3);
  const auto end = tags.next();
  ASSERT_TRUE(end && *end);
  EXPECT_EQ((*end)->text_before, "text");
  EXPECT_TRUE((*end)->closes && !(*end)->opens);
  EXPECT_FALSE(*tags.next());
}

TEST(XmlElements, HavePathsAndTheTextOfLeaves) {
  EXPECT_THAT(elements_of("<a><b> 1 </b><c/>stray<b>2</b></a>"), ElementsAre("a/b=1", "a/c=", "a/b=2", "a="));
  EXPECT_THAT(elements_of(""), ElementsAre());
}

TEST(XmlElements, ErrorsHaveTheLine) {
  EXPECT_THAT(elements_of("<a>\n<b></a>").back(), HasSubstr("line 2: </a> closes no open element"));
  EXPECT_THAT(elements_of("</a>").back(), HasSubstr("line 1: </a> closes no open element"));
  EXPECT_THAT(elements_of("<a><b>1</b>").back(), HasSubstr("the element a is not closed"));
  EXPECT_THAT(elements_of("<a").back(), HasSubstr("ends inside a tag"));
  EXPECT_THAT(elements_of("<a x>").back(), HasSubstr("ends inside a tag"));
  EXPECT_THAT(elements_of("<!-- <a>").back(), HasSubstr("ends inside a tag or comment"));
  std::string deep;
  for (int i = 0; i < 33; ++i) deep += "<a>";
  EXPECT_THAT(elements_of(deep).back(), HasSubstr("more than 32 levels"));
}

}  // namespace
}  // namespace gs
