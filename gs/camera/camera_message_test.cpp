// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every camera message gives the same fields in every encoding it is recorded in; calibrations too; bad ones are
// refused.
#include "gs/camera/camera_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gs/camera/testing/foxglove_bytes.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/ffmpeg_image_transport_msgs.h"
#include "gs/rosmsg/messages/foxglove_msgs.h"

namespace gs::camera {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Timestamp kStamp{1'700'000'000'123'456'789};
const std::vector<uint8_t> kData = {0, 0, 0, 1, 0x65, 7};

std::vector<uint8_t> bytes_of(Bytes bytes) {
  std::vector<uint8_t> out;
  for (const std::byte b : bytes) out.push_back(std::to_integer<uint8_t>(b));
  return out;
}

void expect_packet(const Result<CameraMessage>& read) {
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->kind, PictureKind::video);
  EXPECT_EQ(read->stamp, kStamp);
  EXPECT_EQ(read->frame_id, "optical");
  EXPECT_EQ(read->format, "h264");
  EXPECT_EQ(bytes_of(read->data), kData);
}

TEST(CameraMessage, VideoOfFoxgloveIsTheSameInEveryEncoding) {
  const Bytes data = std::as_bytes(std::span(kData));
  expect_packet(read_message("foxglove.CompressedVideo", "protobuf",
                             as_bytes(video_in_protobuf(kStamp, "optical", "h264", data))));
  expect_packet(
      read_message("foxglove.CompressedVideo", "json", as_bytes(video_in_json(kStamp, "optical", "h264", data))));
  rosmsg::foxglove_msgs::CompressedVideo ros;
  ros.timestamp = kStamp, ros.frame_id = "optical", ros.format = "h264", ros.data = kData;
  expect_packet(read_message("foxglove_msgs/msg/CompressedVideo", "cdr", rosmsg::encode_cdr(ros)));
  expect_packet(read_message("foxglove_msgs/CompressedVideo", "ros1", rosmsg::encode_ros1(ros)));
}

TEST(CameraMessage, FfmpegPacketsHaveTheirNumber) {
  rosmsg::ffmpeg_image_transport_msgs::FFMPEGPacket ros;
  ros.header.stamp = kStamp, ros.header.frame_id = "optical", ros.encoding = "h264", ros.data = kData, ros.pts = 41;
  for (const bool ros1 : {false, true}) {
    const auto payload = ros1 ? rosmsg::encode_ros1(ros) : rosmsg::encode_cdr(ros);
    const auto read =
        read_message(ros1 ? "ffmpeg_image_transport_msgs/FFMPEGPacket" : "ffmpeg_image_transport_msgs/msg/FFMPEGPacket",
                     ros1 ? "ros1" : "cdr", payload);
    expect_packet(read);
    EXPECT_EQ(read->number, 41u);
  }
}

TEST(CameraMessage, RawImagesOfFoxgloveHaveTheirSizes) {
  const std::string json =
      R"({"timestamp":{"sec":5,"nsec":6},"frame_id":"f","width":2,"height":1,"encoding":"mono8","step":2,"data":"AQI="})";
  const auto read = read_message("foxglove.RawImage", "json", as_bytes(json)).value();
  EXPECT_EQ(read.kind, PictureKind::raw);
  EXPECT_EQ(read.stamp.ns, 5'000'000'006);
  const auto pixels = assets::to_rgb8(read.pixels()).value();
  EXPECT_THAT(pixels.data, ElementsAre(1, 1, 1, 2, 2, 2));
  rosmsg::foxglove_msgs::RawImage ros;
  ros.width = 2, ros.height = 1, ros.step = 2, ros.encoding = "mono8", ros.data = {1, 2};
  const auto same = read_message("foxglove_msgs/msg/RawImage", "cdr", rosmsg::encode_cdr(ros)).value();
  EXPECT_EQ(assets::to_rgb8(same.pixels()).value(), pixels);
}

TEST(CameraMessage, EveryFormatIsFoundAndRefusesAnEmptyPayload) {
  std::set<std::string_view> types;
  for (const CameraFormat& format : all_formats()) {
    EXPECT_TRUE(types.insert(format.type).second);
    EXPECT_EQ(find_format(format.type)->name, format.name);
    for (const char* encoding : {"cdr", "ros1", "protobuf", "json", "flatbuffer"}) {
      const auto read = read_message(format.type, encoding, {});
      // An empty protobuf message is valid: every field has its default.
      if (!read) continue;
      EXPECT_TRUE(read->data.empty() && std::string_view(encoding) == "protobuf") << format.type;
    }
  }
  EXPECT_EQ(find_format("sensor_msgs/PointCloud2"), nullptr);
  EXPECT_EQ(read_message("sensor_msgs/msg/Imu", "cdr", {}).error().code, ErrorCode::unsupported);
}

TEST(CameraMessage, CalibrationsOfFoxgloveAreThoseOfRos) {
  const std::string json =
      R"({"width":640,"height":480,"distortion_model":"kannala_brandt","D":[0.1,0.2],"K":[500,0,320,0,501,240,0,0,1]})";
  const auto info = read_calibration("foxglove.CameraCalibration", "json", as_bytes(json)).value();
  EXPECT_EQ(info.width, 640u);
  EXPECT_EQ(info.k[4], 501);
  EXPECT_THAT(info.d, ElementsAre(0.1, 0.2));
  EXPECT_EQ(info.distortion_model, "kannala_brandt");
  rosmsg::sensor_msgs::CameraInfo ros;
  ros.width = 7;
  EXPECT_EQ(read_calibration("sensor_msgs/CameraInfo", "cdr", rosmsg::encode_cdr(ros)).value().width, 7u);
  const auto bad = read_calibration("foxglove.CameraCalibration", "json", as_bytes(R"({"K":[1,2,3]})"));
  EXPECT_THAT(bad.error().message, HasSubstr("K of foxglove.CameraCalibration has 3 numbers"));
  EXPECT_FALSE(is_calibration("sensor_msgs/msg/Image"));
}

}  // namespace
}  // namespace gs::camera
