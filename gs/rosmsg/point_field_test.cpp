// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Point cloud fields of every datatype, and the names by which drivers call them.
#include "gs/rosmsg/point_field.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/core/numbers/random.h"

namespace gs::rosmsg {
namespace {

using sensor_msgs::PointCloud2;
using sensor_msgs::PointField;

// A cloud of one field at an odd offset, with padded points and rows; values in row order.
template <class T>
PointCloud2 cloud_of(uint8_t datatype, uint32_t width, const std::vector<T>& values, bool big_endian) {
  PointCloud2 cloud;
  cloud.width = width;
  cloud.height = static_cast<uint32_t>(values.size()) / width;
  cloud.fields = {{.name = "v", .offset = 3, .datatype = datatype, .count = 1}};
  cloud.is_bigendian = big_endian;
  cloud.point_step = 3 + sizeof(T) + 2;
  cloud.row_step = cloud.point_step * width + 7;
  cloud.data.assign(std::size_t{cloud.row_step} * cloud.height, 0xee);
  for (std::size_t i = 0; i < values.size(); ++i) {
    uint8_t* at = cloud.data.data() + i / width * cloud.row_step + i % width * cloud.point_step + 3;
    std::memcpy(at, &values[i], sizeof(T));
    if (big_endian) std::reverse(at, at + sizeof(T));
  }
  return cloud;
}

// Property: at(i) and both copies return the values that were stored, whatever the datatype and byte order.
template <class T>
void expect_read_back(uint8_t datatype) {
  Random random(datatype, purpose("point_field"), 0);
  std::vector<T> values = {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), T{0}, T{1}};
  while (values.size() < 20) {
    if constexpr (std::is_floating_point_v<T>) {
      values.push_back(static_cast<T>(random.normal()));
    } else {
      values.push_back(static_cast<T>(random.u64()));
    }
  }
  EXPECT_EQ(point_field_bytes(datatype), sizeof(T));
  for (const bool big_endian : {false, true}) {
    const PointCloud2 cloud = cloud_of(datatype, 5, values, big_endian);
    const auto view = view_point_cloud(cloud);
    ASSERT_TRUE(view) << view.error().message;
    const auto channel = find_channel(*view, {"v"});
    ASSERT_TRUE(channel);
    EXPECT_EQ(channel->datatype(), datatype);
    ASSERT_EQ(channel->size(), values.size());
    std::vector<double> doubles(values.size());
    std::vector<float> floats(values.size());
    channel->copy_to(doubles);
    channel->copy_to(floats);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto expected = static_cast<double>(values[i]);
      EXPECT_EQ(channel->at(i), expected) << int{datatype} << " " << i;
      EXPECT_EQ(doubles[i], expected) << int{datatype} << " " << i;
      EXPECT_EQ(floats[i], static_cast<float>(expected)) << int{datatype} << " " << i;
    }
  }
}

TEST(PointChannel, ReadsEveryDatatypeInBothByteOrders) {
  expect_read_back<int8_t>(PointField::INT8);
  expect_read_back<uint8_t>(PointField::UINT8);
  expect_read_back<int16_t>(PointField::INT16);
  expect_read_back<uint16_t>(PointField::UINT16);
  expect_read_back<int32_t>(PointField::INT32);
  expect_read_back<uint32_t>(PointField::UINT32);
  expect_read_back<float>(PointField::FLOAT32);
  expect_read_back<double>(PointField::FLOAT64);
}

// Found by the fuzz target `lidar_point_cloud`: the rows of a cloud without points lie at no address.
TEST(PointChannel, CloudsWithoutPointsMayStateRows) {
  PointCloud2 cloud = cloud_of<float>(PointField::FLOAT32, 1, {}, false);
  cloud.width = 0, cloud.height = 15, cloud.row_step = 64;
  const auto view = view_point_cloud(cloud);
  ASSERT_TRUE(view) << view.error().message;
  const auto channel = find_channel(*view, {"v"});
  ASSERT_TRUE(channel);
  EXPECT_EQ(channel->size(), 0u);
  channel->copy_to(std::span<double>{});
  channel->copy_to(std::span<float>{});
}

TEST(PointChannel, UnknownDatatypesHaveNoSize) {
  EXPECT_EQ(point_field_bytes(0), 0u);
  for (int datatype = 9; datatype < 256; ++datatype) EXPECT_EQ(point_field_bytes(static_cast<uint8_t>(datatype)), 0u);
}

// A view with float fields of these names and one point; the value of a field is its position in the list.
struct NamedCloud {
  explicit NamedCloud(const std::vector<std::string>& names) {
    message.width = message.height = 1;
    for (const std::string& name : names) {
      const auto index = static_cast<float>(message.fields.size());
      message.fields.push_back(
          {.name = name, .offset = message.point_step, .datatype = PointField::FLOAT32, .count = 1});
      message.point_step += 4;
      message.data.resize(message.point_step);
      std::memcpy(message.data.data() + message.point_step - 4, &index, 4);
    }
    message.row_step = message.point_step;
  }
  PointCloud2 message;
};

// Names of the drivers of Velodyne, Ouster, Hesai, Livox and RoboSense.
TEST(FindChannels, KnowsTheNamesOfTheDrivers) {
  const auto at = [](const std::optional<PointChannel>& channel) { return channel ? channel->at(0) : -1; };
  const std::vector<std::vector<std::string>> drivers = {{"x", "y", "z", "intensity", "ring", "time"},
                                                         {"x", "y", "z", "i", "channel", "t"},
                                                         {"x", "y", "z", "reflectivity", "line", "timestamp"},
                                                         {"x", "y", "z", "intensity", "laser_id", "time_stamp"},
                                                         {"x", "y", "z", "intensity", "ring", "offset_time"}};
  for (const auto& names : drivers) {
    const NamedCloud cloud(names);
    const auto view = view_point_cloud(cloud.message);
    ASSERT_TRUE(view) << view.error().message;
    const PointChannels channels = find_channels(*view);
    EXPECT_EQ(at(channels.x), 0);
    EXPECT_EQ(at(channels.y), 1);
    EXPECT_EQ(at(channels.z), 2);
    EXPECT_EQ(at(channels.intensity), 3) << names[3];
    EXPECT_EQ(at(channels.ring), 4) << names[4];
    EXPECT_EQ(at(channels.time), 5) << names[5];
  }
}

// Ouster has both: the calibrated intensity is preferred to the reflectivity, wherever it stands.
TEST(FindChannels, PrefersEarlierNames) {
  const NamedCloud cloud({"reflectivity", "intensity", "time", "t"});
  const auto view = view_point_cloud(cloud.message);
  ASSERT_TRUE(view);
  const PointChannels channels = find_channels(*view);
  EXPECT_EQ(channels.intensity->at(0), 1);
  EXPECT_EQ(channels.time->at(0), 3);
  EXPECT_FALSE(channels.x || channels.ring);
}

}  // namespace
}  // namespace gs::rosmsg
