// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whole pages are well-formed, load nothing from elsewhere and allow only their own script.
#include "gs/report/page.h"

#include <gtest/gtest.h>

#include "gs/report/chart.h"
#include "gs/report/map.h"
#include "gs/report/page_style.h"
#include "gs/report/picture.h"
#include "gs/report/table.h"
#include "gs/report/testing/well_formed.h"

namespace gs::report {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

const std::string kHostile =
    "\"'></style></script><script src=http://evil.example/x.js>alert(1)</script><img src=x onerror=alert(1)>&\x01\xFF";

// Every kind of content with `text` at every position that takes a text.
std::string page_of(const std::string& text) {
  Page page(text);
  const Picture jpeg{bytes_of("\xFF\xD8\xFF" + text), 64, 36}, png{bytes_of("\x89PNG" + text), 64, 36};
  page.introduce(cards({{text, text, Verdict::poor, text}, {text, text, Verdict::none, ""}}));
  page.add(text, paragraph(text) + image(png, text) + image({bytes_of(text), 1, 1}, text));
  page.add(text, comparison({text, jpeg, png, jpeg, text, text, text}));
  Table table{.columns = {{text}, {text, true}}};
  table.add({text, text, text});
  table.rows.push_back({badge(Verdict::good)});
  page.add(text, to_html(table) + facts({{text, text}}));
  page.add(text, to_html(LineChart{text, text, text, {{text, {{0, 1}, {1, 2}}}}, {{1.5, text, Verdict::usable}}}) +
                     to_html(BarChart{text, {{text, 1, text}}}));
  page.add(text, to_html(Map{.title = text,
                             .area_rings = {{{0, 0}, {1, 0}, {1, 1}}},
                             .path = {{0, 0}, {5, 5}},
                             .lines = {{text, {{0, 0}, {5, 4}}}},
                             .marks = {{{1, 1}, Verdict::usable, text}},
                             .ground_name = text,
                             .area_name = text,
                             .path_name = text,
                             .marks_name = text}));
  return page.html();
}

TEST(Page, IsWellFormedWithHostileTexts) {
  for (const std::string& text : {std::string("plain"), kHostile, std::string("<!--"), std::string("]]>")}) {
    const std::string html = page_of(text);
    EXPECT_EQ(testing::faults_of(html), std::vector<std::string>{}) << text;
    EXPECT_EQ(testing::requests_of(html), std::vector<std::string>{}) << text;
  }
}

TEST(Page, NamesNoOtherPlace) {
  std::string html = page_of("plain");
  const std::string policy = "http-equiv=\"Content-Security-Policy\"";
  ASSERT_NE(html.find(policy), std::string::npos);
  html.erase(html.find(policy), policy.size());
  EXPECT_EQ(html.find("http"), std::string::npos);
  for (std::size_t at = html.find("src="); at != std::string::npos; at = html.find("src=", at + 1)) {
    EXPECT_EQ(html.substr(at, 10), "src=\"data:") << html.substr(at, 40);
  }
}

TEST(Page, PolicyAllowsItsOwnScriptAlone) {
  const std::string html = Page("t").html();
  EXPECT_NE(html.find("default-src &#39;none&#39;"), std::string::npos);
  EXPECT_NE(html.find("script-src &#39;sha256-"), std::string::npos);
  EXPECT_EQ(html.find("&#39;unsafe-inline&#39;; script"), html.find("style-src") + 10);
  EXPECT_EQ(kPageScript.find("</"), std::string_view::npos);
  EXPECT_EQ(kPageStyle.find('<'), std::string_view::npos);
}

TEST(Page, SameContentSameBytes) { EXPECT_EQ(page_of("a"), page_of("a")); }

TEST(Base64, TestVectorsOfRfc4648) {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : vectors) EXPECT_EQ(base64(bytes_of(plain)), coded);
  EXPECT_EQ(base64(bytes_of("\xFB\xFF\xBF")), "+/+/");
}

TEST(Image, OnlyJpegAndPngBecomeImages) {
  EXPECT_NE(image({bytes_of("\xFF\xD8\xFF"), 4, 2}, "a").str().find("data:image/jpeg;base64,/9j/"), std::string::npos);
  EXPECT_NE(image({bytes_of("\x89PNG"), 4, 2}, "a").str().find("data:image/png;base64,"), std::string::npos);
  EXPECT_EQ(image({bytes_of("<svg onload=x>"), 4, 2}, "an <image>").str(), "<p>an &lt;image&gt;</p>");
  EXPECT_EQ(image({}, "none").str(), "<p>none</p>");
}

// The checker itself must find faults.
TEST(WellFormed, FindsFaults) {
  const auto page = [](std::string_view body) { return "<!DOCTYPE html><html>" + std::string(body) + "</html>"; };
  EXPECT_TRUE(testing::faults_of(page("<p>a</p>")).empty());
  for (const char* bad :
       {"<p>a", "<p><b>a</p></b>", "<p class=a>b</p>", "<p>a > b</p>", "<p>&nbsp;</p>", "</p>",
        "<p id=\"a\" id=\"b\"></p>", "<i id=\"a\"></i><i id=\"a\"></i>", "<a href=\"#x\"></a>", "< p>"}) {
    EXPECT_FALSE(testing::faults_of(page(bad)).empty()) << bad;
  }
  EXPECT_FALSE(testing::faults_of("<html></html>").empty());
  for (const char* bad : {"<img src=\"x.png\">", "<a href=\"x\"></a>", "<iframe></iframe>", "<p onclick=\"x\"></p>",
                          "<style>a{background:url(x)}</style>", "<p style=\"background:url(x)\"></p>"}) {
    EXPECT_FALSE(testing::requests_of(page(bad)).empty()) << bad;
  }
}

}  // namespace
}  // namespace gs::report
