// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packets of every codec come back as pictures with the tag of their packet: from the first key frame on, in the order
// in which they are shown, the same on any number of threads; malformed packets are refused.
#include "gs/assets/video/stream_decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "gs/assets/video/testing/stream_encoder.h"
#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

using namespace testing;
using ::testing::HasSubstr;

constexpr int kWidth = 96, kHeight = 64;

std::vector<Image> pictures_of(int count) {
  std::vector<Image> images;
  for (int i = 0; i < count; ++i) images.push_back(moving_picture(i, kWidth, kHeight));
  return images;
}

// Decodes packets; the tag of a packet is 1000 + the number of its frame. Refused packets are counted by the decoder.
std::vector<StreamPicture> decode_all(StreamDecoder& video, const std::vector<CodedPacket>& packets) {
  std::vector<StreamPicture> out;
  for (const CodedPacket& packet : packets) {
    auto pictures = video.take(packet.data, 1000 + packet.frame);
    if (!pictures) continue;
    for (StreamPicture& picture : *pictures) out.push_back(std::move(picture));
  }
  for (StreamPicture& picture : video.finish()) out.push_back(std::move(picture));
  return out;
}

// Every picture is close to the image of its tag and far from the next one.
void expect_own_images(const std::vector<StreamPicture>& pictures) {
  for (const StreamPicture& picture : pictures) {
    const int frame = static_cast<int>(picture.tag) - 1000;
    const double own = mean_difference_of(picture.image, moving_picture(frame, kWidth, kHeight));
    EXPECT_LT(own, 6) << "frame " << frame;
    EXPECT_GT(mean_difference_of(picture.image, moving_picture(frame + 1, kWidth, kHeight)), 2 * own) << frame;
  }
}

std::vector<int64_t> tags_of(const std::vector<StreamPicture>& pictures) {
  std::vector<int64_t> tags;
  for (const StreamPicture& picture : pictures) tags.push_back(picture.tag);
  return tags;
}

