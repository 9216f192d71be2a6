// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/core/format.h"
#include "gs/report/page_style.h"
#include "gs/report/table.h"

namespace gs::report {
namespace {

constexpr double kPlotSide = 1000;  // view box of the plot, stretched to its place in the page
constexpr int kTicks = 5;
constexpr std::size_t kMostDrawn = 1000, kMostRows = 200;

// Range of an axis.
struct Axis {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void include(double value) { low = std::min(low, value), high = std::max(high, value); }
  // Position in the plot, 0 to 1.
  double at(double value) const { return (value - low) / (high - low); }
  // A range without extent becomes one unit wide, others get a margin.
  void widen(double share) {
    const double span = high - low;
    const double by = span > 0 ? span * share : std::max(0.5, std::abs(low) * 0.05);
    if (share > 0 || span <= 0) low -= by, high += by;
  }
};

bool is_drawn(const ChartPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); }

// The points, or the lowest and highest of 500 intervals: peaks stay visible.
std::vector<ChartPoint> thinned(const std::vector<ChartPoint>& points) {
  if (points.size() <= kMostDrawn) return points;
  std::vector<ChartPoint> out;
  constexpr std::size_t kIntervals = kMostDrawn / 2;
  for (std::size_t i = 0; i < kIntervals; ++i) {
    const std::size_t begin = i * points.size() / kIntervals, end = (i + 1) * points.size() / kIntervals;
    std::size_t low = begin, high = begin;
    for (std::size_t k = begin; k < end; ++k) {
      if (!is_drawn(points[k])) continue;
      if (!is_drawn(points[low]) || points[k].y < points[low].y) low = k;
      if (!is_drawn(points[high]) || points[k].y > points[high].y) high = k;
    }
    out.push_back(points[std::min(low, high)]);
    if (low != high) out.push_back(points[std::max(low, high)]);
  }
  return out;
}

// Path data of a line; interrupted at values that are not finite. A lone point becomes a dot.
std::string path_of(const std::vector<ChartPoint>& points, const Axis& x, const Axis& y) {
  std::string d;
  bool down = false;
  for (const ChartPoint& p : points) {
    if (!is_drawn(p)) {
      down = false;
      continue;
    }
    d += format("{}{:.1f} {:.1f}{}", down ? "L" : "M", x.at(p.x) * kPlotSide, (1 - y.at(p.y)) * kPlotSide,
                down ? "" : "h0");
    down = true;
  }
  return d;
}

Html stroke(const std::string& d, const std::string& style) {
  return element("path", {}, {{"d", d}, {"class", style}, {"vector-effect", "non-scaling-stroke"}});
}

// Grid lines and levels below, lines above.
Html plot_of(const LineChart& chart, const Axis& x, const Axis& y) {
  Html content;
  std::string grid;
  for (const double tick : round_ticks(y.low, y.high, kTicks)) {
    grid += format("M0 {:.1f}H{:.0f}", (1 - y.at(tick)) * kPlotSide, kPlotSide);
  }
  content += stroke(grid, "rule");
  for (const Level& level : chart.levels) {
    if (!(level.y >= y.low && level.y <= y.high)) continue;
    content += stroke(format("M0 {:.1f}H{:.0f}", (1 - y.at(level.y)) * kPlotSide, kPlotSide),
                      "level " + std::string(to_string(level.verdict)));
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    content += stroke(path_of(thinned(chart.series[i].points), x, y), format("line c{}", i % kSeriesColours));
  }
  return element("svg", content,
                 {{"viewBox", format("0 0 {0:.0f} {0:.0f}", kPlotSide)},
                  {"preserveAspectRatio", "none"},
                  {"role", "img"},
                  {"aria-label", chart.title}});
}

// Labels of both axes as text over the plot.
Html labels_of(const Axis& x, const Axis& y) {
  Html out;
  for (const double tick : round_ticks(y.low, y.high, kTicks)) {
    out += element("span", Html::text(number(tick)),
                   {{"class", "y"}, {"style", format("bottom:{:.2f}%", 100 * y.at(tick))}});
  }
  for (const double tick : round_ticks(x.low, x.high, kTicks)) {
    out += element("span", Html::text(number(tick)),
                   {{"class", "x"}, {"style", format("left:{:.2f}%", 100 * x.at(tick))}});
  }
  return out;
}

Html legend_of(const LineChart& chart) {
  Html out;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    out += element("span", element("i", {}, {{"class", format("swatch c{}", i % kSeriesColours)}}) +
                               Html::text(chart.series[i].name));
  }
  for (const Level& level : chart.levels) {
    out += element("span", element("i", {}, {{"class", "swatch level " + std::string(to_string(level.verdict))}}) +
                               Html::text(level.name));
  }
  return element("p", out, {{"class", "legend"}});
}

