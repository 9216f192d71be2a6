// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/ground/height_filters.h"

#include <algorithm>
#include <array>

#include "gs/core/numbers/math.h"
#include "gs/core/parallel.h"

namespace gs::mapping {
namespace {

// A connected patch of unknown samples, in the order of the flood fill from its first sample.
struct Hole {
  std::vector<std::size_t> cells;
  bool enclosed = true;
};

// Collects the 4-connected patch of unknown samples that contains `first`; not enclosed if it touches the edge.
Hole flood(const GroundSurface& surface, std::size_t first, std::vector<uint8_t>& visited) {
  const auto width = static_cast<std::size_t>(surface.width), height = static_cast<std::size_t>(surface.height);
  Hole hole{.cells = {first}};
  visited[first] = 1;
  for (std::size_t i = 0; i < hole.cells.size(); ++i) {
    const std::size_t cell = hole.cells[i], x = cell % width, y = cell / width;
    if (x == 0 || y == 0 || x + 1 == width || y + 1 == height) {
      hole.enclosed = false;
    }
    const auto visit = [&](bool inside, std::size_t next) {
      if (!inside || visited[next] || !std::isnan(surface.heights[next])) return;
      visited[next] = 1;
      hole.cells.push_back(next);
    };
    visit(x > 0, cell - 1);
    visit(x + 1 < width, cell + 1);
    visit(y > 0, cell - width);
    visit(y + 1 < height, cell + width);
  }
  return hole;
}

// Solves Laplace's equation in an enclosed patch by successive over-relaxation. The factor 2 / (1 + sin(pi / (n + 1)))
// is optimal for a square of side n.
void relax(GroundSurface& surface, const std::vector<std::size_t>& cells) {
  const auto width = static_cast<std::size_t>(surface.width);
  std::vector<float>& h = surface.heights;
  const auto neighbours = [&](std::size_t c) { return std::array{c - 1, c + 1, c - width, c + width}; };

  // Start from the mean of the rim.
  double sum = 0;
  std::size_t count = 0;
  for (const std::size_t cell : cells) {
    for (const std::size_t n : neighbours(cell)) {
      if (std::isnan(h[n])) continue;
      sum += h[n];
      ++count;
    }
  }
  for (const std::size_t cell : cells) h[cell] = static_cast<float>(sum / static_cast<double>(count));

  // The number of iterations grows with the side of the patch, as the convergence of SOR requires.
  const double side = std::sqrt(static_cast<double>(cells.size())) + 1;
  const auto factor = static_cast<float>(2 / (1 + std::sin(kPi / (side + 1))));
  const int rounds = 10 + static_cast<int>(3 * side);
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t cell : cells) {
      const auto [a, b, c, d] = neighbours(cell);
      h[cell] += factor * (0.25f * (h[a] + h[b] + h[c] + h[d]) - h[cell]);
    }
  }
}

}  // namespace

void median_filter(GroundSurface& surface, int kernel, double outlier_m) {
  const int reach = kernel / 2;
  if (reach == 0) return;
  // Windows read the unfiltered heights: rows run in parallel and must not see each other's results.
  const GroundSurface before = surface;
  const auto enough = static_cast<std::size_t>((2 * reach + 1) * (2 * reach + 1) + 1) / 2;
  for_each_sample<std::vector<float>>(surface, [&](int x, int y, std::vector<float>& window) {
    if (std::isnan(before.at(x, y))) return;
    window.clear();
    for (int v = std::max(0, y - reach); v <= std::min(surface.height - 1, y + reach); ++v) {
      for (int u = std::max(0, x - reach); u <= std::min(surface.width - 1, x + reach); ++u) {
        if (!std::isnan(before.at(u, v))) window.push_back(before.at(u, v));
      }
    }
    const auto middle = window.begin() + static_cast<std::ptrdiff_t>(window.size() / 2);
    std::nth_element(window.begin(), middle, window.end());
    float& h = surface.heights[surface.index(x, y)];
    if (std::abs(h - *middle) > outlier_m) {
      h = std::nanf("");
    } else if (window.size() >= enough) {
      h = *middle;
    }
  });
}

std::size_t fill_holes(GroundSurface& surface, double max_hole_m2) {
  const auto largest =
      static_cast<std::size_t>(std::max(0.0, max_hole_m2 / (surface.resolution_m * surface.resolution_m)));
  std::vector<uint8_t> visited(surface.heights.size(), 0);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < surface.heights.size(); ++i) {
    if (visited[i] || !std::isnan(surface.heights[i])) continue;
    const Hole hole = flood(surface, i, visited);
    if (!hole.enclosed || hole.cells.size() > largest) continue;
    relax(surface, hole.cells);
    filled += hole.cells.size();
  }
  return filled;
}

}  // namespace gs::mapping
