// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// VRS files: each place of the index, truncations, flipped bits, rebuilt indexes.
#include "gs/logio/vrs/reader.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>

#include "gs/core/numbers/random.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/vrs/chunked_file.h"
#include "gs/logio/vrs/report/summary.h"
#include "gs/logio/vrs/testing/small_file.h"

namespace gs::logio::vrs {
namespace {

// VRS2 file as other recorders write it: header, description, index with reserved space, records.
std::vector<std::byte> with_front_index(Bytes file, bool compress) {
  Problems problems;
  const auto reader = Reader::open(file, problems);
  FileHeader header = reader->header();
  std::vector<RecordInfo> records(reader->records().begin(), reader->records().end());
  std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  const uint64_t first = records.front().offset, end = static_cast<uint64_t>(header.index_offset);
  const IndexPayload index = *write_index(records, reader->streams(), compress);
  constexpr std::size_t kSpareBytes = 50;
  RecordHeader record{.record_bytes = static_cast<uint32_t>(kRecordHeaderBytes + index.bytes.size() + kSpareBytes),
                      .previous_bytes = static_cast<uint32_t>(first - kFileHeaderBytes),
                      .stream = {recordable::index_record, 0},
                      .format_version = kClassicIndexVersion,
                      .codec = compress ? Codec::zstd : Codec::none,
                      .uncompressed_bytes = index.uncompressed_bytes};
  header.version = FormatVersion::front_index;
  header.index_offset = static_cast<int64_t>(first);
  header.first_record_offset = static_cast<int64_t>(first + record.record_bytes);
  ByteWriter out;
  write_file_header(header, out);
  out.bytes(file.subspan(kFileHeaderBytes, first - kFileHeaderBytes));
  write_record_header(record, out);
  out.bytes(index.bytes);
  out.bytes(std::vector<std::byte>(kSpareBytes));
  out.bytes(file.subspan(first, end - first));
  return std::move(out).take();
}

TEST(Reader, FrontIndexIsRead) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_test_file(folder / "end.vrs", {}));
  const auto whole = read_binary_file(folder / "end.vrs", 1 << 24);
  for (const bool compress : {false, true}) {
    const auto bytes = with_front_index(*whole, compress);
    Problems problems;
    const auto front = Reader::open(Bytes(bytes), problems);
    ASSERT_TRUE(front) << front.error().message;
    EXPECT_EQ(front->index_place(), IndexPlace::front);
    EXPECT_EQ(front->records().size(), 9u);
    EXPECT_TRUE(problems.empty());
    NoProgress progress;
    EXPECT_EQ(*content_checksum(*front, progress), checksum_of(folder / "end.vrs"));
  }
}

// CPU time [s] of check_contents() for `frames` tiny images with four motion samples each.
double check_seconds(const fs::path& path, uint32_t frames) {
  auto writer = *Writer::create(path, test_description(), {.compression = {Codec::none, 0}}, true);
  EXPECT_TRUE(
      writer.write({kCamera, RecordType::configuration, 0.0}, Bytes(encode_layout(TestConfiguration{1, 1, 1}))));
  for (uint32_t i = 0; i < frames; ++i) {
    const auto layout = encode_layout(TestData{i});
    const std::byte pixel{};
    const Bytes image[] = {layout, Bytes(&pixel, 1)};
    EXPECT_TRUE(writer.write({.stream = kCamera, .timestamp = 1.0 + i}, image));
    for (int k = 0; k < 4; ++k) {
      EXPECT_TRUE(writer.write({.stream = kMotion, .timestamp = 1.0 + i}, Bytes(layout)));
    }
  }
  EXPECT_TRUE(writer.close());
  Problems problems;
  NoProgress progress;
  const auto reader = Reader::open(path, problems);
  double best = 1e9;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const std::clock_t begin = std::clock();
    const auto report = check_contents(*reader, problems, progress);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    EXPECT_TRUE(report && report->records == 1 + 5ull * frames && report->bad_records == 0);
  }
  return best;
}

// Four times the images must take about four times as long, not sixteen times.
TEST(Reader, LongRecordingsAreCheckedInLinearTime) {
  const TemporaryFolder folder;
  const double small = check_seconds(folder / "a.vrs", 8'000), large = check_seconds(folder / "a.vrs", 32'000);
  EXPECT_LT(large, 9 * small);
}

TEST(Reader, EveryTruncationOpensOrSaysWhy) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_test_file(folder / "a.vrs", {}));
  const auto whole = read_binary_file(folder / "a.vrs", 1 << 24);
  std::size_t most = 0;
  for (std::size_t size = 0; size < whole->size(); size += size < 4000 ? 1 : 97) {
    Problems problems;
    auto reader = Reader::open(Bytes(*whole).first(size), problems);
    if (!reader) continue;
    EXPECT_FALSE(problems.empty());
    most = std::max(most, reader->records().size());
    std::vector<std::byte> buffer;
    for (const RecordInfo& info : reader->records()) EXPECT_TRUE(reader->read(info, buffer));
  }
  EXPECT_GE(most, 8u);
}

