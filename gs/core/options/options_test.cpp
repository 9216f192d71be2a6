// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The table of options made by describe(): types, limits, setting from text, and suggestions for unknown names.
#include "gs/core/options/options.h"

#include <gtest/gtest.h>

#include <limits>

namespace gs {
namespace {

struct RateOptions {
  double position = 1.6e-4;
  double opacity = 0.05;
};
void describe(auto& visit, RateOptions& o) {
  visit("position", o.position, "learning rate of means", Range{0.0, 1.0});
  visit("opacity", o.opacity, "learning rate of opacities", Range{0.0, 1.0});
}

struct TestOptions {
  int iterations = 30'000;
  bool refine_pose = false;
  std::string backend = "auto";
  std::optional<double> rate_override;
  std::vector<int> save_iterations{7000, 15000};
  std::filesystem::path output;
  RateOptions learning_rate;
};
void describe(auto& visit, TestOptions& o) {
  visit("iterations", o.iterations, "training steps", Range{1, 1e6});
  visit("refine_pose", o.refine_pose, "move cameras");
  visit("backend", o.backend, "processor", Choices{{"auto", "cpu", "cuda"}});
  visit("rate_override", o.rate_override, "rate [Hz]", Range{0.0, std::numeric_limits<double>::infinity()});
  visit("save_iterations", o.save_iterations, "checkpoints", Range{1, 1e6});
  visit("output", o.output, "where to write");
  visit("learning_rate", o.learning_rate, "step sizes");
}

TEST(Options, DescribeGivesEveryOptionItsTypeDefaultAndLimits) {
  TestOptions options;
  const OptionTable table = OptionTable::of(options);
  ASSERT_EQ(table.all().size(), 8u);
  const Option* rate = table.find("learning_rate.position");
  ASSERT_NE(rate, nullptr);
  EXPECT_EQ(rate->type, OptionType::real);
  EXPECT_EQ(rate->defaults, std::vector<std::string>{"0.00016"});
  EXPECT_EQ(allowed_values(*rate), "0 to 1");
  EXPECT_EQ(allowed_values(*table.find("backend")), "one of: auto, cpu, cuda");
  EXPECT_EQ(allowed_values(*table.find("rate_override")), "0 or more");
  EXPECT_TRUE(table.find("rate_override")->defaults.empty());
  EXPECT_EQ(table.find("save_iterations")->defaults, (std::vector<std::string>{"7000", "15000"}));
}

TEST(Options, SettingChangesTheStruct) {
  TestOptions options;
  const OptionTable table = OptionTable::of(options);
  ASSERT_TRUE(table.set("iterations", "12"));
  ASSERT_TRUE(table.set("refine_pose", "true"));
  ASSERT_TRUE(table.set("learning_rate.opacity", "1e-2"));
  ASSERT_TRUE(table.set("rate_override", "5"));
  ASSERT_TRUE(table.set_assignment("save_iterations=1,2,3"));
  ASSERT_TRUE(table.set_assignment("output=a=b"));
  EXPECT_EQ(options.iterations, 12);
  EXPECT_TRUE(options.refine_pose);
  EXPECT_EQ(options.learning_rate.opacity, 0.01);
  EXPECT_EQ(options.rate_override, 5.0);
  EXPECT_EQ(options.save_iterations, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(options.output, "a=b");
  ASSERT_TRUE(table.set("rate_override", std::vector<std::string>{}));
  EXPECT_FALSE(options.rate_override);
}

// Values of the wrong type, out of range, not among the choices, or too large for the field.
TEST(Options, BadValuesAreRefusedAndNothingChanges) {
  TestOptions options;
  const OptionTable table = OptionTable::of(options);
  for (const auto& [name, value] : {std::pair{"iterations", "0"},
                                    {"iterations", "1.5"},
                                    {"iterations", "99999999999"},
                                    {"iterations", ""},
                                    {"refine_pose", "yes"},
                                    {"backend", "gpu"},
                                    {"learning_rate.opacity", "nan"},
                                    {"learning_rate.opacity", "inf"},
                                    {"learning_rate.opacity", "2"},
                                    {"save_iterations", "x"}}) {
    const auto result = table.set(name, value);
    ASSERT_FALSE(result) << name << "=" << value;
    EXPECT_EQ(result.error().code, ErrorCode::invalid_option);
    EXPECT_NE(result.error().message.find(name), std::string::npos);
  }
  EXPECT_FALSE(table.set("iterations", std::vector<std::string>{"1", "2"}));
  EXPECT_FALSE(table.set_assignment("novalue"));
  EXPECT_EQ(options.iterations, 30'000);
  EXPECT_EQ(options.save_iterations.size(), 2u);
}

TEST(Options, UnknownNameSuggestsTheNearest) {
  TestOptions options;
  const auto result = OptionTable::of(options).set("iteration", "5");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().hint, "did you mean 'iterations'?");
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
}

}  // namespace
}  // namespace gs
