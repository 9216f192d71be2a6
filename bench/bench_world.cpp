// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Speed of the largest file of a world, the PLY of Gaussians, against the speed of memory.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include "bench/table.h"
#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/ply.h"
#include "gs/synth/minimal/minimal_world.h"
#include "gs/world/validate/validate.h"

namespace {

using namespace gs;

// Random Gaussians of SH degree 3.
splat::GaussianCloud random_cloud(std::size_t count) {
  splat::GaussianCloud cloud = splat::GaussianCloud::create(count, 3).value();
  const splat::MutableCloudView view = cloud.view();
  parallel_for(count, [&](std::size_t i) {
    Random random(1, purpose("bench_world"), i);
    const auto uniform = [&](float low, float high) { return low + (high - low) * random.uniform_f(); };
    view.set_position(i, {uniform(-100, 100), uniform(-100, 100), uniform(0, 20)});
    view.set_log_scale(i, {uniform(-5, -1), uniform(-5, -1), uniform(-5, -1)});
    const Quaternionf q{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.1f, 1)};
    view.set_rotation(i, normalized(q));
    view.opacity_logit[i] = uniform(-4, 6);
    for (int k = 0; k < 48; ++k) view.sh_of(i)[k] = uniform(-1, 1);
  });
  return cloud;
}

// Bound: one thread copies the mapped bytes into newly allocated memory.
void copy_once(const fs::path& path) {
  const MappedFile file = MappedFile::open(path).value();
  const Bytes bytes = file.bytes();
  const std::unique_ptr<std::byte[]> fresh(new std::byte[bytes.size()]);
  std::memcpy(fresh.get(), bytes.data(), bytes.size());
  volatile std::byte keep = fresh[bytes.size() / 2];
  static_cast<void>(keep);
}

// The minimal world with the large cloud in place of its own.
void make_bundle(const fs::path& bundle, const fs::path& gaussians) {
  const synth::MinimalWorld minimal = synth::make_minimal_world().value();
  GS_EXPECT(world::save_world(minimal.world, minimal.gaussians.view(), bundle).has_value());
  fs::remove(bundle / minimal.world.index.background);
  fs::create_hard_link(gaussians, bundle / minimal.world.index.background);
  world::RenderConfig config = minimal.world.render_config;
  config.sh_degree = 3;
  GS_EXPECT(write_file(bundle / minimal.world.index.render_config, world::write_render_config(config)).has_value());
}

struct TemporaryFolder {
  fs::path path = fs::temp_directory_path() / ("gs_bench_world_" + std::to_string(::getpid()));
  TemporaryFolder() { fs::create_directories(path); }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_world [--gaussians N] [--repetitions N]");
  const auto count = static_cast<std::size_t>(arguments.number("gaussians", 5e6));
  const int repetitions = static_cast<int>(arguments.number("repetitions", 5));
  const TemporaryFolder folder;
  const fs::path path = folder.path / "background.splat.ply";
  bench::Table table("world");

  uint64_t cloud_bytes = 0;
  {
    const splat::GaussianCloud cloud = random_cloud(count);
    cloud_bytes = cloud.memory_bytes();
    const double save_s = bench::median_seconds(1, [&] { GS_EXPECT(splat::save_ply(path, cloud.view()).has_value()); });
    table.add({.name = "save PLY (with fsync)", .value = save_s, .unit = "s"});
  }
  const auto ply_bytes = static_cast<double>(fs::file_size(path));
  const splat::PlyOptions options{.source = splat::PlySource::bundle};
  const ScopedThreadCount two_threads(2);

  // Resident memory is measured first, in a child of a still small process.
  const uint64_t growth = bench::peak_anonymous_growth_bytes([&] {
    const ScopedThreadCount one_thread(1);  // worker threads do not survive a fork
    GS_EXPECT(splat::load_ply(path, options).has_value());
  });
  const double copy_s = bench::median_seconds(repetitions, [&] { copy_once(path); });
  const double load_s =
      bench::median_seconds(repetitions, [&] { GS_EXPECT(splat::load_ply(path, options).value().size() == count); });
  const double check_s = bench::median_seconds(
      repetitions, [&] { GS_EXPECT(splat::check_ply(path, options).value().non_finite_values == 0); });
  make_bundle(folder.path / "bundle", path);
  const double validate_s = bench::median_seconds(
      repetitions, [&] { GS_EXPECT(!world::validate_world(folder.path / "bundle").files.empty()); });
  const double inspect_s =
      bench::median_seconds(repetitions, [&] { GS_EXPECT(splat::inspect_ply(path, options).value().count == count); });

  table.add({.name = "memcpy of the mapped file, 1 thread",
             .value = copy_s,
             .unit = "s",
             .note = format("{:.2f} GB, {:.2f} GB/s", ply_bytes * 1e-9, ply_bytes * 1e-9 / copy_s)});
  table.add({.name = "load PLY, 2 threads",
             .value = load_s,
             .unit = "s",
             .bound = copy_s,
             .bar = 1.5 * copy_s,
             .note = format("{} Gaussians, degree 3, {:.2f}x", count, load_s / copy_s)});
  table.add({.name = "validate PLY, 2 threads",
             .value = check_s,
             .unit = "s",
             .bound = copy_s,
             .bar = 2.0 * copy_s,
             .note = format("{:.2f}x", check_s / copy_s)});
  table.add({.name = "validate the whole bundle, 2 threads",
             .value = validate_s,
             .unit = "s",
             .bound = copy_s,
             .bar = 2.0 * copy_s,
             .note = format("{:.2f}x", validate_s / copy_s)});
  table.add({.name = "inspect PLY header", .value = inspect_s * 1e3, .unit = "ms"});
  const auto cloud_mb = static_cast<double>(cloud_bytes) * 1e-6;
  table.add({.name = "peak resident memory of a load, mapped pages aside",
             .value = static_cast<double>(growth) * 1e-6,
             .unit = "MB",
             .bound = cloud_mb,
             .bar = 1.2 * cloud_mb,
             .note = "bound: the cloud itself"});
  return table.finish(arguments);
}
