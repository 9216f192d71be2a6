// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Point clouds as the common drivers write them.
#include "gs/lidar/point_cloud_decoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"

namespace gs::lidar {
namespace {

using rosmsg::sensor_msgs::PointCloud2;
using rosmsg::sensor_msgs::PointField;
constexpr Timestamp kCloudStamp{1'700'000'000'000'000'000};

// Builds a cloud of n points field by field; fields lie behind one another without padding, as Livox writes them.
class CloudMaker {
 public:
  explicit CloudMaker(uint32_t width, uint32_t height = 1) {
    cloud_.width = width, cloud_.height = height;
    cloud_.header.frame_id = "lidar_top";
    cloud_.header.stamp = kCloudStamp;
    field<float>("x", PointField::FLOAT32, [](std::size_t i) { return 1 + 0.5 * static_cast<double>(i); });
    field<float>("y", PointField::FLOAT32, [](std::size_t i) { return -0.25 * static_cast<double>(i); });
    field<float>("z", PointField::FLOAT32, [](std::size_t) { return 2.0; });
  }
  template <class T, class Value>
  CloudMaker& field(const std::string& name, uint8_t datatype, Value value) {
    const std::size_t step = cloud_.point_step, count = std::size_t{cloud_.width} * cloud_.height;
    std::vector<uint8_t> wider(count * (step + sizeof(T)));
    for (std::size_t i = 0; i < count; ++i) {
      if (step > 0) std::memcpy(wider.data() + i * (step + sizeof(T)), cloud_.data.data() + i * step, step);
      const T v = static_cast<T>(value(i));
      std::memcpy(wider.data() + i * (step + sizeof(T)) + step, &v, sizeof(T));
    }
    cloud_.fields.push_back({.name = name, .offset = static_cast<uint32_t>(step), .datatype = datatype, .count = 1});
    cloud_.data = std::move(wider);
    cloud_.point_step = static_cast<uint32_t>(step + sizeof(T)), cloud_.row_step = cloud_.point_step * cloud_.width;
    return *this;
  }
  const PointCloud2& cloud() const { return cloud_; }

  DecodedSweep decode() const {
    const auto bytes = rosmsg::encode_cdr(cloud_);
    const auto sweeps = PointCloud2Decoder().take({"cdr", bytes, Timestamp{5}});
    EXPECT_TRUE(sweeps) << sweeps.error().message;
    return sweeps->at(0);
  }

