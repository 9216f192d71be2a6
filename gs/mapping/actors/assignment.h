// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cheapest assignment of rows to columns.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace gs::mapping {

// Costs of pairs, row after row; kNoPair marks pairs that must not be made.
struct CostTable {
  static constexpr double kNoPair = 1e9;
  std::size_t rows = 0, columns = 0;
  std::vector<double> costs{};

  CostTable(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), costs(row_count * column_count, kNoPair) {}
  // Cost of a pair.
  double& at(std::size_t row, std::size_t column) { return costs[row * columns + column]; }
  double at(std::size_t row, std::size_t column) const { return costs[row * columns + column]; }
};

// Column of every row, or none. The sum of the costs is the least, where a row without a column costs `alone`.
// Hungarian method (Kuhn 1955) with shortest augmenting paths.
std::vector<std::optional<std::size_t>> cheapest_assignment(const CostTable& table, double alone);

}  // namespace gs::mapping
