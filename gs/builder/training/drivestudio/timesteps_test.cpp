// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time steps of the exported data set: held-out frames, strides, rare cameras, missing sweeps.
#include "gs/builder/training/drivestudio/timesteps.h"

#include <gtest/gtest.h>

#include "gs/builder/training/drivestudio/testing/small_dataset.h"

namespace gs::builder {
namespace {

// Steps of which every interval-th is held out; interval 0: none.
std::vector<Timestep> steps_of(std::size_t count, std::size_t interval) {
  std::vector<Timestep> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i].sweep = i;
    out[i].held_out = interval > 0 && i % interval == interval / 2;
  }
  return out;
}

TEST(Timesteps, HeldOutOnesAreWhereDriveStudioTests) {
  for (std::size_t count = 2; count < 60; ++count) {
    for (const std::size_t interval : {2u, 3u, 8u}) {
      const std::vector<Timestep> before = steps_of(count, interval);
      const Arranged after = arrange_steps(before);
      std::size_t trained = 0, tested = 0;
      std::size_t last_trained = 0;
      for (std::size_t t = 0; t < after.steps.size(); ++t) {
        const bool place = after.stride > 0 && t > 0 && t % after.stride == 0;
        ASSERT_EQ(after.steps[t].held_out, place) << count << " " << interval << " " << t;
        if (place) {
          ++tested;
          continue;
        }
        ASSERT_TRUE(trained == 0 || after.steps[t].sweep > last_trained);  // in order
        last_trained = after.steps[t].sweep;
        ++trained;
      }
      const auto wanted = std::count_if(before.begin(), before.end(), [](auto& s) { return !s.held_out; });
      EXPECT_EQ(trained, static_cast<std::size_t>(wanted)) << "none of them is lost";
      if (count >= 3 * interval) {
        EXPECT_GE(tested + 2, (count - trained) * 2 / 3) << count << " " << interval;
      }
    }
  }
}

TEST(Timesteps, NothingHeldOutNeedsNoStride) {
  const Arranged all = arrange_steps(steps_of(10, 0));
  EXPECT_EQ(all.steps.size(), 10u);
  EXPECT_EQ(all.stride, 0u);
}

// Plans for the data set of drivestudio_testing.
class TimestepPlans : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_dataset(folder_.path());
    index_ = dataset::read_dataset_index(folder_.path()).value();
    sweeps_ = dataset::list_sweeps(folder_ / "lidar").value();
  }
  Result<TimestepPlan> plan(std::size_t stride = 1) { return plan_timesteps(index_, sweeps_, stride, problems_); }

  TemporaryFolder folder_;
  dataset::DatasetIndex index_;
  std::vector<dataset::LidarSweep> sweeps_;
  Problems problems_;
};

TEST_F(TimestepPlans, TheSlowestCameraSetsThePaceAndTheFrontOneIsFirst) {
  const TimestepPlan got = plan().value();
  EXPECT_EQ(got.cameras, (std::vector<std::size_t>{1, 0}));
  // camera_left has frames 0 to 4 at 0, 0.2 ... 0.8 s. Frame 4 is held out, so its partner must be held out too.
  ASSERT_EQ(got.steps.size(), 5u);
  std::size_t held_out = 0;
  for (const Timestep& step : got.steps) {
    const int64_t front = index_.cameras[1].frames[step.frames[0]].index;
    const int64_t left = index_.cameras[0].frames[step.frames[1]].index;
    EXPECT_EQ(step.held_out, left == 4);
    EXPECT_EQ(step.held_out, front == 4);
    EXPECT_TRUE(step.held_out || left == 2 || front == 2 * left);
    held_out += step.held_out ? 1 : 0;
  }
  EXPECT_EQ(held_out, 1u);
  EXPECT_EQ(got.test_stride, 3u);
}

TEST_F(TimestepPlans, RareAndSurplusCamerasAreLeftOut) {
  index_.cameras[0].frames.resize(2);
  EXPECT_EQ(plan().value().cameras, (std::vector<std::size_t>{1}));
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
  index_.cameras.resize(1);
  index_.cameras[0].frames = dataset::read_dataset_index(folder_.path()).value().cameras[1].frames;
  for (int i = 0; i < 7; ++i) index_.cameras.push_back(index_.cameras[0]);
  EXPECT_EQ(plan().value().cameras.size(), 6u);
}

TEST_F(TimestepPlans, StepsWithoutASweepAreLeftOut) {
  sweeps_.erase(sweeps_.begin() + 1, sweeps_.end());  // the first one, at 0 s
  EXPECT_EQ(plan().value().steps.size(), 3u);         // up to half a second later
  ASSERT_TRUE(write_file(sweeps_[0].file, std::string_view()));
  const auto none = plan();
  EXPECT_EQ(none.error().code, ErrorCode::invalid_data);
  EXPECT_FALSE(none.error().hint.empty());
}

TEST_F(TimestepPlans, StrideThinsAndNoCameraIsAnError) {
  EXPECT_EQ(plan(2).value().steps.size(), 2u);  // frames 0 and 2; frame 4 is held out and does not fit
  index_.cameras.clear();
  EXPECT_FALSE(plan());
}

}  // namespace
}  // namespace gs::builder