 private:
  PointCloud2 cloud_;
};

double tenth_of_sweep(std::size_t i) { return 0.01 * static_cast<double>(i); }

void expect_cloud_sweep(const DecodedSweep& sweep, double first_s, bool rings) {
  ASSERT_EQ(sweep.points.size(), 11u);
  EXPECT_EQ(sweep.stamp, kCloudStamp);
  EXPECT_EQ(sweep.frame_id, "lidar_top");
  EXPECT_TRUE(sweep.has_times);
  EXPECT_NEAR(sweep.points[4].position.x, 3, 1e-6);
  EXPECT_NEAR(sweep.points[4].position.y, -1, 1e-6);
  EXPECT_NEAR(sweep.points[0].time_s, first_s, 1e-4);
  EXPECT_NEAR(sweep.points[10].time_s, first_s + 0.1, 1e-4);
  EXPECT_EQ(sweep.points[7].ring, rings ? 7 : -1);
  EXPECT_TRUE(sweep.has_intensities);
  EXPECT_EQ(sweep.points[5].intensity, 50);
}

double cloud_ring(std::size_t i) { return static_cast<double>(i); }
double cloud_intensity(std::size_t i) { return 10 * static_cast<double>(i); }

TEST(PointCloudDecoder, ReadsVelodynePoints) {
  CloudMaker cloud(11);
  cloud.field<float>("intensity", PointField::FLOAT32, cloud_intensity)
      .field<uint16_t>("ring", PointField::UINT16, cloud_ring);
  cloud.field<float>("time", PointField::FLOAT32, [](std::size_t i) { return tenth_of_sweep(i) - 0.1; });
  expect_cloud_sweep(cloud.decode(), -0.1, true);
}

TEST(PointCloudDecoder, ReadsOusterPoints) {
  CloudMaker cloud(11);
  cloud.field<float>("intensity", PointField::FLOAT32, cloud_intensity)
      .field<uint8_t>("ring", PointField::UINT8, cloud_ring);
  cloud.field<uint32_t>("t", PointField::UINT32, [](std::size_t i) { return tenth_of_sweep(i) * 1e9; });
  expect_cloud_sweep(cloud.decode(), 0, true);
}

TEST(PointCloudDecoder, ReadsHesaiAndRoboSensePoints) {
  CloudMaker cloud(11);
  cloud.field<uint8_t>("intensity", PointField::UINT8, cloud_intensity)
      .field<uint16_t>("ring", PointField::UINT16, cloud_ring);
  cloud.field<double>("timestamp", PointField::FLOAT64,
                      [](std::size_t i) { return kCloudStamp.seconds() + tenth_of_sweep(i); });
  expect_cloud_sweep(cloud.decode(), 0, true);
}

TEST(PointCloudDecoder, ReadsLivoxPoints) {
  CloudMaker cloud(11);
  cloud.field<float>("intensity", PointField::FLOAT32, cloud_intensity)
      .field<uint8_t>("tag", PointField::UINT8, cloud_ring);
  cloud.field<uint8_t>("line", PointField::UINT8, cloud_ring);
  cloud.field<double>("timestamp", PointField::FLOAT64,
                      [](std::size_t i) { return kCloudStamp.seconds() * 1e9 + tenth_of_sweep(i) * 1e9; });
  expect_cloud_sweep(cloud.decode(), 0, true);
}

TEST(PointCloudDecoder, ReadsNebulaPoints) {
  CloudMaker cloud(11);
  cloud.field<uint8_t>("intensity", PointField::UINT8, cloud_intensity)
      .field<uint16_t>("channel", PointField::UINT16, cloud_ring);
  cloud.field<uint32_t>("time_stamp", PointField::UINT32, [](std::size_t i) { return tenth_of_sweep(i) * 1e9; });
  expect_cloud_sweep(cloud.decode(), 0, true);
}

TEST(PointCloudDecoder, ReadsCloudsWithoutRingAndTime) {
  const DecodedSweep sweep = CloudMaker(11).decode();
  EXPECT_FALSE(sweep.has_times);
  EXPECT_FALSE(sweep.bad_times);
  EXPECT_FALSE(sweep.has_intensities);
  EXPECT_EQ(sweep.points[3].ring, -1);
}

// The shorter side of an organised cloud counts the beams.
TEST(PointCloudDecoder, TakesRowsOrColumnsAsRings) {
  const DecodedSweep rows = CloudMaker(10, 4).decode(), columns = CloudMaker(4, 10).decode();
  EXPECT_EQ(rows.points[23].ring, 2);
  EXPECT_EQ(columns.points[23].ring, 3);
}

TEST(PointCloudDecoder, ReportsTimesThatMakeNoSense) {
  CloudMaker cloud(11);
  cloud.field<double>("time", PointField::FLOAT64, [](std::size_t i) { return i == 3 ? std::nan("") : 1.0; });
  EXPECT_TRUE(cloud.decode().bad_times);
}

TEST(PointCloudDecoder, TakesTheTimeOfRecordingWhereTheStampIsZero) {
  CloudMaker cloud(11);
  PointCloud2 unstamped = cloud.cloud();
  unstamped.header.stamp = {};
  const auto sweeps = PointCloud2Decoder().take({"ros1", rosmsg::encode_ros1(unstamped), kCloudStamp});
  ASSERT_TRUE(sweeps);
  EXPECT_TRUE(sweeps->at(0).unstamped);
  EXPECT_EQ(sweeps->at(0).stamp, kCloudStamp);
}

TEST(PointCloudDecoder, RefusesCloudsWithoutPositions) {
  PointCloud2 cloud = CloudMaker(11).cloud();
  cloud.fields.pop_back();
  const auto sweeps = PointCloud2Decoder().take({"cdr", rosmsg::encode_cdr(cloud), kCloudStamp});
  ASSERT_FALSE(sweeps);
  EXPECT_EQ(sweeps.error().message, "the point cloud has no fields x, y and z");
}

// Two points of 16 bytes: x, y, z as float32 and a uint8 ring; rotated by 90 degrees about z and moved up by 1 m.
TEST(PointCloudDecoder, AppliesThePoseOfAFoxgloveCloud) {
  const std::string json = R"({"timestamp": {"sec": 1700000000, "nsec": 0}, "frame_id": "lidar",
    "pose": {"position": {"x": 0, "y": 0, "z": 1},
             "orientation": {"x": 0, "y": 0, "z": 0.70710678118654752, "w": 0.70710678118654752}},
    "point_stride": 16, "fields": [{"name": "x", "offset": 0, "type": 7}, {"name": "y", "offset": 4, "type": 7},
    {"name": "z", "offset": 8, "type": 7}, {"name": "ring", "offset": 12, "type": 1}],
    "data": "AACAPwAAAEAAAEBABQAAAAAAAAAAAAAAAAAAAAYAAAA="})";
  const auto sweeps = FoxgloveDecoder().take({"json", as_bytes(json), Timestamp{1}});
  ASSERT_TRUE(sweeps) << sweeps.error().message;
  const DecodedSweep& sweep = sweeps->at(0);
  ASSERT_EQ(sweep.points.size(), 2u);
  EXPECT_EQ(sweep.stamp, kCloudStamp);
  EXPECT_NEAR(sweep.points[0].position.x, -2, 1e-6);
  EXPECT_NEAR(sweep.points[0].position.y, 1, 1e-6);
  EXPECT_NEAR(sweep.points[0].position.z, 4, 1e-6);
  EXPECT_EQ(sweep.points[0].ring, 5);
  EXPECT_EQ(sweep.points[1].ring, 6);
}

TEST(LidarFormats, AreFoundByBothNamesOfAType) {
  ASSERT_NE(find_format("sensor_msgs/PointCloud2"), nullptr);
  EXPECT_EQ(find_format("sensor_msgs/PointCloud2"), find_format("sensor_msgs/msg/PointCloud2"));
  EXPECT_EQ(find_format("sensor_msgs/msg/LaserScan"), nullptr);
  EXPECT_EQ(find_format(""), nullptr);
  for (const LidarFormat& format : all_formats()) EXPECT_TRUE(make_decoder(format.type, {})) << format.type;
  EXPECT_EQ(make_decoder("x/msg/Y", {}).error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace gs::lidar
