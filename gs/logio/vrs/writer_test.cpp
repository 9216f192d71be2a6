// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/writer.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/ordered_writer.h"
#include "gs/logio/vrs/payload/layout_fields.h"
#include "gs/logio/vrs/reader.h"
#include "gs/logio/vrs/report/checksum.h"
#include "gs/logio/vrs/report/summary.h"
#include "gs/logio/vrs/report/summary_text.h"

namespace gs::vrs {

struct TestConfiguration {
  uint32_t image_width = 0, image_height = 0, image_pixel_format = 0;
};
void fields(auto& visit, LayoutOf<TestConfiguration> auto& c) {
  visit("image_width", c.image_width);
  visit("image_height", c.image_height);
  visit("image_pixel_format", c.image_pixel_format);
}
struct TestData {
  uint32_t frame_number = 0;
};
void fields(auto& visit, LayoutOf<TestData> auto& d) { visit("frame_number", d.frame_number); }

namespace {

constexpr StreamId kCamera{recordable::forward_camera, 1};
constexpr StreamId kMotion{recordable::motion, 1};
constexpr uint32_t kWidth = 64, kHeight = 48;

// Camera with configuration and images, and a motion stream.
Description test_description() {
  Description description;
  StreamTags camera = make_stream_tags(kCamera, "Test_Color|id:1001");
  add_record_format(camera, RecordType::configuration, layout_of<TestConfiguration>(), false);
  add_record_format(camera, RecordType::data, layout_of<TestData>(), true);
  StreamTags motion = make_stream_tags(kMotion, "Test_Accel|id:2001");
  add_record_format(motion, RecordType::data, layout_of<TestData>(), false);
  description.streams = {{kCamera, camera}, {kMotion, motion}};
  description.file = {{"device_type", "test"}};
  return description;
}

std::vector<std::byte> pixels(uint32_t frame) {
  std::vector<std::byte> out(kWidth * kHeight * 3);
  Random random(3, purpose("pixels"), frame);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>(i / 7 + random.below(3));
  return out;
}

Result<void> write_frame(Writer& writer, uint32_t frame) {
  const auto layout = encode_layout(TestData{.frame_number = frame});
  const auto image = pixels(frame);
  const Bytes parts[] = {layout, image};
  return writer.write({.stream = kCamera, .timestamp = 10.0 + frame / 30.0}, parts);
}

// One configuration, then `frames` images and motion samples.
Result<uint64_t> write_test_file(const fs::path& path, const WriterOptions& options, uint32_t frames = 4) {
  GS_TRY(Writer writer, Writer::create(path, test_description(), options));
  const auto configuration = encode_layout(TestConfiguration{kWidth, kHeight, 4});
  GS_CHECK(writer.write({kCamera, RecordType::configuration, 10.0}, Bytes(configuration)));
  for (uint32_t i = 0; i < frames; ++i) {
    GS_CHECK(write_frame(writer, i));
    GS_CHECK(writer.write({.stream = kMotion, .timestamp = 10.0 + i / 30.0}, Bytes(encode_layout(TestData{i}))));
  }
  return writer.close();
}

std::string checksum_of(const fs::path& path) {
  Problems problems;
  NoProgress progress;
  return content_checksum(*Reader::open(path, problems), progress).value_or("unreadable");
}

TEST(Writer, WhatIsWrittenIsRead) {
  const TemporaryFolder folder;
  for (const char* preset : {"none", "lz4", "zstd"}) {
    const auto path = folder / (std::string(preset) + ".vrs").c_str();
    const auto size = write_test_file(path, {.compression = *parse_compression(preset)});
    ASSERT_TRUE(size) << size.error().message;
    EXPECT_EQ(*size, fs::file_size(path));
    Problems problems;
    auto reader = Reader::open(path, problems);
    ASSERT_TRUE(reader);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(reader->index_place(), IndexPlace::end);
    EXPECT_EQ(reader->find_stream("1001"), kCamera);
    EXPECT_EQ(reader->find_stream("372-1"), kMotion);
    EXPECT_FALSE(reader->find_stream("7-7"));
    ASSERT_EQ(reader->records().size(), 9u);
    ContentReader contents(*reader);
    std::vector<std::byte> buffer;
    uint32_t frame = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      const auto record = reader->read(reader->records()[i], buffer);
      ASSERT_TRUE(record) << record.error().message;
      const auto content = contents.decode(i, *record);
      ASSERT_TRUE(content) << content.error().message;
      const ContentBlock* image = content->image();
      if (image == nullptr) continue;
      EXPECT_EQ(image->image.stride, kWidth * 3);
      const auto wanted = pixels(frame);
      EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), image->bytes.begin(), image->bytes.end()));
      EXPECT_EQ(content->layout()->integer("frame_number"), frame++);
    }
    EXPECT_EQ(frame, 4u);
  }
  // The content checksum does not depend on the compression.
  EXPECT_EQ(checksum_of(folder / "none.vrs"), checksum_of(folder / "lz4.vrs"));
  EXPECT_EQ(checksum_of(folder / "none.vrs"), checksum_of(folder / "zstd.vrs"));
}

