// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares training on a GPU with training on the CPU: the same few steps of the same street. Needs nothing but a GPU:
// prints one line a comparison and PASS or FAIL at the end.
#include <cmath>
#include <cstdio>

#include "bench/street.h"
#include "bench/train_scene.h"
#include "gs/splat/train/cuda/cuda_trainer.h"
#include "gs/splat/train/trainer.h"

namespace {

using namespace gs;

bool all_passed = true;

void say(const std::string& name, bool passed, const std::string& detail) {
  std::printf("%-4s %-44s %s\n", passed ? "ok" : "BAD", name.c_str(), detail.c_str());
  std::fflush(stdout);
  all_passed &= passed;
}

TrainingOptions options_of(const std::string& strategy, int64_t iterations, int degree) {
  TrainingOptions options;
  options.model.sh_degree = degree;
  options.training.preset = "full";
  options.training.strategy = strategy;
  options.training.iterations = iterations;
  options.training.max_gaussians = 30'000;
  options.training.densify = {.start_iter = 10, .end_iter = iterations, .interval = 10};
  return options;
}

void add_masks(TrainingData& data) {
  for (TrainingView& view : data.views) {
    const int width = view.camera.width, height = view.camera.height;
    view.mask.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
    for (int y = height / 3; y < height / 2; ++y) {
      for (int x = width / 4; x < width / 2; ++x) {
        view.mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] = 0;
      }
    }
  }
}

// Root of the mean square of a - b over that of b - start: how much of the way both went differs.
double relative_difference(const GaussianCloud& a, const GaussianCloud& b, const GaussianCloud& start) {
  double difference = 0, way = 1e-30;
  const auto add = [&](const float* x, const float* y, const float* z, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      difference += std::pow(static_cast<double>(x[i]) - static_cast<double>(y[i]), 2);
      way += std::pow(static_cast<double>(y[i]) - static_cast<double>(z[i]), 2);
    }
  };
  add(a.block().data(), b.block().data(), start.block().data(), a.block().size());
  return std::sqrt(difference / way);
}

Result<void> compare_steps(const std::string& name, TrainingData data, const TrainingOptions& options, int steps) {
  TrainingData copy = data;
  GS_TRY(Trainer cpu, Trainer::create(std::move(copy), options));
  GS_TRY(const auto gpu, CudaTrainer::create(std::move(data), options));
  GS_TRY(const TrainingState start, cpu.copy_state());
  double worst_loss = 0;
  for (int i = 0; i < steps; ++i) {
    GS_TRY(const StepReport a, cpu.step());
    GS_CHECK(gpu->step());
    GS_CHECK(gpu->wait());
    const StepReport b = gpu->last_report();
    worst_loss = std::max(worst_loss, std::abs(a.loss.total - b.loss.total) / a.loss.total);
  }
  GS_TRY(const TrainingState mine, gpu->copy_state());
  GS_TRY(const Evaluation q, gpu->evaluate());
  GS_TRY(const Evaluation expected, cpu.evaluate());
  const bool same_size = mine.cloud.size() == cpu.state().cloud.size();
  const double off = same_size && start.cloud.size() == mine.cloud.size()
                         ? relative_difference(mine.cloud, cpu.state().cloud, start.cloud)
                         : -1;
  const bool good = same_size && worst_loss < 2e-3 && off < 0.05 && std::abs(q.psnr_db - expected.psnr_db) < 0.05;
  say(name, good,
      format(
          "{} steps: loss off {:.6f}, parameters off {:.4f} of their way, psnr {:.3f} / {:.3f} dB, {} / {} Gaussians",
          steps, worst_loss, off, q.psnr_db, expected.psnr_db, mine.cloud.size(), cpu.state().cloud.size()));
  return {};
}

Result<void> check_determinism(TrainingData data, TrainingOptions options, int steps) {
  options.training.deterministic = true;
  std::vector<TrainingState> ends;
  for (int run = 0; run < 2; ++run) {
    TrainingData copy = data;
    GS_TRY(const auto gpu, CudaTrainer::create(std::move(copy), options));
    for (int i = 0; i < steps; ++i) GS_CHECK(gpu->step());
    GS_TRY(TrainingState end, gpu->copy_state());
    ends.push_back(std::move(end));
  }
  const auto a = ends[0].cloud.block(), b = ends[1].cloud.block();
  say("deterministic mode repeats", std::equal(a.begin(), a.end(), b.begin(), b.end()), format("{} steps", steps));
  return {};
}

// Half of the steps, the state over the host into another trainer, the other half.
Result<void> check_state(TrainingData data, TrainingOptions options, int steps) {
  options.training.deterministic = true;
  TrainingData copy = data, another = data;
  GS_TRY(const auto whole, CudaTrainer::create(std::move(copy), options));
  GS_TRY(const auto half, CudaTrainer::create(std::move(another), options));
  GS_TRY(const auto rest, CudaTrainer::create(std::move(data), options));
  for (int i = 0; i < steps; ++i) GS_CHECK(whole->step());
  for (int i = 0; i < steps / 2; ++i) GS_CHECK(half->step());
  GS_TRY(TrainingState middle, half->copy_state());
  GS_CHECK(rest->set_state(std::move(middle)));
  for (int i = steps / 2; i < steps; ++i) GS_CHECK(rest->step());
  GS_TRY(const TrainingState a, whole->copy_state());
  GS_TRY(const TrainingState b, rest->copy_state());
  const auto x = a.cloud.block(), y = b.cloud.block();
  say("a resumed run equals the uninterrupted one", std::equal(x.begin(), x.end(), y.begin(), y.end()), "");
  return {};
}

Result<void> check_memory_error(TrainingData data, TrainingOptions options) {
  options.training.strategy = "mcmc";
  options.training.max_gaussians = 900'000'000;
  const auto trainer = CudaTrainer::create(std::move(data), options);
  say("too many Gaussians", !trainer && trainer.error().code == ErrorCode::device_out_of_memory,
      trainer ? "was accepted" : to_string(trainer.error()));
  return {};
}

Result<void> run() {
  GS_TRY(const TrainingData data, bench::street_training_data(20'000, 480, 270, 6));
  TrainingData masked = data;
  add_masks(masked);
  for (int degree = 0; degree <= 3; ++degree) {
    GS_CHECK(compare_steps(format("street, SH {}", degree), data, options_of("none", 40, degree), 12));
  }
  GS_CHECK(compare_steps("masks", masked, options_of("none", 40, 1), 12));
  GS_CHECK(compare_steps("mcmc", data, options_of("mcmc", 60, 1), 35));
  GS_CHECK(check_determinism(data, options_of("mcmc", 60, 3), 45));
  GS_CHECK(check_state(data, options_of("mcmc", 60, 3), 40));
  return check_memory_error(data, options_of("mcmc", 60, 3));
}

}  // namespace

int main() {
  if (const auto gpu = find_training_gpu(); !gpu) {
    std::printf("SKIPPED: %s\n", to_string(gpu.error()).c_str());
    return 0;
  }
  if (const auto result = run(); !result) say("checks", false, to_string(result.error()));
  std::printf(all_passed ? "PASS\n" : "FAIL\n");
  return all_passed ? 0 : 1;
}
