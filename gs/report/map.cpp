// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/core/format.h"
#include "gs/report/chart.h"
#include "gs/report/page_style.h"

namespace gs::report {
namespace {

// The shown rectangle [m]; y of the image points down.
struct MapFrame {
  double min_x = std::numeric_limits<double>::infinity(), min_y = min_x, max_x = -min_x, max_y = -min_x;

  void include(const MapPoint& p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    min_x = std::min(min_x, p.x), max_x = std::max(max_x, p.x);
    min_y = std::min(min_y, p.y), max_y = std::max(max_y, p.y);
  }
  double width() const { return max_x - min_x; }
  double height() const { return max_y - min_y; }
  double x(double value) const { return value - min_x; }
  double y(double value) const { return max_y - value; }
};

MapFrame frame_of(const Map& map) {
  MapFrame frame;
  const MapGrid& g = map.ground;
  if (g.width > 0 && g.height > 0) {
    frame.include({g.x, g.y}), frame.include({g.x + g.cell * g.width, g.y + g.cell * g.height});
  }
  for (const auto& ring : map.area_rings) std::ranges::for_each(ring, [&](const MapPoint& p) { frame.include(p); });
  for (const MapPoint& p : map.path) frame.include(p);
  for (const MapLine& line : map.lines) {
    for (const MapPoint& p : line.points) frame.include(p);
  }
  if (!(frame.min_x <= frame.max_x)) return frame;
  // A margin, and a least height so that a straight drive is not a line; both keep the centre.
  const double margin = 2 + 0.02 * std::max(frame.width(), frame.height());
  const double more = std::max(0.0, frame.width() / 4 - frame.height()) / 2;
  frame.min_x -= margin, frame.max_x += margin, frame.min_y -= margin + more, frame.max_y += margin + more;
  return frame;
}

// One sub-path per run of covered cells in a row.
std::string ground_path(const MapGrid& g, const MapFrame& frame) {
  std::string d;
  const auto covered = [&](int i, int j) {
    const std::size_t at =
        static_cast<std::size_t>(j) * static_cast<std::size_t>(g.width) + static_cast<std::size_t>(i);
    return i < g.width && at < g.covered.size() && g.covered[at] != 0;
  };
  for (int j = 0; j < g.height; ++j) {
    for (int i = 0; i < g.width; ++i) {
      if (!covered(i, j)) continue;
      const int begin = i;
      while (covered(i, j)) ++i;
      const double length = (i - begin) * g.cell;
      d += format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", frame.x(g.x + begin * g.cell), frame.y(g.y + j * g.cell),
                  length, -g.cell, -length);
    }
  }
  return d;
}

std::string line_path(const std::vector<MapPoint>& points, const MapFrame& frame) {
  std::string d;
  for (const MapPoint& p : points) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
    d += format("{}{:.2f} {:.2f}", d.empty() ? "M" : "L", frame.x(p.x), frame.y(p.y));
  }
  return d;
}

Html shape(const std::string& d, const std::string& style, const Html& content = {}) {
  return element("path", content, {{"d", d}, {"class", style}, {"vector-effect", "non-scaling-stroke"}});
}

// The lines one above the other. Each is narrower than the one below it, so that lines that coincide all stay visible.
Html line_shapes(const std::vector<MapLine>& lines, const MapFrame& frame) {
  Html out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t above = lines.size() - 1 - i;
    out += element("path", {},
                   {{"d", line_path(lines[i].points, frame)},
                    {"class", format("line c{}", i % kSeriesColours)},
                    {"style", format("stroke-width:{}", 2 + 3 * above)},
                    {"vector-effect", "non-scaling-stroke"}});
  }
  return out;
}

// A dot of constant size on the screen: a line of no length with round ends.
Html dot(const MapPoint& p, const MapFrame& frame, const std::string& style, const std::string& name) {
  if (!std::isfinite(p.x) || !std::isfinite(p.y)) return {};
  return shape(format("M{:.2f} {:.2f}h0", frame.x(p.x), frame.y(p.y)), style, element("title", Html::text(name)));
}

// Round length of the scale bar, about a fifth of the width.
double bar_length(const MapFrame& frame) {
  const std::vector<double> ticks = round_ticks(0, frame.width() / 4, 2);
  return ticks.size() > 1 ? ticks.back() : frame.width() / 5;
}

Html legend_entry(const std::string& style, const std::string& name) {
  return element("span", element("i", {}, {{"class", "swatch " + style}}) + Html::text(name));
}

// The colours of the lines.
Html line_legend(const std::vector<MapLine>& lines) {
  Html out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += legend_entry(format("c{}", i % kSeriesColours), lines[i].name);
  }
  return out;
}

}  // namespace

Html to_html(const Map& map) {
  const MapFrame frame = frame_of(map);
  if (!(frame.min_x <= frame.max_x)) return paragraph(map.title + ": there is nothing to show.");
  std::string areas;
  for (const auto& ring : map.area_rings) areas += line_path(ring, frame) + "z";
  Html content, legend;
  if (map.ground.width > 0) {
    content += shape(ground_path(map.ground, frame), "ground");
    legend += legend_entry("ground", map.ground_name);
  }
  if (!areas.empty()) {
    content += shape(areas, "area");
    legend += legend_entry("area", map.area_name);
  }
  if (!map.path.empty()) {
    content += shape(line_path(map.path, frame), "path under") + shape(line_path(map.path, frame), "path");
    legend += legend_entry("path", map.path_name);
    content += dot(map.path.front(), frame, "start", "start");
    legend += legend_entry("start", "start");
  }
  content += line_shapes(map.lines, frame);
  legend += line_legend(map.lines);
  for (const MapMark& mark : map.marks) {
    content += dot(mark.at, frame, "mark " + std::string(to_string(mark.verdict)), mark.name);
  }
  if (!map.marks.empty()) legend += legend_entry("mark good", map.marks_name);
  const double bar = bar_length(frame), y = frame.height() * 0.97;
  content += shape(format("M{:.2f} {:.2f}h{:.2f}", frame.width() * 0.02, y, bar), "scale");
  legend += legend_entry("scale", format("{} m", number(bar)));
  const Html svg = element("svg", content,
                           {{"viewBox", format("0 0 {:.2f} {:.2f}", frame.width(), frame.height())},
                            {"role", "img"},
                            {"aria-label", map.title}});
  return element("figure",
                 element("figcaption", Html::text(map.title)) + svg + element("p", legend, {{"class", "legend"}}),
                 {{"class", "map"}});
}

}  // namespace gs::report