// The values as a table; long ones show every n-th value.
Html values_of(const LineChart& chart) {
  Table table{.columns = {{"series"}, {chart.x_name, true}, {chart.y_name, true}}};
  std::size_t count = 0;
  for (const Series& series : chart.series) count += series.points.size();
  const std::size_t stride = count / kMostRows + 1;
  for (const Series& series : chart.series) {
    for (std::size_t i = 0; i < series.points.size(); i += stride) {
      table.add({series.name, number(series.points[i].x), number(series.points[i].y)});
    }
  }
  const std::string name = stride == 1 ? "values" : format("values, every {}th", stride);
  return element("details", element("summary", Html::text(name)) + to_html(table));
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  std::vector<double> out;
  const double least = (high - low) / count;
  if (!(least > 0) || !std::isfinite(least)) return out;
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= least * (1 - 1e-9)) step = factor * power;
  }
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; i <= count; ++i) {
    const double tick = (first + i) * step;
    if (tick > high + step * 1e-9) break;
    out.push_back(tick);
  }
  return out;
}

Html to_html(const LineChart& chart) {
  Axis x, y;
  for (const Series& series : chart.series) {
    for (const ChartPoint& p : series.points) {
      if (is_drawn(p)) x.include(p.x), y.include(p.y);
    }
  }
  if (!(x.low <= x.high)) return paragraph(chart.title + ": nothing was measured.");
  if (chart.from_zero) y.include(0);
  x.widen(0), y.widen(chart.from_zero && y.low == 0 ? 0 : 0.05);
  if (chart.from_zero && y.low == 0) y.high *= 1.05;
  return element(
      "figure",
      element("figcaption", Html::text(chart.title)) + element("p", Html::text(chart.y_name), {{"class", "axis"}}) +
          element("div", plot_of(chart, x, y) + labels_of(x, y), {{"class", "plot"}}) +
          element("p", Html::text(chart.x_name), {{"class", "axis below"}}) + legend_of(chart) + values_of(chart),
      {{"class", "chart"}});
}

Html to_html(const BarChart& chart) {
  double most = 0;
  for (const Bar& bar : chart.bars) {
    if (std::isfinite(bar.value)) most = std::max(most, bar.value);
  }
  Html rows;
  for (const Bar& bar : chart.bars) {
    const double share = std::isfinite(bar.value) && most > 0 ? std::max(0.0, bar.value / most) : 0;
    const Html drawn =
        element("svg", element("rect", {}, {{"width", format("{:.2f}%", 100 * share)}, {"height", "100%"}}),
                {{"class", "bar"}, {"aria-hidden", "true"}});
    rows +=
        element("span", Html::text(bar.name)) + drawn + element("span", Html::text(bar.text), {{"class", "number"}});
  }
  return element("figure", element("figcaption", Html::text(chart.title)) + element("div", rows, {{"class", "bars"}}),
                 {{"class", "chart"}});
}

Html to_html(const StripChart& chart) {
  Html rows;
  for (const Strip& strip : chart.strips) {
    std::string d;
    for (std::size_t i = 0; i < strip.cells.size(); ++i) {
      if (!(strip.cells[i] > 0)) continue;
      const double height = std::min(1.0, strip.cells[i]);
      d += format("M{} {:.2f}h1V1h-1z", i, 1 - height);
    }
    const Html drawn = element("svg", element("path", {}, {{"d", d}}),
                               {{"class", "strip"},
                                {"viewBox", format("0 0 {} 1", std::max<std::size_t>(1, strip.cells.size()))},
                                {"preserveAspectRatio", "none"},
                                {"role", "img"},
                                {"aria-label", "time line of " + strip.name}});
    rows += element("span", Html::text(strip.name)) + drawn + element("span", {});
  }
  return element("figure",
                 element("figcaption", Html::text(chart.title)) + element("div", rows, {{"class", "bars"}}) +
                     element("p", Html::text(chart.x_name), {{"class", "axis"}}),
                 {{"class", "chart"}});
}

}  // namespace gs::report
