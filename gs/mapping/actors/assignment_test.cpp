// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gs/core/numbers/random.h"

namespace gs::mapping {
namespace {

// Cost of an assignment; rows without a column cost `alone`.
double cost_of(const CostTable& table, const std::vector<std::optional<std::size_t>>& columns, double alone) {
  double sum = 0;
  for (std::size_t row = 0; row < columns.size(); ++row) sum += columns[row] ? table.at(row, *columns[row]) : alone;
  return sum;
}

// The least cost of the rows from `row` on, by trying everything.
double least_cost(const CostTable& table, double alone, std::size_t row, std::vector<char>& taken) {
  if (row == table.rows) return 0;
  double best = alone + least_cost(table, alone, row + 1, taken);
  for (std::size_t c = 0; c < table.columns; ++c) {
    if (taken[c] != 0 || table.at(row, c) >= CostTable::kNoPair) continue;
    taken[c] = 1;
    best = std::min(best, table.at(row, c) + least_cost(table, alone, row + 1, taken));
    taken[c] = 0;
  }
  return best;
}

TEST(Assignment, IsAsCheapAsTheBestOfAllAssignments) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed, purpose("assignment"), 0);
    CostTable table(random.u32() % 6, random.u32() % 6);
    for (double& cost : table.costs) {
      const double u = 0.01 * (random.u32() % 1000);
      cost = u > 7 ? CostTable::kNoPair : u;
    }
    const auto found = cheapest_assignment(table, 4);
    std::vector<char> taken(table.columns, 0);
    EXPECT_NEAR(cost_of(table, found, 4), least_cost(table, 4, 0, taken), 1e-9) << seed;
    std::multiset<std::size_t> columns;
    for (const auto& column : found) {
      if (column) columns.insert(*column);
    }
    for (const std::size_t column : columns) EXPECT_EQ(columns.count(column), 1u);
  }
}

TEST(Assignment, GivesUpTheCheaperPairForTheCheaperSum) {
  CostTable table(2, 2);
  table.at(0, 0) = 1, table.at(0, 1) = 2, table.at(1, 0) = 1.5;  // the greedy choice leaves row 1 alone
  const auto found = cheapest_assignment(table, 6);
  EXPECT_EQ(found[0], std::optional<std::size_t>(1));
  EXPECT_EQ(found[1], std::optional<std::size_t>(0));
}

TEST(Assignment, LeavesRowsAloneThatHaveNoPairOrADearOne) {
  CostTable table(2, 1);
  table.at(1, 0) = 7;
  for (const auto& column : cheapest_assignment(table, 6)) EXPECT_FALSE(column);
}

}  // namespace
}  // namespace gs::mapping
