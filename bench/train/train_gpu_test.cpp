// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares training on a GPU with training on the CPU: the same few steps on the same street. Prints one line per
// comparison.
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>

#include "bench/splat/street.h"
#include "bench/train/train_scene.h"
#include "gs/core/cuda/testing/gpu_test.h"
#include "gs/splat/train/actors/hidden_side.h"
#include "gs/splat/train/cuda/cuda_trainer.h"
#include "gs/splat/train/trainer.h"

namespace {

using namespace gs;

// Options of a short comparison.
splat::train::TrainingOptions options_of(const std::string& strategy, int64_t iterations, int degree) {
  splat::train::TrainingOptions options;
  options.model.sh_degree = degree;
  options.training.preset = "full";
  options.training.strategy = strategy;
  options.training.iterations = iterations;
  options.training.max_gaussians = 30'000;
  options.training.coarse_share = 0;
  // An asynchronous GPU applies camera corrections some steps later than the CPU; they are compared only where every
  // step is synchronised.
  options.optimization.refine_vignetting = false;
  options.training.densify = {.start_iter = 10, .end_iter = iterations, .interval = 10};
  return options;
}

void add_masks(splat::train::TrainingData& data) {
  for (splat::train::TrainingView& view : data.views) {
    const int width = view.camera.width, height = view.camera.height;
    view.mask.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
    for (int y = height / 3; y < height / 2; ++y) {
      for (int x = width / 4; x < width / 2; ++x) {
        view.mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] = 0;
      }
    }
  }
}