struct Coder {
  StreamCodec codec;
  const char* encoder;
};
class StreamCodecs : public ::testing::TestWithParam<Coder> {
 protected:
  // Packets of 25 frames with a key frame every 10; skips the test if FFmpeg lacks the encoder.
  void SetUp() override {
    auto coded = encode_stream(pictures_of(25), {.encoder = GetParam().encoder});
    if (!coded) GTEST_SKIP() << "this FFmpeg has no encoder " << GetParam().encoder;
    packets = *std::move(coded);
  }
  std::vector<CodedPacket> packets;
};
INSTANTIATE_TEST_SUITE_P(Encoders, StreamCodecs,
                         ::testing::Values(Coder{StreamCodec::h264, "libx264"}, Coder{StreamCodec::h265, "libx265"},
                                           Coder{StreamCodec::av1, "libsvtav1"}, Coder{StreamCodec::av1, "libaom-av1"},
                                           Coder{StreamCodec::vp9, "libvpx-vp9"}),
                         [](const auto& coder) {
                           std::string name = coder.param.encoder;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(StreamCodecs, EveryPictureHasTheTagOfItsPacket) {
  StreamDecoder video = StreamDecoder::create(GetParam().codec).value();
  const auto pictures = decode_all(video, packets);
  ASSERT_EQ(pictures.size(), 25u);
  for (int i = 0; i < 25; ++i) EXPECT_EQ(pictures[static_cast<std::size_t>(i)].tag, 1000 + i);
  expect_own_images(pictures);
  EXPECT_EQ(video.counts().packets, packets.size());
  EXPECT_EQ(video.counts().refused + video.counts().before_key + video.counts().damaged, 0u);
}

TEST_P(StreamCodecs, KeyFramesAreFoundInTheBytes) {
  for (const CodedPacket& packet : packets) {
    const PacketParts parts = parts_of_packet(GetParam().codec, packet.data).value();
    EXPECT_EQ(parts.can_begin, packet.key) << packet.frame;
    EXPECT_TRUE(parts.pictures);
  }
}

TEST_P(StreamCodecs, AStreamCutBeforeAKeyFrameBeginsThere) {
  packets.erase(packets.begin(), packets.begin() + 4);
  StreamDecoder video = StreamDecoder::create(GetParam().codec).value();
  const auto pictures = decode_all(video, packets);
  ASSERT_FALSE(pictures.empty());
  EXPECT_EQ(pictures.front().tag, 1010);
  EXPECT_EQ(pictures.size(), 15u);
  EXPECT_EQ(video.counts().before_key, 6u);
  expect_own_images(pictures);
}

// The damaged packet is refused; the rest of its group is left out, because it builds on it.
TEST_P(StreamCodecs, AfterARefusedPacketDecodingBeginsAtTheNextKeyFrame) {
  packets[3].data.assign(40, std::byte{0xFF});
  StreamDecoder video = StreamDecoder::create(GetParam().codec).value();
  const auto pictures = decode_all(video, packets);
  EXPECT_EQ(video.counts().refused, 1u);
  EXPECT_EQ(video.counts().before_key, 6u);
  EXPECT_EQ(pictures.size(), 18u);
  expect_own_images(pictures);
}

TEST_P(StreamCodecs, TheSamePicturesOnAnyNumberOfThreads) {
  std::vector<std::vector<StreamPicture>> runs;
  for (const std::size_t threads : {1u, 3u}) {
    const ScopedThreadCount count(threads);
    StreamDecoder video = StreamDecoder::create(GetParam().codec).value();
    runs.push_back(decode_all(video, packets));
  }
  ASSERT_EQ(runs[0].size(), runs[1].size());
  for (std::size_t i = 0; i < runs[0].size(); ++i) EXPECT_EQ(runs[0][i].image, runs[1][i].image) << i;
}

TEST_P(StreamCodecs, PicturesAboveTheLimitAreRefused) {
  StreamDecoder video = StreamDecoder::create(GetParam().codec, kWidth * kHeight - 1).value();
  EXPECT_TRUE(decode_all(video, packets).empty());
  EXPECT_GT(video.counts().refused, 0u);
}

TEST_P(StreamCodecs, CutAndFlippedPacketsNeverStopTheProgram) {
  for (std::size_t cut = 0; cut < packets.size(); ++cut) {
    StreamDecoder video = StreamDecoder::create(GetParam().codec).value();
    auto damaged = packets;
    damaged[cut].data.resize(damaged[cut].data.size() / 2);
    for (std::size_t i = 0; i < damaged.size(); i += 5) damaged[i].data[damaged[i].data.size() / 2] ^= std::byte{0x55};
    decode_all(video, damaged);
  }
}

// The order of the packets differs from that of the pictures.
TEST(StreamDecoder, WithBFramesPicturesKeepTheTagOfTheirPacketAndComeInOrder) {
  for (const auto& [codec, encoder] : {Coder{StreamCodec::h264, "libx264"}, Coder{StreamCodec::h265, "libx265"}}) {
    const auto packets = encode_stream(pictures_of(24), {.encoder = encoder, .key_every = 12, .b_frames = 2});
    if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder " << encoder;
    EXPECT_FALSE(std::ranges::is_sorted(*packets, {}, &CodedPacket::frame));
    StreamDecoder video = StreamDecoder::create(codec).value();
    const auto pictures = decode_all(video, *packets);
    EXPECT_EQ(pictures.size(), 24u);
    EXPECT_TRUE(std::ranges::is_sorted(tags_of(pictures)));
    expect_own_images(pictures);
  }
}

// A P frame that refers to a lost one must not come out as a picture that nobody took.
TEST(StreamDecoder, AfterALostPacketNoWrongPictureComesOut) {
  for (const auto& [codec, encoder] : {Coder{StreamCodec::h264, "libx264"}, Coder{StreamCodec::h265, "libx265"}}) {
    const auto packets = encode_stream(pictures_of(20), {.encoder = encoder});
    if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder " << encoder;
    StreamDecoder video = StreamDecoder::create(codec).value();
    std::vector<StreamPicture> pictures;
    for (const CodedPacket& packet : *packets) {
      if (packet.frame == 3) {
        video.note_gap();
        continue;
      }
      auto some = video.take(packet.data, 1000 + packet.frame).value();
      for (StreamPicture& picture : some) pictures.push_back(std::move(picture));
    }
    for (StreamPicture& picture : video.finish()) pictures.push_back(std::move(picture));
    EXPECT_EQ(pictures.size(), 13u) << encoder;
    EXPECT_EQ(video.counts().before_key, 6u);
    expect_own_images(pictures);
  }
}

// With B frames neither stamps nor numbers tell that one packet is missing; frame_num of H.264 does.
TEST(StreamDecoder, ALostPictureBetweenBFramesIsSeen) {
  const auto packets = encode_stream(pictures_of(36), {.key_every = 12, .b_frames = 2});
  if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  for (std::size_t lost = 5; lost < 10; ++lost) {
    std::vector<CodedPacket> rest = *packets;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(lost));
    StreamDecoder video = StreamDecoder::create(StreamCodec::h264).value();
    const auto pictures = decode_all(video, rest);
    expect_own_images(pictures);
    // A B frame to which nothing refers is missed by no other picture.
    EXPECT_GE(pictures.size(), video.counts().gaps == 0 ? 35u : 24u + lost - 5) << lost;
    EXPECT_EQ(video.counts().refused, 0u) << lost;
  }
  // Without losses nothing is left out.
  StreamDecoder video = StreamDecoder::create(StreamCodec::h264).value();
  EXPECT_EQ(decode_all(video, *packets).size(), 36u);
  EXPECT_EQ(video.counts().gaps, 0u);
}

// Splits a packet of H.264 in front of its first picture that needs no other one.
std::pair<std::vector<std::byte>, std::vector<std::byte>> split_at_picture(const std::vector<std::byte>& data) {
  std::size_t at = 0;
  const auto is = [&](std::size_t i, int value) { return std::to_integer<int>(data[i]) == value; };
  while (at + 3 < data.size() && !(is(at, 0) && is(at + 1, 0) && is(at + 2, 1) && is(at + 3, 0x65))) ++at;
  const auto middle = data.begin() + static_cast<std::ptrdiff_t>(at);
  return std::pair(std::vector<std::byte>(data.begin(), middle), std::vector<std::byte>(middle, data.end()));
}

// Some recorders write a message of parameter sets in front of every key frame.
TEST(StreamDecoder, ParameterSetsMayComeInAPacketOfTheirOwn) {
  const auto packets = encode_stream(pictures_of(25), {});
  if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  std::vector<CodedPacket> split;
  for (const CodedPacket& packet : *packets) {
    if (!packet.key) {
      split.push_back(packet);
      continue;
    }
    const auto [headers, picture] = split_at_picture(packet.data);
    ASSERT_FALSE(headers.empty());
    split.push_back({headers, 500 + packet.frame, false});
    split.push_back({picture, packet.frame, true});
  }
  StreamDecoder video = StreamDecoder::create(StreamCodec::h264).value();
  const auto pictures = decode_all(video, split);
  EXPECT_EQ(pictures.size(), 25u);
  EXPECT_EQ(video.counts().refused, 0u);
  expect_own_images(pictures);
}

// B frames in front of a key frame of an open group refer to pictures before it, which are missing.
TEST(StreamDecoder, AfterALostPacketOpenGroupsShowNoWrongPicture) {
  for (const auto& [codec, encoder] : {Coder{StreamCodec::h264, "libx264"}, Coder{StreamCodec::h265, "libx265"}}) {
    const auto packets = encode_stream(
        pictures_of(30), {.encoder = encoder, .key_every = 12, .b_frames = 2, .full_range = false, .open_gop = true});
    if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder " << encoder;
    // From the sixth packet to the second key frame nothing was recorded.
    std::size_t key = 5;
    while (key < packets->size() && !packets->at(key).key) ++key;
    StreamDecoder video = StreamDecoder::create(codec).value();
    std::vector<StreamPicture> pictures;
    for (std::size_t i = 0; i < packets->size(); ++i) {
      if (i == key) video.note_gap();
      if (i >= 5 && i < key) continue;
      auto some = video.take(packets->at(i).data, 1000 + packets->at(i).frame);
      if (!some) continue;
      for (StreamPicture& picture : *some) pictures.push_back(std::move(picture));
    }
    for (StreamPicture& picture : video.finish()) pictures.push_back(std::move(picture));
    EXPECT_GE(pictures.size(), 5u) << encoder;
    expect_own_images(pictures);
  }
}

// A packet of VP9 may hold eight frames, and one byte is enough to show a picture once more.
TEST(StreamDecoder, APacketShowsOnePicture) {
  const auto packets = encode_stream(pictures_of(1), {.encoder = "libvpx-vp9"});
  if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder libvpx-vp9";
  std::vector<std::byte> data = packets->front().data;
  const std::size_t key_bytes = data.size();
  // VP9, annex B: the frames, then the index: marker, sizes of four bytes, marker.
  constexpr int kAgain = 7, kMarker = 0xC0 | 3 << 3 | kAgain;
  data.insert(data.end(), kAgain, std::byte{0x88});  // show_existing_frame, slot 0
  data.push_back(static_cast<std::byte>(kMarker));
  for (int frame = 0; frame <= kAgain; ++frame) {
    const std::size_t bytes = frame == 0 ? key_bytes : 1;
    for (std::size_t shift = 0; shift < 32; shift += 8) data.push_back(static_cast<std::byte>(bytes >> shift & 255));
  }
  data.push_back(static_cast<std::byte>(kMarker));
  StreamDecoder video = StreamDecoder::create(StreamCodec::vp9).value();
  const auto pictures = video.take(data, 7);
  ASSERT_TRUE(pictures.has_value()) << pictures.error().message;
  EXPECT_EQ(pictures->size(), 1u);
  EXPECT_EQ(video.counts().repeated, 7u);
}

TEST(StreamDecoder, FullRangeAndMatrixAreThoseOfTheStream) {
  const auto packets = encode_stream(pictures_of(3), {.full_range = true});
  if (!packets) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  StreamDecoder video = StreamDecoder::create(StreamCodec::h264).value();
  for (const StreamPicture& picture : decode_all(video, *packets)) {
    EXPECT_LT(mean_difference_of(picture.image, moving_picture(static_cast<int>(picture.tag) - 1000, kWidth, kHeight)),
              4);
  }
}

TEST(StreamDecoder, NoStreamIsRefusedByName) {
  StreamDecoder video = StreamDecoder::create(StreamCodec::h264).value();
  EXPECT_THAT(video.take({}, 0).error().message, HasSubstr("empty"));
  const std::vector<std::byte> avcc = {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{2}, std::byte{0x65}};
  EXPECT_THAT(video.take(avcc, 0).error().message, HasSubstr("no start code"));
  EXPECT_TRUE(video.finish().empty());
  EXPECT_THAT(StreamDecoder::create(StreamCodec::av1).value().take(std::vector(9, std::byte{0xFF}), 0).error().message,
              HasSubstr("not AV1"));
}

// A sequence header by itself, and a key frame that is not shown, leave earlier pictures in use.
TEST(StreamPacket, Av1BeginsAtKeyFramesThatAreShown) {
  const auto parts = [](int frame_header) {
    std::vector<std::byte> packet;
    for (const int byte : {0x0A, 1, 0, 0x32, 1, frame_header}) packet.push_back(static_cast<std::byte>(byte));
    return parts_of_packet(StreamCodec::av1, packet).value();
  };
  EXPECT_TRUE(parts(0x30).headers);
  EXPECT_TRUE(parts(0x30).pictures);
  EXPECT_FALSE(parts(0x30).can_begin);  // inter frame
  EXPECT_TRUE(parts(0x10).can_begin);   // key frame
  EXPECT_TRUE(parts(0x00).key);
  EXPECT_FALSE(parts(0x00).can_begin);  // hidden key frame
  EXPECT_FALSE(parts(0x80).can_begin);  // an earlier frame again
}

TEST(StreamPacket, NamesOfCodecsAreThoseOfLogs) {
  EXPECT_EQ(find_stream_codec("h264"), StreamCodec::h264);
  EXPECT_EQ(find_stream_codec("libx264;yuv420p;bgr8;rgb8"), StreamCodec::h264);
  EXPECT_EQ(find_stream_codec("hevc_nvenc"), StreamCodec::h265);
  EXPECT_EQ(find_stream_codec("H265"), StreamCodec::h265);
  EXPECT_EQ(find_stream_codec("libsvtav1"), StreamCodec::av1);
  EXPECT_EQ(find_stream_codec("vp9"), StreamCodec::vp9);
  EXPECT_FALSE(find_stream_codec("mjpeg").has_value());
  EXPECT_FALSE(find_stream_codec("").has_value());
}

}  // namespace
}  // namespace gs::assets
