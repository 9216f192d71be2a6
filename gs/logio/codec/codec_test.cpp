// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compression codecs: round trips, cut and damaged data, decompression bombs.
#include "gs/logio/codec/codec.h"

#include <gtest/gtest.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>

#include "gs/core/hash/crc32.h"
#include "gs/core/numbers/random.h"

namespace gs::logio {
namespace {

// Alternates 1000 bytes of noise with 1000 bytes of runs, so that every encoder sees both.
std::vector<std::byte> sample(std::size_t count) {
  Random random(7, purpose("codec_test"), count);
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<std::byte>((i / 1000) % 2 == 0 ? random.u32() : static_cast<uint32_t>(i / 100));
  }
  return bytes;
}

std::vector<std::byte> encoded(Codec codec, Bytes in, int level = 0) {
  Encoder encoder;
  Buffer out;
  EXPECT_TRUE(encoder.encode(codec, level, in, out));
  return {out.bytes().begin(), out.bytes().end()};
}

class EveryCodec : public ::testing::TestWithParam<Codec> {};
INSTANTIATE_TEST_SUITE_P(, EveryCodec, ::testing::Values(Codec::none, Codec::lz4, Codec::zstd, Codec::bz2),
                         [](const auto& named) { return std::string(to_string(named.param)); });

TEST_P(EveryCodec, DecodesWhatItEncoded) {
  Decoder decoder;
  for (const std::size_t size : {0u, 1u, 100u, 65536u, 300'000u, 600'000u}) {
    const auto in = sample(size);
    std::vector<std::byte> out(size);
    const auto packed = encoded(GetParam(), in);
    const auto result = decoder.decode(GetParam(), packed, out);
    ASSERT_TRUE(result) << size << ": " << result.error().message;
    EXPECT_EQ(out, in);
    EXPECT_EQ(decoder.decode_with_crc32(GetParam(), packed, out).value(), crc32(in));
  }
}

// Only compressed data has a size of its own that can disagree with the stated one.
class EveryCompression : public EveryCodec {};
INSTANTIATE_TEST_SUITE_P(, EveryCompression, ::testing::Values(Codec::lz4, Codec::zstd, Codec::bz2),
                         [](const auto& named) { return std::string(to_string(named.param)); });

TEST_P(EveryCompression, RefusesAnotherSizeThanTheRightOne) {
  const auto in = sample(100'000);
  const auto packed = encoded(GetParam(), in);
  Decoder decoder;
  std::vector<std::byte> longer(in.size() + 1);
  EXPECT_FALSE(decoder.decode(GetParam(), packed, longer));
  std::vector<std::byte> right(in.size());
  EXPECT_TRUE(decoder.decode(GetParam(), packed, right)) << "the context works again after an error";
}

TEST_P(EveryCodec, GivesTheBeginningOfCutData) {
  const auto in = sample(200'000);
  const auto packed = encoded(GetParam(), in, GetParam() == Codec::bz2 ? 1 : 0);  // level 1: blocks of 100 kB
  Decoder decoder;
  std::vector<std::byte> out(in.size());
  std::size_t last = 0;
  for (std::size_t cut = 0; cut <= packed.size(); cut += 1 + packed.size() / 40) {
    const std::size_t got = decoder.decode_prefix(GetParam(), Bytes(packed).first(cut), out);
    ASSERT_GE(got, last) << "more input gives no less output";
    ASSERT_TRUE(std::equal(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(got), in.begin()));
    last = got;
  }
  EXPECT_GT(last, in.size() / 3);
}

TEST_P(EveryCodec, SurvivesFlippedBits) {
  const auto in = sample(20'000);
  auto packed = encoded(GetParam(), in);
  Decoder decoder;
  std::vector<std::byte> out(in.size());
  for (std::size_t i = 0; i < packed.size(); i += 11) {
    packed[i] ^= std::byte{0x10};
    static_cast<void>(decoder.decode(GetParam(), packed, out));
    static_cast<void>(decoder.decode_prefix(GetParam(), packed, out));
    packed[i] ^= std::byte{0x10};
  }
  EXPECT_TRUE(decoder.decode(GetParam(), packed, out));
}

std::vector<std::byte> lz4_with_checksum(Bytes in) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  std::vector<std::byte> out(LZ4F_compressFrameBound(in.size(), &preferences));
  out.resize(LZ4F_compressFrame(out.data(), out.size(), in.data(), in.size(), &preferences));
  return out;
}

std::vector<std::byte> zstd_with_checksum(Bytes in) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::vector<std::byte> out(ZSTD_compressBound(in.size()));
  out.resize(ZSTD_compress2(context.get(), out.data(), out.size(), in.data(), in.size()));
  return out;
}

TEST(Decoder, APrefixDoesNotDependOnTheChecksumBehindIt) {
  Decoder decoder;
  for (const std::size_t size : {1000u, 50'000u, 300'000u}) {
    const auto in = sample(size);
    for (const Codec codec : {Codec::lz4, Codec::zstd}) {
      auto packed = codec == Codec::lz4 ? lz4_with_checksum(in) : zstd_with_checksum(in);
      packed.back() ^= std::byte{1};  // both formats end with the checksum
      std::vector<std::byte> out(size);
      EXPECT_FALSE(decoder.decode(codec, packed, out)) << to_string(codec);
      EXPECT_EQ(decoder.decode_prefix(codec, packed, out), size) << to_string(codec);
      EXPECT_EQ(out, in);
    }
  }
}

TEST(Decoder, APrefixReachesToTheDamagedBlock) {
  const auto in = sample(1'000'000);
  Decoder decoder;
  for (const Codec codec : {Codec::lz4, Codec::zstd}) {
    auto packed = codec == Codec::lz4 ? lz4_with_checksum(in) : zstd_with_checksum(in);
    std::fill(packed.begin() + static_cast<std::ptrdiff_t>(packed.size() / 2), packed.end(), std::byte{0xFF});
    std::vector<std::byte> out(in.size());
    const std::size_t got = decoder.decode_prefix(codec, packed, out);
    EXPECT_GE(got, in.size() * 3 / 10) << to_string(codec);  // blocks of up to 128 KiB
    EXPECT_TRUE(std::equal(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(in.size() * 3 / 10), in.begin()));
  }
}

TEST(Decoder, AcceptsSeveralZstdFramesAndPaddingAroundThem) {
  const auto in = sample(5000);
  const auto first = encoded(Codec::zstd, Bytes(in).first(2000)),
             second = encoded(Codec::zstd, Bytes(in).subspan(2000));
  std::vector<std::byte> packed(8);
  packed.insert(packed.end(), first.begin(), first.end());
  packed.insert(packed.end(), second.begin(), second.end());
  packed.resize(packed.size() + 16);
  std::vector<std::byte> out(in.size());
  Decoder decoder;
  ASSERT_TRUE(decoder.decode(Codec::zstd, packed, out));
  EXPECT_EQ(out, in);
}

TEST(MaxDecodedBytes, GrowsWithTheInputAndNeverOverflows) {
  EXPECT_EQ(max_decoded_bytes(Codec::none, 7), 7u);
  EXPECT_EQ(max_decoded_bytes(Codec::lz4, 10), 2560u);
  EXPECT_EQ(max_decoded_bytes(Codec::zstd, 1ull << 60), ~0ull);
}

TEST(CheckDecodedSize, RefusesBombsBeforeTheyAreAllocated) {
  EXPECT_EQ(check_decoded_size(Codec::zstd, 100, 1ull << 60, 1ull << 30).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(check_decoded_size(Codec::lz4, 100, 1ull << 20, 1ull << 30).error().code, ErrorCode::corrupt);
  EXPECT_EQ(check_decoded_size(Codec::none, 100, 101, 1ull << 30).error().code, ErrorCode::corrupt);
  EXPECT_TRUE(check_decoded_size(Codec::lz4, 100'000, 1 << 20, 1ull << 30));
  EXPECT_TRUE(check_decoded_size(Codec::zstd, 0, 0, 1ull << 30));
}

}  // namespace
}  // namespace gs::logio
