// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of a video topic become pictures with the stamps of their packets, also with B frames, from the first key
// frame on and without pictures that follow a gap; malformed messages are refused one by one.
#include "gs/camera/video_topic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/assets/video/testing/stream_encoder.h"
#include "gs/camera/testing/foxglove_bytes.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/ffmpeg_image_transport_msgs.h"

namespace gs::camera {
namespace {

using namespace testing;
using assets::testing::CodedPacket;
using assets::testing::encode_stream;
using assets::testing::moving_picture;
using rosmsg::ffmpeg_image_transport_msgs::FFMPEGPacket;
using ::testing::HasSubstr;

constexpr int kFrames = 30;
constexpr std::string_view kFoxglove = "foxglove.CompressedVideo";

Timestamp stamp_of_frame(int frame) { return {1'700'000'000'000'000'000 + frame * 100'000'000LL}; }

std::vector<assets::Image> pictures() {
  std::vector<assets::Image> images;
  for (int i = 0; i < kFrames; ++i) images.push_back(moving_picture(i, 64, 48));
  return images;
}

// Packets of H.264; empty without an encoder.
std::vector<CodedPacket> packets_of_h264(int b_frames = 0) {
  return encode_stream(pictures(), {.b_frames = b_frames}).value_or(std::vector<CodedPacket>{});
}

std::vector<std::byte> ffmpeg_message(const CodedPacket& packet) {
  FFMPEGPacket message;
  message.header.stamp = stamp_of_frame(packet.frame), message.header.frame_id = "optical";
  message.encoding = "libx264;yuv420p;bgr8;rgb8", message.pts = static_cast<uint64_t>(packet.frame);
  const auto* bytes = reinterpret_cast<const uint8_t*>(packet.data.data());
  message.data.assign(bytes, bytes + packet.data.size());
  return rosmsg::encode_cdr(message);
}

// Feeds packets as FFMPEGPacket or as foxglove video in protobuf; refused ones are left out.
std::vector<VideoPicture> decode(VideoTopic& topic, const std::vector<CodedPacket>& packets, bool foxglove) {
  std::vector<VideoPicture> out;
  for (const CodedPacket& packet : packets) {
    const std::string proto = video_in_protobuf(stamp_of_frame(packet.frame), "optical", "h264", packet.data);
    auto some = foxglove ? topic.take(kFoxglove, "protobuf", as_bytes(proto), Timestamp{1})
                         : topic.take(FFMPEGPacket::kType, "cdr", ffmpeg_message(packet), Timestamp{1});
    if (!some) continue;
    for (VideoPicture& picture : *some) out.push_back(std::move(picture));
  }
  for (VideoPicture& picture : topic.finish()) out.push_back(std::move(picture));
  return out;
}

void expect_own_images(const std::vector<VideoPicture>& from) {
  for (const VideoPicture& picture : from) {
    const int frame = static_cast<int>((picture.stamp - stamp_of_frame(0)).ns / 100'000'000);
    const double own = assets::testing::mean_difference_of(picture.image, moving_picture(frame, 64, 48));
    EXPECT_LT(own, 6) << frame;
    EXPECT_EQ(picture.frame_id, "optical");
    EXPECT_FALSE(picture.unstamped);
  }
}

TEST(VideoTopic, EveryPictureHasTheStampOfItsPacket) {
  for (const int b_frames : {0, 2}) {
    const auto packets = packets_of_h264(b_frames);
    if (packets.empty()) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
    for (const bool foxglove : {false, true}) {
      VideoTopic topic;
      const auto out = decode(topic, packets, foxglove);
      ASSERT_EQ(out.size(), static_cast<std::size_t>(kFrames));
      for (int i = 0; i < kFrames; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)].stamp, stamp_of_frame(i));
      expect_own_images(out);
      EXPECT_EQ(topic.gaps(), 0u);
      EXPECT_EQ(topic.codec_name(), "H.264");
    }
  }
}

TEST(VideoTopic, ALogThatStartsBetweenKeyFramesBeginsAtTheNextOne) {
  auto packets = packets_of_h264();
  if (packets.empty()) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  packets.erase(packets.begin(), packets.begin() + 7);
  VideoTopic topic;
  const auto out = decode(topic, packets, true);
  ASSERT_EQ(out.size(), 20u);
  EXPECT_EQ(out.front().stamp, stamp_of_frame(10));
  EXPECT_EQ(topic.counts().before_key, 3u);
}

// Decoders paint over missing pictures; nothing of that may reach a training.
TEST(VideoTopic, AfterALostMessagePicturesAreLeftOutUntilTheNextKeyFrame) {
  auto packets = packets_of_h264();
  if (packets.empty()) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  packets.erase(packets.begin() + 13);
  for (const bool foxglove : {false, true}) {
    VideoTopic topic;
    const auto out = decode(topic, packets, foxglove);
    EXPECT_EQ(out.size(), 23u);
    EXPECT_EQ(topic.gaps(), 1u);
    expect_own_images(out);
  }
}

