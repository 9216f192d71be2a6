// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training engines: the CPU always, CUDA with a GPU, and states that move between them.
#include "gs/splat/make_training_engine.h"

#include <gtest/gtest.h>

#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat {
namespace {

// A uniform gray image and a few points.
train::TrainingData gray_data() {
  train::TrainingData data;
  const RenderView view = testing::simple_view(32, 24, 30);
  data.views.push_back({.name = "gray",
                        .camera = view.camera,
                        .map_from_camera = view.map_from_camera,
                        .rgb8 = std::vector<uint8_t>(3 * 32 * 24, 128)});
  for (int k = 0; k < 20; ++k) data.points.push_back({{0.1f * static_cast<float>(k - 10), 0, 4}});
  return data;
}

train::TrainingOptions few_steps() {
  train::TrainingOptions options;
  options.training.preset = "full";
  options.training.iterations = 10;
  options.training.max_gaussians = 100;
  options.model.sh_degree = 1;
  return options;
}

TEST(TrainingEngine, TheCpuIsAlwaysThere) {
  const auto engine = make_training_engine(Backend::cpu, gray_data(), few_steps()).value();
  EXPECT_EQ(engine->name(), "cpu");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(engine->step());
  EXPECT_EQ(engine->iteration(), 3u);
  const train::TrainingState state = engine->copy_state().value();
  EXPECT_EQ(state.cloud.size(), engine->gaussians());
  EXPECT_EQ(state.iteration, 3u);
  EXPECT_EQ(engine->render_view(0).value().rgb8.size(), 3u * 32 * 24);
  EXPECT_GT(engine->memory_bytes(), state.cloud.memory_bytes());
}

// A state trained by one engine can be continued by another.
TEST(TrainingEngine, AutomaticFindsSomethingAndAStateMovesFromOneToAnother) {
  const auto engine = make_training_engine(Backend::automatic, gray_data(), few_steps()).value();
  const auto other = make_training_engine(Backend::cpu, gray_data(), few_steps()).value();
  ASSERT_TRUE(engine->step());
  ASSERT_TRUE(other->set_state(engine->copy_state().value()));
  EXPECT_EQ(other->iteration(), 1u);
  EXPECT_EQ(other->gaussians(), engine->gaussians());
}

TEST(TrainingEngine, CudaWithoutAGpuSaysSo) {
  const auto engine = make_training_engine(Backend::cuda, gray_data(), few_steps());
  if (engine) GTEST_SKIP() << "there is a GPU: " << (*engine)->name();
  EXPECT_EQ(engine.error().code, ErrorCode::no_device);
  EXPECT_FALSE(engine.error().hint.empty());
}

}  // namespace
}  // namespace gs::splat