TEST(Writer, RandomAccessFindsTheConfiguration) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_test_file(folder / "a.vrs", {}));
  Problems problems;
  auto reader = Reader::open(folder / "a.vrs", problems);
  ContentReader contents(*reader);
  std::vector<std::byte> buffer;
  // Decodes one image without reading the records in front of it.
  const auto record = reader->read(reader->records()[7], buffer);
  ASSERT_TRUE(record);
  const auto content = contents.decode(7, *record);
  ASSERT_TRUE(content) << content.error().message;
  EXPECT_NE(content->image(), nullptr);
}

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

TEST(Writer, RandomAccessFindsEachConfiguration) {
  const TemporaryFolder folder;
  {
    auto writer = *Writer::create(folder / "a.vrs", test_description(), {.compression = {Codec::none, 0}});
    for (uint32_t i = 0; i < 3; ++i) {  // one configuration before each image: i + 1 pixels wide
      const double time = i;
      ASSERT_TRUE(writer.write({kCamera, RecordType::configuration, time},
                               Bytes(encode_layout(TestConfiguration{i + 1, 1, 1}))));
      const auto layout = encode_layout(TestData{i});
      const std::vector<std::byte> image(i + 1);
      const Bytes parts[] = {layout, image};
      ASSERT_TRUE(writer.write({.stream = kCamera, .timestamp = time + 0.5}, parts));
    }
    ASSERT_TRUE(writer.close());
  }
  Problems problems;
  const auto reader = Reader::open(folder / "a.vrs", problems);
  ContentReader contents(*reader);
  std::vector<std::byte> buffer;
  for (const std::size_t frame : {2u, 0u, 1u, 1u, 2u}) {
    const std::size_t index = 2 * frame + 1;
    const auto record = reader->read(reader->records()[index], buffer);
    const auto content = contents.decode(index, *record);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(content->image()->image.width, frame + 1);
  }
}

TEST(Writer, RefusesToReplaceAndLeavesNothingUnfinished) {
  const TemporaryFolder folder;
  const auto path = folder / "a.vrs";
  {
    auto writer = Writer::create(path, test_description(), {});
    ASSERT_TRUE(writer);
    ASSERT_TRUE(write_frame(*writer, 0));
  }
  EXPECT_EQ(folder.files(), 0u);
  ASSERT_TRUE(write_test_file(path, {}));
  EXPECT_EQ(Writer::create(path, test_description(), {}).error().code, ErrorCode::already_exists);
}

