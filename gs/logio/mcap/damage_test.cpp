// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Cut files and files with flipped bits: nothing crashes, and no message that was complete before the damage is lost.
// Built twice: by default with a sample of the cuts; with GS_ALL_CUTS with every cut of every file below 64 KiB.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "gs/core/file.h"
#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/testing/small_logs.h"

namespace gs::logio {
namespace {

using mcap::testing::Plain;
using mcap::testing::read_plain;

#if defined(GS_ALL_CUTS)
constexpr std::size_t kCutsOfAFile = 65536, kFlips = 100'000;
#else
constexpr std::size_t kCutsOfAFile = 23, kFlips = 10'000;
#endif

// An undamaged file, its messages, and where each message ends.
struct Subject {
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<Plain> messages;  // in file order
  std::vector<uint64_t> ends;   // end offset of each message; in a compressed chunk, the end of the chunk
};

// Reads the messages of a file and finds their end offsets.
Subject subject_of(std::string name, std::vector<std::byte> bytes) {
  Subject s{std::move(name), std::move(bytes), {}, {}};
  Problems problems;
  const auto log = McapReader::open(s.bytes, s.name, problems).value();
  s.messages = read_plain(*log, {.order = Order::file}, problems);
  EXPECT_TRUE(problems.empty()) << s.name;
  Decoder decoder;
  Buffer buffer;
  for (const mcap::Segment& segment : log->index().segments) {
    Bytes records = Bytes(s.bytes).subspan(segment.offset, segment.length);
    if (segment.is_chunk) {
      records =
          mcap::decode_chunk(mcap::read_chunk_at(s.bytes, segment.offset).value(), {}, decoder, buffer).value().records;
    }
    // Records of uncompressed chunks point into the file.
    const bool in_file = records.data() >= s.bytes.data() && records.data() < s.bytes.data() + s.bytes.size();
    mcap::RecordCursor cursor(records);
    for (mcap::RecordView record; cursor.next(record);) {
      if (record.op != mcap::Op::message) continue;
      s.ends.push_back(in_file ? static_cast<uint64_t>(records.data() - s.bytes.data()) + cursor.offset()
                               : segment.offset + segment.length);
    }
  }
  EXPECT_EQ(s.ends.size(), s.messages.size());
  return s;
}

// Generated files of every compression, and all public MCAP files.
std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const char* compression : {"none", "lz4", "zstd"}) {
    McapWriterOptions options;
    options.compression = compression;
    options.chunk_bytes = 1500;
    const auto messages = mcap::testing::sample_messages(40, 200);
    all.push_back(subject_of(std::string("made ") + compression, mcap::testing::write_plain(messages, options)));
    options.chunks = false;
    if (options.compression == "none") {
      all.push_back(subject_of("made without chunks", mcap::testing::write_plain(messages, options)));
    }
  }
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) return all;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / "mcap", error)) {
    if (entry.path().extension() != ".mcap") continue;
    all.push_back(subject_of(entry.path().filename().string(), read_binary_file(entry.path(), 64 << 20).value()));
  }
  return all;
}

const std::vector<Subject>& all_subjects() {
  static const std::vector<Subject> all = subjects();
  return all;
}

// The messages complete before `damage` must be the first ones delivered.
void expect_nothing_lost_before(const Subject& s, Bytes file, uint64_t damage, const char* what) {
  Problems problems;
  const auto got = read_plain(file, {.order = Order::file, .salvage = true}, problems);
  const auto complete = static_cast<std::size_t>(
      std::find_if(s.ends.begin(), s.ends.end(), [&](uint64_t end) { return end > damage; }) - s.ends.begin());
  ASSERT_GE(got.size(), complete) << s.name << " " << what << " at " << damage;
  for (std::size_t i = 0; i < complete; ++i) {
    ASSERT_EQ(got[i], s.messages[i]) << s.name << " " << what << " at " << damage << ", message " << i;
  }
}

TEST(DamagedMcap, KeepsEveryMessageBeforeACut) {
  std::size_t number = 0;
  for (const Subject& s : all_subjects()) {
    const std::size_t step = std::max<std::size_t>(1, s.bytes.size() / kCutsOfAFile);
    // Files differ in their first cut, so that together they cover many offsets.
    for (std::size_t cut = mcap::kMagic.size() + (++number % step); cut < s.bytes.size(); cut += step) {
      ASSERT_NO_FATAL_FAILURE(expect_nothing_lost_before(s, Bytes(s.bytes).first(cut), cut, "cut"));
    }
  }
}

TEST(DamagedMcap, KeepsEveryMessageBeforeAFlippedBit) {
  for (std::size_t i = 0; i < kFlips; ++i) {
    Random random(11, purpose("mcap_flip"), i);
    const Subject& s = all_subjects()[random.below(static_cast<uint32_t>(all_subjects().size()))];
    std::vector<std::byte> file = s.bytes;
    // The first 8 bytes are the magic; without it a file is refused.
    const uint32_t at = 8 + random.below(static_cast<uint32_t>(file.size() - 8));
    file[at] ^= static_cast<std::byte>(1 << random.below(8));
    ASSERT_NO_FATAL_FAILURE(expect_nothing_lost_before(s, file, at, "flip"));
  }
}

TEST(DamagedMcap, SurvivesManyFlipsInEveryOrder) {
  for (std::size_t i = 0; i < 1000; ++i) {
    Random random(13, purpose("mcap_flips"), i);
    const Subject& s = all_subjects()[random.below(static_cast<uint32_t>(all_subjects().size()))];
    std::vector<std::byte> file = s.bytes;
    for (int k = 0; k < 20; ++k)
      file[8 + random.below(static_cast<uint32_t>(file.size() - 8))] = static_cast<std::byte>(random.u32());
    for (const Order order : {Order::file, Order::log_time, Order::publish_time}) {
      Problems problems;
      static_cast<void>(read_plain(file, {.order = order, .threads = static_cast<int>(1 + i % 3)}, problems));
    }
  }
}

}  // namespace
}  // namespace gs::logio
