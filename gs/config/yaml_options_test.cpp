// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options from YAML: types, unknown keys, ranges, and the round trip.
#include "gs/config/yaml_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::config {
namespace {

using testing::HasSubstr;

struct RateOptions {
  double position = 1.6e-4;
  double opacity = 0.05;
};
void describe(auto& visit, RateOptions& o) {
  visit("position", o.position, "of the means", Range{0, 1});
  visit("opacity", o.opacity, "of the opacities", Range{0, 1});
}

struct TrainOptions {
  int iterations = 30000;
  bool refine_pose = false;
  std::string backend = "auto";
  std::vector<int> save_iterations{7000, 30000};
  std::vector<std::string> cameras;
  std::optional<double> budget_s;
  RateOptions learning_rate;
};
void describe(auto& visit, TrainOptions& o) {
  visit("iterations", o.iterations, "steps to take", Range{1, 1e6});
  visit("refine_pose", o.refine_pose, "move the cameras too");
  visit("backend", o.backend, "where to compute", Choices{{"auto", "cpu", "cuda"}});
  visit("save_iterations", o.save_iterations, "when to save");
  visit("cameras", o.cameras, "which to use");
  visit("budget_s", o.budget_s, "time to spend");
  visit("learning_rate", o.learning_rate, "learning rates");
}

Error refused(std::string_view text) {
  TrainOptions options;
  const auto result = read_yaml_options(text, OptionTable::of(options));
  EXPECT_FALSE(result);
  return result ? Error{} : result.error();
}

TEST(YamlOptions, SetsTheOptionsOfTheDocument) {
  TrainOptions options;
  const auto table = OptionTable::of(options);
  ASSERT_TRUE(
      read_yaml_options("iterations: 10\nlearning_rate:\n  opacity: 1\nsave_iterations: [5, 10]\n"
                        "cameras: [front, 2]\nbudget_s: 3.5\nrefine_pose: true\n",
                        table));
  EXPECT_EQ(options.iterations, 10);
  EXPECT_EQ(options.learning_rate.opacity, 1.0);
  EXPECT_EQ(options.learning_rate.position, 1.6e-4);
  EXPECT_EQ(options.save_iterations, (std::vector{5, 10}));
  EXPECT_EQ(options.cameras, (std::vector<std::string>{"front", "2"}));
  EXPECT_EQ(options.budget_s, 3.5);
  EXPECT_TRUE(options.refine_pose);
}

TEST(YamlOptions, NullClearsOptionalAndListAndLeavesGroupsAlone) {
  TrainOptions options{.budget_s = 1.0};
  ASSERT_TRUE(read_yaml_options("budget_s: null\nsave_iterations:\nlearning_rate:\n", OptionTable::of(options)));
  EXPECT_FALSE(options.budget_s);
  EXPECT_TRUE(options.save_iterations.empty());
}

TEST(YamlOptions, UnknownKeyNamesLineAndNearestKey) {
  const Error error = refused("iterations: 5\nlearning_rate:\n  positon: 1\n");
  EXPECT_EQ(error.code, ErrorCode::invalid_option);
  EXPECT_EQ(error.message, "line 3: unknown key 'learning_rate.positon'");
  EXPECT_EQ(error.hint, "did you mean 'learning_rate.position'?");
  const Error group = refused("iterations: 5\nlerning_rate: {position: 1}\n");
  EXPECT_EQ(group.message, "line 2: unknown key 'lerning_rate'");
  EXPECT_EQ(group.hint, "did you mean 'learning_rate'?");
}

// A quoted number is a text, and a list is not a number.
TEST(YamlOptions, RefusesWrongTypes) {
  EXPECT_THAT(refused("iterations: \"5\"\n").message, HasSubstr("iterations is a text, but integer is wanted"));
  EXPECT_THAT(refused("iterations: 5.5\n").message, HasSubstr("line 1"));
  EXPECT_THAT(refused("iterations: [5]\n").message, HasSubstr("a list"));
  EXPECT_THAT(refused("refine_pose: 1\n").message, HasSubstr("true|false"));
  EXPECT_THAT(refused("learning_rate: 5\n").message, HasSubstr("a map is wanted"));
  EXPECT_THAT(refused("save_iterations: 5\n").message, HasSubstr("list of integers"));
  EXPECT_THAT(refused("iterations: null\n").message, HasSubstr("null"));
  EXPECT_THAT(refused("- 1\n").message, HasSubstr("a map is wanted"));
}

TEST(YamlOptions, RefusesValuesOutOfRangeWithTheirLine) {
  const Error error = refused("backend: cpu\nlearning_rate: {opacity: 2}\n");
  EXPECT_THAT(error.message, HasSubstr("line 2"));
  EXPECT_THAT(error.hint, HasSubstr("0 to 1"));
  EXPECT_THAT(refused("backend: gpu\n").hint, HasSubstr("one of: auto, cpu, cuda"));
  EXPECT_THAT(refused("learning_rate: {opacity: .nan}\n").message, HasSubstr("finite"));
}

TEST(YamlOptions, RefusesDuplicates) {
  EXPECT_THAT(refused("backend: cpu\nbackend: cuda\n").message, HasSubstr("twice"));
}

TEST(YamlOptions, WrittenOptionsReadBackEqual) {
  TrainOptions options{.iterations = 7, .backend = "cpu", .cameras = {"a: b", "c"}, .budget_s = 0.1};
  const std::string text = write_yaml_options(OptionTable::of(options));
  TrainOptions back;
  ASSERT_TRUE(read_yaml_options(text, OptionTable::of(back)));
  EXPECT_EQ(write_yaml_options(OptionTable::of(back)), text);
  EXPECT_EQ(back.cameras, options.cameras);
  EXPECT_THAT(text, HasSubstr("learning_rate:\n  position: "));
}

TEST(YamlOptions, MissingFileIsNotFound) {
  TrainOptions options;
  const auto result = read_yaml_options_file("no_such_file.yaml", OptionTable::of(options));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace gs::config
