// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parameters of a node: types, ranges, changes all or none, and listing.
#include "gs/ros2/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::ros2 {
namespace {

using ::testing::ElementsAre;

// Parameters of a vehicle: one with a range, one without, and a read-only one.
void declare_car(Parameters& p) {
  ASSERT_TRUE(p.declare({.name = "vehicle.wheelbase",
                         .value = parameter_value(2.8),
                         .descriptor = {.floating_point_range = {{.from_value = 0.2, .to_value = 20}}}}));
  ASSERT_TRUE(p.declare({.name = "vehicle.tire.friction", .value = parameter_value(1.0)}));
  ASSERT_TRUE(p.declare({.name = "world", .value = parameter_value("w"), .descriptor = {.read_only = true}}));
}

TEST(Parameters, AreSetWithinTypeAndRange) {
  Parameters p;
  declare_car(p);
  EXPECT_TRUE(p.set({{"vehicle.wheelbase", parameter_value(3.0)}}).successful);
  EXPECT_TRUE(p.set({{"vehicle.wheelbase", parameter_value(int64_t{4})}}).successful);
  EXPECT_EQ(p.get("vehicle.wheelbase"), parameter_value(4.0));
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, ParameterValue>>{{"vehicle.wheelbase", parameter_value(99.0)},
                                                           {"vehicle.wheelbase", parameter_value("long")},
                                                           {"world", parameter_value("other")},
                                                           {"nothing", parameter_value(true)}}) {
    const auto result = p.set({{name, value}});
    EXPECT_FALSE(result.successful) << name;
    EXPECT_FALSE(result.reason.empty()) << name;
  }
  EXPECT_EQ(p.get("vehicle.wheelbase"), parameter_value(4.0));
}

TEST(Parameters, SetTogetherAllOrNone) {
  Parameters p;
  declare_car(p);
  EXPECT_FALSE(p.set({{"vehicle.wheelbase", parameter_value(3.0)}, {"world", parameter_value("x")}}).successful);
  EXPECT_EQ(p.get("vehicle.wheelbase"), parameter_value(2.8));
}

TEST(Parameters, ARefusalSetsTheParametersBeforeItBack) {
  Parameters p;
  std::vector<double> taken;  // values that on_set of "a" has applied
  int events = 0;
  const auto take = [&](const ParameterValue& value) -> Result<void> {
    return taken.push_back(value.double_value), Result<void>{};
  };
  const auto refuse = [](const ParameterValue& value) -> Result<void> {
    if (value.double_value > 1) return fail(ErrorCode::invalid_option, "too large");
    return {};
  };
  ASSERT_TRUE(p.declare({.name = "a", .value = parameter_value(1.0), .on_set = take}));
  ASSERT_TRUE(p.declare({.name = "b", .value = parameter_value(2.0)}));
  ASSERT_TRUE(p.declare({.name = "c", .value = parameter_value(0.5), .on_set = refuse}));
  p.set_listener([&](const auto&) { ++events; });
  const auto result = p.set({{"a", parameter_value(10.0)},
                             {"b", parameter_value(20.0)},
                             {"a", parameter_value(11.0)},
                             {"c", parameter_value(30.0)}});
  EXPECT_FALSE(result.successful);
  EXPECT_EQ(result.reason, "too large");
  EXPECT_EQ(p.get("a"), parameter_value(1.0));
  EXPECT_EQ(p.get("b"), parameter_value(2.0));
  EXPECT_EQ(p.get("c"), parameter_value(0.5));
  EXPECT_THAT(taken, ElementsAre(10.0, 11.0, 10.0, 1.0));
  EXPECT_EQ(events, 0);
  EXPECT_TRUE(p.set({{"a", parameter_value(10.0)}, {"c", parameter_value(1.0)}}).successful);
  EXPECT_EQ(events, 1);
}

TEST(Parameters, ListByPrefixAndDepth) {
  Parameters p;
  declare_car(p);
  EXPECT_THAT(p.list({}, 0).names, ElementsAre("vehicle.tire.friction", "vehicle.wheelbase", "world"));
  EXPECT_THAT(p.list({}, 1).names, ElementsAre("world"));
  EXPECT_THAT(p.list({"vehicle"}, 1).names, ElementsAre("vehicle.wheelbase"));
  EXPECT_THAT(p.list({"vehicle"}, 0).prefixes, ElementsAre("vehicle", "vehicle.tire"));
  EXPECT_TRUE(p.list({"veh"}, 0).names.empty());
}

TEST(Parameters, ReportEveryChange) {
  Parameters p;
  std::vector<rosmsg::rcl_interfaces::ParameterEvent> events;
  p.set_listener([&](const auto& event) { events.push_back(event); });
  declare_car(p);
  p.set({{"vehicle.wheelbase", parameter_value(3.0)}});
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].new_parameters[0].name, "vehicle.wheelbase");
  EXPECT_EQ(events[3].changed_parameters[0].value, parameter_value(3.0));
}

TEST(Parameters, TakeOverridesWhenDeclared) {
  Parameters p;
  p.set_overrides({{"vehicle.wheelbase", parameter_value(int64_t{3})}, {"world", parameter_value(true)}});
  ASSERT_TRUE(p.declare({.name = "vehicle.wheelbase", .value = parameter_value(2.8)}));
  EXPECT_EQ(p.get("vehicle.wheelbase"), parameter_value(3.0));
  EXPECT_FALSE(p.declare({.name = "world", .value = parameter_value("w")}));
  EXPECT_EQ(to_text(*p.get("vehicle.wheelbase")), "3.0");
}

}  // namespace
}  // namespace gs::ros2
