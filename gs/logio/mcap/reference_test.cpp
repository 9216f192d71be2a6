// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files written by other software: 19 small files of the public C++ library with a table of their messages, and real
// logs with listed message counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/testing/small_logs.h"

namespace gs::logio {
namespace {

// One message: its metadata, and size and CRC-32 of its payload.
struct Row {
  std::string topic;
  uint32_t sequence = 0;
  int64_t log_time = 0, publish_time = 0;
  std::size_t size = 0;
  uint32_t crc = 0;
  friend bool operator==(const Row&, const Row&) = default;
};

// Reads a table: number, channel, topic, sequence, log time, publish time, size, crc.
std::vector<Row> expected_rows(const fs::path& table) {
  std::vector<Row> rows;
  std::istringstream lines(read_text_file(table).value());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream in(line);
    Row row;
    std::string number, channel, crc;
    in >> number >> channel >> row.topic >> row.sequence >> row.log_time >> row.publish_time >> row.size >> crc;
    row.crc = static_cast<uint32_t>(std::stoul(crc, nullptr, 16));
    rows.push_back(row);
  }
  return rows;
}

std::vector<Row> read_rows(const LogReader& log, const ReadOptions& options, Problems& problems) {
  std::vector<Row> rows;
  for (const mcap::testing::Plain& m : mcap::testing::read_plain(log, options, problems)) {
    rows.push_back({m.topic, m.sequence, m.log_time, m.publish_time, m.data.size(), crc32(as_bytes(m.data))});
  }
  return rows;
}

std::vector<fs::path> files_below(const char* folder) {
  std::vector<fs::path> files;
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) return files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / folder, error)) {
    if (entry.path().extension() == ".mcap") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Parameters: order, number of threads.
class Reference : public ::testing::TestWithParam<std::tuple<Order, int>> {};
INSTANTIATE_TEST_SUITE_P(, Reference,
                         ::testing::Combine(::testing::Values(Order::file, Order::log_time, Order::publish_time),
                                            ::testing::Values(1, 3)));

TEST_P(Reference, EveryFileGivesTheMessagesOfItsTable) {
  const auto files = files_below("mcap/reference");
  if (files.empty()) GTEST_SKIP() << "set GS_TEST_DATA to the folder that holds mcap/reference";
  EXPECT_EQ(files.size(), 19u);
  const auto [order, threads] = GetParam();
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename().string());
    auto expected = expected_rows(fs::path(file).replace_extension(".tsv"));
    if (order != Order::file) {
      const auto key = order == Order::log_time ? &Row::log_time : &Row::publish_time;
      std::stable_sort(expected.begin(), expected.end(), [&](const Row& a, const Row& b) { return a.*key < b.*key; });
    }
    Problems problems;
    const auto log = McapReader::open(file, problems).value();
    EXPECT_EQ(log->info().message_count, expected.size());
    ReadOptions options{.order = order, .threads = threads, .max_buffered_bytes = 1 << 16};
    EXPECT_EQ(read_rows(*log, options, problems), expected);
    // Topic filters, then a time range, against the filtered table.
    for (const char* topic : {"/a", "/camera/image"}) {
      options.topics = {topic};
      std::vector<Row> of_topic;
      std::copy_if(expected.begin(), expected.end(), std::back_inserter(of_topic),
                   [&](const Row& row) { return row.topic == topic; });
      EXPECT_EQ(read_rows(*log, options, problems), of_topic) << topic;
    }
    options.topics.clear();
    options.begin = Timestamp{expected[100].log_time};
    options.end = Timestamp{expected[200].log_time};
    std::erase_if(expected,
                  [&](const Row& row) { return row.log_time < options.begin->ns || row.log_time >= options.end->ns; });
    EXPECT_EQ(read_rows(*log, options, problems), expected);
    for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  }
}

TEST(RealLogs, EveryFileOpensAndItsCountsAreThoseOfItsMessages) {
  const auto files = files_below("logs");
  if (files.empty()) GTEST_SKIP() << "set GS_TEST_DATA to the folder that holds logs";
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    Problems problems;
    const auto log = McapReader::open(file, problems).value();
    std::vector<uint64_t> counts(log->channels().size());
    const auto stream = log->read({}, problems).value();
    Timestamp last{INT64_MIN};
    while (true) {
      const auto batch = stream->next_batch().value();
      if (batch.empty()) break;
      for (const MessageView& m : batch) {
        ++counts[m.channel->id];
        EXPECT_GE(m.log_time, last);
        last = m.log_time;
      }
    }
    uint64_t total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      EXPECT_EQ(counts[i], log->info().channels[i].message_count) << log->channels()[i].topic;
      total += counts[i];
    }
    EXPECT_EQ(total, log->info().message_count);
    const bool cut = file.string().find("truncated") != std::string::npos;
    EXPECT_EQ(problems.has_errors(), cut);
    if (!cut) {
      for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
    }
  }
}

}  // namespace
}  // namespace gs::logio
