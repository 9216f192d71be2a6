// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS arguments and parameter files.
#include "gs/ros2/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace gs::ros2 {
namespace {

using ::testing::ElementsAre;

TEST(Arguments, AreReadBetweenRosArgsAndDoubleDash) {
  const auto parsed =
      parse_arguments({"run", "--ros-args", "-r", "odom:=/car/odom", "-r", "__ns:=/a", "-r", "n:x:=y", "-p",
                       "vehicle.wheelbase:=3.1", "--log-level", "debug", "-e", "/sec", "__node:=b", "--", "--quiet"});
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_THAT(parsed->rest, ElementsAre("run", "--quiet"));
  EXPECT_EQ(parsed->node_namespace, "/a");
  EXPECT_EQ(parsed->node_name, "b");
  ASSERT_EQ(parsed->remaps.size(), 2u);
  EXPECT_EQ(parsed->remaps[0].to, "/car/odom");
  EXPECT_EQ(parsed->remaps[1].node, "n");
  EXPECT_EQ(parsed->parameters[0].second, parameter_value(3.1));
  EXPECT_EQ(parsed->log_level, "debug");
  EXPECT_EQ(parsed->enclave, "/sec");
}

TEST(Arguments, InvalidOnesAreErrors) {
  EXPECT_FALSE(parse_arguments({"--ros-args", "-r"}));
  EXPECT_FALSE(parse_arguments({"--ros-args", "-r", "odom"}));
  EXPECT_FALSE(parse_arguments({"--ros-args", "--whatever"}));
  EXPECT_FALSE(parse_arguments({"--ros-args", "-p", ":=1"}));
}

TEST(ParameterValues, AreTypedByYaml) {
  EXPECT_EQ(*parse_parameter_value("true"), parameter_value(true));
  EXPECT_EQ(*parse_parameter_value("3"), parameter_value(int64_t{3}));
  EXPECT_EQ(*parse_parameter_value("2.5"), parameter_value(2.5));
  EXPECT_EQ(*parse_parameter_value("'3'"), parameter_value("3"));
  EXPECT_EQ(*parse_parameter_value("[1, 2]"), parameter_value(std::vector<int64_t>{1, 2}));
  EXPECT_EQ(*parse_parameter_value("[1, 2.5]"), parameter_value(std::vector<double>{1, 2.5}));
  EXPECT_EQ(*parse_parameter_value("[a, b]"), parameter_value(std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(parse_parameter_value("{a: 1}"));
}

TEST(ParameterFiles, CountForTheNodesTheyName) {
  const auto path = std::filesystem::temp_directory_path() / ("gs_ros2_params_" + std::to_string(getpid()) + ".yaml");
  std::ofstream(path) << "/**:\n  ros__parameters:\n    a: 1\n    nested: {b: 2.5}\n"
                         "simulator_node:\n  ros__parameters: {a: 2}\n"
                         "other:\n  ros__parameters: {a: 3}\n";
  Arguments arguments{.parameters = {{"c", parameter_value(true)}}, .parameter_files = {path.string()}};
  const auto overrides = parameter_overrides(arguments, "/ns/simulator_node");
  std::filesystem::remove(path);
  ASSERT_TRUE(overrides) << overrides.error().message;
  EXPECT_EQ(overrides->at("a"), parameter_value(int64_t{2}));
  EXPECT_EQ(overrides->at("nested.b"), parameter_value(2.5));
  EXPECT_EQ(overrides->at("c"), parameter_value(true));
}

}  // namespace
}  // namespace gs::ros2