// Relative difference of two results: RMS of a - b over RMS of b - start.
double relative_difference(const splat::GaussianCloud& a, const splat::GaussianCloud& b,
                           const splat::GaussianCloud& start) {
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

// Trains on both and compares clouds and losses.
Result<void> compare_steps(const std::string& name, splat::train::TrainingData data,
                           const splat::train::TrainingOptions& options, int steps) {
  splat::train::TrainingData copy = data;
  GS_TRY(splat::train::Trainer cpu, splat::train::Trainer::create(std::move(copy), options));
  GS_TRY(const auto gpu, splat::CudaTrainer::create(std::move(data), options));
  GS_TRY(const splat::train::TrainingState start, cpu.copy_state());
  double worst_loss = 0, sum = 0, expected_sum = 0;
  for (int i = 0; i < steps; ++i) {
    GS_TRY(const splat::train::StepReport a, cpu.step());
    GS_CHECK(gpu->step());
    GS_CHECK(gpu->wait());
    const splat::train::StepReport b = gpu->last_report();
    worst_loss = std::max(worst_loss, std::abs(a.loss.total - b.loss.total) / a.loss.total);
    sum += b.loss.total, expected_sum += a.loss.total;
  }
  GS_TRY(const splat::train::TrainingState mine, gpu->copy_state());
  GS_TRY(const splat::train::Evaluation q, gpu->evaluate());
  GS_TRY(const splat::train::Evaluation expected, cpu.evaluate());
  const bool same_size = mine.cloud.size() == cpu.state().cloud.size();
  const double off = same_size && start.cloud.size() == mine.cloud.size()
                         ? relative_difference(mine.cloud, cpu.state().cloud, start.cloud)
                         : -1;
  double actors_off = 0;
  for (std::size_t k = 0; k < start.actors.size(); ++k) {
    actors_off = std::max(
        actors_off, relative_difference(mine.actors[k].cloud, cpu.state().actors[k].cloud, start.actors[k].cloud));
  }
  // With refinement, rounding may change which Gaussian is copied, so only means can be compared, with a larger
  // tolerance. Refinement itself is compared in check_refinement().
  const bool refined = options.training.strategy != "none";
  const bool losses_agree = refined ? std::abs(sum - expected_sum) < 2e-2 * expected_sum : worst_loss < 2e-3;
  const bool good = same_size && losses_agree && off < 0.05 && actors_off < 0.05 &&
                    std::abs(q.psnr_db - expected.psnr_db) < (refined ? 0.2 : 0.05);
  cuda::compare_line(
      name, good,
      format(
          "{} steps: loss off {:.6f}, parameters off {:.4f} of their way, those of actors {:.4f}, psnr {:.3f} / {:.3f} "
          "dB, {} / {} Gaussians",
          steps, worst_loss, off, actors_off, q.psnr_db, expected.psnr_db, mine.cloud.size(),
          cpu.state().cloud.size()));
  return {};
}

// Two actors before the cameras: one turns while it drives ahead, one is seen by every second view.
Result<void> add_actors(splat::train::TrainingData& data, int sh_degree) {
  for (uint64_t k = 0; k < 2; ++k) {
    GS_TRY(splat::GaussianCloud cloud, splat::GaussianCloud::create(3000, sh_degree));
    const splat::MutableCloudView v = cloud.view();
    for (std::size_t i = 0; i < cloud.size(); ++i) {
      Random random(k, purpose("train_gpu_actors"), i);
      const auto u = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
      v.set_position(i, {u(-2, 2), u(-0.9, 0.9), u(0, 1.5)});
      v.set_log_scale(i, {u(-4, -3), u(-4, -3), u(-6, -4)});
      v.set_rotation(i, normalized(Quaternionf{u(-1, 1), u(-1, 1), u(-1, 1), u(0.1, 1)}));
      v.opacity_logit[i] = u(0, 3);
      for (int j = 0; j < 3 * v.coefficients(); ++j) v.sh_of(i)[j] = u(-0.3, 0.3);
    }
    data.actors.push_back({.id = format("car_a000{}", k),
                           .size_m = {4, 1.8, 1.5},
                           .painted = std::make_shared<const splat::GaussianCloud>(std::move(cloud))});
  }
  for (std::size_t i = 0; i < data.views.size(); ++i) {
    // Along the optical axis of the camera, on the ground 1.6 m below it.
    const auto ahead = [&](double distance_m, double yaw) {
      const Vec3d at = data.views[i].map_from_camera * Vec3d{0, 0, distance_m};
      return Rigid3d{Quaterniond::from_axis_angle({0, 0, 1}, yaw), {at.x, at.y, 0}};
    };
    data.views[i].actors = {{.actor = 1, .map_from_actor = ahead(7, 0.4 * static_cast<double>(i))}};
    if (i % 2 == 0) data.views[i].actors.push_back({.actor = 0, .map_from_actor = ahead(13, 0.1)});
  }
  return {};
}

// Adds sky masks and depth samples to the views.
void add_geometry(splat::train::TrainingData& data) {
  for (splat::train::TrainingView& view : data.views) {
    const int width = view.camera.width, height = view.camera.height;
    view.sky.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    std::fill_n(view.sky.begin(), static_cast<std::size_t>(width) * 40, uint8_t{255});
    for (int k = 0; k < 3000; ++k) {
      Random random(4, purpose("train_gpu_check"), static_cast<uint64_t>(k));
      view.depth.push_back({static_cast<float>(random.uniform(0, width - 1)),
                            static_cast<float>(random.uniform(50, height - 1)),
                            static_cast<float>(random.uniform(3, 40))});
    }
  }
}

// With all learning rates zero, only the refinement changes the cloud: the same Gaussians must be copied in the same
// way.
Result<void> check_refinement(splat::train::TrainingData data, splat::train::TrainingOptions options) {
  options.training.learning_rate = {0, 0, 0, 0, 0};
  splat::train::TrainingData copy = data;
  GS_TRY(splat::train::Trainer cpu, splat::train::Trainer::create(std::move(copy), options));
  GS_TRY(const auto gpu, splat::CudaTrainer::create(std::move(data), options));
  GS_TRY(const splat::train::TrainingState start, cpu.copy_state());
  for (int i = 0; i < 10; ++i) {
    GS_CHECK(cpu.step());
    GS_CHECK(gpu->step());
  }
  GS_TRY(const splat::train::TrainingState mine, gpu->copy_state());
  const splat::CloudView a = mine.cloud.view(), b = cpu.state().cloud.view();
  std::size_t different = 0, touched = 0;
  for (std::size_t i = 0; a.size == b.size && i < a.size; ++i) {
    touched += i >= start.cloud.size() || b.opacity_logit[i] != start.cloud.view().opacity_logit[i];
    const bool same = norm(a.position_of(i) - b.position_of(i)) < 1e-5f &&
                      norm(a.log_scale_of(i) - b.log_scale_of(i)) < 1e-4f &&
                      std::abs(a.opacity_logit[i] - b.opacity_logit[i]) < 1e-4f;
    different += !same;
  }
  cuda::compare_line("mcmc refinement alone", a.size == b.size && touched > 1000 && different * 100 < touched,
                     format("{} / {} Gaussians, {} touched, {} of them differ", a.size, b.size, touched, different));
  return {};
}

// Two runs on the GPU must give the same bits.
Result<void> check_determinism(splat::train::TrainingData data, splat::train::TrainingOptions options, int steps) {
  options.training.deterministic = true;
  std::vector<splat::train::TrainingState> ends;
  std::vector<std::vector<double>> losses(2);
  for (std::size_t run = 0; run < 2; ++run) {
    splat::train::TrainingData copy = data;
    GS_TRY(const auto gpu, splat::CudaTrainer::create(std::move(copy), options));
    for (int i = 0; i < steps; ++i) {
      GS_TRY(const splat::train::StepReport step, gpu->step());
      losses[run].insert(losses[run].end(), {step.loss.total, step.loss.depth, step.loss.sky});
    }
    GS_TRY(splat::train::TrainingState end, gpu->copy_state());
    ends.push_back(std::move(end));
  }
  const auto a = ends[0].cloud.block(), b = ends[1].cloud.block();
  cuda::compare_line("deterministic mode repeats", std::equal(a.begin(), a.end(), b.begin(), b.end()),
                     format("{} steps", steps));
  cuda::compare_line("and so do its losses", losses[0] == losses[1] && losses[0].size() == losses[1].size(),
                     format("{} losses", losses[0].size()));
  return {};
}

// Changing masked pixels must not change a single bit of the cloud.
Result<void> check_masked_pixels(const splat::train::TrainingData& masked, splat::train::TrainingOptions options,
                                 int steps) {
  options.training.deterministic = true;
  std::vector<splat::train::TrainingState> ends;
  for (const bool spoiled : {false, true}) {
    splat::train::TrainingData copy = masked;
    for (splat::train::TrainingView& view : copy.views) {
      for (std::size_t i = 0; spoiled && i < view.mask.size(); ++i) {
        if (view.mask[i] != 0) continue;
        for (std::size_t c = 0; c < 3; ++c) view.rgb8[3 * i + c] ^= 0x5A;
      }
    }
    GS_TRY(const auto gpu, splat::CudaTrainer::create(std::move(copy), options));
    for (int i = 0; i < steps; ++i) GS_CHECK(gpu->step());
    GS_TRY(splat::train::TrainingState end, gpu->copy_state());
    ends.push_back(std::move(end));
  }
  const auto a = ends[0].cloud.block(), b = ends[1].cloud.block();
  cuda::compare_line("masked pixels have no influence", std::equal(a.begin(), a.end(), b.begin(), b.end()),
                     format("{} steps", steps));
  return {};
}

// Runs half of the steps, transfers the state through the host to another trainer, and runs the other half.
Result<void> check_state(splat::train::TrainingData data, splat::train::TrainingOptions options, int steps) {
  options.training.deterministic = true;
  splat::train::TrainingData copy = data, another = data;
  GS_TRY(const auto whole, splat::CudaTrainer::create(std::move(copy), options));
  GS_TRY(const auto half, splat::CudaTrainer::create(std::move(another), options));
  GS_TRY(const auto rest, splat::CudaTrainer::create(std::move(data), options));
  for (int i = 0; i < steps; ++i) GS_CHECK(whole->step());
  for (int i = 0; i < steps / 2; ++i) GS_CHECK(half->step());
  GS_TRY(splat::train::TrainingState middle, half->copy_state());
  GS_CHECK(rest->set_state(std::move(middle)));
  for (int i = steps / 2; i < steps; ++i) GS_CHECK(rest->step());
  GS_TRY(const splat::train::TrainingState a, whole->copy_state());
  GS_TRY(const splat::train::TrainingState b, rest->copy_state());
  const auto x = a.cloud.block(), y = b.cloud.block();
  cuda::compare_line("a resumed run equals the uninterrupted one", std::equal(x.begin(), x.end(), y.begin(), y.end()),
                     "");
  return {};
}

// A trainer without enough memory reports an error.
Result<void> check_memory_error(splat::train::TrainingData data, splat::train::TrainingOptions options) {
  options.training.strategy = "mcmc";
  options.training.max_gaussians = 900'000'000;
  const auto trainer = splat::CudaTrainer::create(std::move(data), options);
  cuda::compare_line("too many Gaussians", !trainer && trainer.error().code == ErrorCode::device_out_of_memory,
                     trainer ? "was accepted" : to_string(trainer.error()));
  return {};
}

class TrainGpu : public cuda::GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    auto street = bench::street_training_data(20'000, 480, 270, 6);
    ASSERT_TRUE(street) << to_string(street.error());
    data_ = *std::move(street);
    known_ = data_;
    add_geometry(known_);
    for (std::size_t i = 0; i < known_.views.size(); ++i) known_.views[i].timestamp_s = 0.1 * static_cast<double>(i);
  }
  static void expect(const Result<void>& result) { EXPECT_TRUE(result) << to_string(result.error()); }

  splat::train::TrainingData data_, known_;
};

