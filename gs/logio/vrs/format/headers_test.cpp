// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stream ids, file and record headers and pixel formats of VRS: round trips, closed forms and damaged bytes.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

#include "gs/logio/vrs/format/file_header.h"
#include "gs/logio/vrs/format/pixel_format.h"
#include "gs/logio/vrs/format/record_header.h"
#include "gs/logio/vrs/format/stream_id.h"

namespace gs::logio::vrs {
namespace {

// Users type these ids behind --stream.
TEST(StreamId, TextsReadBackAndNothingElseIsRead) {
  for (const StreamId id : {StreamId{0, 0}, StreamId{200, 1}, StreamId{65535, 65535}}) {
    EXPECT_EQ(parse_stream_id(to_string(id)), id);
  }
  EXPECT_EQ(to_string(StreamId{200, 1}), "200-1");
  for (const char* text :
       {"", "-", "200", "200-", "-1", "200--1", "200-1 ", " 200-1", "65536-1", "200-65536", "a-b", "200-1-2"}) {
    EXPECT_FALSE(parse_stream_id(text)) << text;
  }
}

// The number of this project survives tools that renumber instances.
TEST(StreamId, TheLogicalIdIsTheNumberBehindTheLastMark) {
  EXPECT_EQ(logical_id("RealSense_D435i_Color|id:1001"), 1001);
  EXPECT_EQ(logical_id("a|id:1|id:2"), 2);
  for (const char* flavor : {"", "RealSense", "x|id:", "x|id:12a", "x|id: 5", "x|id:99999999999"}) {
    EXPECT_FALSE(logical_id(flavor)) << flavor;
  }
  EXPECT_EQ(recordable_name(recordable::forward_camera), "Forward Camera Class");
  EXPECT_EQ(recordable_name(4711), "type 4711");
}

// Old test files have ids above 100000, which official readers fold to 65500 and above.
TEST(RecordHeader, TypesAreFoldedTo16Bits) {
  EXPECT_EQ(recordable_type(0).value(), 0);
  EXPECT_EQ(recordable_type(65535).value(), 65535);
  EXPECT_EQ(recordable_type(100000).value(), 65500);
  EXPECT_EQ(recordable_type(100035).value(), 65535);
  for (const int32_t raw :
       {-1, 65536, 99999, 100036, std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()}) {
    EXPECT_EQ(recordable_type(raw).error().code, ErrorCode::corrupt) << raw;
  }
}

RecordHeader full_header() {
  return {.record_bytes = 1032,
          .previous_bytes = 64,
          .stream = {372, 9},
          .format_version = 7,
          .timestamp = -12.625,
          .type = RecordType::configuration,
          .codec = Codec::zstd,
          .uncompressed_bytes = 5000};
}

// Every field has a value of its own, so that two exchanged fields are seen.
TEST(RecordHeader, WhatIsWrittenReadsBackEqual) {
  ByteWriter out;
  write_record_header(full_header(), out);
  ASSERT_EQ(out.size(), kRecordHeaderBytes);
  const auto back = parse_record_header(out.view(), kRecordHeaderBytes);
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(back->record_bytes, 1032u);
  EXPECT_EQ(back->previous_bytes, 64u);
  EXPECT_EQ(back->stream, (StreamId{372, 9}));
  EXPECT_EQ(back->format_version, 7u);
  EXPECT_EQ(back->timestamp, -12.625);
  EXPECT_EQ(back->type, RecordType::configuration);
  EXPECT_EQ(back->codec, Codec::zstd);
  EXPECT_EQ(back->stored_bytes(kRecordHeaderBytes), 1000u);
  EXPECT_EQ(back->payload_bytes(kRecordHeaderBytes), 5000u);
}

// A reader finds the next record by these sizes, so impossible ones are refused.
TEST(RecordHeader, CutBytesAndImpossibleValuesAreRefused) {
  const auto parse = [](auto&& change) {
    RecordHeader header = full_header();
    change(header);
    ByteWriter out;
    write_record_header(header, out);
    return parse_record_header(out.view(), kRecordHeaderBytes).has_value();
  };
  EXPECT_TRUE(parse([](RecordHeader&) {}));
  EXPECT_TRUE(parse([](RecordHeader& h) { h.previous_bytes = 0; }));
  EXPECT_FALSE(parse([](RecordHeader& h) { h.record_bytes = 31; }));
  EXPECT_FALSE(parse([](RecordHeader& h) { h.previous_bytes = 31; }));
  EXPECT_FALSE(parse([](RecordHeader& h) { h.type = static_cast<RecordType>(0); }));
  EXPECT_FALSE(parse([](RecordHeader& h) { h.type = static_cast<RecordType>(5); }));
  EXPECT_FALSE(parse([](RecordHeader& h) { h.codec = static_cast<Codec>(3); }));
  // A writer stores a payload that does not become smaller as it is: 1000 bytes for 500 are damage, for 960 an
  // overhead.
  EXPECT_FALSE(parse([](RecordHeader& h) { h.uncompressed_bytes = 500; }));
  EXPECT_TRUE(parse([](RecordHeader& h) { h.uncompressed_bytes = 960; }));
  ByteWriter out;
  write_record_header(full_header(), out);
  for (std::size_t size = 0; size < out.size(); ++size) {
    EXPECT_EQ(parse_record_header(out.view().first(size), kRecordHeaderBytes).error().code, ErrorCode::truncated)
        << size;
  }
}

// Offsets of files larger than 4 GB keep all their bits.
TEST(FileHeader, WhatIsWrittenReadsBackEqualAndDamageIsSeen) {
  const FileHeader header{.creation_id = 0x123456789abcdef0,
                          .index_offset = int64_t{1} << 40,
                          .description_offset = 80,
                          .first_record_offset = 4096,
                          .version = FormatVersion::front_index};
  ByteWriter out;
  write_file_header(header, out);
  ASSERT_EQ(out.size(), kFileHeaderBytes);
  const auto back = parse_file_header(out.view());
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(back->creation_id, header.creation_id);
  EXPECT_EQ(back->index_offset, header.index_offset);
  EXPECT_EQ(back->description_offset, 80);
  EXPECT_EQ(back->first_record_offset, 4096);
  EXPECT_EQ(back->version, FormatVersion::front_index);
  for (std::size_t size = 0; size < out.size(); ++size) EXPECT_FALSE(parse_file_header(out.view().first(size))) << size;
  // Bytes of the two marks, the version, the header sizes and the signs of the offsets.
  for (const std::size_t at : {0u, 7u, 17u, 21u, 31u, 39u, 47u, 72u, 75u, 77u}) {
    std::vector<std::byte> damaged(out.view().begin(), out.view().end());
    damaged[at] ^= std::byte{0x80};
    EXPECT_FALSE(parse_file_header(damaged)) << at;
  }
}

// The numbers are those of the official library; a gap in the table would shift all names behind it.
TEST(PixelFormat, NamesAreDifferentAndReadBack) {
  std::set<std::string_view> names;
  for (uint32_t number = 1; number <= static_cast<uint32_t>(PixelFormat::last); ++number) {
    const auto name = pixel_format_name(static_cast<PixelFormat>(number));
    EXPECT_FALSE(name.empty()) << number;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(parse_pixel_format(name), static_cast<PixelFormat>(number));
  }
  EXPECT_TRUE(pixel_format_name(static_cast<PixelFormat>(27)).empty());
  EXPECT_FALSE(parse_pixel_format(""));
  EXPECT_FALSE(parse_pixel_format("rgb9"));
}

// Sizes decide how many bytes of a record are read as an image.
TEST(PixelFormat, SizesFollowTheLayoutAndNeverOverflow) {
  const auto bytes = [](PixelFormat format, uint32_t width, uint32_t height, uint32_t stride = 0,
                        uint32_t stride_2 = 0) {
    const auto size = raw_image_size(format, width, height, stride, stride_2);
    return size ? size->bytes : 0;
  };
  EXPECT_EQ(bytes(PixelFormat::rgb8, 640, 480), 640u * 480 * 3);
  EXPECT_EQ(bytes(PixelFormat::grey16, 5, 3), 30u);
  EXPECT_EQ(bytes(PixelFormat::grey16, 5, 3, 16), 48u);
  EXPECT_EQ(bytes(PixelFormat::grey16, 5, 3, 9), 0u);  // a row has 10 bytes
  // Odd sizes: chroma planes are rounded up. A chroma stride of 2 is too small for 3 pixels.
  EXPECT_EQ(bytes(PixelFormat::yuv_i420_split, 5, 3), 15u + 2 * 3 * 2);
  EXPECT_EQ(bytes(PixelFormat::yuv_i420_split, 5, 3, 8, 4), 24u + 2 * 4 * 2);
  EXPECT_EQ(bytes(PixelFormat::yuv_i420_split, 5, 3, 8, 2), 0u);
  EXPECT_EQ(bytes(PixelFormat::rgb8, 0, 480), 0u);
  EXPECT_EQ(bytes(PixelFormat::undefined, 4, 4), 0u);
  const uint32_t most = std::numeric_limits<uint32_t>::max();
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto format = static_cast<PixelFormat>(random() % 28);
    const auto width = static_cast<uint32_t>(random()), height = static_cast<uint32_t>(random());
    if (const auto size = raw_image_size(format, width, height, 0, 0)) {
      EXPECT_GE(size->bytes, uint64_t{width} * height);
    }
  }
  EXPECT_FALSE(raw_image_size(PixelFormat::rgba8, most, most, 0, 0));
}

}  // namespace
}  // namespace gs::logio::vrs
