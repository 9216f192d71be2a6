// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// PNG round trips of every layout, decompression bombs, damaged files.
#include "gs/assets/image/png.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using namespace splat::testing;

Image random_image(int width, int height, int channels, int bytes_per_sample) {
  Image image = Image::make(width, height, channels, bytes_per_sample);
  Random random(1, purpose("png_test"), 0);
  for (uint8_t& byte : image.data) byte = static_cast<uint8_t>(random.u32());
  return image;
}

// CRC of a chunk (PNG specification, annex D), independent of zlib.
uint32_t crc_of(Bytes bytes) {
  uint32_t crc = 0xFFFFFFFFu;
  for (const std::byte byte : bytes) {
    crc ^= std::to_integer<uint32_t>(byte);
    for (int k = 0; k < 8; ++k) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  }
  return ~crc;
}

TEST(Png, EveryLayoutSurvivesARoundTrip) {
  for (const int channels : {1, 2, 3, 4}) {
    for (const int bytes : {1, 2}) {
      const Image image = random_image(13, 7, channels, bytes);
      const auto file = encode_png(image).value();
      const auto back = decode_png(file);
      ASSERT_TRUE(back.has_value()) << back.error().message;
      EXPECT_EQ(*back, image) << channels << " channels, " << bytes << " bytes";
      const PngInfo info = inspect_png(file).value();
      EXPECT_EQ(info.channels, channels);
      EXPECT_EQ(info.bytes_per_sample, bytes);
    }
  }
}

TEST(Png, SixteenBitsAreReadInNativeOrder) {
  const Image image = read_png(testdata("assets/gray16.png")).value();
  ASSERT_EQ(image.bytes_per_sample, 2);
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 3; ++x) EXPECT_EQ(image.sample(x, y, 0), 1000 * y + 257 * x);
  }
}

TEST(Png, PaletteBecomesRgb) {
  const Image image = read_png(testdata("assets/palette.png")).value();
  ASSERT_EQ(image.channels, 3);
  EXPECT_THAT(image.data, ::testing::ElementsAre(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255));
}

TEST(Png, SamePictureSameBytesAtEveryCompression) {
  const Image image = random_image(64, 64, 3, 1);
  for (const int level : {0, 1, 9}) {
    EXPECT_EQ(encode_png(image, level).value(), encode_png(image, level).value());
    EXPECT_EQ(decode_png(encode_png(image, level).value()).value(), image);
  }
}

TEST(Png, BombsAreRefusedBeforeAllocating) {
  auto file = encode_png(Image::make(8, 8, 1)).value();
  EXPECT_EQ(decode_png(file, 63).error().code, ErrorCode::limit_exceeded);
  // 70 bytes that claim 1 000 000 x 134 pixels, with a correct checksum of the header.
  file = read_binary_file(testdata("assets/gray16.png"), 1000).value();
  const uint8_t huge[8] = {0, 0x0F, 0x42, 0x40, 0, 0, 0, 134};
  std::memcpy(file.data() + 16, huge, 8);
  const uint32_t crc = __builtin_bswap32(crc_of(Bytes(file).subspan(12, 17)));
  std::memcpy(file.data() + 29, &crc, 4);
  EXPECT_THAT(decode_png(file).error().message, ::testing::HasSubstr("claims 1000000 x 134"));
}

TEST(Png, DamageNeverCrashes) {
  const auto file = encode_png(random_image(9, 5, 3, 1)).value();
  for (std::size_t size = 0; size < file.size() - 12; ++size) EXPECT_FALSE(decode_png(Bytes(file).first(size)));
  for_each_damage(file, [](Bytes damaged) { static_cast<void>(decode_png(damaged, 1 << 20).has_value()); });
}

TEST(Png, FilesAppearWholeAndErrorsNameThem) {
  const TemporaryFolder folder;
  const Image image = random_image(5, 4, 4, 1);
  ASSERT_TRUE(write_png(folder / "a.png", image));
  EXPECT_EQ(read_png(folder / "a.png").value(), image);
  EXPECT_EQ(read_png(folder / "b.png").error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "c.png", std::string_view("not a picture, but long enough to hold a header")));
  EXPECT_THAT(read_png(folder / "c.png").error().message, ::testing::HasSubstr("c.png: not a PNG file"));
  EXPECT_EQ(encode_png(Image{}).error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace gs::assets