TEST_F(TrainGpu, StepsAreThoseOfTheCpu) {
  for (int degree = 0; degree <= 3; ++degree) {
    expect(compare_steps(format("street, SH {}", degree), data_, options_of("none", 40, degree), 12));
  }
  splat::train::TrainingOptions compensated = options_of("none", 40, 1);
  compensated.training.antialiasing = true;
  expect(compare_steps("antialiasing", data_, compensated, 12));
}

TEST_F(TrainGpu, MaskedPixelsHaveNoInfluence) {
  splat::train::TrainingData masked = data_;
  add_masks(masked);
  expect(compare_steps("masks", masked, options_of("none", 40, 1), 12));
  expect(check_masked_pixels(masked, options_of("mcmc", 60, 1), 30));
}

TEST_F(TrainGpu, LidarSkyAndCorrectionsAreThoseOfTheCpu) {
  splat::train::TrainingOptions all = options_of("none", 40, 1);
  all.training.depth_weight = all.training.sky_weight = 0.1;
  expect(compare_steps("LiDAR and sky", known_, all, 12));
  all.optimization = {.refine_pose = true, .refine_exposure = true, .refine_vignetting = true};
  expect(compare_steps("exposure, pose, vignetting", known_, all, 30));
}

TEST_F(TrainGpu, ActorsAreTrainedAsOnTheCpu) {
  for (int degree = 0; degree <= 2; ++degree) {
    splat::train::TrainingData with_actors = known_;
    expect(add_actors(with_actors, 0));
    splat::train::TrainingOptions options = options_of("none", 40, degree);
    options.optimization.refine_pose = degree == 1;
    expect(compare_steps(format("actors, SH {}", degree), std::move(with_actors), options, 20));
  }
}

