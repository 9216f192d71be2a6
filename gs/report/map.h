// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A map from above as SVG: covered ground, areas, path, lines and marks; north is up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/report/html.h"
#include "gs/report/verdict.h"

namespace gs::report {

// A position [m], x east and y north.
struct MapPoint {
  double x = 0, y = 0;
};

// A grid of cells that are covered or not. Cell (i, j) has its lower left corner at (x + i * cell, y + j * cell).
struct MapGrid {
  double x = 0, y = 0, cell = 1;  // [m]
  int width = 0, height = 0;
  std::vector<uint8_t> covered{};  // [height, width], 0 = not covered
};

// A point of the path with a verdict, for example a measured image.
struct MapMark {
  MapPoint at;
  Verdict verdict = Verdict::none;
  std::string name;  // shown by the browser on pointing
};

// A named line, for example one of several paths to compare.
struct MapLine {
  std::string name;
  std::vector<MapPoint> points;
};

// Everything a map shows; what is empty is left out.
struct Map {
  std::string title;
  MapGrid ground{};
  std::vector<std::vector<MapPoint>> area_rings{};  // outer rings and holes, filled by the even-odd rule
  std::vector<MapPoint> path{};
  std::vector<MapLine> lines{};  // in the colours of the series of a chart; the first line is the widest and lowest
  std::vector<MapMark> marks{};
  std::string ground_name = "ground", area_name = "drivable", path_name = "path", marks_name{};
};

// The map with a scale bar and a legend; a sentence if it holds no position.
Html to_html(const Map& map);

}  // namespace gs::report
