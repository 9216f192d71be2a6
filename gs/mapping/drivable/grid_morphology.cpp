// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/drivable/grid_morphology.h"

#include <algorithm>
#include <array>

namespace gs::mapping {
namespace {

// Directions in counter-clockwise order: east, north, west, south.
constexpr int kDx[] = {1, 0, -1, 0}, kDy[] = {0, 1, 0, -1};

// One-dimensional dilation along x; with a transpose before and after it also serves for y (the square is separable).
CellSet spread_rows(const CellSet& set, int reach) {
  CellSet out(set.width, set.height);
  for (int y = 0; y < set.height; ++y) {
    int until = -1;  // last column covered from the left
    for (int x = 0; x < set.width; ++x) {
      if (set.has(x, y)) {
        for (int u = std::max(until + 1, x - reach); u <= std::min(set.width - 1, x + reach); ++u) {
          out.cells[out.index(u, y)] = 1;
        }
        until = x + reach;
      }
    }
  }
  return out;
}

CellSet transposed(const CellSet& set) {
  CellSet out(set.height, set.width);
  for (int y = 0; y < set.height; ++y) {
    for (int x = 0; x < set.width; ++x) out.cells[out.index(y, x)] = set.cells[set.index(x, y)];
  }
  return out;
}

// 4-connected component labels: the part number of every cell, from 1; 0 for cells outside the set.
std::vector<int> parts_of(const CellSet& set, int& count) {
  std::vector<int> part(set.cells.size(), 0);
  std::vector<std::size_t> stack;
  count = 0;
  for (std::size_t first = 0; first < set.cells.size(); ++first) {
    if (set.cells[first] == 0 || part[first] != 0) continue;
    part[first] = ++count;
    stack.assign(1, first);
    while (!stack.empty()) {
      const std::size_t cell = stack.back();
      stack.pop_back();
      const int x = static_cast<int>(cell) % set.width, y = static_cast<int>(cell) / set.width;
      for (int d = 0; d < 4; ++d) {
        if (!set.has(x + kDx[d], y + kDy[d])) continue;
        const std::size_t next = set.index(x + kDx[d], y + kDy[d]);
        if (part[next] == 0) part[next] = count, stack.push_back(next);
      }
    }
  }
  return part;
}

}  // namespace

CellSet expand(const CellSet& set, int reach) {
  return transposed(spread_rows(transposed(spread_rows(set, reach)), reach));
}

CellSet shrink(const CellSet& set, int reach) {
  // The complement, one cell larger on each side, so that the outside of the grid erodes the set too.
  CellSet rest(set.width + 2, set.height + 2);
  for (int y = -1; y <= set.height; ++y) {
    for (int x = -1; x <= set.width; ++x) rest.cells[rest.index(x + 1, y + 1)] = set.has(x, y) ? 0 : 1;
  }
  const CellSet grown = expand(rest, reach);
  CellSet out(set.width, set.height);
  for (int y = 0; y < set.height; ++y) {
    for (int x = 0; x < set.width; ++x) out.cells[out.index(x, y)] = grown.has(x + 1, y + 1) ? 0 : 1;
  }
  return out;
}

CellSet connected(const CellSet& set, const CellSet& seeds) {
  int count = 0;
  const std::vector<int> part = parts_of(set, count);
  std::vector<uint8_t> wanted(static_cast<std::size_t>(count) + 1, 0);
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (seeds.cells[i] != 0) wanted[static_cast<std::size_t>(part[i])] = 1;
  }
  wanted[0] = 0;
  CellSet out(set.width, set.height);
  for (std::size_t i = 0; i < part.size(); ++i) out.cells[i] = wanted[static_cast<std::size_t>(part[i])];
  return out;
}

// Each added cell may touch another one at a corner, so repeat until nothing changes.
void join_corners(CellSet& set) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (int y = 0; y + 1 < set.height; ++y) {
      for (int x = 0; x + 1 < set.width; ++x) {
        const bool a = set.has(x, y), b = set.has(x + 1, y), c = set.has(x, y + 1), d = set.has(x + 1, y + 1);
        if (a == d && b == c && a != b) {
          set.cells[set.index(a ? x + 1 : x, y)] = 1;
          changed = true;
        }
      }
    }
  }
}

// Boundary following with the set on the left hand: outer rings come out counter-clockwise, holes clockwise. A ring
// gets a point only where its direction changes.
std::vector<Polygon> outline(const CellSet& set) {
  int count = 0;
  const std::vector<int> part = parts_of(set, count);
  std::vector<Polygon> polygons(static_cast<std::size_t>(count));
  std::vector<uint8_t> walked(set.cells.size(), 0);  // south sides that are part of a ring
  for (int y = 0; y < set.height; ++y) {
    for (int x = 0; x < set.width; ++x) {
      // Every ring has a south side with no cell below it. Start there and walk east, with the cell on the left.
      if (!set.has(x, y) || set.has(x, y - 1) || walked[set.index(x, y)]) continue;
      Ring ring;
      int cx = x, cy = y, direction = 0;
      const auto corner = [&] {  // where the side of cell (cx, cy) that runs in `direction` begins
        constexpr std::array<std::array<int, 2>, 4> kStart = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        const auto& start = kStart[static_cast<std::size_t>(direction)];
        return Vec2d{static_cast<double>(cx + start[0]), static_cast<double>(cy + start[1])};
      };
      do {
        ring.push_back(corner());
        // Follow this straight side to its end and mark its south sides as visited.
        const int right = (direction + 3) % 4;
        for (;;) {
          if (direction == 0) walked[set.index(cx, cy)] = 1;
          const int fx = cx + kDx[direction], fy = cy + kDy[direction];
          if (!set.has(fx, fy)) {
            direction = (direction + 1) % 4;  // the cell ends: turn left around it
            break;
          }
          cx = fx;
          cy = fy;
          if (set.has(cx + kDx[right], cy + kDy[right])) {
            cx += kDx[right];  // a cell on the right: turn right into it
            cy += kDy[right];
            direction = right;
            break;
          }
        }
        // Stop at the starting side, or at a south side that belongs to a ring already.
      } while (!(cx == x && cy == y && direction == 0) && !(direction == 0 && walked[set.index(cx, cy)]));
      ring.push_back(ring.front());
      Polygon& polygon = polygons[static_cast<std::size_t>(part[set.index(x, y)] - 1)];
      if (signed_area(ring) > 0) {
        polygon.outer = std::move(ring);
      } else {
        polygon.holes.push_back(std::move(ring));
      }
    }
  }
  return polygons;
}

}  // namespace gs::mapping
