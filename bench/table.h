// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The table that every bench_<library> program prints: one row per measurement with the bound measured beside it, the
// bar it should reach and whether it holds; `--json FILE` writes the same rows for machines.
//
//   int main(int argc, char** argv) {
//     bench::Arguments arguments(argc, argv, "bench_world [--gaussians N]");
//     bench::Table table("world");
//     const double memcpy_s = bench::median_seconds(5, [&] { ... });
//     table.add({.name = "load PLY", .value = load_s, .unit = "s", .bound = memcpy_s, .bar = 1.5 * memcpy_s});
//     return table.finish(arguments);
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

// One measurement.
struct Row {
  std::string name;
  double value = 0;
  std::string unit{};
  std::optional<double> bound{};  // competitor or physical limit, in the same unit
  std::optional<double> bar{};    // value to reach, in the same unit
  bool higher_is_better = false;  // the bar holds if value >= bar instead of value <= bar
  std::string note{};             // printed after the row

  // Whether the bar holds; empty without a bar.
  std::optional<bool> holds() const;
};

// Command line of --key value pairs; --help prints `usage` and ends the program.
class Arguments {
 public:
  Arguments(int argc, char** argv, std::string_view usage);
  // Value of a key, or `otherwise` if it was not given.
  double number(const std::string& key, double otherwise) const;
  std::string text(const std::string& key, std::string otherwise) const;
  bool has(const std::string& key) const { return values_.count(key) > 0; }

 private:
  std::map<std::string, std::string> values_;
};

// Rows of one library.
class Table {
 public:
  explicit Table(std::string title) : title_(std::move(title)) {}
  // Appends a row; all rows so far.
  void add(Row row) { rows_.push_back(std::move(row)); }
  const std::vector<Row>& rows() const { return rows_; }
  std::string text() const;  // aligned columns
  std::string json() const;  // [{name, value, unit, bound, bar, holds}]
  // Prints the table, writes --json FILE and returns the exit code; a bar that does not hold is not a failure.
  int finish(const Arguments& arguments) const;

 private:
  std::string title_;
  std::vector<Row> rows_;
};

// Median of the values.
double median(std::vector<double> values);
// Wall-clock times of `repetitions` runs of the work, after one warm-up run that is not counted; and their median.
std::vector<double> wall_seconds(int repetitions, const std::function<void()>& work);
double median_seconds(int repetitions, const std::function<void()>& work);
// CPU time of this process so far, all threads [s].
double cpu_seconds();
// Peak resident memory of this process [bytes], including pages of mapped files.
uint64_t peak_resident_bytes();
// Runs the work in a child process and returns the largest growth of its anonymous resident memory [bytes].
uint64_t peak_anonymous_growth_bytes(const std::function<void()>& work);

}  // namespace bench
