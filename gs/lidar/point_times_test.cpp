// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Units and origins of point times are recognised.
#include "gs/lidar/point_times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "gs/rosmsg/views.h"

namespace gs::lidar {
namespace {

constexpr Timestamp kStamp{1'700'000'000'000'000'000};

// Point times of a sweep with four points: from `first` in even steps to `first + span`.
template <class T>
PointTimes times_of(uint8_t datatype, double first, double span) {
  std::vector<std::byte> bytes(4 * sizeof(T));
  for (int i = 0; i < 4; ++i) {
    const T value = static_cast<T>(first + span * i / 3);
    std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof(T), &value, sizeof(T));
  }
  rosmsg::sensor_msgs::PointCloud2 cloud;
  rosmsg::sensor_msgs::PointField field;
  field.name = "time", field.datatype = datatype, field.count = 1;
  cloud.fields = {field};
  cloud.width = 4, cloud.height = 1, cloud.point_step = sizeof(T), cloud.row_step = 4 * sizeof(T);
  cloud.data.resize(bytes.size());
  std::memcpy(cloud.data.data(), bytes.data(), bytes.size());
  const auto view = rosmsg::view_point_cloud(cloud);
  EXPECT_TRUE(view);
  const rosmsg::PointChannels channels = rosmsg::find_channels(*view);
  EXPECT_TRUE(channels.time);
  return point_times(*channels.time, kStamp);
}

using F = rosmsg::sensor_msgs::PointField;

// The sweep starts at its stamp and lasts 0.1 s.
void expect_from_zero(const PointTimes& times, double clock_s) {
  ASSERT_EQ(times.offsets_s.size(), 4u);
  EXPECT_NEAR(times.offsets_s[0], 0, 1e-4);
  EXPECT_NEAR(times.offsets_s[3], 0.1, 1e-4);
  EXPECT_NEAR(times.clock_s, clock_s, 1e-3);
}

// The same sweep in s, ms, us and ns, as float, double and integer.
TEST(PointTimes, HaveTheUnitInWhichASweepIsShort) {
  expect_from_zero(times_of<float>(F::FLOAT32, 0, 0.1), 0);
  expect_from_zero(times_of<float>(F::FLOAT32, 0, 100), 0);
  expect_from_zero(times_of<float>(F::FLOAT32, 0, 1e5), 0);
  expect_from_zero(times_of<double>(F::FLOAT64, 0, 1e8), 0);
  expect_from_zero(times_of<uint32_t>(F::UINT32, 0, 1e8), 0);
}

// 100 000 as nanoseconds would be a sweep of 0.1 ms.
TEST(PointTimes, OfIntegersAreMicrosecondsWhereNanosecondsAreTooShort) {
  expect_from_zero(times_of<uint32_t>(F::UINT32, 0, 1e5), 0);
}

// Hesai and RoboSense write seconds, Livox nanoseconds; both call the field "timestamp".
TEST(PointTimes, ThatAreAbsoluteHaveTheUnitThatFitsTheStamp) {
  for (const double unit : {1.0, 1e-3, 1e-6, 1e-9}) {
    expect_from_zero(times_of<double>(F::FLOAT64, kStamp.seconds() / unit, 0.1 / unit), 0);
  }
}

TEST(PointTimes, NearTheStampAreAbsolute) {
  expect_from_zero(times_of<double>(F::FLOAT64, kStamp.seconds(), 0.1), 0);
  const PointTimes before = times_of<float>(F::FLOAT32, -0.1, 0.1);
  EXPECT_NEAR(before.offsets_s[0], -0.1, 1e-4);
}

TEST(PointTimes, FromTheStartOfTheSensorBeginAtTheStamp) {
  expect_from_zero(times_of<float>(F::FLOAT32, 500, 0.1), 500);
  expect_from_zero(times_of<double>(F::FLOAT64, 500'000, 100),
                   500);  // 100 s is too long for a sweep, so the unit is ms
  expect_from_zero(times_of<double>(F::FLOAT64, kStamp.seconds() + 3, 0.1), 3);
}

TEST(PointTimes, ThatMakeNoSenseAreLeftOut) {
  EXPECT_TRUE(times_of<double>(F::FLOAT64, 0, 1e12).offsets_s.empty());
  EXPECT_TRUE(times_of<double>(F::FLOAT64, std::nan(""), 0).offsets_s.empty());
}

}  // namespace
}  // namespace gs::lidar
