// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/drive/wheel.h"

#include <gtest/gtest.h>

#include "gs/core/format.h"
#include "gs/core/json/json.h"

namespace gs::web {
namespace {

class WheelTest : public ::testing::Test {
 protected:
  Result<void> input(std::string_view members, const std::string& driver = "client-1") {
    const std::string json =
        format(R"({{{},"steer":0,"throttle":1,"brake":0,"gear":"drive","brake_now":false}})", members);
    return wheel_.input(driver, as_bytes(json));
  }
  // Steps and applies the command to the speed. False: nobody drives by hand.
  bool step() {
    const auto command = wheel_.step(++step_, speed_, 0, Duration::from_ms(10), vehicle_);
    if (command) speed_ = command->speed;
    return command.has_value();
  }

  double now_s_ = 100, speed_ = 5;
  uint64_t step_ = 0;
  sim::VehicleOptions vehicle_;
  Wheel wheel_{[this] { return now_s_; }, false};
};

TEST_F(WheelTest, CommandsNothingBeforeAPersonDrives) {
  EXPECT_FALSE(step());
  EXPECT_EQ(wheel_.report().driver, "");
}

TEST_F(WheelTest, ReportsTheStepThatTookAnInput) {
  ASSERT_TRUE(input(R"("seq":41)"));
  ASSERT_TRUE(input(R"("seq":42)"));
  EXPECT_TRUE(step());
  const Node report = parse_json(wheel_.report().json()).value();
  EXPECT_EQ(report["driver"].text, "client-1");
  EXPECT_EQ(report["seq"].integer, 42);
  EXPECT_EQ(report["step"].integer, 1);
  EXPECT_EQ(report["gear"].text, "drive");
  EXPECT_EQ(report["braking"].text, "none");
  const Node schema = parse_json(driver_schema()).value();
  ASSERT_EQ(schema["properties"].members.size(), report.members.size());
  for (const auto& [name, value] : report.members) EXPECT_TRUE(schema["properties"].find(name)) << name;
}

TEST_F(WheelTest, BrakesFullyWhenInputsStayAwayAndGoesOnWithTheNext) {
  ASSERT_TRUE(input(R"("seq":1)"));
  now_s_ += 0.299;
  step();
  EXPECT_EQ(wheel_.report().braking, Braking::none);
  now_s_ += 0.001;
  const double before = speed_;
  step();
  EXPECT_EQ(wheel_.report().braking, Braking::late);
  EXPECT_LT(speed_, before - 0.99 * vehicle_.max_deceleration * 0.01);
  EXPECT_EQ(wheel_.report().driver, "client-1");
  ASSERT_TRUE(input(R"("seq":2)"));
  step();
  EXPECT_EQ(wheel_.report().braking, Braking::none);
}

TEST_F(WheelTest, BrakesUntilItStandsWhenTheDriverLeaves) {
  ASSERT_TRUE(input(R"("seq":1)"));
  step();
  wheel_.left();
  EXPECT_TRUE(step());
  EXPECT_EQ(wheel_.report().braking, Braking::left);
  EXPECT_EQ(wheel_.report().driver, "");
  double before = speed_ + 1;
  while (step()) {
    EXPECT_LE(speed_, before);
    before = speed_;
    ASSERT_LT(step_, 200u);
  }
  EXPECT_EQ(speed_, 0);
}

TEST_F(WheelTest, AnotherSourceOfCommandsEndsTheBraking) {
  ASSERT_TRUE(input(R"("seq":1)"));
  wheel_.left();
  wheel_.yield();
  EXPECT_FALSE(step());
}

TEST_F(WheelTest, TheNextDriverBeginsWithReleasedPedals) {
  ASSERT_TRUE(input(R"("seq":9)"));
  for (int i = 0; i < 20; ++i) step();
  EXPECT_NEAR(wheel_.report().throttle, 0.5, 1e-9);
  wheel_.left();
  ASSERT_TRUE(input(R"("seq":1)", "client-2"));
  step();
  EXPECT_EQ(wheel_.report().driver, "client-2");
  EXPECT_EQ(wheel_.report().seq, 1u);
  EXPECT_NEAR(wheel_.report().throttle, 0.025, 1e-9);
}

TEST_F(WheelTest, ABadInputIsNoSignOfLife) {
  ASSERT_TRUE(input(R"("seq":1)"));
  now_s_ += 0.4;
  EXPECT_FALSE(input(R"("seq":-2)"));
  EXPECT_FALSE(wheel_.input("client-1", {}));
  const auto reverse = wheel_.input(
      "client-1", as_bytes(R"({"seq":1,"steer":0,"throttle":1,"brake":0,"gear":"reverse","brake_now":false})"));
  ASSERT_FALSE(reverse);
  EXPECT_EQ(reverse.error().message, "gear reverse needs vehicle.allow_reverse");
  step();
  EXPECT_EQ(wheel_.report().braking, Braking::late);
  EXPECT_EQ(wheel_.report().seq, 1u);
}

}  // namespace
}  // namespace gs::web
