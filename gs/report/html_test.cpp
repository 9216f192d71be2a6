// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// HTML text and attributes are escaped, whatever bytes they hold.
#include "gs/report/html.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/core/text/utf8.h"

namespace gs::report {
namespace {

TEST(Escape, MarkupBecomesText) {
  EXPECT_EQ(escape("<script>alert('1')</script>"), "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
  EXPECT_EQ(escape("a & \"b\" `c`"), "a &amp; &quot;b&quot; &#96;c&#96;");
  EXPECT_EQ(escape("&lt;"), "&amp;lt;");  // already escaped text stays visible as it was
}

TEST(Escape, KeepsUtf8AndReplacesTheRest) {
  EXPECT_EQ(escape("Straße 東京"), "Straße 東京");
  EXPECT_EQ(escape(std::string_view("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(escape("\x1b[31m"), "\uFFFD[31m");
  EXPECT_EQ(escape("\xC0\xBCscript"), "\uFFFD\uFFFDscript");  // overlong '<'
  EXPECT_EQ(escape("\xE6\x9D"), "\uFFFD\uFFFD");              // cut sequence
  EXPECT_EQ(escape("a\u202Egnp.exe"), "a\uFFFDgnp.exe");      // right-to-left override
  EXPECT_EQ(escape("\u0085\u2066\uFFFE"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escape("tab\tline\n"), "tab\tline\n");
}

// Whatever comes in: no character with a meaning in HTML comes out, and the result is valid UTF-8.
TEST(Escape, EveryPairOfBytesIsHarmless) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const char bytes[] = {'x', static_cast<char>(a), static_cast<char>(b), 'y'};
      std::string out = escape(std::string_view(bytes, 4));
      ASSERT_EQ(out.find_first_of("<>\"'`"), std::string::npos) << a << " " << b;
      for (std::string_view rest = out; !rest.empty();) {
        const std::size_t length = utf8_length(rest);
        ASSERT_GT(length, 0u) << a << " " << b;
        rest.remove_prefix(length);
      }
    }
  }
}

TEST(Element, AttributesAreQuotedAndEscaped) {
  EXPECT_EQ(element("p", Html::text("<b>"), {{"class", "a\" onclick=\"x"}}).str(),
            "<p class=\"a&quot; onclick=&quot;x\">&lt;b&gt;</p>");
  EXPECT_EQ(void_element("img", {{"alt", "<"}}).str(), "<img alt=\"&lt;\">");
}

TEST(Number, HasFourDigitsAndNoSurprises) {
  EXPECT_EQ(number(24.12345), "24.12");
  EXPECT_EQ(number(0.000123456), "0.0001235");
  EXPECT_EQ(number(123456.7), "123457");
  EXPECT_EQ(number(-0.0), "0");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "-");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "-");
}

}  // namespace
}  // namespace gs::report
