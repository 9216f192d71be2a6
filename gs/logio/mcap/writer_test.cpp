// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MCAP files have equal bytes for every thread count, and checksums that the reader verifies.
#include "gs/logio/mcap/writer.h"

#include <gtest/gtest.h>

#include "gs/logio/mcap/testing/small_logs.h"

namespace gs::logio {
namespace {

using mcap::testing::read_plain;
using mcap::testing::sample_messages;
using mcap::testing::write_plain;

// Compression in the background must not change the file.
TEST(McapWriter, GivesTheSameBytesWhateverTheThreads) {
  const auto messages = sample_messages(3000);
  for (const char* compression : {"none", "lz4", "zstd"}) {
    McapWriterOptions options;
    options.compression = compression;
    options.chunk_bytes = 5000;
    const auto expected = write_plain(messages, options);
    for (const int threads : {1, 3}) {
      options.threads = threads;
      EXPECT_EQ(write_plain(messages, options), expected) << compression << threads;
    }
  }
}

TEST(McapWriter, KeepsMessagesAttachmentsAndMetadata) {
  std::vector<std::byte> file;
  const auto writer = McapWriter::create(std::make_unique<MemorySink>(file), {.profile = "ros2"}).value();
  const LogChannel channel{.topic = "/a",
                           .message_encoding = "cdr",
                           .schema = {"pkg/msg/A", "ros2msg", "int32 x"},
                           .metadata = {{"offered_qos_profiles", "- history: 3"}}};
  const uint32_t id = writer->add_channel(channel).value();
  EXPECT_EQ(writer->add_channel(channel).value(), id) << "equal channels are one";
  const uint32_t other = writer->add_channel({.topic = "/never", .schema = channel.schema}).value();
  EXPECT_NE(other, id);
  writer->write(id, {5}, {4}, 7, as_bytes("payload")).value();
  writer->write_attachment({"map.txt", "text/plain", {1}, {2}, {std::byte{9}}}).value();
  writer->write_metadata({"rosbag2", {{"serialized_metadata", "version: 9"}}}).value();
  writer->write(id, {6}, {5}, 8, {}).value();
  EXPECT_FALSE(writer->write(99, {6}, {5}, 8, {}));
  writer->close().value();
  EXPECT_FALSE(writer->write(id, {6}, {5}, 8, {})) << "closed";
  EXPECT_FALSE(writer->close());

  Problems problems;
  const auto log = McapReader::open(file, "test.mcap", problems).value();
  EXPECT_EQ(log->info().profile, "ros2");
  EXPECT_EQ(log->info().message_count, 2u);
  EXPECT_EQ(log->info().start, Timestamp{5});
  EXPECT_EQ(log->info().end, Timestamp{6});
  ASSERT_EQ(log->channels().size(), 2u);
  EXPECT_EQ(log->channels()[0].schema.data, "int32 x");
  EXPECT_EQ(log->channels()[0].metadata, channel.metadata);
  EXPECT_EQ(log->info().channels[0].message_count, 2u);
  EXPECT_EQ(log->info().channels[1].message_count, 0u);
  const auto messages = read_plain(*log, {}, problems);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].data, "payload");
  EXPECT_EQ(messages[0].publish_time, 4);
  EXPECT_EQ(messages[0].sequence, 7u);
  const auto attachments = log->attachments(problems).value();
  ASSERT_EQ(attachments.size(), 1u);
  EXPECT_EQ(attachments[0].name, "map.txt");
  EXPECT_EQ(attachments[0].create_time, Timestamp{2});
  const auto metadata = log->metadata(problems).value();
  ASSERT_EQ(metadata.size(), 1u);
  EXPECT_EQ(metadata[0].values.at("serialized_metadata"), "version: 9");
  EXPECT_TRUE(problems.empty());
}

TEST(McapWriter, GivesALargeMessageAChunkOfItsOwnAndWritesNoChunkWithoutMessages) {
  auto messages = sample_messages(60);
  messages[20].data.assign(5000, 'x');
  McapWriterOptions options;
  options.chunk_bytes = 4000;
  const auto file = write_plain(messages, options);
  Problems problems;
  const auto log = McapReader::open(file, "test.mcap", problems).value();
  for (const auto& segment : log->index().segments) EXPECT_GT(segment.ref_count, 0u);
  EXPECT_EQ(read_plain(*log, {.order = Order::file}, problems), messages);
}

TEST(McapWriter, LeavesNothingWithoutClose) {
  const fs::path path = fs::temp_directory_path() / "gs_mcap_writer_test.mcap";
  fs::remove(path);
  {
    const auto writer = McapWriter::create(path).value();
    const uint32_t id = writer->add_channel({.topic = "/a"}).value();
    writer->write(id, {}, {}, 0, as_bytes("x")).value();
  }
  EXPECT_FALSE(fs::exists(path));
  const auto writer = McapWriter::create(path).value();
  writer->close().value();
  EXPECT_TRUE(fs::exists(path));
  fs::remove(path);
}

TEST(McapWriter, WritesAChecksumOfTheDataSectionThatTheReaderVerifies) {
  for (const bool chunks : {true, false}) {
    McapWriterOptions options;
    options.compression = "none";
    options.chunks = chunks;
    options.data_crc = true;
    auto file = write_plain(sample_messages(50), options);
    Problems problems;
    EXPECT_TRUE(McapReader::open(file, "test.mcap", problems).value()->verify_data_section());
    file[300] ^= std::byte{1};
    const auto result = McapReader::open(file, "test.mcap", problems).value()->verify_data_section();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::crc_mismatch);
  }
}

TEST(McapWriter, RefusesUnknownCompression) {
  EXPECT_FALSE(McapWriter::create(std::make_unique<NullSink>(), {.compression = "bz2"}));
  EXPECT_FALSE(McapWriter::create(std::make_unique<NullSink>(), {.compression = "rar"}));
}

TEST(McapWriterOptions, AreDescribed) {
  McapWriterOptions options;
  const OptionTable table = OptionTable::of(options);
  EXPECT_TRUE(table.set("compression", "lz4"));
  EXPECT_EQ(options.compression, "lz4");
  EXPECT_FALSE(table.set("compression", "rar"));
}

}  // namespace
}  // namespace gs::logio
