// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/assignment.h"

#include <limits>

namespace gs::mapping {

// Every row gets a column of its own that stands for "alone", so that the square problem always has a solution.
std::vector<std::optional<std::size_t>> cheapest_assignment(const CostTable& table, double alone) {
  const std::size_t rows = table.rows, columns = table.columns + rows;
  const auto cost = [&](std::size_t row, std::size_t column) {
    if (column < table.columns) return table.at(row, column);
    return column - table.columns == row ? alone : CostTable::kNoPair;
  };
  // Potentials and matching, counted from 1; column 0 holds the row that is being added.
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  std::vector<double> row_potential(rows + 1, 0), column_potential(columns + 1, 0);
  std::vector<std::size_t> row_of(columns + 1, 0), came_from(columns + 1, 0);
  for (std::size_t row = 1; row <= rows; ++row) {
    row_of[0] = row;
    std::size_t column = 0;
    std::vector<double> least(columns + 1, kInfinite);
    std::vector<char> done(columns + 1, 0);
    do {
      done[column] = 1;
      const std::size_t r = row_of[column];
      double step = kInfinite;
      std::size_t next = 0;
      for (std::size_t c = 1; c <= columns; ++c) {
        if (done[c] != 0) continue;
        const double reduced = cost(r - 1, c - 1) - row_potential[r] - column_potential[c];
        if (reduced < least[c]) least[c] = reduced, came_from[c] = column;
        if (least[c] < step) step = least[c], next = c;
      }
      for (std::size_t c = 0; c <= columns; ++c) {
        if (done[c] != 0) row_potential[row_of[c]] += step, column_potential[c] -= step;
        if (done[c] == 0) least[c] -= step;
      }
      column = next;
    } while (row_of[column] != 0);
    for (; column != 0; column = came_from[column]) row_of[column] = row_of[came_from[column]];
  }
  std::vector<std::optional<std::size_t>> out(rows);
  for (std::size_t c = 1; c <= table.columns; ++c) {
    if (row_of[c] != 0 && cost(row_of[c] - 1, c - 1) < CostTable::kNoPair / 2) out[row_of[c] - 1] = c - 1;
  }
  return out;
}

}  // namespace gs::mapping
