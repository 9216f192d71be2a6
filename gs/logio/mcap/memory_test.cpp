// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads a sparse log of 20 GB and checks that it needs no more memory than a small one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gs/core/file.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/records.h"

namespace gs::logio {
namespace {

constexpr uint64_t kPayloadBytes = 1 << 20;
constexpr uint64_t kChunks = 20'000;

// Most resident memory of this process so far [bytes], mapped files included.
uint64_t most_resident_bytes() {
  rusage usage{};
  EXPECT_EQ(::getrusage(RUSAGE_SELF, &usage), 0);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

// Writes an indexed log whose payloads are holes in the file, so that it takes little disk space.
class SparseLog {
 public:
  explicit SparseLog(const fs::path& path) : descriptor_(::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600)) {}
  ~SparseLog() { ::close(descriptor_); }

  void write() {
    ByteWriter out, summary;
    out.text(mcap::kMagic);
    mcap::append(out, mcap::Header{});
    put(out);
    const mcap::Channel channel{.id = 1, .topic = "/image", .message_encoding = "cdr"};
    mcap::append(summary, channel);
    mcap::append(summary, mcap::Statistics{.message_count = kChunks,
                                           .channel_count = 1,
                                           .chunk_count = kChunks,
                                           .message_end_time = kChunks - 1,
                                           .channel_message_counts = {{1, kChunks}}});
    for (uint64_t i = 0; i < kChunks; ++i) put_chunk(i, channel, summary);
    ByteWriter end;
    mcap::append(end, mcap::DataEnd{});
    put(end);
    mcap::append(summary, mcap::Footer{.summary_start = at_});
    summary.text(mcap::kMagic);
    put(summary);
  }
  uint64_t size() const { return at_; }

 private:
  void put(const ByteWriter& bytes) {
    EXPECT_EQ(::pwrite(descriptor_, bytes.view().data(), bytes.size(), static_cast<off_t>(at_)),
              static_cast<ssize_t>(bytes.size()));
    at_ += bytes.size();
  }
  // Chunk with one message of kPayloadBytes zeros, and its index. Lengths are patched, since the payload is never
  // written.
  void put_chunk(uint64_t time, const mcap::Channel& channel, ByteWriter& summary) {
    ByteWriter records, head, index;
    if (time == 0) mcap::append(records, channel);
    const std::size_t message_at = records.size();
    mcap::append(records, mcap::Message{.channel_id = 1, .log_time = time, .publish_time = time});
    records.patch(message_at + 1, static_cast<uint64_t>(mcap::Message::kHeadBytes + kPayloadBytes));
    const uint64_t size = records.size() + kPayloadBytes;
    mcap::append(head, mcap::Chunk{.message_start_time = time, .message_end_time = time, .uncompressed_size = size});
    head.patch(1, head.size() - mcap::kPrefixBytes + size);
    head.patch(head.size() - 8, size);
    const uint64_t begin = at_;
    put(head);
    put(records);
    at_ += kPayloadBytes;  // hole in the file
    mcap::append(index, mcap::MessageIndex{.channel_id = 1, .records = {{time, message_at}}});
    mcap::append(summary, mcap::ChunkIndex{.message_start_time = time,
                                           .message_end_time = time,
                                           .chunk_start_offset = begin,
                                           .chunk_length = at_ - begin,
                                           .message_index_offsets = {{1, at_}},
                                           .message_index_length = index.size(),
                                           .compressed_size = size,
                                           .uncompressed_size = size});
    put(index);
  }

  int descriptor_;
  uint64_t at_ = 0;
};

TEST(McapMemory, ALogOf20GigabytesIsReadInLessThan200Megabytes) {
  const fs::path path = fs::temp_directory_path() / ("gs_mcap_memory_test_" + std::to_string(::getpid()));
  {
    SparseLog log(path);
    log.write();
    EXPECT_GT(log.size(), 20'000'000'000u);
  }
  const uint64_t before = most_resident_bytes();
  for (const int threads : {1, 2}) {
    Problems problems;
    const auto log = McapReader::open(path, problems).value();
    EXPECT_EQ(log->info().message_count, kChunks);
    uint64_t times = 0;
    EXPECT_TRUE(log->visit_times([&](uint32_t, Timestamp) { ++times; }));
    EXPECT_EQ(times, kChunks);
    const auto stream = log->read({.threads = threads}, problems).value();
    uint64_t count = 0;
    while (true) {
      const auto batch = stream->next_batch().value();
      if (batch.empty()) break;
      count += batch.size();
    }
    EXPECT_EQ(count, kChunks);
    EXPECT_TRUE(problems.empty());
  }
  const uint64_t most = most_resident_bytes();
  EXPECT_LT(most, before + 200'000'000) << "at most " << most;
  RecordProperty("resident_megabytes", static_cast<int>(most / 1'000'000));
  fs::remove(path);
}

}  // namespace
}  // namespace gs::logio