// Cuts the test file at `path` into three chunks.
void write_cut_file(const TemporaryFolder& folder, const fs::path& path) {
  ASSERT_TRUE(write_test_file(folder / "whole.vrs", {}));
  const auto whole = read_binary_file(folder / "whole.vrs", 1 << 24);
  const std::size_t cuts[] = {0, 3001, 9000, whole->size()};
  for (int k = 0; k < 3; ++k) {
    const fs::path part = k == 0 ? path : chunk_path(path, k);
    ASSERT_TRUE(write_file(part, Bytes(*whole).subspan(cuts[k], cuts[k + 1] - cuts[k])));
  }
}

TEST(Writer, OldChunksStayUntilTheNewFileIsComplete) {
  const TemporaryFolder folder;
  const fs::path path = folder / "cut.vrs";
  write_cut_file(folder, path);
  const std::string before = checksum_of(path);
  EXPECT_FALSE(Writer::create(path, test_description(), {}));
  {
    auto abandoned = Writer::create(path, test_description(), {}, true);
    ASSERT_TRUE(abandoned) << to_string(abandoned.error());
    ASSERT_TRUE(write_frame(*abandoned, 0));
  }
  EXPECT_EQ(checksum_of(path), before);
  auto writer = Writer::create(path, test_description(), {}, true);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(write_frame(*writer, 0));
  ASSERT_TRUE(writer->close());
  EXPECT_FALSE(fs::exists(folder / "cut.vrs_1"));
  EXPECT_FALSE(fs::exists(folder / "cut.vrs_2"));
  EXPECT_NE(checksum_of(path), before);
}

// Readers take "take_1" as the second chunk of "take_0".
TEST(Writer, FilesThatAreNoChunksOfTheOldFileAreKept) {
  const TemporaryFolder folder;
  std::ofstream(folder / "take_1") << "notes";
  EXPECT_FALSE(Writer::create(folder / "take_0", test_description(), {}, true));
  fs::remove(folder / "take_1");
  ASSERT_TRUE(write_test_file(folder / "take_0", {}));
  std::ofstream(folder / "take_1") << "notes";
  EXPECT_EQ(Writer::create(folder / "take_0", test_description(), {}, true).error().code, ErrorCode::already_exists);
  EXPECT_EQ(*read_text_file(folder / "take_1"), "notes");
  fs::remove(folder / "take_1");
  fs::create_directory(folder / "take_1");
  EXPECT_FALSE(Writer::create(folder / "take_0", test_description(), {}, true));
  EXPECT_TRUE(fs::is_directory(folder / "take_1"));
  // One more file after the chunks of a real recording.
  write_cut_file(folder, folder / "cut.vrs");
  std::ofstream(folder / "cut.vrs_3") << "notes";
  EXPECT_FALSE(Writer::create(folder / "cut.vrs", test_description(), {}, true));
  EXPECT_TRUE(fs::exists(folder / "cut.vrs_3"));
  EXPECT_TRUE(fs::exists(folder / "cut.vrs_1"));
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

TEST(Summary, TimesThatAreNotFiniteTakeNoPartInRates) {
  const TemporaryFolder folder;
  auto writer = *Writer::create(folder / "a.vrs", test_description(), {});
  for (const double time : {0.0, 1.0, 2.0, double{INFINITY}, double{NAN}, double{NAN}}) {
    ASSERT_TRUE(writer.write({.stream = kMotion, .timestamp = time}, Bytes(encode_layout(TestData{}))));
  }
  ASSERT_TRUE(writer.close());
  Problems problems;
  const auto reader = Reader::open(folder / "a.vrs", problems);
  const auto summary = summarise(*reader, problems);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->last_s, 2.0);
  for (const StreamSummary& stream : summary->streams) {
    if (stream.id != kMotion) continue;
    EXPECT_EQ(stream.counts.at(RecordType::data), 6u);
    EXPECT_EQ(stream.median_period_s, 1.0);
    EXPECT_EQ(stream.rate_hz, 1.0);
    EXPECT_EQ(stream.gap_count, 0u);
  }
}