// A vehicle of which every view shows the same side: every second step of it renders its mirror image.
TEST_F(TrainGpu, MirroredActorsAreTrainedAsOnTheCpu) {
  splat::train::TrainingData with_actors = known_;
  expect(add_actors(with_actors, 1));
  with_actors.actors[1].mirrored = true;
  for (splat::train::TrainingView& view : with_actors.views) {
    splat::train::ActorSighting& sighting = view.actors[0];
    const Vec3d to_camera = view.map_from_camera.translation - sighting.map_from_actor.translation;
    // The left side at 45 deg.
    const double yaw = std::atan2(to_camera.y, to_camera.x) - std::numbers::pi / 4;
    sighting.map_from_actor.rotation = Quaterniond::from_axis_angle({0, 0, 1}, yaw);
  }
  ASSERT_EQ(splat::train::mirror_gates(with_actors)[1].side, -1);
  splat::train::TrainingOptions options = options_of("none", 40, 1);
  options.training.deterministic = true;
  expect(compare_steps("mirrored actors", std::move(with_actors), options, 20));
}

// Largest difference of gains and offsets of two states, over the largest of them; 1 if there are none.
double corrections_off(const splat::train::TrainingState& a, const splat::train::TrainingState& b) {
  double difference = 0, largest = 1e-30;
  const auto add = [&](const splat::train::LearnedTriples& x, const splat::train::LearnedTriples& y) {
    for (std::size_t i = 0; i < x.values.size(); ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        difference = std::max(difference, static_cast<double>(std::abs(x.values[i][c] - y.values[i][c])));
        largest = std::max(largest, static_cast<double>(std::abs(y.values[i][c])));
      }
    }
  };
  for (std::size_t k = 0; k < a.actor_corrections.size(); ++k) {
    add(a.actor_corrections[k].gains, b.actor_corrections[k].gains);
    add(a.actor_corrections[k].offsets, b.actor_corrections[k].offsets);
  }
  return largest > 1e-6 ? difference / largest : 1;
}