TEST(Reader, ChoosesStreamsByIdAndByNumber) {
  const TemporaryFolder folder;
  auto writer = Writer::create(folder / "a.vrs", test_description(), {});
  ASSERT_TRUE(writer);
  ASSERT_TRUE(write_frame(*writer, 0));
  ASSERT_TRUE(writer->close());
  Problems problems;
  const auto reader = Reader::open(folder / "a.vrs", problems);
  ASSERT_TRUE(reader);
  EXPECT_EQ(*reader->choose_stream("1001"), kCamera);
  EXPECT_EQ(*reader->choose_stream("200-1"), kCamera);
  EXPECT_EQ(*reader->choose_stream(""), std::nullopt);
  EXPECT_EQ(reader->choose_stream("7").error().code, ErrorCode::not_found);
}

TEST(Reader, MissingIndexIsRebuilt) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_test_file(folder / "a.vrs", {}));
  auto bytes = read_binary_file(folder / "a.vrs", 1 << 24);
  std::fill_n(bytes->begin() + 24, 8, std::byte{0});  // index offset: an interrupted recording
  Problems problems;
  auto reader = Reader::open(Bytes(*bytes), problems);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->index_place(), IndexPlace::rebuilt);
  EXPECT_EQ(problems.count(Severity::warning), 1u);
  NoProgress progress;
  EXPECT_EQ(*content_checksum(*reader, progress), checksum_of(folder / "a.vrs"));
}

TEST(RawImageSize, ProductsThatOverflowAreNoSize) {
  EXPECT_EQ(raw_image_size(PixelFormat::rgb8, 2, 3, 0, 0)->bytes, 18u);
  EXPECT_EQ(raw_image_size(PixelFormat::yuv_i420_split, 3, 3, 0, 0)->bytes, 9u + 2 * 2 * 2);
  EXPECT_EQ(raw_image_size(*parse_pixel_format("yuv_420_nv12"), 3, 3, 8, 6)->bytes, 24u + 6 * 2);
  // 16 bytes * 2^31 * 2^29 is 2^64.
  EXPECT_FALSE(raw_image_size(*parse_pixel_format("rgba32F"), 1u << 31, 1u << 29, 0, 0));
  EXPECT_FALSE(raw_image_size(PixelFormat::yuv_i420_split, 1, UINT32_MAX, UINT32_MAX, UINT32_MAX));
}

// CPU time [s] to open a split file whose index consists of this many empty zstd frames.
double open_seconds(std::size_t frames) {
  std::byte empty[32];
  const std::size_t empty_bytes = ZSTD_compress(empty, sizeof(empty), nullptr, 0, 1);
  const FileHeader header{.index_offset = kFileHeaderBytes};
  ByteWriter file;
  write_file_header(header, file);
  write_record_header({.record_bytes = static_cast<uint32_t>(kRecordHeaderBytes + frames * empty_bytes),
                       .stream = {recordable::index_record, 0},
                       .format_version = kSplitIndexVersion},
                      file);
  for (std::size_t i = 0; i < frames; ++i) file.bytes(Bytes(empty, empty_bytes));
  double best = 1e9;
  for (int repeat = 0; repeat < 3; ++repeat) {
    Problems problems;
    const std::clock_t begin = std::clock();
    const auto reader = Reader::open(file.view(), problems);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    EXPECT_TRUE(reader && reader->records().empty() && reader->index_place() == IndexPlace::split);
  }
  return best;
}

TEST(Reader, IndexOfManyFramesIsReadInLinearTime) {
  const double small = open_seconds(5'000), large = open_seconds(20'000);
  EXPECT_LT(large, 9 * small);
}

TEST(Reader, FlippedBitsNeverCrash) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_test_file(folder / "a.vrs", {}, 2));
  const auto whole = read_binary_file(folder / "a.vrs", 1 << 24);
  for (std::size_t at = 0; at < whole->size(); at += at < 5000 ? 3 : 131) {
    auto damaged = *whole;
    damaged[at] ^= std::byte{0x80};
    Problems problems;
    auto reader = Reader::open(Bytes(damaged), problems);
    if (!reader) continue;
    ContentReader contents(*reader);
    std::vector<std::byte> buffer;
    for (std::size_t i = 0; i < reader->records().size(); ++i) {
      const auto record = reader->read(reader->records()[i], buffer);
      if (record) static_cast<void>(contents.decode(i, *record));
    }
  }
}

TEST(ChunkedFile, NamesAndCuts) {
  EXPECT_EQ(chunk_path("a.vrs", 2), "a.vrs_2");
  EXPECT_EQ(chunk_path("a_0", 12), "a_12");
  const TemporaryFolder folder;
  ASSERT_TRUE(write_test_file(folder / "a.vrs", {}));
  const auto whole = read_binary_file(folder / "a.vrs", 1 << 24);
  // The same file, cut at unaligned offsets.
  const std::size_t cuts[] = {0, 50, 3001, 3002, 9000, whole->size()};
  for (int k = 0; k < 5; ++k) {
    const fs::path path = k == 0 ? folder / "cut.vrs" : chunk_path(folder / "cut.vrs", k);
    ASSERT_TRUE(write_file(path, Bytes(*whole).subspan(cuts[k], cuts[k + 1] - cuts[k])));
  }
  EXPECT_EQ(checksum_of(folder / "cut.vrs"), checksum_of(folder / "a.vrs"));
}

}  // namespace
}  // namespace gs::logio::vrs
