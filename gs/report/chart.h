// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Line and bar charts as SVG. The plot stretches with the page, its letters do not; a table below each chart holds the
// same values as text.
#pragma once

#include <string>
#include <vector>

#include "gs/report/html.h"
#include "gs/report/verdict.h"

namespace gs::report {

// One value of a series. A value that is not finite interrupts the line.
struct ChartPoint {
  double x = 0, y = 0;
};
// One line of a chart.
struct Series {
  std::string name;
  std::vector<ChartPoint> points;  // in order of x; more than 1,000 are drawn by the extremes of 500 intervals
};
// A horizontal line where a verdict begins.
struct Level {
  double y = 0;
  std::string name;
  Verdict verdict = Verdict::none;
};
// Lines over a common x axis. Colours repeat after six series.
struct LineChart {
  std::string title, x_name, y_name;  // with units: "along the path [m]"
  std::vector<Series> series;
  std::vector<Level> levels{};
  bool from_zero = false;  // the y axis contains zero
};
// The chart; a sentence if no value is finite.
Html to_html(const LineChart& chart);

// One bar; negative and non-finite values have no length.
struct Bar {
  std::string name;
  double value = 0;
  std::string text;  // the value with its unit
};
// Horizontal bars, the longest as wide as its column.
struct BarChart {
  std::string title;
  std::vector<Bar> bars;
};
Html to_html(const BarChart& chart);

// One row of a time line: how much there is in equal parts of the time, 0 to 1.
struct Strip {
  std::string name;
  std::vector<double> cells;
};
// Time lines of the same time, one below the other.
struct StripChart {
  std::string title, x_name;
  std::vector<Strip> strips;
};
Html to_html(const StripChart& chart);

// At most `count` + 1 round numbers (1, 2 or 5 times a power of ten apart) inside [low, high]; low < high.
std::vector<double> round_ticks(double low, double high, int count);

}  // namespace gs::report