// Pictures are still in the decoder when a packet is refused; many packets that give no picture follow it.
TEST(VideoTopic, PicturesBeforeALongGapKeepTheirStamps) {
  std::vector<assets::Image> images;
  for (int i = 0; i < 100; ++i) images.push_back(moving_picture(i, 64, 48));
  auto packets = encode_stream(images, {.key_every = 200, .b_frames = 2}).value_or(std::vector<CodedPacket>{});
  if (packets.empty()) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  packets[20].data.assign(40, std::byte{0xFF});
  VideoTopic topic;
  const auto out = decode(topic, packets, false);
  EXPECT_EQ(out.size(), 20u);
  EXPECT_EQ(topic.counts().before_key, 79u);
  expect_own_images(out);
}

TEST(VideoTopic, WithoutAStampTheTimeOfRecordingIsTaken) {
  const auto packets = packets_of_h264();
  if (packets.empty()) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  VideoTopic topic;
  std::vector<VideoPicture> out;
  for (const CodedPacket& packet : packets) {
    const std::string json = video_in_json(Timestamp{}, "f", "h264", packet.data);
    auto some = topic.take(kFoxglove, "json", as_bytes(json), stamp_of_frame(packet.frame)).value();
    for (VideoPicture& picture : some) out.push_back(std::move(picture));
  }
  ASSERT_FALSE(out.empty());
  EXPECT_TRUE(out.front().unstamped);
  EXPECT_EQ(out.front().stamp, stamp_of_frame(0));
}

TEST(VideoTopic, BadMessagesAreRefusedByName) {
  VideoTopic topic;
  const auto take = [&](std::string_view format, Bytes data) {
    const std::string proto = video_in_protobuf(stamp_of_frame(0), "f", format, data);
    return topic.take(kFoxglove, "protobuf", as_bytes(proto), Timestamp{1}).error();
  };
  EXPECT_THAT(take("mjpeg", {}).message, HasSubstr("'mjpeg' is not decoded"));
  EXPECT_THAT(take("h264", {}).message, HasSubstr("empty"));
  EXPECT_THAT(take("h265", as_bytes("abc")).message, HasSubstr("changes from H.264 to H.265"));
  EXPECT_EQ(topic.take(kFoxglove, "protobuf", as_bytes("\xff\xff"), Timestamp{1}).error().code, ErrorCode::truncated);
  EXPECT_EQ(topic.take("sensor_msgs/msg/Image", "cdr", {}, Timestamp{1}).has_value(), false);
  EXPECT_TRUE(topic.finish().empty());
}

TEST(GapFinder, LongStepsAreGapsAndLaterValuesAreNot) {
  GapFinder even, reordered, hostile;
  for (const int64_t value : {0, 1, 2, 3, 4, 5, 6}) EXPECT_FALSE(even.take(value));
  EXPECT_TRUE(even.take(8));
  EXPECT_FALSE(even.take(9));
  for (const int64_t value : {0, 3, 1, 2, 6, 4, 5, 9, 7, 8, 12, 10, 11, 15, 13, 14, 18, 16, 17}) {
    EXPECT_FALSE(reordered.take(value)) << value;
  }
  EXPECT_TRUE(reordered.take(24));
  EXPECT_FALSE(reordered.take(27));
  EXPECT_TRUE(reordered.take(33));  // the gap before does not hide this one
  for (const int64_t value : {INT64_MIN, INT64_MAX, int64_t{0}, INT64_MIN}) static_cast<void>(hostile.take(value));
}

// Encoders that choose the number of B frames make steps of one frame and of several.
TEST(GapFinder, BFramesOfChangingNumberAreNoGaps) {
  GapFinder numbers;
  for (const int64_t value : {0, 3, 1, 2, 6, 4, 5, 7, 8, 9, 10, 11, 14, 12, 13, 15}) {
    EXPECT_FALSE(numbers.take(value)) << value;
  }
  EXPECT_TRUE(numbers.take(22));
}

TEST(GapFinder, AnEncoderThatWasStartedAgainIsAGapAndLaterOnesAreSeen) {
  GapFinder numbers;
  for (int64_t value = 0; value < 100; ++value) EXPECT_FALSE(numbers.take(value));
  EXPECT_TRUE(numbers.take(0));
  for (int64_t value = 1; value < 10; ++value) EXPECT_FALSE(numbers.take(value));
  EXPECT_TRUE(numbers.take(20));
}

}  // namespace
}  // namespace gs::camera
