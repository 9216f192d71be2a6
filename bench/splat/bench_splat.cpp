// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Times the splat renderers and measures the quality of their images. Without --ply: a generated street.
#include <algorithm>
#include <cstdio>
#include <span>

#include "bench/splat/fma_peak.h"
#include "bench/splat/splat_gpu_rows.h"
#include "bench/splat/splat_scene.h"
#include "bench/splat/splat_work.h"
#include "bench/splat/street.h"
#include "bench/splat/vehicles.h"
#include "bench/table.h"
#include "gs/core/parallel.h"
#include "gs/splat/cpu/cpu_rasterizer.h"
#include "gs/splat/cpu/pipeline.h"
#include "gs/splat/model/ply.h"

namespace {

using namespace gs;

const char* name_of(Isa isa) { return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "scalar"; }

// Scene, image size and bar of a row.
struct CpuCase {
  std::string name;
  std::size_t gaussians;
  int width, height;
  double focal, bar_ms;
  std::vector<int> views;
};

// Median frame time over some views; the first image is compared with the scalar reference.
void add_cpu_rows(bench::Table& table, const CpuCase& test, Isa isa, const splat::GaussianCloud& cloud) {
  const auto views = bench::street_drive(test.width, test.height, test.focal);
  auto rasterizer = splat::make_cpu_rasterizer(isa), reference = splat::make_cpu_rasterizer(Isa::scalar);
  if (!rasterizer->upload(splat::copy_of(cloud.view()).value()) ||
      !reference->upload(splat::copy_of(cloud.view()).value()))
    return;
  std::vector<double> ms;
  for (const int k : test.views) {
    const std::span<const splat::RenderView> view(&views[static_cast<std::size_t>(k)], 1);
    ms.push_back(1e3 * bench::median_seconds(3, [&] { static_cast<void>(rasterizer->render(view, {})); }));
  }
  const std::span<const splat::RenderView> first(&views[static_cast<std::size_t>(test.views[0])], 1);
  const auto a = rasterizer->render(first, {}), b = reference->render(first, {});
  if (!a || !b) return;
  const bench::Difference d = bench::compare(a->front().rgb8, b->front().rgb8);
  const double frame = bench::median(ms);
  table.add({.name = format("{} {}", test.name, name_of(isa)),
             .value = frame,
             .unit = "ms",
             .bar = isa == Isa::avx2 ? std::optional(test.bar_ms) : std::nullopt,
             .note = format("{} threads; against scalar: {:.1f} dB, largest {}, {:.4f} % of bytes differ",
                            thread_count(), d.psnr_db, d.largest, 100 * d.share_different)});
  const bench::BlendWork work = bench::count_blends(cloud.view(), splat::make_view(first.front(), {}).value());
  const double per_second = static_cast<double>(work.blended) / (1e-3 * ms.front()) / thread_count() * 1e-6;
  table.add({.name = format("{} {}: blends", test.name, name_of(isa)),
             .value = per_second,
             .unit = "M/s/core",
             .higher_is_better = true,
             .note = format("{:.1f} M Gaussian-pixels, {} splats, {} pairs; whole frame, not the blending alone",
                            1e-6 * static_cast<double>(work.blended), work.visible, work.pairs)});
  const double peak = bench::fma_peak_gflops();
  if (isa != Isa::avx2 || peak <= 0) return;
  table.add({.name = format("{} {}: share of FMA peak", test.name, name_of(isa)),
             .value = 100 * per_second * 1e-3 * bench::kBlendOperations / peak,
             .unit = "%",
             .higher_is_better = true,
             .note = format("{:.0f} operations per blend, {:.0f} GFLOP/s per core measured with 8 lanes; whole frame",
                            bench::kBlendOperations, peak)});
}

// CPU time of a frame with vehicles of 20,000 Gaussians, with and without their shadows. CPU time, because the three
// kinds of frames are compared.
void add_vehicle_rows(bench::Table& table, std::size_t gaussians, int width, int height, double focal) {
  constexpr std::size_t kVehicles = 12;
  auto cloud = bench::street(gaussians);
  if (!cloud) return;
  std::vector<uint8_t> marks = bench::ground_marks(*cloud);
  std::vector<splat::GaussianCloud> assets;
  for (std::size_t i = 0; i < kVehicles; ++i) assets.push_back(bench::vehicle(20'000, 2, i));
  auto rasterizer = splat::make_cpu_rasterizer(cpu_isa());
  if (!rasterizer->upload(*std::move(cloud), std::move(assets), std::move(marks))) return;
  splat::RenderView view = bench::street_drive(width, height, focal)[5];
  const auto vehicles = bench::vehicles_ahead(view, kVehicles);
  const auto shadows = bench::shadows_below(vehicles);
  std::vector<double> seconds[3];  // alone, with vehicles, with their shadows
  for (int round = 0; round < 7; ++round) {
    for (std::size_t kind = 0; kind < 3; ++kind) {
      view.instances = {vehicles.data(), kind >= 1 ? vehicles.size() : 0};
      view.shadows = {shadows.data(), kind >= 2 ? shadows.size() : 0};
      const double at = bench::cpu_seconds();
      static_cast<void>(rasterizer->render({&view, 1}, {}));
      if (round > 0) seconds[kind].push_back(bench::cpu_seconds() - at);
    }
  }
  const double alone = bench::median(seconds[0]);
  const char* const names[] = {"", "12 vehicles of 20 k", "and their shadows"};
  for (std::size_t kind = 1; kind < 3; ++kind) {
    const double frame = bench::median(seconds[kind]), before = bench::median(seconds[kind - 1]);
    table.add({.name = format("{} k {}x{}, {} {}", gaussians / 1000, width, height, names[kind], name_of(cpu_isa())),
               .value = frame,
               .unit = "core-s",
               .note = format("{:+.1f} %; the street alone {:.4f}", 100 * (frame / before - 1), alone)});
  }
}

// Peak memory of a render of 5 M Gaussians, in a child process.
void add_memory_row(bench::Table& table) {
  const uint64_t bytes = bench::peak_anonymous_growth_bytes([] {
    auto rasterizer = splat::make_cpu_rasterizer();
    auto cloud = bench::street(5'000'000);
    if (!cloud || !rasterizer->upload(*std::move(cloud))) return;
    const auto views = bench::street_drive(1920, 1080, 1100);
    static_cast<void>(rasterizer->render({views.data(), 1}, {}));
  });
  table.add({.name = "5 M Gaussians 1080p: peak memory",
             .value = 1e-9 * static_cast<double>(bytes),
             .unit = "GB",
             .bar = 1.6});
}

// Forward and backward of a training step: all parameters, colour and alpha gradients.
void add_training_row(bench::Table& table, Isa isa) {
  const auto cloud = bench::street(100'000);
  if (!cloud) return;
  const auto views = bench::street_drive(500, 329, 290);
  const auto view = splat::make_view(views[0], {});
  auto out = splat::GaussianCloud::create(cloud->size(), cloud->sh_degree());
  if (!view || !out) return;
  const std::size_t pixels = 500 * 329;
  std::vector<float> memory(10 * pixels, 1e-3f);
  const auto plane = [&](std::size_t k) { return memory.data() + k * pixels; };
  const splat::Planes image{500, 329, {plane(0), plane(1), plane(2)}, plane(3), plane(4), nullptr};
  const splat::Planes grad{500, 329, {plane(5), plane(6), plane(7)}, plane(8), plane(9), nullptr};
  splat::cpu::Pipeline pipeline(splat::cpu::executor(isa));
  std::vector<double> forward, backward;
  for (int k = 0; k < 7; ++k) {
    double at = bench::cpu_seconds();
    if (!pipeline.render(cloud->view(), *view, image, true)) return;
    forward.push_back(bench::cpu_seconds() - at);
    at = bench::cpu_seconds();
    if (!pipeline.backward(cloud->view(), *view, splat::as_const(image), splat::as_const(grad), out->view())) return;
    backward.push_back(bench::cpu_seconds() - at);
  }
  const double f = bench::median(forward), b = bench::median(backward);
  table.add({.name = format("100 k 500x329 forward + backward {}", name_of(isa)),
             .value = f + b,
             .unit = "core-s",
             .bar = 0.35,
             .note = format("forward {:.4f}, backward {:.4f}; the bar is for the whole training step", f, b)});
}

// All CPU rows; `quick` leaves out the large scene and the memory row.
void add_cpu_table(bench::Table& table, bool quick) {
  const std::vector<Isa> sets = cpu_isa() >= Isa::avx512 ? std::vector{Isa::avx2, Isa::avx512}
                                : cpu_isa() >= Isa::avx2 ? std::vector{Isa::avx2}
                                                         : std::vector{Isa::scalar};
  const CpuCase cases[] = {{"200 k 640x360", 200'000, 640, 360, 367, 15, {0, 5, 10}},
                           {"1 M 1920x1080", 1'000'000, 1920, 1080, 1100, 250, {0, 5, 10}}};
  for (const CpuCase& test : cases) {
    if (quick && test.gaussians > 200'000) continue;
    const auto cloud = bench::street(test.gaussians);
    if (!cloud) continue;
    for (const Isa isa : sets) add_cpu_rows(table, test, isa, *cloud);
  }
  if (quick) add_vehicle_rows(table, 200'000, 640, 360, 367);
  if (!quick) add_vehicle_rows(table, 1'000'000, 1920, 1080, 1100);
  for (const Isa isa : sets) add_training_row(table, isa);
  if (!quick) add_memory_row(table);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(
      argc, argv, "bench_splat [--ply FILE --cameras FILE.cameras.json] [--only cpu|gpu] [--quick 1] [--json FILE]");
  bench::Table table("splat");
  const std::string only = arguments.text("only", "");
  if (only != "gpu") add_cpu_table(table, arguments.has("quick"));
  if (only != "cpu") bench::add_gpu_rows(table, arguments.text("ply", ""), arguments.text("cameras", ""));
  return table.finish(arguments);
}
