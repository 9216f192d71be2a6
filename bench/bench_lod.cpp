// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time and size of a level-of-detail tree and of its RAD file, from a cloud in memory.
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "bench/splat/street.h"
#include "bench/table.h"
#include "gs/assets/rad/rad.h"
#include "gs/core/format.h"
#include "gs/splat/lod/lod_tree.h"

namespace {

using namespace gs;

// 10 million Gaussians of SH degree 0 within 20 s on two cores.
constexpr double kBarSeconds = 20, kBarGaussians = 1e7;

// Wall-clock and CPU time of one call.
struct Timed {
  double wall_s = 0, cpu_s = 0;
};
template <class Work>
Timed timed_once(Work&& work) {
  Timed timed;
  const double cpu = bench::cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  work();
  timed.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  timed.cpu_s = bench::cpu_seconds() - cpu;
  return timed;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_lod [--gaussians N] [--sh-degree N] [--file PATH]");
  const auto count = static_cast<std::size_t>(arguments.number("gaussians", 1e6));
  const int degree = static_cast<int>(arguments.number("sh-degree", 0));
  const std::filesystem::path path = arguments.text(
      "file", std::filesystem::temp_directory_path() / ("gs_bench_lod_" + std::to_string(::getpid()) + ".rad"));
  splat::GaussianCloud cloud = bench::street(count, degree).value();
  splat::lod::LodTree tree;
  const Timed merge = timed_once([&] { tree = splat::lod::build_lod_tree(std::move(cloud)).value(); });
  const Timed write = timed_once([&] { GS_EXPECT(assets::save_rad(path, tree).has_value()); });
  const auto n = static_cast<double>(count);
  const std::optional<double> bar = degree == 0 ? std::optional(kBarSeconds * n / kBarGaussians) : std::nullopt;
  bench::Table table("lod");
  table.add({.name = "merge", .value = merge.wall_s, .unit = "s", .note = format("{:.2f} CPU s", merge.cpu_s)});
  table.add({.name = "write RAD", .value = write.wall_s, .unit = "s", .note = format("{:.2f} CPU s", write.cpu_s)});
  table.add({.name = "both", .value = merge.wall_s + write.wall_s, .unit = "s", .bar = bar});
  table.add({.name = "peak memory", .value = 1e-9 * static_cast<double>(bench::peak_resident_bytes()), .unit = "GB"});
  table.add({.name = "nodes a Gaussian", .value = static_cast<double>(tree.size()) / n, .unit = ""});
  table.add(
      {.name = "bytes a Gaussian", .value = static_cast<double>(std::filesystem::file_size(path)) / n, .unit = "B"});
  std::filesystem::remove(path);
  return table.finish(arguments);
}
