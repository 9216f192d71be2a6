// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records leave the writer in time order, with equal bytes for every thread count.
#include "gs/logio/vrs/ordered_writer.h"

#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/vrs/testing/small_file.h"

namespace gs::logio::vrs {
namespace {

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

}  // namespace
}  // namespace gs::logio::vrs