// Two cameras that see the actors over several seconds: gains and poses are learned as on the CPU.
TEST_F(TrainGpu, GainsAndPosesOfActorsAreThoseOfTheCpu) {
  splat::train::TrainingData with_actors = known_;
  expect(add_actors(with_actors, 1));
  for (std::size_t i = 0; i < with_actors.views.size(); ++i) {
    with_actors.views[i].name = format("camera_{}/{}", i / 2 % 2 == 0 ? "a" : "b", i);
    with_actors.views[i].timestamp_s = 0.5 * static_cast<double>(i);
  }
  splat::train::TrainingOptions options = options_of("none", 40, 1);
  options.training.deterministic = true;
  expect(compare_steps("gains and poses of actors", with_actors, options, 30));
  auto cpu = splat::train::Trainer::create(with_actors, options);
  auto gpu = splat::CudaTrainer::create(with_actors, options);
  ASSERT_TRUE(cpu && gpu);
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(cpu->step() && (*gpu)->step());
  const splat::train::TrainingState mine = (*gpu)->copy_state().value();
  for (const splat::train::ActorCorrections& actor : mine.actor_corrections) {
    EXPECT_EQ(actor.gains.values.size(), 2u);
    EXPECT_GE(actor.offsets.values.size(), 3u);
  }
  EXPECT_LT(corrections_off(mine, cpu->state()), 0.05);
}

// Where the background has no Gaussian in the image, actors are trained alone, and nothing becomes NaN.
TEST_F(TrainGpu, ActorsAloneInTheImageAreTrained) {
  splat::train::TrainingData with_actors = data_;
  expect(add_actors(with_actors, 0));
  auto gpu = splat::CudaTrainer::create(with_actors, options_of("none", 40, 1));
  ASSERT_TRUE(gpu) << to_string(gpu.error());
  splat::train::TrainingState state = (*gpu)->copy_state().value();
  for (std::size_t i = 0; i < state.cloud.size(); ++i) state.cloud.view().set_position(i, {-500, 0, 0});
  ASSERT_TRUE((*gpu)->set_state(std::move(state)));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE((*gpu)->step());
  const splat::train::TrainingState end = (*gpu)->copy_state().value();
  for (const splat::train::ActorState& actor : end.actors) {
    EXPECT_GT(actor.adam.steps, 0u);
    for (const float value : actor.cloud.block()) ASSERT_TRUE(std::isfinite(value));
  }
}

TEST_F(TrainGpu, RefinementIsThatOfTheCpu) {
  expect(compare_steps("mcmc", data_, options_of("mcmc", 60, 1), 35));
  expect(check_refinement(data_, options_of("mcmc", 60, 1)));
}

TEST_F(TrainGpu, DeterministicModeRepeatsTheCloudAndTheLosses) {
  splat::train::TrainingOptions options = options_of("mcmc", 60, 3);
  options.training.depth_weight = options.training.sky_weight = 0.1;
  expect(check_determinism(known_, options, 45));
}

