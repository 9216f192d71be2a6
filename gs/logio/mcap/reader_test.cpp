// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MCAP files are read in every order, with filters, from damaged chunks and without an index.
#include "gs/logio/mcap/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <thread>

#include "gs/core/hash/crc32.h"
#include "gs/core/testing/sanitizer.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/testing/small_logs.h"

namespace gs::logio {
namespace {

using mcap::testing::Plain;
using mcap::testing::read_plain;
using mcap::testing::sample_messages;
using mcap::testing::write_plain;
using ::testing::HasSubstr;

McapWriterOptions small_chunks(const char* compression) {
  McapWriterOptions options;
  options.compression = compression;
  options.chunk_bytes = 2000;
  return options;
}

// Expected order: a stable sort by one of the times.
std::vector<Plain> sorted_by(std::vector<Plain> messages, int64_t Plain::*key) {
  std::stable_sort(messages.begin(), messages.end(), [&](const Plain& a, const Plain& b) { return a.*key < b.*key; });
  return messages;
}

// Parameters: compression, number of threads, jitter of the times. The jitter decides how many chunks overlap.
class Orders : public ::testing::TestWithParam<std::tuple<const char*, int, int64_t>> {};
INSTANTIATE_TEST_SUITE_P(, Orders,
                         ::testing::Combine(::testing::Values("none", "lz4", "zstd"), ::testing::Values(1, 2, 4),
                                            ::testing::Values(0, 300, 100'000)));

TEST_P(Orders, AreThoseOfAStableSortWhateverTheThreadsAndTheMemory) {
  const auto [compression, threads, jitter] = GetParam();
  const auto messages = sample_messages(1000, jitter);
  const auto file = write_plain(messages, small_chunks(compression));
  // Less than a chunk, a few chunks, all chunks.
  for (const uint64_t memory : {1ull, 10'000ull, 1ull << 20}) {
    Problems problems;
    ReadOptions options{.order = Order::file, .threads = threads, .max_buffered_bytes = memory};
    EXPECT_EQ(read_plain(file, options, problems), messages);
    options.order = Order::log_time;
    EXPECT_EQ(read_plain(file, options, problems), sorted_by(messages, &Plain::log_time));
    options.order = Order::publish_time;
    EXPECT_EQ(read_plain(file, options, problems), sorted_by(messages, &Plain::publish_time));
    EXPECT_TRUE(problems.empty());
  }
}

TEST_P(Orders, FiltersGiveWhatFilteringAllGives) {
  const auto [compression, threads, jitter] = GetParam();
  const auto messages = sample_messages(1000, jitter);
  const auto file = write_plain(messages, small_chunks(compression));
  const ReadOptions options{
      .topics = {"/topicb", "/topicc"}, .begin = Timestamp{1'003'000}, .end = Timestamp{1'006'000}, .threads = threads};
  auto expected = sorted_by(messages, &Plain::log_time);
  std::erase_if(expected, [](const Plain& m) {
    return m.topic == "/topica" || m.log_time < 1'003'000 || m.log_time >= 1'006'000;
  });
  Problems problems;
  EXPECT_EQ(read_plain(file, options, problems), expected);
  EXPECT_TRUE(problems.empty());
}

TEST(McapReader, NamesTheNearestTopicWhenOneIsMissing) {
  const auto file = write_plain(sample_messages(10), {});
  Problems problems;
  const auto log = McapReader::open(file, "test.mcap", problems).value();
  const auto stream = log->read({.topics = {"/topicd"}}, problems);
  ASSERT_FALSE(stream);
  EXPECT_EQ(stream.error().code, ErrorCode::topic_not_found);
  EXPECT_THAT(stream.error().hint, HasSubstr("/topic"));
}

// File offset of a payload in an uncompressed file.
std::size_t offset_of(const std::vector<std::byte>& file, const std::string& data) { return as_text(file).find(data); }

TEST(McapReader, SkipsAChunkWithAWrongChecksumAndSaysSo) {
  auto messages = sample_messages(100);
  // A unique payload, to find the chunk that is damaged.
  messages[50].data = "the needle in the file";
  auto file = write_plain(messages, small_chunks("none"));
  file[offset_of(file, "the needle")] ^= std::byte{1};
  Problems problems;
  const auto got = read_plain(file, {}, problems);
  EXPECT_LT(got.size(), messages.size());
  EXPECT_GT(got.size(), messages.size() - 30);
  ASSERT_EQ(problems.total(), 1u);
  EXPECT_EQ(problems.all()[0].code, ErrorCode::crc_mismatch);
  EXPECT_EQ(problems.all()[0].file, "test.mcap");
  EXPECT_THAT(problems.all()[0].place, HasSubstr("Chunk"));

  Problems again;
  EXPECT_EQ(read_plain(file, {.salvage = true}, again).size(), messages.size());
  EXPECT_EQ(again.total(), 1u);
  Problems unchecked;
  EXPECT_EQ(read_plain(file, {.verify_crc = false}, unchecked).size(), messages.size());
  EXPECT_TRUE(unchecked.empty());
}

TEST(McapReader, ReadsThePartOfACompressedChunkBeforeTheCut) {
  auto options = small_chunks("zstd");
  options.chunk_bytes = 1 << 20;
  std::vector<Plain> messages = sample_messages(8000);
  const auto file = write_plain(messages, options);
  Problems problems;
  const auto got = read_plain(Bytes(file).first(file.size() / 2), {.order = Order::file}, problems);
  ASSERT_GT(got.size(), 1000u);
  EXPECT_TRUE(std::equal(got.begin(), got.end(), messages.begin()));
  EXPECT_TRUE(problems.has_errors());
}

// Selected messages are read without decoding the bytes behind them, unless whole_chunks is set.
TEST(McapReader, PicksMessagesFromTheFrontOfAChunkOnly) {
  for (const char* compression : {"none", "lz4", "zstd"}) {
    SCOPED_TRACE(compression);
    std::vector<Plain> messages;
    for (uint32_t i = 0; i < 4; ++i) messages.push_back({"/small", 10 + i, 10 + i, i, "payload"});
    // Four small messages in front of a large one in the same chunk; the damage lies in the large one.
    Random random(3, purpose("pick"), 0);
    Plain big{.topic = "/big", .log_time = 20, .publish_time = 20};
    for (int i = 0; i < 600'000; ++i) big.data += static_cast<char>('a' + random.below(16));
    messages.push_back(big);
    auto options = small_chunks(compression);
    options.chunk_bytes = 1 << 20;
    auto file = write_plain(messages, options);
    Problems before;
    const auto segment = McapReader::open(file, "test.mcap", before).value()->index().segments.at(0);
    file[segment.offset + segment.length - 1000] ^= std::byte{0xFF};
    const std::vector<Plain> small(messages.begin(), messages.begin() + 4);
    Problems picked, whole;
    EXPECT_EQ(read_plain(file, {.topics = {"/small"}}, picked), small);
    EXPECT_TRUE(picked.empty());
    EXPECT_TRUE(read_plain(file, {.topics = {"/small"}, .whole_chunks = true}, whole).empty());
    EXPECT_TRUE(whole.has_errors());
  }
}

// Builds files with arbitrary records in arbitrary order.
class ByHand {
 public:
  ByHand() {
    out_.text(mcap::kMagic);
    mcap::append(out_, mcap::Header{});
  }
  template <class Record>
  ByHand& add(const Record& record) {
    mcap::append(out_, record);
    return *this;
  }
  ByHand& define(uint16_t id, std::string_view topic) {
    return add(mcap::Channel{.id = id, .topic = topic, .message_encoding = "x"});
  }
  ByHand& message(uint16_t id, uint64_t time) {
    return add(mcap::Message{.channel_id = id, .log_time = time, .publish_time = time, .data = as_bytes("data")});
  }
  // Record prefix without content.
  ByHand& claim(uint8_t opcode, uint64_t length) {
    out_.u8(opcode), out_.u64(length);
    return *this;
  }
  std::vector<std::byte> finish() {
    mcap::append(out_, mcap::DataEnd{});
    mcap::append(out_, mcap::Footer{});
    out_.text(mcap::kMagic);
    return std::move(out_).take();
  }
  // Finishes the file with one chunk index as its summary. Without `checked`, the footer states no checksum.
  std::vector<std::byte> finish_with_index(const mcap::ChunkIndex& index, bool checked) {
    ByteWriter summary;
    mcap::append(summary, index);
    return finish_with_summary(summary.view(), checked);
  }
  std::vector<std::byte> finish_with_summary(Bytes summary, bool checked) {
    const uint64_t summary_start = out_.size();
    out_.bytes(summary);
    mcap::Footer footer{.summary_start = summary_start};
    ByteWriter tail;
    mcap::append(tail, footer);
    const std::size_t covered = tail.size() - sizeof footer.summary_crc;
    if (checked) footer.summary_crc = crc32(tail.view().first(covered), crc32(out_.view().subspan(summary_start)));
    mcap::append(out_, footer);
    out_.text(mcap::kMagic);
    return std::move(out_).take();
  }
  Bytes view() const { return out_.view(); }

 private:
  ByteWriter out_;
};

TEST(McapReader, RefusesChunkIndexesThatPointOutsideTheData) {
  const mcap::ChunkIndex wrong[] = {
      {.chunk_start_offset = 1ull << 40},                                             // far behind, without a length
      {.chunk_start_offset = ~0ull},                                                  //
      {.chunk_start_offset = ~0ull, .chunk_length = 9},                               // offset + length wraps around
      {.chunk_start_offset = 20},                                                     // inside, no room for a record
      {.chunk_start_offset = 20, .chunk_length = ~0ull},                              //
      {.chunk_start_offset = 20, .chunk_length = 20, .message_index_length = ~0ull},  //
      {.chunk_start_offset = 1ull << 40, .message_index_length = 1ull << 62},
  };
  for (const bool checked : {false, true}) {
    for (const mcap::ChunkIndex& index : wrong) {
      const auto file = ByHand().define(1, "/a").message(1, 1).finish_with_index(index, checked);
      Problems problems;
      EXPECT_EQ(read_plain(file, {}, problems).size(), 1u) << index.chunk_start_offset;
      ASSERT_TRUE(problems.has_errors());
      EXPECT_THAT(to_string(problems.all()[0]), HasSubstr("lists a chunk at this offset, but there is none"));
    }
  }
}

TEST(McapReader, StopsAtTheEndOfTheFileWhereARecordInFrontOfTheSummaryClaimsMore) {
  for (const bool checked : {false, true}) {
    ByHand hand;
    hand.define(1, "/a").message(1, 1).claim(0x90, 1ull << 35);
    const auto file = hand.finish_with_index({.chunk_start_offset = 1ull << 40}, checked);
    Problems problems;
    EXPECT_EQ(read_plain(file, {}, problems).size(), 1u);
    EXPECT_TRUE(problems.has_errors());
  }
}

TEST(McapReader, ReportsAChannelThatIsDefinedTwice) {
  const auto file = ByHand().define(1, "/a").message(1, 1).define(1, "/b").message(1, 2).finish();
  Problems problems;
  EXPECT_EQ(read_plain(file, {}, problems).size(), 2u);
  ASSERT_TRUE(problems.has_errors());
  EXPECT_THAT(to_string(problems.all()[0]),
              ::testing::AllOf(HasSubstr("test.mcap"), HasSubstr("offset"), HasSubstr("Channel"), HasSubstr("'/b'")));
}

TEST(McapReader, ReportsAMessageOfAnUndefinedChannel) {
  const auto file = ByHand().define(1, "/a").message(1, 1).message(2, 2).message(1, 3).finish();
  Problems problems;
  EXPECT_EQ(read_plain(file, {}, problems).size(), 2u);
  ASSERT_EQ(problems.total(), 1u);
  EXPECT_THAT(problems.all()[0].message, HasSubstr("channel 2"));
}

// Holds more messages than one 1 MiB run, so that a channel is listed again in the next run.
TEST(McapReader, NamesEachChannelOfLooseMessagesOncePerRun) {
  ByHand hand;
  constexpr uint16_t kChannels = 30'000;
  for (const uint64_t time : {1u, 2u}) {
    for (uint16_t id = 1; id <= kChannels; ++id) hand.message(id, time);
  }
  const auto file = hand.finish();
  Problems problems;
  const auto log = McapReader::open(file, "test.mcap", problems).value();
  ASSERT_GT(log->index().segments.size(), 1u);
  for (const mcap::Segment& segment : log->index().segments) {
    std::set<uint16_t> ids, named;
    mcap::RecordCursor cursor(Bytes(file).subspan(segment.offset, segment.length));
    for (mcap::RecordView record; cursor.next(record);) ids.insert(load_le<uint16_t>(record.content.data()));
    for (const mcap::ChannelRef& ref : log->index().refs_of(segment)) EXPECT_TRUE(named.insert(ref.channel_id).second);
    EXPECT_EQ(named, ids);
  }
}

uint64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  uint64_t total = 0, resident = 0;
  in >> total >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

// The limit for reading ahead counts the sizes in the chunk headers, not those in the summary.
TEST(McapReader, ReadsNoFurtherAheadThanTheBoundWhenTheSummaryStatesLess) {
  constexpr std::size_t kChunks = 16;
  constexpr uint64_t kChunkBytes = 24u << 20;
  // Each chunk holds 24 MiB of zeros, and the summary states a decoded size of 1 byte.
  ByteWriter records;
  mcap::append(records, mcap::Message{.channel_id = 1, .data = std::vector<std::byte>(kChunkBytes)});
  Encoder encoder;
  Buffer packed;
  ASSERT_TRUE(encoder.encode(Codec::zstd, 0, records.view(), packed));
  ByHand hand;
  hand.define(1, "/a");
  ByteWriter summary;
  mcap::append(summary, mcap::Channel{.id = 1, .topic = "/a", .message_encoding = "x"});
  for (std::size_t i = 0; i < kChunks; ++i) {
    const uint64_t begin = hand.view().size();
    hand.add(mcap::Chunk{.uncompressed_size = records.size(), .compression = "zstd", .records = packed.bytes()});
    mcap::append(summary, mcap::ChunkIndex{.chunk_start_offset = begin,
                                           .chunk_length = hand.view().size() - begin,
                                           .compression = "zstd",
                                           .compressed_size = packed.size(),
                                           .uncompressed_size = 1});
  }
  mcap::append(summary, mcap::Statistics{.message_count = kChunks, .channel_message_counts = {{1, kChunks}}});
  const auto file = hand.finish_with_summary(summary.view(), true);
  records = {};
  Problems problems;
  const auto log = McapReader::open(file, "test.mcap", problems).value();
  const uint64_t before = resident_bytes();
  const auto stream = log->read({.order = Order::file, .threads = 2}, problems).value();
  uint64_t most = 0, count = 0;
  while (true) {
    const auto batch = stream->next_batch().value();
    if (batch.empty()) break;
    count += batch.size();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // the other thread runs ahead as far as it may
    most = std::max(most, resident_bytes());
  }
  EXPECT_EQ(count, kChunks);
  // 64 MiB read ahead, the current chunk, and recycled buffers. The thread sanitizer keeps memory of its own for them.
  if (!kThreadSanitizer) {
    EXPECT_LT(most, before + (64u << 20) + 4 * kChunkBytes);
  }
  ASSERT_EQ(problems.count(Severity::error), kChunks);
  EXPECT_THAT(problems.all()[0].message, HasSubstr("the summary 1"));
}

TEST(McapReader, KeepsOnlyTheFirstOfVeryManyProblemsInAChunk) {
  ByteWriter records;
  // 5000 schema records without content, then one valid message.
  for (int i = 0; i < 5000; ++i) records.u8(static_cast<uint8_t>(mcap::Op::schema)), records.u64(0);
  mcap::append(records, mcap::Message{.channel_id = 1});
  ByHand hand;
  hand.define(1, "/a").add(mcap::Chunk{.uncompressed_size = records.size(), .records = records.view()});
  const auto file = hand.finish();
  Problems problems(10'000);
  EXPECT_EQ(read_plain(file, {}, problems).size(), 1u);
  ASSERT_EQ(problems.total(), mcap::Report::kMostProblems + 1);
  EXPECT_THAT(problems.all().back().message, HasSubstr("4000 more problems"));
}

// Lists one index of 2,000 entries 20,000 times: 40 million entries in a file of 250 kB.
TEST(McapReader, CountsAnIndexThatIsNamedManyTimesOnlyAsOftenAsMessagesFit) {
  ByteWriter records, summary;
  mcap::append(records, mcap::Message{.channel_id = 1, .log_time = 5, .publish_time = 5, .data = as_bytes("data")});
  for (int i = 0; i < 100; ++i) mcap::append(records, mcap::Message{.channel_id = 2, .log_time = 5});
  ByHand hand;
  hand.define(1, "/a").define(2, "/b");
  mcap::ChunkIndex index{.message_start_time = 5, .message_end_time = 5, .chunk_start_offset = hand.view().size()};
  hand.add(mcap::Chunk{
      .message_start_time = 5, .message_end_time = 5, .uncompressed_size = records.size(), .records = records.view()});
  index.chunk_length = hand.view().size() - index.chunk_start_offset;
  index.uncompressed_size = index.compressed_size = records.size();
  index.message_index_offsets.assign(20'000, {1, hand.view().size()});
  mcap::MessageIndex entries{.channel_id = 1};
  entries.records.assign(2000, {5, 0});
  hand.add(entries);
  index.message_index_length = hand.view().size() - index.chunk_start_offset - index.chunk_length;
  mcap::append(summary, mcap::Channel{.id = 1, .topic = "/a", .message_encoding = "x"});
  mcap::append(summary, mcap::Channel{.id = 2, .topic = "/b", .message_encoding = "x"});
  mcap::append(summary, index);
  const auto file = hand.finish_with_summary(summary.view(), true);
  const auto most_resident = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;
  };
  const auto before = most_resident();
  Problems problems;
  EXPECT_EQ(read_plain(file, {.topics = {"/a"}}, problems).size(), 1u);
  EXPECT_LT(most_resident() - before, 100 << 20);
}

TEST(McapReader, SkipsUnknownOpcodes) {
  ByHand hand;
  hand.define(1, "/a").message(1, 1);
  auto file = hand.finish();
  // Record with a private opcode and three bytes, directly behind the header.
  const std::vector<std::byte> extra = {std::byte{0x80}, std::byte{3}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  file.insert(file.begin() + 8 + 9 + 8, extra.begin(), extra.end());
  Problems problems;
  EXPECT_EQ(read_plain(file, {}, problems).size(), 1u);
  EXPECT_TRUE(problems.empty());
}

TEST(McapReader, RefusesAChunkThatClaimsMoreThanTheFileCanHold) {
  for (const char* compression : {"zstd", "lz4", ""}) {
    ByHand hand;
    hand.define(1, "/a").message(1, 1);
    hand.add(mcap::Chunk{.uncompressed_size = 1ull << 60, .compression = compression, .records = as_bytes("abc")});
    const auto file = hand.message(1, 2).finish();
    Problems problems;
    EXPECT_EQ(read_plain(file, {}, problems).size(), 2u) << compression;
    ASSERT_TRUE(problems.has_errors());
    EXPECT_THAT(to_string(problems.all()[0]), ::testing::AllOf(HasSubstr("test.mcap"), HasSubstr("offset"),
                                                               HasSubstr("Chunk"), HasSubstr("1152921504606846976")));
  }
}

TEST(McapReader, ReportsAMessageBeforeTheTimesItsChunkStates) {
  ByteWriter records;
  // As a signed time, 2^63 is the earliest of all; the chunk states a later start.
  mcap::append(records, mcap::Message{.channel_id = 1, .log_time = 1ull << 63, .data = as_bytes("x")});
  ByHand hand;
  hand.define(1, "/a");
  hand.add(mcap::Chunk{.message_start_time = 1ull << 62,
                       .message_end_time = (1ull << 62) + 1,
                       .uncompressed_size = records.size(),
                       .records = records.view()});
  const auto file = hand.finish();
  Problems problems;
  EXPECT_EQ(read_plain(file, {}, problems).size(), 1u);
  ASSERT_FALSE(problems.empty());
  EXPECT_THAT(to_string(problems.all()[0]), HasSubstr("-9223372036854775808 ns"));
}

TEST(McapReader, ReportsAChunkInAChunkAndReadsTheRestOfTheOuterOne) {
  // The specification forbids chunks inside chunks.
  ByteWriter inner, outer;
  mcap::append(inner, mcap::Message{.channel_id = 1, .data = as_bytes("inner")});
  mcap::append(outer, mcap::Message{.channel_id = 1, .data = as_bytes("before")});
  mcap::append(outer, mcap::Chunk{.uncompressed_size = inner.size(), .records = inner.view()});
  mcap::append(outer, mcap::Message{.channel_id = 1, .data = as_bytes("after")});
  const auto file =
      ByHand().define(1, "/a").add(mcap::Chunk{.uncompressed_size = outer.size(), .records = outer.view()}).finish();
  Problems problems;
  const auto got = read_plain(file, {}, problems);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[1].data, "after");
  ASSERT_EQ(problems.total(), 1u);
  EXPECT_THAT(to_string(problems.all()[0]), HasSubstr("chunk inside a chunk"));
}

TEST(McapReader, NamesAnUnknownCompression) {
  const auto file =
      ByHand().add(mcap::Chunk{.uncompressed_size = 3, .compression = "rar", .records = as_bytes("abc")}).finish();
  Problems problems;
  EXPECT_TRUE(read_plain(file, {}, problems).empty());
  ASSERT_TRUE(problems.has_errors());
  EXPECT_EQ(problems.all()[0].code, ErrorCode::unsupported);
}

TEST(McapReader, GoesOnBehindDamageInAFileWithoutIndex) {
  auto options = small_chunks("lz4");
  options.chunk_index = false;
  const auto messages = sample_messages(500);
  auto file = write_plain(messages, options);
  Problems before;
  const auto segments = McapReader::open(file, "test.mcap", before).value()->index().segments;
  ASSERT_GT(segments.size(), 10u);
  const auto at = static_cast<std::ptrdiff_t>(segments[4].offset);
  // Destroys the header of one chunk; the scan must find the next one.
  std::fill(file.begin() + at, file.begin() + at + 40, std::byte{0});
  Problems problems;
  const auto got = read_plain(file, {}, problems);
  EXPECT_GT(got.size(), messages.size() * 8 / 10);
  EXPECT_EQ(got.back(), messages.back());
  EXPECT_TRUE(problems.has_errors());
}

TEST(McapReader, RefusesOtherFiles) {
  Problems problems;
  EXPECT_FALSE(McapReader::open(as_bytes("#ROSBAG V2.0\n"), "x", problems));
  EXPECT_FALSE(McapReader::open(Bytes{}, "x", problems));
}

TEST(McapReader, AnEmptyFileOfOnlyTheMagicIsCut) {
  Problems problems;
  EXPECT_TRUE(read_plain(as_bytes(mcap::kMagic), {}, problems).empty());
  EXPECT_TRUE(problems.has_errors());
}

}  // namespace
}  // namespace gs::logio
