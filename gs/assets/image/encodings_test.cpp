// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pixel formats of recorded images become RGB; BT.601 and Bayer in closed form; sizes that do not fit are errors.
#include "gs/assets/image/encodings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace gs::assets {
namespace {

using ::testing::ElementsAre;

// Converts values as the data of a message; step 0 means rows without padding.
template <class T>
Result<Image> convert(std::string_view encoding, uint32_t width, uint32_t height, const std::vector<T>& values,
                      bool big_endian = false, uint32_t step = 0) {
  const Bytes data = std::as_bytes(std::span(values));
  const auto rows = encoding.starts_with("nv") ? height * 3 / 2 : height;
  if (step == 0) step = static_cast<uint32_t>(data.size() / rows);
  return to_rgb8({encoding, width, height, step, big_endian, data});
}

TEST(Encodings, PackedColoursArePutInOrder) {
  EXPECT_THAT(convert<uint8_t>("rgb8", 1, 1, {1, 2, 3}).value().data, ElementsAre(1, 2, 3));
  EXPECT_THAT(convert<uint8_t>("bgr8", 1, 1, {1, 2, 3}).value().data, ElementsAre(3, 2, 1));
  EXPECT_THAT(convert<uint8_t>("8UC3", 1, 1, {1, 2, 3}).value().data, ElementsAre(3, 2, 1));
  EXPECT_THAT(convert<uint8_t>("rgba8", 1, 1, {1, 2, 3, 9}).value().data, ElementsAre(1, 2, 3));
  EXPECT_THAT(convert<uint8_t>("bgra8", 1, 1, {1, 2, 3, 9}).value().data, ElementsAre(3, 2, 1));
  EXPECT_THAT(convert<uint8_t>("mono8", 2, 1, {7, 8}).value().data, ElementsAre(7, 7, 7, 8, 8, 8));
  EXPECT_THAT(convert<uint16_t>("mono16", 1, 1, {0x1234}).value().data, ElementsAre(0x12, 0x12, 0x12));
  EXPECT_THAT(convert<uint16_t>("mono16", 1, 1, {0x3412}, true).value().data, ElementsAre(0x12, 0x12, 0x12));
  EXPECT_THAT(convert<uint16_t>("bgr16", 1, 1, {0x0100, 0x0200, 0x0300}).value().data, ElementsAre(3, 2, 1));
}

TEST(Encodings, StepLeavesRoomBehindRows) {
  const std::vector<uint8_t> data = {1, 2, 3, 99, 4, 5, 6};  // the last row may end at its last pixel
  EXPECT_THAT(convert("rgb8", 1, 2, data, false, 4).value().data, ElementsAre(1, 2, 3, 4, 5, 6));
}

// view_pixels() must not copy, and is empty for encodings that need conversion.
TEST(Encodings, ColourOfEightBitsIsLookedAtWhereItLies) {
  const std::vector<uint8_t> data(40, 7);
  const auto look = [&](std::string_view encoding, uint32_t width, uint32_t height, uint32_t step) {
    return view_pixels({encoding, width, height, step, false, std::as_bytes(std::span(data))});
  };
  const auto bgra = look("bgra8", 2, 3, 12).value();
  ASSERT_TRUE(bgra);
  EXPECT_EQ(bgra->data, data.data());
  EXPECT_EQ(bgra->step, 12u);
  EXPECT_EQ(bgra->channels, 4);
  EXPECT_TRUE(bgra->blue_first);
  EXPECT_FALSE(look("rgb8", 2, 3, 12).value()->blue_first);
  EXPECT_FALSE(look("mono8", 2, 3, 12).value());
  EXPECT_FALSE(look("bayer_rggb8", 2, 4, 10).value());
  EXPECT_FALSE(look("rgb8", 1, 1, 4'000'000'000u).value());
  EXPECT_FALSE(look("rgb8", 2, 9, 12));  // too short
  EXPECT_FALSE(look("xyz8", 2, 3, 12));
}

TEST(Encodings, YuvGivesTheColoursOfBt601) {
  // BT.601, video range: Y = 16 is black, 235 white; pure red is (81, 90, 240).
  const auto near_red = [](const Image& image) {
    EXPECT_NEAR(image.data[0], 255, 2);
    EXPECT_NEAR(image.data[1], 0, 2);
    EXPECT_NEAR(image.data[2], 0, 2);
  };
  near_red(convert<uint8_t>("yuv422", 2, 1, {90, 81, 240, 81}).value());
  near_red(convert<uint8_t>("uyvy", 2, 1, {90, 81, 240, 81}).value());
  near_red(convert<uint8_t>("yuv422_yuy2", 2, 1, {81, 90, 81, 240}).value());
  near_red(convert<uint8_t>("yuyv", 2, 1, {81, 90, 81, 240}).value());
  near_red(convert<uint8_t>("nv12", 2, 2, {81, 81, 81, 81, 90, 240}).value());
  near_red(convert<uint8_t>("nv21", 2, 2, {81, 81, 81, 81, 240, 90}).value());
  EXPECT_THAT(convert<uint8_t>("yuyv", 2, 1, {16, 128, 235, 128}).value().data, ElementsAre(0, 0, 0, 255, 255, 255));
}

// Demosaicing a uniform colour returns it exactly, for every pattern and depth.
TEST(Encodings, BayerOfAPlainColourIsThatColour) {
  const std::array<uint8_t, 3> rgb{200, 100, 50};
  for (const std::string_view pattern : {"rggb", "bggr", "gbrg", "grbg"}) {
    std::vector<uint8_t> narrow;
    std::vector<uint16_t> wide;
    for (std::size_t y = 0; y < 6; ++y) {
      for (std::size_t x = 0; x < 4; ++x) {
        const char letter = pattern[y % 2 * 2 + x % 2];
        const uint8_t value = rgb[letter == 'r' ? 0 : letter == 'g' ? 1 : 2];
        narrow.push_back(value);
        wide.push_back(static_cast<uint16_t>(value << 8));
      }
    }
    const Image small = convert("bayer_" + std::string(pattern) + "8", 4, 6, narrow).value();
    const Image large = convert("bayer_" + std::string(pattern) + "16", 4, 6, wide).value();
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 4; ++x) {
        for (int c = 0; c < 3; ++c) {
          EXPECT_EQ(small.sample(x, y, c), rgb[static_cast<std::size_t>(c)]) << pattern;
          EXPECT_EQ(large.sample(x, y, c), rgb[static_cast<std::size_t>(c)]) << pattern;
        }
      }
    }
  }
}

TEST(Encodings, DepthIsStretchedAndHolesAreBlack) {
  EXPECT_THAT(convert<uint16_t>("16UC1", 3, 1, {0, 1000, 2000}).value().data,
              ElementsAre(0, 0, 0, 1, 1, 1, 255, 255, 255));
  EXPECT_THAT(convert<float>("32FC1", 3, 1, {NAN, 1.0f, 3.0f}).value().data,
              ElementsAre(0, 0, 0, 1, 1, 1, 255, 255, 255));
  EXPECT_THAT(convert<float>("32FC1", 2, 1, {NAN, -INFINITY}).value().data, ::testing::Each(0));
}

// Ranges that underflow or overflow as float.
TEST(Encodings, DepthOfExtremeRangesStaysInRange) {
  EXPECT_THAT(convert<float>("32FC1", 2, 1, {1e-45f, 3e-45f}).value().data, ElementsAre(1, 1, 1, 255, 255, 255));
  EXPECT_THAT(convert<float>("32FC1", 2, 1, {1e-45f, 3.4e38f}).value().data, ElementsAre(1, 1, 1, 255, 255, 255));
  EXPECT_THAT(convert<float>("32FC1", 2, 1, {5.0f, 5.0f}).value().data, ::testing::Each(1));
}

// Cameras of 10 and 12 bits fill the low bits of 16; keeping the high byte would make them black.
TEST(Encodings, SixteenBitSamplesAreScaledByTheBitsThatTheyUse) {
  const auto range_of = [](std::string_view encoding, uint32_t width, const std::vector<uint16_t>& values) {
    const auto step = static_cast<uint32_t>(values.size() * 2);
    return find_sample_range({encoding, width, 1, step, false, std::as_bytes(std::span(values))});
  };
  std::vector<uint16_t> ramp(1000);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<uint16_t>(i * 4);
  EXPECT_EQ(range_of("mono16", 1000, ramp), (SampleRange{0, 4095}));
  ramp[500] = 60000;  // a single hot pixel does not count
  EXPECT_EQ(range_of("mono16", 1000, ramp), (SampleRange{0, 4095}));
  EXPECT_EQ(range_of("rgb16", 1, {100, 900, 1000}), (SampleRange{0, 1023}));
  EXPECT_EQ(range_of("rgba16", 1, {100, 900, 1000, 65535}), (SampleRange{0, 1023}));  // alpha is full
  EXPECT_EQ(range_of("mono16", 2, {0, 65535}), (SampleRange{0, 65535}));
  EXPECT_EQ(range_of("mono16", 3, {1900, 2000, 2100}), (SampleRange{0, 4095}));  // in front of a wall
  const std::vector<uint16_t> warm = {22000, 22100, 22400};                      // a thermal camera
  const SampleRange thermal = range_of("mono16", 3, warm).value();
  EXPECT_LT(thermal.low, 22000);
  EXPECT_GT(thermal.low, 21000);
  EXPECT_LT(thermal.high, 24000);
  EXPECT_FALSE(range_of("mono8", 2, {1}).has_value());
  EXPECT_FALSE(range_of("16UC1", 1, {1}).has_value());
  EXPECT_FALSE(range_of("mono16", 9, {1}).has_value());

  const std::vector<uint16_t> twelve = {0, 2048, 4095, 9999};
  RawImage raw{"mono16", 4, 1, 8, false, std::as_bytes(std::span(twelve)), {0, 4095}};
  EXPECT_THAT(to_rgb8(raw).value().data, ElementsAre(0, 0, 0, 128, 128, 128, 255, 255, 255, 255, 255, 255));
  raw.samples = {2048, 4095};
  EXPECT_EQ(to_rgb8(raw).value().data[3], 0);
  raw.samples = {9, 5};  // not a range: as without one
  EXPECT_EQ(to_rgb8(raw).value().data[6], 4095 >> 8);
}

// Width, height and step that do not fit the data.
TEST(Encodings, SizesThatLieAreErrors) {
  const std::vector<uint8_t> six(6);
  const auto code = [&](std::string_view encoding, uint32_t w, uint32_t h, uint32_t step) {
    const auto image = to_rgb8({encoding, w, h, step, false, std::as_bytes(std::span(six))});
    return image ? std::string("accepted") : std::string(to_string(image.error().code));
  };
  EXPECT_EQ(code("rgb8", 2, 1, 6), "accepted");
  EXPECT_EQ(code("rgb8", 2, 1, 5), "corrupt");
  EXPECT_EQ(code("rgb8", 2, 2, 6), "truncated");
  EXPECT_EQ(code("rgb8", 0, 1, 6), "corrupt");
  EXPECT_EQ(code("mono8", 4294967295u, 4294967295u, 4294967295u), "limit_exceeded");
  EXPECT_EQ(code("mono8", 1, 100000000, 4294967295u), "truncated");
  EXPECT_EQ(code("yuyv", 3, 1, 6), "corrupt");
  EXPECT_EQ(code("nv12", 2, 3, 2), "corrupt");
  EXPECT_EQ(code("bayer_rggb8", 1, 6, 1), "corrupt");
  EXPECT_EQ(code("jpeg2000", 2, 1, 6), "unsupported");
  EXPECT_TRUE(can_convert_to_rgb8("bayer_grbg16"));
  EXPECT_FALSE(can_convert_to_rgb8("jpeg2000"));
}

}  // namespace
}  // namespace gs::assets
