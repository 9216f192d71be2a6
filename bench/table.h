// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What every bench_<library> program prints: one row a measurement, with the bound measured beside it, the bar it
// should reach and whether it holds; `--json FILE` writes the same rows for machines.
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

struct Row {
  std::string name;
  double value = 0;
  std::string unit{};
  std::optional<double> bound{};  // the peer or physical bound measured in the same run, in the same unit
  std::optional<double> bar{};    // what value should reach, in the same unit
  bool higher_is_better = false;  // value >= bar holds instead of value <= bar
  std::string note{};             // printed behind the row

  // Nothing without a bar.
  std::optional<bool> holds() const;
};

// --key value pairs and --json FILE; --help prints usage and ends the program.
class Arguments {
 public:
  Arguments(int argc, char** argv, std::string_view usage);
  double number(const std::string& key, double otherwise) const;
  std::string text(const std::string& key, std::string otherwise) const;
  bool has(const std::string& key) const { return values_.count(key) > 0; }

 private:
  std::map<std::string, std::string> values_;
};

class Table {
 public:
  explicit Table(std::string title) : title_(std::move(title)) {}
  void add(Row row) { rows_.push_back(std::move(row)); }
  const std::vector<Row>& rows() const { return rows_; }
  std::string text() const;  // aligned columns
  std::string json() const;  // [{name, value, unit, bound, bar, holds}]
  // Prints the table, writes --json FILE, gives main()'s return value: bars that do not hold are not failures.
  int finish(const Arguments& arguments) const;

 private:
  std::string title_;
  std::vector<Row> rows_;
};

double median(std::vector<double> values);
// Wall time of repetitions of work, after one that is not counted.
std::vector<double> wall_seconds(int repetitions, const std::function<void()>& work);
double median_seconds(int repetitions, const std::function<void()>& work);
// CPU time of this process, all threads.
double cpu_seconds();
// Peak resident memory of this process in bytes, pages of mapped files included.
uint64_t peak_resident_bytes();
// Runs work in a child process and tells the largest growth of its anonymous resident memory.
uint64_t peak_anonymous_growth_bytes(const std::function<void()>& work);

}  // namespace bench
