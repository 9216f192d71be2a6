// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time of a training step: on the CPU a street seen along a drive, trained from points near its Gaussians; on a GPU
// (train_gpu_rows.h) streets at full HD.
#include <chrono>
#include <cstdio>

#include "bench/table.h"
#include "bench/train/train_gpu_rows.h"
#include "bench/train/train_scene.h"
#include "gs/core/numbers/random.h"
#include "gs/splat/train/packed/packed_dataset.h"
#include "gs/splat/train/trainer.h"

namespace {

using namespace gs;

struct Measured {
  double core_s = 0;  // per step; core seconds are little affected by other load
  double psnr_before = 0, psnr_after = 0;
};

// Trains some steps on a rendered street; core seconds per step and held-out PSNR before and after.
Result<Measured> measure(std::size_t gaussians, int width, int height, int steps) {
  splat::train::TrainingOptions options;
  options.model.sh_degree = 1;
  options.training.strategy = "none";  // the number of Gaussians does not change
  options.training.iterations = steps;
  options.training.max_gaussians = gaussians;
  options.training.sky_gaussians = 0;  // all on the street, at full resolution
  options.training.seed_share = options.training.coarse_share = 0;
  GS_TRY(splat::train::TrainingData data, bench::street_training_data(gaussians, width, height, 6));
  GS_TRY(splat::train::Trainer trainer, splat::train::Trainer::create(std::move(data), options));
  Measured out;
  GS_TRY(const splat::train::Evaluation before, trainer.evaluate());
  std::vector<double> cores;
  for (int i = 0; i < steps; ++i) {
    const double start = bench::cpu_seconds();
    GS_CHECK(trainer.step());
    cores.push_back(bench::cpu_seconds() - start);
  }
  GS_TRY(const splat::train::Evaluation after, trainer.evaluate());
  out.core_s = bench::median(cores);
  out.psnr_before = before.psnr_db, out.psnr_after = after.psnr_db;
  return out;
}

// Core seconds of the loss and its gradient on one image.
double measure_loss(int width, int height, int repetitions) {
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::vector<float> image(3 * pixels), gradient(3 * pixels);
  std::vector<uint8_t> photo(3 * pixels);
  for (std::size_t i = 0; i < photo.size(); ++i) {
    Random random(1, purpose("bench_loss"), i);
    image[i] = random.uniform_f(), photo[i] = static_cast<uint8_t>(random.below(256));
  }
  const auto planes = [&](float* p) { return splat::Planes{width, height, {p, p + pixels, p + 2 * pixels}}; };
  splat::train::ImageLoss loss;
  std::vector<double> cores;
  for (int i = 0; i < repetitions; ++i) {
    const double start = bench::cpu_seconds();
    loss.evaluate(splat::as_const(planes(image.data())), {width, height, photo.data()}, 0.2, planes(gradient.data()));
    cores.push_back(bench::cpu_seconds() - start);
  }
  return bench::median(cores);
}

// The CPU preset on a packed data set (gs-train pack): held-out quality and time on this machine.
Result<void> add_preset_rows(const std::string& file, bench::Table& table) {
  GS_TRY(splat::train::PackedDataset set, splat::train::load_packed_dataset(file));
  const splat::train::TrainingOptions options = splat::train::resolve_preset({});
  GS_TRY(splat::train::Trainer trainer, splat::train::Trainer::create(std::move(set.data), options));
  const double cores = bench::cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  while (trainer.iteration() < static_cast<uint64_t>(options.training.iterations)) GS_CHECK(trainer.step());
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double core_s = bench::cpu_seconds() - cores;
  GS_TRY(const splat::train::Evaluation quality, trainer.evaluate());
  const std::string note =
      format("ssim {:.3f}, {} views, {} Gaussians", quality.ssim, quality.views, trainer.gaussians());
  table.add({.name = "CPU preset, held-out psnr",
             .value = quality.psnr_db,
             .unit = "dB",
             .bar = 26,
             .higher_is_better = true,
             .note = note});
  table.add({.name = "CPU preset, wall clock",
             .value = wall_s,
             .unit = "s",
             .bar = 720,
             .note = format("{:.0f} core s", core_s)});
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_train [--gaussians N] [--steps N] [--only cpu|gpu] [--ply STREET.ply] "
                                   "[--dataset FILE.gsds] [--json FILE]");
  const std::string only = arguments.text("only", "");
  const auto gaussians = static_cast<std::size_t>(arguments.number("gaussians", 100'000));
  const int steps = static_cast<int>(arguments.number("steps", 20));
  struct Size {
    int width, height;
    double bar;  // [core seconds]
  };
  bench::Table table("train");
  if (only != "cpu") bench::add_gpu_training_rows(table, arguments.text("ply", ""));
  if (only == "gpu") return table.finish(arguments);
  for (const Size size : {Size{500, 329, 0.35}, Size{640, 360, 2.0 / 8}}) {
    const auto measured = measure(gaussians, size.width, size.height, steps);
    if (!measured) {
      std::fprintf(stderr, "%s\n", to_string(measured.error()).c_str());
      return 1;
    }
    table.add({.name = format("step, {} Gaussians, {} x {}", gaussians, size.width, size.height),
               .value = measured->core_s,
               .unit = "core s",
               .bar = size.bar,
               .note = format("held-out psnr {:.2f} -> {:.2f} dB in {} steps", measured->psnr_before,
                              measured->psnr_after, steps)});
  }
  table.add({.name = "of which loss, 640 x 360", .value = measure_loss(640, 360, steps), .unit = "core s"});
  if (const std::string file = arguments.text("dataset", ""); !file.empty()) {
    if (const auto added = add_preset_rows(file, table); !added) {
      std::fprintf(stderr, "%s\n", to_string(added.error()).c_str());
      return 1;
    }
  }
  return table.finish(arguments);
}
