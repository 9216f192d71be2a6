// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SVG charts and maps: ticks, clipping, missing values, hostile numbers and names.
#include "gs/report/chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/report/map.h"
#include "gs/report/page.h"
#include "gs/report/testing/well_formed.h"

namespace gs::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A page with only this content must be well formed.
std::vector<std::string> faults_with(const Html& content) {
  Page page("test");
  page.add("section", content);
  return testing::faults_of(page.html());
}

TEST(RoundTicks, AreRoundInsideAndFew) {
  EXPECT_EQ(round_ticks(0, 100, 4), (std::vector<double>{0, 50, 100}));
  EXPECT_EQ(round_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  for (const double span : {1e-9, 0.03, 1.0, 7.0, 99.0, 12345.0, 1e12}) {
    for (const double low : {-3.7, 0.0, 11.1}) {
      const auto ticks = round_ticks(low, low + span, 4);
      ASSERT_GE(ticks.size(), span < 1e-8 ? 0u : 2u) << span << " " << low;
      ASSERT_LE(ticks.size(), 5u);
      for (const double tick : ticks) {
        EXPECT_GE(tick, low - span * 1e-6);
        EXPECT_LE(tick, low + span * (1 + 1e-6));
      }
    }
  }
  EXPECT_TRUE(round_ticks(1, 1, 4).empty());
  EXPECT_TRUE(round_ticks(0, kInfinite, 4).empty());
}

TEST(LineChart, DrawsTheCornersAtTheCorners) {
  const std::string html =
      to_html(LineChart{"PSNR", "x [m]", "y [dB]", {{"front", {{0, 0}, {10, 40}}}}, {}, true}).str();
  EXPECT_NE(html.find("M0.0 1000.0h0L1000.0 47.6"), std::string::npos) << html;  // 5 % room above
  EXPECT_NE(html.find(">front<"), std::string::npos);
}

TEST(LineChart, ValuesThatAreNotFiniteInterruptTheLine) {
  const LineChart chart{"t", "x", "y", {{"s", {{0, 1}, {1, kNan}, {2, 3}, {kInfinite, 4}, {3, 5}}}}};
  const std::string html = to_html(chart).str();
  EXPECT_EQ(count_of(html, "h0"), 3u) << html;  // three starts
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("inf"), std::string::npos);
  EXPECT_TRUE(faults_with(to_html(chart)).empty());
}

TEST(LineChart, NothingMeasuredIsASentence) {
  EXPECT_EQ(to_html(LineChart{"PSNR", "x", "y", {}}).str(), "<p>PSNR: nothing was measured.</p>");
  EXPECT_EQ(to_html(LineChart{"PSNR", "x", "y", {{"s", {{0, kNan}}}}}).str(), "<p>PSNR: nothing was measured.</p>");
  EXPECT_TRUE(faults_with(to_html(LineChart{"one", "x", "y", {{"s", {{5, 5}}}}})).empty());
}

