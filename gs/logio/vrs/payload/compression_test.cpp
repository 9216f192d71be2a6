// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compression presets of VRS records, read as the official reader reads them.
#include "gs/logio/vrs/payload/compression.h"

#include <gtest/gtest.h>
#include <lz4frame.h>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/logio/vrs/testing/piece_reader.h"

namespace gs::logio::vrs {
namespace {

// Alternates 2 KiB of one value with 2 KiB of noise of 3 bits.
std::vector<std::byte> sensor_like(std::size_t count) {
  std::vector<std::byte> bytes(count);
  Random random(1, purpose("test"), 0);
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = i % 4096 < 2048 ? std::byte{200} : static_cast<std::byte>(100 + random.below(8));
  }
  return bytes;
}

std::vector<std::byte> joined(const StoredPayload& payload) {
  std::vector<std::byte> out;
  for (const Bytes& piece : payload.pieces) out.insert(out.end(), piece.begin(), piece.end());
  return out;
}

// Stored bytes of a payload in two parts, like layout and image.
std::vector<std::byte> compressed(std::string_view preset, Bytes head, Bytes body, Codec* codec = nullptr) {
  StoredPayload payload;
  const Bytes parts[] = {head, body};
  EXPECT_TRUE(compress_payload(*parse_compression(preset), parts, payload));
  if (codec != nullptr) *codec = payload.codec;
  return joined(payload);
}

TEST(Compression, EveryPresetRoundTrips) {
  const auto head = sensor_like(71);
  const auto body = sensor_like(3'000'001);
  for (const CompressionPreset& preset : compression_presets()) {
    if (preset.compression.level > 12) continue;  // slow, and the same code
    Codec codec{};
    const auto stored = compressed(preset.name, head, body, &codec);
    EXPECT_EQ(codec, preset.compression.codec) << preset.name;
    std::vector<std::byte> back;
    const auto result = decompress_payload(codec, stored, static_cast<uint32_t>(head.size() + body.size()), back);
    ASSERT_TRUE(result) << preset.name << ": " << result.error().message;
    EXPECT_TRUE(std::equal(head.begin(), head.end(), back.begin()));
    EXPECT_TRUE(std::equal(body.begin(), body.end(), back.begin() + 71));
  }
}

// The official reader reads an image record as fixed layout, variable layout and pixels. When it asks for the pixels,
// its buffer holds the first 4 KiB of the frame.
TEST(Compression, EveryPresetIsReadInPiecesByTheOfficialLoop) {
  const auto body = sensor_like(640 * 480 * 3);
  for (const std::size_t head_bytes : {54u, 4096u, 256u << 10, 300'000u}) {
    const auto head = sensor_like(head_bytes);
    std::vector<std::byte> whole = head;
    whole.insert(whole.end(), body.begin(), body.end());
    const std::size_t pieces[] = {53, head_bytes - 53, body.size()};
    for (const CompressionPreset& preset : compression_presets()) {
      if (preset.compression.level > 12) continue;  // slow, and the same code
      Codec codec{};
      const auto stored = compressed(preset.name, head, body, &codec);
      const auto back = read_in_pieces(codec, stored, pieces);
      ASSERT_TRUE(back) << preset.name << ", layout of " << head_bytes << ": " << back.error().message;
      EXPECT_TRUE(*back == whole) << preset.name;
    }
  }
}

TEST(Compression, BytesDoNotDependOnTheNumberOfThreads) {
  const auto body = sensor_like(5'000'000);
  for (const char* preset : {"lz4", "fast", "zstd", "zlight"}) {
    std::vector<std::byte> one, four;
    {
      const ScopedThreadCount threads(1);
      one = compressed(preset, {}, body);
    }
    {
      const ScopedThreadCount threads(4);
      four = compressed(preset, {}, body);
    }
    EXPECT_EQ(one, four) << preset;
  }
}

TEST(Compression, SmallAndNoisyPayloadsAreStoredRaw) {
  std::vector<std::byte> noise(10'000);
  Random random(1, purpose("noise"), 0);
  for (std::byte& b : noise) b = static_cast<std::byte>(random.u32());
  for (const char* preset : {"lz4", "zstd"}) {
    Codec codec{};
    EXPECT_EQ(compressed(preset, {}, noise, &codec), noise);
    EXPECT_EQ(codec, Codec::none);
    EXPECT_EQ(compressed(preset, {}, std::vector<std::byte>(249), &codec).size(), 249u);
    EXPECT_EQ(codec, Codec::none);
    compressed(preset, {}, std::vector<std::byte>(300), &codec);
    EXPECT_NE(codec, Codec::none);
  }
}

TEST(Compression, FlippedBitsAreNoticed) {
  const auto body = sensor_like(20'000);
  for (const char* preset : {"lz4", "zstd"}) {
    Codec codec{};
    const auto stored = compressed(preset, {}, body, &codec);
    std::vector<std::byte> back;
    for (std::size_t at = 12; at < stored.size(); at += 61) {
      auto damaged = stored;
      damaged[at] ^= std::byte{4};
      const auto result = decompress_payload(codec, damaged, static_cast<uint32_t>(body.size()), back);
      // A flip in an unused bit may go unnoticed, but never with a wrong result.
      EXPECT_TRUE(!result || back == body) << preset << " at " << at;
    }
  }
}

TEST(Compression, ReadsFramesOfTheReferenceEncoder) {
  const auto body = sensor_like(300'000);
  std::vector<std::byte> frame(LZ4F_compressFrameBound(body.size(), nullptr));
  frame.resize(LZ4F_compressFrame(frame.data(), frame.size(), body.data(), body.size(), nullptr));
  std::vector<std::byte> back;
  ASSERT_TRUE(decompress_payload(Codec::lz4, frame, static_cast<uint32_t>(body.size()), back));
  EXPECT_EQ(back, body);
}

TEST(Compression, AbsurdSizesCostNothing) {
  std::vector<std::byte> back;
  const std::vector<std::byte> tiny(40);
  EXPECT_FALSE(decompress_payload(Codec::lz4, tiny, 0xFFFFFFF0u, back));
  EXPECT_FALSE(decompress_payload(Codec::zstd, tiny, 0xFFFFFFF0u, back));
  EXPECT_LT(back.capacity(), 1u << 20);
}

TEST(Compression, DefaultIsAPreset) {
  EXPECT_EQ(*parse_compression(kDefaultPreset), kDefaultCompression);
  EXPECT_EQ(*parse_compression("zfast"), kDefaultCompression);
}

TEST(Compression, UnknownPresetListsTheNames) {
  const auto result = parse_compression("zbest");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::invalid_option);
  EXPECT_NE(result.error().hint.find("zmedium"), std::string::npos);
}

}  // namespace
}  // namespace gs::logio::vrs