TEST_F(TrainGpu, AResumedRunEqualsTheUninterruptedOne) { expect(check_state(data_, options_of("mcmc", 60, 3), 40)); }
TEST_F(TrainGpu, TooManyGaussiansAreRefused) { expect(check_memory_error(data_, options_of("mcmc", 60, 3))); }

// Adaptive density control runs on the host; the steps after it are not synchronised, and none is lost.
TEST_F(TrainGpu, AdcRefinesOnTheHostAndGoesOn) {
  splat::train::TrainingOptions options = options_of("adc", 60, 1);
  options.training.densify.grad_threshold = 1e-6;
  auto gpu = splat::CudaTrainer::create(data_, options);
  ASSERT_TRUE(gpu) << to_string(gpu.error());
  const std::size_t before = (*gpu)->gaussians();
  for (int i = 0; i < 60; ++i) {
    const auto step = (*gpu)->step();
    ASSERT_TRUE(step) << to_string(step.error());
  }
  ASSERT_TRUE((*gpu)->wait());
  EXPECT_NE((*gpu)->gaussians(), before);
  EXPECT_EQ((*gpu)->iteration(), 60u);
}

// If all Gaussians are dead there is nothing to copy: as on the CPU, none is added.
TEST_F(TrainGpu, NothingIsAddedWhereNothingLives) {
  const splat::train::TrainingOptions options = options_of("mcmc", 60, 1);
  auto gpu = splat::CudaTrainer::create(data_, options);
  ASSERT_TRUE(gpu) << to_string(gpu.error());
  splat::train::TrainingState state = (*gpu)->copy_state().value();
  for (std::size_t i = 0; i < state.cloud.size(); ++i) state.cloud.view().opacity_logit[i] = -12;
  const std::size_t before = state.cloud.size();
  ASSERT_TRUE((*gpu)->set_state(std::move(state)));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE((*gpu)->step());
  EXPECT_EQ((*gpu)->gaussians(), before);
}

// Every allocation of a load fails once. The trainer must then refuse to work, and work again with the next state.
TEST_F(TrainGpu, AStateThatFindsNoMemoryIsAnErrorAndNoCrash) {
  splat::train::TrainingOptions options = options_of("mcmc", 60, 1);
  options.training.depth_weight = options.training.sky_weight = 0.1;
  bool failed = true;
  int n = 0;
  for (; failed && n < 200; ++n) {
    const cuda::FailingAllocation failing(n);
    const auto gpu = splat::CudaTrainer::create(known_, options);
    failed = cuda::FailingAllocation::has_failed();
    EXPECT_EQ(!gpu, failed) << n;
    if (!gpu) {
      EXPECT_EQ(gpu.error().code, ErrorCode::device_out_of_memory) << n;
    }
  }
  EXPECT_GT(n, 20);
  EXPECT_FALSE(failed);
}

// If lists cannot grow because memory is exhausted, the step fails, and the same trainer continues when memory is
// available.
TEST_F(TrainGpu, AStepThatFindsNoMemoryCanBeRepeated) {
  splat::train::TrainingOptions options = options_of("none", 60, 1);
  options.training.max_gaussians = 20'000;
  for (int n = 0; n < 12; ++n) {
    auto gpu = splat::CudaTrainer::create(data_, options);
    ASSERT_TRUE(gpu) << to_string(gpu.error());
    splat::train::TrainingState large = (*gpu)->copy_state().value();
    for (std::size_t i = 0; i < large.cloud.size(); ++i) large.cloud.view().set_log_scale(i, {0.5f, 0.5f, 0.5f});
    ASSERT_TRUE((*gpu)->set_state(std::move(large)));
    bool failed = false;
    {
      const cuda::FailingAllocation failing(n);
      for (int i = 0; i < 3 && !failed; ++i) failed = !(*gpu)->step();
      EXPECT_EQ(failed, cuda::FailingAllocation::has_failed()) << n;
    }
    for (int i = 0; i < 3; ++i) {
      const auto step = (*gpu)->step();
      ASSERT_TRUE(step) << n << ": " << to_string(step.error());
    }
    ASSERT_TRUE((*gpu)->evaluate()) << n;
    if (!failed) break;
  }
}

}  // namespace
