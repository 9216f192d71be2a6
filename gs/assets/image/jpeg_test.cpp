// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JPEG round trips, reuse of one decoder, limits, truncated and damaged files.
#include "gs/assets/image/jpeg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using namespace splat::testing;

// A smooth image, which JPEG reproduces closely.
Image smooth_image(int width, int height, int channels) {
  Image image = Image::make(width, height, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels; ++c) {
        image.row(y)[x * channels + c] = static_cast<uint8_t>(128 + 80 * std::sin(0.1 * (x + 2 * y) + c));
      }
    }
  }
  return image;
}

double worst_difference(const Image& a, const Image& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) worst = std::max(worst, std::abs(double(a.data[i]) - b.data[i]));
  return worst;
}

TEST(Jpeg, SmoothPicturesSurviveAtHighQuality) {
  for (const int channels : {1, 3}) {
    const Image image = smooth_image(67, 45, channels);
    const auto file = encode_jpeg(image, {.quality = 98, .full_chroma = true}).value();
    const Image back = decode_jpeg(file, {.gray = channels == 1}).value();
    ASSERT_EQ(back.data.size(), image.data.size());
    EXPECT_LE(worst_difference(back, image), 4);
  }
}

TEST(Jpeg, GrayAndColourConvertIntoEachOther) {
  const Image rgb = decode_jpeg(encode_jpeg(smooth_image(16, 16, 1)).value()).value();
  EXPECT_EQ(rgb.channels, 3);
  EXPECT_EQ(rgb.sample(5, 5, 0), rgb.sample(5, 5, 2));
  EXPECT_EQ(decode_jpeg(encode_jpeg(smooth_image(16, 16, 3)).value(), {.gray = true}).value().channels, 1);
  EXPECT_EQ(encode_jpeg(smooth_image(16, 16, 4)).has_value(), true);
}

// Padded BGRX rows give the same file as packed RGB.
TEST(Jpeg, PixelsAreEncodedWhereTheyLie) {
  const Image image = smooth_image(33, 21, 3);
  const std::size_t step = 4 * 33 + 9;
  std::vector<uint8_t> bgrx(step * 21, 0xEE);
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 33; ++x) {
      for (int c = 0; c < 3; ++c)
        bgrx[step * static_cast<std::size_t>(y) + static_cast<std::size_t>(4 * x + 2 - c)] = image.row(y)[3 * x + c];
    }
  }
  JpegEncoder encoder;
  const Bytes file = encoder.encode(PixelView{bgrx.data(), 33, 21, step, 4, true}, {.quality = 95}).value();
  EXPECT_TRUE(std::ranges::equal(file, encode_jpeg(image, {.quality = 95}).value()));
  EXPECT_FALSE(encoder.encode(PixelView{}));
}

TEST(Jpeg, LowerQualityIsSmallerAndBytesRepeat) {
  const Image image = smooth_image(128, 96, 3);
  const auto good = encode_jpeg(image, {.quality = 95}).value(), poor = encode_jpeg(image, {.quality = 30}).value();
  EXPECT_LT(poor.size(), good.size());
  EXPECT_EQ(encode_jpeg(image, {.quality = 95}).value(), good);
}

TEST(Jpeg, OneDecoderServesManyPicturesAndReusesMemory) {
  JpegDecoder decoder;
  Image image;
  for (const int size : {64, 16, 48}) {
    const auto file = encode_jpeg(smooth_image(size, size, 3)).value();
    image = decoder.decode(file, {}, std::move(image)).value();
    EXPECT_EQ(image.width, size);
    EXPECT_EQ(image.data.size(), static_cast<std::size_t>(3 * size * size));
  }
  EXPECT_FALSE(decoder.decode(as_bytes(std::string_view("no picture"))));
  EXPECT_TRUE(decoder.decode(encode_jpeg(smooth_image(8, 8, 3)).value()));
}

TEST(Jpeg, LimitsAndWrongInputsAreErrors) {
  const auto file = encode_jpeg(smooth_image(16, 16, 3)).value();
  EXPECT_EQ(decode_jpeg(file, {.max_pixels = 255}).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(decode_jpeg({}).error().code, ErrorCode::truncated);
  EXPECT_EQ(encode_jpeg(Image{}).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(encode_jpeg(Image::make(4, 4, 1, 2)).error().code, ErrorCode::invalid_argument);
}

TEST(Jpeg, TruncationIsAnErrorUnlessDamageIsAccepted) {
  const auto file = encode_jpeg(smooth_image(64, 64, 3)).value();
  const Bytes half = Bytes(file).first(file.size() * 3 / 4);
  EXPECT_EQ(decode_jpeg(half).error().code, ErrorCode::corrupt);
  EXPECT_EQ(decode_jpeg(half, {.accept_damage = true}).value().width, 64);
}

// An error must not leave the decoder in a bad state.
TEST(Jpeg, OneDecoderReadsAWholeFileAfterADamagedOne) {
  const auto file = encode_jpeg(smooth_image(64, 48, 3)).value();
  for (std::size_t length = 4; length < file.size(); length += 7) {
    JpegDecoder decoder;
    EXPECT_FALSE(decoder.decode(Bytes(file).first(length))) << length;
    EXPECT_TRUE(decoder.decode(file)) << length;
  }
}

TEST(Jpeg, DamageNeverCrashes) {
  const auto file = encode_jpeg(smooth_image(9, 9, 3), {.quality = 40}).value();
  JpegDecoder decoder;
  for_each_damage(file, [&](Bytes damaged) {
    static_cast<void>(decoder.decode(damaged, {.accept_damage = true, .max_pixels = 1 << 16}).has_value());
  });
}

TEST(Jpeg, FilesRoundTrip) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_jpeg(folder / "a.jpg", smooth_image(20, 10, 3)));
  EXPECT_EQ(read_jpeg(folder / "a.jpg").value().height, 10);
  EXPECT_EQ(read_jpeg(folder / "b.jpg").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace gs::assets