// Tags come from the file, so control characters must be escaped before printing.
TEST(Summary, ControlCharactersInTagsAreEscaped) {
  const TemporaryFolder folder;
  Description description = test_description();
  description.file["evil\x1b[2J"] = "line\nforged \x07";
  description.streams[kCamera] = make_stream_tags(kCamera, "Flavor\x1b]0;title\x07");
  auto writer = *Writer::create(folder / "a.vrs", description, {});
  ASSERT_TRUE(writer.write({.stream = kMotion, .timestamp = 0}, Bytes(encode_layout(TestData{}))));
  ASSERT_TRUE(writer.close());
  Problems problems;
  const auto summary = summarise(*Reader::open(folder / "a.vrs", problems), problems);
  ASSERT_TRUE(summary);
  const std::string text = to_text(*summary, {.verbose = true});
  EXPECT_EQ(text.find_first_of("\x1b\x07"), std::string::npos);
  EXPECT_EQ(text.find("\nforged"), std::string::npos);
  EXPECT_NE(text.find("evil\\x1b[2J"), std::string::npos);
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

Result<void> write_shuffled(const fs::path& path, OrderStatistics& statistics, int disorder) {
  GS_TRY(Writer writer, Writer::create(path, test_description(), {}));
  OrderedWriter ordered(writer);
  ordered.add_stream(kCamera, {});
  ordered.add_stream(kMotion, kSampleWindow);
  ordered.add_prologue({kCamera, RecordType::configuration}, encode_layout(TestConfiguration{kWidth, kHeight, 4}));
  for (int i = 0; i < 40; ++i) {
    // The camera is late: frame i arrives after motion sample i + disorder.
    const auto motion = encode_layout(TestData{static_cast<uint32_t>(i)});
    GS_CHECK(ordered.write({.stream = kMotion, .timestamp = i * 0.1}, std::vector<Bytes>{motion}));
    if (i < disorder) continue;
    const auto frame = static_cast<uint32_t>(i - disorder);
    const auto layout = encode_layout(TestData{frame});
    const auto image = pixels(frame);
    GS_CHECK(ordered.write({.stream = kCamera, .timestamp = frame * 0.1 - 0.05}, std::vector<Bytes>{layout, image}));
  }
  GS_CHECK(ordered.finish());
  statistics = ordered.statistics();
  GS_TRY(const uint64_t size, writer.close());
  static_cast<void>(size);
  return {};
}

TEST(OrderedWriter, RecordsLeaveInTimeOrderThroughABoundedWindow) {
  const TemporaryFolder folder;
  OrderStatistics statistics;
  ASSERT_TRUE(write_shuffled(folder / "a.vrs", statistics, 3));
  EXPECT_EQ(statistics.late_records, 0u);
  EXPECT_LE(statistics.peak_resident.at(kCamera), 6u);
  Problems problems;
  auto reader = Reader::open(folder / "a.vrs", problems);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(reader->was_sorted());
  ASSERT_EQ(reader->records().size(), 40u + 37u + 1u);
  EXPECT_EQ(reader->records()[0].type, RecordType::configuration);
  EXPECT_EQ(reader->records()[0].timestamp, -0.05);
}

TEST(OrderedWriter, BytesDoNotDependOnTheNumberOfThreads) {
  const TemporaryFolder folder;
  OrderStatistics statistics;
  {
    const ScopedThreadCount threads(1);
    ASSERT_TRUE(write_shuffled(folder / "one.vrs", statistics, 3));
  }
  {
    const ScopedThreadCount threads(4);
    ASSERT_TRUE(write_shuffled(folder / "four.vrs", statistics, 3));
  }
  EXPECT_EQ(*read_binary_file(folder / "one.vrs", 1 << 24), *read_binary_file(folder / "four.vrs", 1 << 24));
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
}  // namespace gs::vrs
