// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/table.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include "gs/core/format.h"
#include "gs/core/json/json_writer.h"

namespace bench {
namespace {

using gs::format;

// Number with three or four significant digits, without exponent for usual sizes.
std::string short_number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.01 || size == 0 ? 3 : 6;
  return format("{:.{}f}", value, decimals);
}

std::string optional_number(const std::optional<double>& value) { return value ? short_number(*value) : "-"; }

// Anonymous resident memory: "RssAnon:   123 kB" of /proc/self/status.
uint64_t status_bytes(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key, 0) == 0) return std::strtoull(line.c_str() + key.size() + 1, nullptr, 10) * 1024;
  }
  return 0;
}

// Samples anonymous memory while work runs, every 0.2 ms on a thread, because Linux records no peak of it.
uint64_t sampled_growth(const std::function<void()>& work) {
  const uint64_t before = status_bytes("RssAnon");
  std::atomic<bool> done = false;
  uint64_t peak = before;
  std::thread sampler([&] {
    while (!done) {
      peak = std::max(peak, status_bytes("RssAnon"));
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  work();
  done = true;
  sampler.join();
  return peak - before;
}

}  // namespace

std::optional<bool> Row::holds() const {
  if (!bar) return std::nullopt;
  return higher_is_better ? value >= *bar : value <= *bar;
}

Arguments::Arguments(int argc, char** argv, std::string_view usage) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word.rfind("--", 0) != 0) {
      std::cout << "usage: " << usage << " [--json FILE]\n";
      std::exit(word == "--help" ? 0 : 1);
    }
    const bool has_value = i + 1 < argc && std::string_view(argv[i + 1]).rfind("--", 0) != 0;
    values_[std::string(word.substr(2))] = has_value ? argv[++i] : "";
  }
}

double Arguments::number(const std::string& key, double otherwise) const {
  const auto found = values_.find(key);
  return found == values_.end() ? otherwise : std::strtod(found->second.c_str(), nullptr);
}

std::string Arguments::text(const std::string& key, std::string otherwise) const {
  const auto found = values_.find(key);
  return found == values_.end() ? otherwise : found->second;
}

std::string Table::text() const {
  const std::vector<std::string> heads = {"name", "value", "unit", "bound", "bar", "holds", "note"};
  std::vector<std::vector<std::string>> lines = {heads};
  for (const Row& row : rows_) {
    const auto holds = row.holds();
    const std::string bar = row.bar ? (row.higher_is_better ? ">= " : "<= ") + short_number(*row.bar) : "-";
    lines.push_back({row.name, short_number(row.value), row.unit, optional_number(row.bound), bar,
                     holds ? (*holds ? "yes" : "NO") : "-", row.note});
  }
  std::vector<std::size_t> widths(heads.size());
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string out = format("== {} ==\n", title_);
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) {
      const bool number = c == 1 || c == 3 || c == 4;
      text += number ? format("{:>{}}  ", line[c], widths[c]) : format("{:<{}}  ", line[c], widths[c]);
    }
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string Table::json() const {
  gs::JsonWriter json;
  json.begin_array();
  const auto optional_field = [&](std::string_view key, const std::optional<double>& value) {
    json.key(key);
    value ? json.value(*value) : json.null();
  };
  for (const Row& row : rows_) {
    json.begin_object().field("name", row.name).field("value", row.value).field("unit", row.unit);
    optional_field("bound", row.bound);
    optional_field("bar", row.bar);
    const auto holds = row.holds();
    json.key("holds");
    holds ? json.value(*holds) : json.null();
    json.end_object();
  }
  json.end_array();
  return std::move(json).take();
}

int Table::finish(const Arguments& arguments) const {
  std::cout << text() << std::flush;
  const std::string file = arguments.text("json", "");
  if (file.empty()) return 0;
  std::ofstream out(file);
  out << json();
  if (out.flush()) return 0;
  std::cerr << "cannot write " << file << "\n";
  return 1;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

std::vector<double> wall_seconds(int repetitions, const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int i = 0; i <= repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (i > 0) seconds.push_back(spent);
  }
  return seconds;
}

double median_seconds(int repetitions, const std::function<void()>& work) {
  return median(wall_seconds(repetitions, work));
}

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

uint64_t peak_resident_bytes() { return status_bytes("VmHWM"); }

uint64_t peak_anonymous_growth_bytes(const std::function<void()>& work) {
  int ends[2];
  if (::pipe(ends) != 0) return 0;
  std::cout << std::flush;
  const pid_t child = ::fork();
  if (child == 0) {
    const uint64_t growth = sampled_growth(work);
    const bool told = ::write(ends[1], &growth, sizeof(growth)) == sizeof(growth);
    ::_exit(told ? 0 : 1);
  }
  ::close(ends[1]);
  uint64_t growth = 0;
  const bool heard = child > 0 && ::read(ends[0], &growth, sizeof(growth)) == sizeof(growth);
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return heard ? growth : 0;
}

}  // namespace bench
