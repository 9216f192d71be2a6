// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encoded videos: order of frames, equal bytes for equal frames, odd sizes, unfinished files.
#include "gs/assets/video/video.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using namespace splat::testing;

// Frame `index`: a bright bar, 8 pixels wide, that moves over a coloured ramp.
Image frame_of(int index, int width, int height, int channels = 3) {
  Image image = Image::make(width, height, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const bool bar = x / 8 == index;
        image.row(y)[x * channels + c] = static_cast<uint8_t>(bar ? 220 : 40 + (c + 1) * x * 40 / width + y / 2);
      }
    }
  }
  return image;
}

double mean_difference(const Image& a, const Image& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) sum += std::abs(double(a.data[i]) - b.data[i]);
  return sum / static_cast<double>(a.data.size());
}

void write_frames(const fs::path& path, const VideoOptions& options, int count) {
  VideoWriter video = VideoWriter::create(path, options).value();
  for (int i = 0; i < count; ++i) ASSERT_TRUE(video.write(frame_of(i, options.width, options.height)));
  ASSERT_TRUE(video.finish());
}

class VideoCodecs : public ::testing::TestWithParam<VideoCodec> {};
INSTANTIATE_TEST_SUITE_P(Codecs, VideoCodecs, ::testing::Values(VideoCodec::best, VideoCodec::mpeg4));

// Every decoded frame is closer to its own original than to the next one.
TEST_P(VideoCodecs, FramesComeBackInOrder) {
  const TemporaryFolder folder;
  const VideoOptions options{.width = 96, .height = 64, .fps = 12.5, .quality = 95, .codec = GetParam()};
  write_frames(folder / "a.mp4", options, 8);
  VideoReader video = VideoReader::open(folder / "a.mp4").value();
  EXPECT_NEAR(video.fps(), 12.5, 1e-6);
  for (int i = 0; i < 8; ++i) {
    const auto frame = video.next().value();
    ASSERT_TRUE(frame.has_value()) << i;
    const double right = mean_difference(*frame, frame_of(i, 96, 64));
    EXPECT_LT(right, 8) << i;
    EXPECT_LT(right, 0.5 * mean_difference(*frame, frame_of(i + 1, 96, 64)));
  }
  EXPECT_FALSE(video.next().value().has_value());
}

TEST_P(VideoCodecs, SameFramesSameBytesWhateverTheThreads) {
  const TemporaryFolder folder;
  const VideoOptions options{.width = 64, .height = 48, .codec = GetParam()};
  {
    const ScopedThreadCount one(1);
    write_frames(folder / "a.mp4", options, 5);
  }
  const ScopedThreadCount many(3);
  write_frames(folder / "b.mp4", options, 5);
  EXPECT_EQ(file_bytes(folder / "a.mp4"), file_bytes(folder / "b.mp4"));
}

// An encoder that reads uninitialised memory would write other bytes after the heap has been used.
TEST_P(VideoCodecs, SameFramesSameBytesWhateverMemoryHeld) {
  const TemporaryFolder folder;
  const VideoOptions options{.width = 480, .height = 272, .codec = GetParam()};
  write_frames(folder / "a.mp4", options, 15);
  {
    std::vector<std::vector<uint8_t>> used;
    for (std::size_t i = 0; i < 3000; ++i) used.emplace_back(100 + i * 37 % 70000, uint8_t{0x5A});
  }
  write_frames(folder / "b.mp4", options, 15);
  EXPECT_EQ(file_bytes(folder / "a.mp4"), file_bytes(folder / "b.mp4"));
}

TEST(Video, OddSizesArePaddedAndGrayIsTaken) {
  const TemporaryFolder folder;
  VideoWriter writer = VideoWriter::create(folder / "a.mp4", {.width = 33, .height = 21}).value();
  ASSERT_TRUE(writer.write(frame_of(0, 33, 21, 1)));
  ASSERT_TRUE(writer.write(frame_of(1, 33, 21, 4)));
  EXPECT_THAT(writer.codec_name(), ::testing::AnyOf("libx264", "mpeg4"));
  ASSERT_TRUE(writer.finish());
  const Image frame = *VideoReader::open(folder / "a.mp4").value().next().value();
  EXPECT_EQ(frame.width, 34);
  EXPECT_EQ(frame.height, 22);
}

TEST(Video, WithoutFinishNothingIsLeft) {
  const TemporaryFolder folder;
  {
    VideoWriter writer = VideoWriter::create(folder / "a.mp4", {.width = 32, .height = 32}).value();
    ASSERT_TRUE(writer.write(frame_of(0, 32, 32)));
  }
  EXPECT_TRUE(fs::is_empty(folder / ""));
}

TEST(Video, WrongInputsAreErrors) {
  const TemporaryFolder folder;
  EXPECT_EQ(VideoWriter::create(folder / "a.mp4", {.width = 0, .height = 32}).error().code,
            ErrorCode::invalid_argument);
  EXPECT_EQ(VideoWriter::create(folder / "a.mp4", {.width = 32, .height = 32, .fps = NAN}).error().code,
            ErrorCode::invalid_argument);
  EXPECT_EQ(VideoWriter::create(folder / "none/a.mp4", {.width = 32, .height = 32}).error().code, ErrorCode::not_found);
  VideoWriter writer = VideoWriter::create(folder / "a.mp4", {.width = 32, .height = 32}).value();
  EXPECT_EQ(writer.write(frame_of(0, 16, 32)).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(VideoReader::open(folder / "b.mp4").error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "c.mp4", std::string_view("no film")));
  EXPECT_EQ(VideoReader::open(folder / "c.mp4").error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace gs::assets