// A peak of one value among a million must stay visible, and the page small.
TEST(LineChart, LongSeriesKeepTheirExtremes) {
  Series series{"long", {}};
  for (int i = 0; i < 1'000'000; ++i) series.points.push_back({static_cast<double>(i), i == 777'777 ? 100.0 : 1.0});
  const std::string html = to_html(LineChart{"t", "x", "y", {series}, {}, true}).str();
  EXPECT_LT(html.size(), 60'000u);
  EXPECT_NE(html.find("777.8 47.6"), std::string::npos);
}

TEST(BarChart, TheLongestBarFillsItsColumn) {
  const std::string html =
      to_html(BarChart{"steps", {{"a", 5, "5 s"}, {"b", 10, "10 s"}, {"c", -1, "?"}, {"<d>", kNan, "-"}}}).str();
  EXPECT_NE(html.find("width=\"50.00%\""), std::string::npos);
  EXPECT_NE(html.find("width=\"100.00%\""), std::string::npos);
  EXPECT_EQ(count_of(html, "width=\"0.00%\""), 2u);
  EXPECT_TRUE(faults_with(to_html(BarChart{"none", {}})).empty());
}

TEST(StripChart, EmptyCellsAreNotDrawn) {
  const std::string html = to_html(StripChart{"t", "0 to 4 s", {{"a", {1, 0, 0.25, kNan}}, {"<b>", {}}}}).str();
  EXPECT_NE(html.find("d=\"M0 0.00h1V1h-1zM2 0.75h1V1h-1z\""), std::string::npos) << html;
  EXPECT_TRUE(faults_with(to_html(StripChart{"t", "x", {{"<b>", {2}}}})).empty());
}

TEST(Map, NorthIsUpAndRunsAreMerged) {
  Map map{.title = "map",
          .ground = {.x = 0, .y = 0, .cell = 10, .width = 3, .height = 2, .covered = {1, 1, 0, 0, 1, 1}}};
  const std::string html = to_html(map).str();
  // 30 x 20 m with a margin of 2.6 m: the lower row lies below the upper one, two cells are one run.
  EXPECT_NE(html.find("M2.60 22.60h20.00v-10.00h-20.00zM12.60 12.60h20.00"), std::string::npos) << html;
}

// Lines that coincide stay visible: the first one is the widest, and its colours are those of a chart's series.
TEST(Map, DrawsLinesWiderBelowThanAbove) {
  const Map map{.title = "paths", .lines = {{"refined", {{0, 0}, {10, 0}}}, {"recorded", {{0, 0}, {10, 4}}}}};
  const std::string html = to_html(map).str();
  // 10 x 4 m with a margin of 2.2 m.
  const std::size_t refined = html.find("<path d=\"M2.20 6.20L12.20 6.20\" class=\"line c0\" style=\"stroke-width:5\"");
  const std::size_t recorded =
      html.find("<path d=\"M2.20 6.20L12.20 2.20\" class=\"line c1\" style=\"stroke-width:2\"");
  ASSERT_NE(refined, std::string::npos) << html;
  ASSERT_NE(recorded, std::string::npos) << html;
  EXPECT_LT(refined, recorded);
  EXPECT_NE(html.find("<i class=\"swatch c0\"></i>refined<"), std::string::npos);
  EXPECT_NE(html.find("<i class=\"swatch c1\"></i>recorded<"), std::string::npos);
}

TEST(Map, ColoursOfLinesRepeatAfterSix) {
  Map map{.title = "paths"};
  map.lines.resize(7, {"line", {{0, 0}, {1, 1}}});
  EXPECT_EQ(count_of(to_html(map).str(), "\"line c0\""), 2u);
  EXPECT_EQ(count_of(to_html(map).str(), "\"line c5\""), 1u);
}

TEST(Map, HostileNumbersAndNamesStayHarmless) {
  Map map{.title = "<map>",
          .ground = {.cell = 1, .width = 100, .height = 100, .covered = {1}},  // too few cells
          .area_rings = {{{0, 0}, {kNan, 1}, {1, 1}}},
          .path = {{0, 0}, {kInfinite, 2}, {3, 4}},
          .lines = {{"<line>", {{kNan, 0}, {2, -kInfinite}, {4, 4}}}, {"none", {}}},
          .marks = {{{1, 1}, Verdict::poor, "<x>"}, {{kNan, 0}, Verdict::good, "y"}},
          .marks_name = "\"images\""};
  const Html html = to_html(map);
  EXPECT_TRUE(faults_with(html).empty()) << faults_with(html)[0];
  EXPECT_EQ(html.str().find("nan"), std::string::npos);
  EXPECT_EQ(html.str().find("inf"), std::string::npos);
  EXPECT_EQ(to_html(Map{.title = "m"}).str(), "<p>m: there is nothing to show.</p>");
}

}  // namespace
}  // namespace gs::report
