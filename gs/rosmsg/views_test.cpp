// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Views of images and point clouds in both encodings, and the checks that keep them inside their payload.
#include "gs/rosmsg/views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/point_field.h"

namespace gs::rosmsg {
namespace {

using sensor_msgs::PointField;

sensor_msgs::Image small_image() {
  return {.header = {.seq = 4, .stamp = {5, 6}, .frame_id = "camera"},
          .height = 2,
          .width = 3,
          .encoding = "mono8",
          .is_bigendian = 0,
          .step = 4,
          .data = {1, 2, 3, 0, 4, 5, 6, 0}};
}

// The view must not copy: its data pointer lies inside the payload.
TEST(ImageView, PointsIntoThePayloadOfEitherEncoding) {
  const sensor_msgs::Image image = small_image();
  for (const auto encoding : {MessageEncoding::cdr, MessageEncoding::ros1}) {
    auto payload = encoding == MessageEncoding::cdr ? encode_cdr(image) : encode_ros1(image);
    payload.push_back(std::byte{9});  // as librealsense appends
    const auto view = view_image(encoding, payload);
    ASSERT_TRUE(view) << view.error().message;
    EXPECT_EQ(view->header.stamp.ns, 5'000'000'006);
    EXPECT_EQ(view->header.seq, encoding == MessageEncoding::ros1 ? 4u : 0u);
    EXPECT_EQ(view->header.frame_id, "camera");
    EXPECT_EQ(view->encoding, "mono8");
    EXPECT_EQ(view->row(1)[2], std::byte{6});
    EXPECT_GE(view->data.data(), payload.data());
    EXPECT_EQ(view->data.data() + view->data.size(), payload.data() + payload.size() - 1);
    EXPECT_EQ(view->rest.size(), 1u);
  }
}

TEST(ImageView, RefusesMoreRowsThanData) {
  sensor_msgs::Image image = small_image();
  image.height = 3;
  EXPECT_EQ(view_image(image).error().code, ErrorCode::invalid_data);
  image.height = image.step = 0xffffffffu;
  EXPECT_EQ(view_image(MessageEncoding::cdr, encode_cdr(image)).error().code, ErrorCode::invalid_data);
}

TEST(CompressedImageView, PointsIntoThePayload) {
  const sensor_msgs::CompressedImage image{.header = {}, .format = "jpeg", .data = {0xff, 0xd8}};
  const auto payload = encode_cdr(image);
  const auto view = view_compressed_image(MessageEncoding::cdr, payload);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->format, "jpeg");
  EXPECT_EQ(view->data.size(), 2u);
  EXPECT_EQ(view_compressed_image(image).data[0], std::byte{0xff});
}

// 3 x 2 points of float x, y, z, uint16 ring and double time, a byte of padding, rows padded by 5 bytes.
sensor_msgs::PointCloud2 mixed_cloud(bool big_endian) {
  sensor_msgs::PointCloud2 cloud{.header = {}, .height = 2, .width = 3};
  cloud.fields = {{"x", 1, PointField::FLOAT32, 1},          {"y", 5, PointField::FLOAT32, 1},
                  {"z", 9, PointField::FLOAT32, 1},          {"ring", 13, PointField::UINT16, 1},
                  {"timestamp", 15, PointField::FLOAT64, 0}, {"odd", 0, 77, 1}};
  cloud.is_bigendian = big_endian;
  cloud.point_step = 23;
  cloud.row_step = 3 * 23 + 5;
  cloud.data.resize(cloud.row_step + 3 * 23);
  for (uint32_t i = 0; i < 6; ++i) {
    const auto put = [&](std::size_t offset, auto value) {
      auto* at = cloud.data.data() + i / 3 * cloud.row_step + i % 3 * 23 + offset;
      std::memcpy(at, &value, sizeof(value));
      if (big_endian) std::reverse(at, at + sizeof(value));
    };
    put(1, static_cast<float>(i) + 0.25f);
    put(5, -static_cast<float>(i));
    put(9, 10.0f);
    put(13, static_cast<uint16_t>(60000 + i));
    put(15, 1.7e9 + i * 1e-6);
  }
  return cloud;
}

// Mixed datatypes at unaligned offsets, in both byte orders, with padded points and rows.
TEST(PointChannels, ReadAnyTypeOffsetAndByteOrder) {
  for (const bool big_endian : {false, true}) {
    const auto message = mixed_cloud(big_endian);
    const auto payload = encode_cdr(message);
    const auto cloud = view_point_cloud(MessageEncoding::cdr, payload);
    ASSERT_TRUE(cloud) << cloud.error().message;
    const PointChannels channels = find_channels(*cloud);
    ASSERT_TRUE(channels.x && channels.y && channels.z && channels.ring && channels.time);
    EXPECT_FALSE(channels.intensity);
    EXPECT_FALSE(find_channel(*cloud, {"odd"}));
    for (std::size_t i = 0; i < cloud->size(); ++i) {
      EXPECT_EQ(channels.x->at(i), static_cast<double>(i) + 0.25);
      EXPECT_EQ(channels.ring->at(i), 60000.0 + static_cast<double>(i));
      EXPECT_EQ(channels.time->at(i), 1.7e9 + static_cast<double>(i) * 1e-6);
    }
    std::vector<float> y(cloud->size());
    channels.y->copy_to(y);
    EXPECT_THAT(y, testing::ElementsAre(0, -1, -2, -3, -4, -5));
  }
}

TEST(PointCloudView, AgreesBetweenEncodings) {
  const auto message = mixed_cloud(false);
  const auto ros1 = encode_ros1(message);
  const auto a = view_point_cloud(message);
  const auto b = view_point_cloud(MessageEncoding::ros1, ros1);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->fields.size(), b->fields.size());
  EXPECT_TRUE(std::equal(a->data.begin(), a->data.end(), b->data.begin(), b->data.end()));
}

// Each size in the message is changed so that points or fields would lie outside the data.
TEST(PointCloudView, RefusesPointsAndFieldsOutsideTheData) {
  const auto refused = [](auto change) {
    auto cloud = mixed_cloud(false);
    change(cloud);
    const auto view = view_point_cloud(MessageEncoding::cdr, encode_cdr(cloud));
    return !view && view.error().code == ErrorCode::invalid_data;
  };
  EXPECT_TRUE(refused([](auto& c) { c.data.pop_back(); }));
  EXPECT_TRUE(refused([](auto& c) { c.width = 4; }));
  EXPECT_TRUE(refused([](auto& c) { c.height = 0xffffffffu; }));
  EXPECT_TRUE(refused([](auto& c) { c.width = c.height = c.point_step = c.row_step = 0xffffffffu; }));
  EXPECT_TRUE(refused([](auto& c) { c.point_step = 0; }));
  EXPECT_TRUE(refused([](auto& c) { c.fields[4].offset = 16; }));
  EXPECT_TRUE(refused([](auto& c) { c.fields[0].count = 0xffffffffu; }));
  EXPECT_TRUE(refused([](auto& c) { c.fields[0].offset = 0xffffffffu; }));
}

TEST(PointCloudView, AcceptsAnEmptyCloud) {
  sensor_msgs::PointCloud2 empty;
  empty.fields = {{"x", 0, PointField::FLOAT32, 1}};
  const auto payload = encode_cdr(empty);
  const auto view = view_point_cloud(MessageEncoding::cdr, payload);
  ASSERT_TRUE(view);
  EXPECT_EQ(find_channels(*view).x->size(), 0u);
}

TEST(Views, CutAnywhereAreErrorsAndNeverCrash) {
  const auto image = encode_cdr(small_image());
  for (std::size_t length = 0; length < image.size(); ++length) {
    EXPECT_FALSE(view_image(MessageEncoding::cdr,
                            std::vector(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(length))));
  }
  const auto cloud = encode_ros1(mixed_cloud(false));
  for (std::size_t length = 0; length < cloud.size(); ++length) {
    EXPECT_FALSE(view_point_cloud(MessageEncoding::ros1,
                                  std::vector(cloud.begin(), cloud.begin() + static_cast<std::ptrdiff_t>(length))));
  }
}

}  // namespace
}  // namespace gs::rosmsg
