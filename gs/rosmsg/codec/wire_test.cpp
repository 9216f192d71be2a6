// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The reader and writer of the wire encodings by themselves: alignment, byte order, counts, sized parts and errors.
#include "gs/rosmsg/codec/wire.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/core/numbers/random.h"

namespace gs::rosmsg {
namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

// The alignment of a number is its size, but at most 8 in XCDR1, 4 in XCDR2 and 1 in ROS 1 (XTypes 1.3, 7.4.1 and
// 7.4.2). After one byte, a number of 8 bytes therefore begins at 8, 4 or 1.
TEST(WireWriter, PadsNumbersToTheAlignmentOfTheFormat) {
  const auto start_of = [](const WireFormat& format, auto number) {
    std::vector<std::byte> out;
    WireWriter writer(&out, format);
    writer.number<uint8_t>(1);
    writer.number(number);
    EXPECT_EQ(writer.size(), out.size());
    return out.size() - sizeof(number);
  };
  const WireFormat xcdr1, xcdr2{.max_alignment = 4}, ros1 = ros1_format();
  EXPECT_EQ(start_of(xcdr1, uint8_t{2}), 1u);
  EXPECT_EQ(start_of(xcdr1, uint16_t{2}), 2u);
  EXPECT_EQ(start_of(xcdr1, uint32_t{2}), 4u);
  EXPECT_EQ(start_of(xcdr1, 2.0), 8u);
  EXPECT_EQ(start_of(xcdr2, uint16_t{2}), 2u);
  EXPECT_EQ(start_of(xcdr2, 2.0f), 4u);
  EXPECT_EQ(start_of(xcdr2, uint64_t{2}), 4u);
  EXPECT_EQ(start_of(ros1, uint16_t{2}), 1u);
  EXPECT_EQ(start_of(ros1, 2.0), 1u);
}

// Alignment is counted from the end of what the vector held before, which is where the message begins.
TEST(WireWriter, CountsAlignmentFromTheStartOfTheMessage) {
  std::vector<std::byte> out(3);
  WireWriter writer(&out, {});
  writer.number<uint32_t>(0x04030201);
  EXPECT_EQ(out, bytes_of({0, 0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(writer.size(), 4u);
}

TEST(WireWriter, WritesEachNumberOfAnArrayInTheByteOrderOfTheFormat) {
  const uint16_t values[] = {0x0102, 0x0304};
  std::vector<std::byte> little, big;
  WireWriter(&little, {}).numbers(values, 2, 2);
  WireWriter(&big, {.big_endian = true}).numbers(values, 2, 2);
  EXPECT_EQ(little, bytes_of({2, 1, 4, 3}));
  EXPECT_EQ(big, bytes_of({1, 2, 3, 4}));
}

// A writer without a vector computes the size that a writer with one produces.
TEST(WireWriter, ComputesTheSizeWithoutWriting) {
  for (const WireFormat& format : {WireFormat{}, WireFormat{.big_endian = true}, ros1_format()}) {
    std::vector<std::byte> out;
    WireWriter real(&out, format), measure(nullptr, format);
    for (WireWriter* writer : {&real, &measure}) {
      writer->text("abc");
      writer->number(1.5);
      writer->numbers(nullptr, 8, 0);  // an empty array adds no padding
      writer->count(7);
      writer->text("");
      writer->number<uint16_t>(1);
    }
    EXPECT_EQ(measure.size(), out.size());
    EXPECT_EQ(real.size(), out.size());
  }
}

// Property: a reader returns what a writer wrote, for random sequences of numbers and texts in every format.
TEST(Wire, ReadingUndoesWriting) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const WireFormat format = seed % 3 == 0 ? ros1_format() : WireFormat{.big_endian = seed % 3 == 1};
    std::vector<std::byte> out;
    if (!format.ros1) out = bytes_of({0, format.big_endian ? 0 : 1, 0, 0});
    WireWriter writer(&out, format);
    Random writing(seed, purpose("wire"), 0), reading = writing;
    for (int i = 0; i < 20; ++i) {
      switch (writing.below(5)) {
        case 0:
          writer.number(static_cast<uint8_t>(writing.u32()));
          break;
        case 1:
          writer.number(static_cast<int16_t>(writing.u32()));
          break;
        case 2:
          writer.number(writing.u32());
          break;
        case 3:
          writer.number(writing.normal());
          break;
        default:
          writer.text(std::string(writing.below(6), 't'));
      }
    }
    auto in = format.ros1 ? Result<WireReader>(WireReader::ros1(out)) : WireReader::cdr(out);
    ASSERT_TRUE(in);
    for (int i = 0; i < 20; ++i) {
      switch (reading.below(5)) {
        case 0:
          EXPECT_EQ(in->number<uint8_t>(), static_cast<uint8_t>(reading.u32()));
          break;
        case 1:
          EXPECT_EQ(in->number<int16_t>(), static_cast<int16_t>(reading.u32()));
          break;
        case 2:
          EXPECT_EQ(in->number<uint32_t>(), reading.u32());
          break;
        case 3:
          EXPECT_EQ(in->number<double>(), reading.normal());
          break;
        default:
          EXPECT_EQ(in->text(), std::string(reading.below(6), 't'));
      }
    }
    EXPECT_FALSE(in->failed());
    EXPECT_EQ(in->remaining(), 0u);
  }
}

// Every pair of bytes that an encapsulation may begin with has a defined answer.
TEST(Encapsulation, TableOfFormats) {
  for (int low = 0; low < 256; ++low) {
    const auto format = parse_encapsulation(bytes_of({0, low, 0, 0}));
    const int kind = low & ~1;
    const bool xcdr1 = kind == 0x00, xcdr2 = kind == 0x06 || kind == 0x10, delimited = kind == 0x08 || kind == 0x14;
    if (xcdr1 || xcdr2 || delimited) {
      ASSERT_TRUE(format) << low;
      EXPECT_EQ(format->big_endian, low % 2 == 0) << low;
      EXPECT_EQ(format->max_alignment, xcdr1 ? 8u : 4u) << low;
      EXPECT_EQ(format->collection_sizes, !xcdr1) << low;
      EXPECT_EQ(format->message_sizes, delimited) << low;
      EXPECT_FALSE(format->ros1);
    } else {
      ASSERT_FALSE(format) << low;
      const bool parameter_list = kind == 0x02 || kind == 0x0a || kind == 0x12;
      EXPECT_EQ(format.error().code, parameter_list ? ErrorCode::unsupported : ErrorCode::corrupt) << low;
    }
    EXPECT_EQ(parse_encapsulation(bytes_of({1, low, 0, 0})).error().code, ErrorCode::corrupt) << low;
  }
}

TEST(WireReader, KeepsItsFirstErrorAndReturnsZerosAfterIt) {
  const auto payload = bytes_of({0, 1, 0, 0, 9, 8});
  auto in = WireReader::cdr(payload);
  ASSERT_TRUE(in);
  EXPECT_EQ(in->number<uint32_t>(), 0u);  // two bytes are left
  EXPECT_TRUE(in->failed());
  EXPECT_EQ(in->number<uint8_t>(), 0u);  // one byte would fit, but the reader has failed
  EXPECT_EQ(in->text(), "");
  EXPECT_TRUE(in->number_view(1, 1).empty());
  in->set_error(fail(ErrorCode::internal, "later"));
  EXPECT_EQ(in->take_error().code, ErrorCode::truncated);
}

// size * count overflows 64 bits here; the reader must still see that the bytes do not exist.
TEST(WireReader, RefusesArraysWhoseSizeOverflows) {
  const auto payload = bytes_of({0, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8});
  auto in = WireReader::cdr(payload);
  ASSERT_TRUE(in);
  EXPECT_TRUE(in->number_view(8, std::numeric_limits<std::size_t>::max() / 8 + 2).empty());
  EXPECT_TRUE(in->failed());
}

TEST(WireReader, RefusesHeadersLongerThanThePayload) {
  const auto payload = bytes_of({0, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_TRUE(WireReader::cdr(payload, 8));
  EXPECT_EQ(WireReader::cdr(payload, 16).error().code, ErrorCode::truncated);
}

// The length of a CDR string includes its NUL; writers that leave it out are understood as well. A NUL inside the text
// belongs to it, and in ROS 1 also the last one does.
TEST(WireReader, TextsEndWithOneNulOrNone) {
  const auto text_of = [](std::initializer_list<int> bytes) {
    auto payload = bytes_of({0, 1, 0, 0});
    const auto rest = bytes_of(bytes);
    payload.insert(payload.end(), rest.begin(), rest.end());
    auto in = WireReader::cdr(payload);
    return std::string(in->text());
  };
  EXPECT_EQ(text_of({3, 0, 0, 0, 'a', 'b', 0}), "ab");
  EXPECT_EQ(text_of({2, 0, 0, 0, 'a', 'b'}), "ab");
  EXPECT_EQ(text_of({0, 0, 0, 0}), "");
  EXPECT_EQ(text_of({1, 0, 0, 0, 0}), "");
  EXPECT_EQ(text_of({4, 0, 0, 0, 'a', 0, 'b', 0}), std::string("a\0b", 3));
  const auto ros1 = bytes_of({2, 0, 0, 0, 'a', 0});
  WireReader in = WireReader::ros1(ros1);
  EXPECT_EQ(in.text(), std::string_view("a\0", 2));
}

TEST(WireReader, CountsAreLimitedByTheBytesThatAreLeft) {
  const auto count_of = [](int count, uint64_t element_bytes) {
    const auto payload = bytes_of({count, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8});
    WireReader in = WireReader::ros1(payload);
    const uint32_t read = in.count(element_bytes);
    return in.failed() ? -1 : static_cast<int>(read);
  };
  EXPECT_EQ(count_of(8, 1), 8);
  EXPECT_EQ(count_of(9, 1), -1);
  EXPECT_EQ(count_of(2, 4), 2);
  EXPECT_EQ(count_of(3, 4), -1);
  EXPECT_EQ(count_of(1, uint64_t{1} << 62), -1);
  EXPECT_EQ(count_of(200, 0), 200);  // elements without bytes
}

// Elements without bytes are limited to 65,536, because nothing else bounds the memory they need.
TEST(WireReader, LimitsTheNumberOfElementsWithoutBytes) {
  const auto most = bytes_of({0, 0, 1, 0}), more = bytes_of({1, 0, 1, 0});
  WireReader in = WireReader::ros1(most), over = WireReader::ros1(more);
  EXPECT_EQ(in.count(0), 65'536u);
  EXPECT_EQ(over.count(0), 0u);
  EXPECT_TRUE(over.failed());
}

// A part ends where its size says: reads beyond it fail, and leave() skips what was not read.
TEST(WireReader, PartsLimitReadsAndAreSkippedToTheirEnd) {
  const auto payload = bytes_of({0, 9, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4, 5});
  auto in = WireReader::cdr(payload);
  ASSERT_TRUE(in);
  const auto part = in->enter(true);
  EXPECT_EQ(in->remaining(), 4u);
  EXPECT_EQ(in->number<uint8_t>(), 1u);
  in->leave(part);
  EXPECT_EQ(in->number<uint8_t>(), 5u);
  EXPECT_EQ(in->remaining(), 0u);

  auto short_part = WireReader::cdr(payload);
  short_part->enter(true);
  EXPECT_TRUE(short_part->number_view(1, 5).empty());  // 5 bytes follow, but only 4 of them in the part
  EXPECT_TRUE(short_part->failed());

  const auto lying = bytes_of({0, 9, 0, 0, 5, 0, 0, 0, 1, 2, 3, 4});
  auto beyond = WireReader::cdr(lying);
  beyond->enter(true);
  EXPECT_TRUE(beyond->failed());
}

TEST(SwapBytes, ReversesEachNumberAndIsItsOwnInverse) {
  for (const std::size_t size : {1u, 2u, 4u, 8u}) {
    std::vector<std::byte> bytes;
    for (int i = 0; i < 24; ++i) bytes.push_back(static_cast<std::byte>(i));
    const auto before = bytes;
    swap_bytes(bytes.data(), size, 24 / size);
    for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(bytes[i], before[i / size * size + size - 1 - i % size]);
    swap_bytes(bytes.data(), size, 24 / size);
    EXPECT_EQ(bytes, before);
  }
}

}  // namespace
}  // namespace gs::rosmsg
