// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bag -> VRS -> MCAP restores every pixel, stamp and value.
#include <gtest/gtest.h>

#include <cstdlib>

#include "gs/convert/converter.h"
#include "gs/convert/from_vrs/vrs_to_log.h"
#include "gs/convert/testing/bag_recipe.h"
#include "gs/convert/topics.h"
#include "gs/logio/api/log.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/tools/copy.h"
#include "gs/logio/tools/create_log.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/payload/compression.h"
#include "gs/logio/vrs/report/checksum.h"
#include "gs/logio/vrs/testing/piece_reader.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/registry.h"

namespace gs::convert {
namespace {

using testing::TemporaryFolder;

// One message, with its payload converted to CDR so that logs of different encodings can be compared.
struct Message {
  std::string type;
  Timestamp log_time;
  std::vector<std::byte> cdr;  // without header.seq, which only ROS 1 has
};
using Messages = std::map<std::string, std::vector<Message>>;  // by topic, in log time order

Messages read_all(const fs::path& path) {
  Problems problems;
  auto log = logio::open_log(path, problems);
  EXPECT_TRUE(log) << log.error().message;
  auto stream = (*log)->read({}, problems);
  Messages out;
  while (true) {
    const auto batch = (*stream)->next_batch();
    EXPECT_TRUE(batch);
    if (!batch || batch->empty()) break;
    for (const logio::MessageView& view : *batch) {
      const rosmsg::MessageType* type = rosmsg::find_message_type(view.channel->schema.name);
      if (type == nullptr) {
        ADD_FAILURE() << "unknown type " << view.channel->schema.name;
        continue;
      }
      Message message{.type = type->name, .log_time = view.log_time};
      const auto from = rosmsg::parse_message_encoding(view.channel->message_encoding);
      EXPECT_TRUE(rosmsg::convert_message(*type, *from, view.data, rosmsg::MessageEncoding::cdr, message.cdr));
      out[view.channel->topic].push_back(std::move(message));
    }
  }
  return out;
}

// Compares type, log time and payload of all messages, topic by topic.
void expect_same(const Messages& before, const Messages& after) {
  for (const auto& [topic, messages] : before) {
    const auto found = after.find(topic);
    ASSERT_NE(found, after.end()) << topic << " did not come back";
    ASSERT_EQ(found->second.size(), messages.size()) << topic;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(found->second[i].type, messages[i].type) << topic;
      EXPECT_EQ(found->second[i].log_time.ns, messages[i].log_time.ns) << topic << " message " << i;
      EXPECT_TRUE(found->second[i].cdr == messages[i].cdr) << topic << " message " << i;
    }
  }
  EXPECT_EQ(before.size(), after.size());
}

// Log -> VRS -> MCAP. Checks that nothing was late or left out, and that at most six images were in memory.
void convert_there_and_back(const fs::path& bag, const fs::path& vrs, const fs::path& mcap, ConverterConfig config) {
  Problems problems;
  NoProgress progress;
  const auto result = RosbagToVRSConverter(bag, vrs, std::move(config)).convert(problems, progress);
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_EQ(result->late_records, 0u);
  for (const auto& [stream, peak] : result->peak_resident) {
    EXPECT_TRUE(stream > 2000 || peak <= 6) << stream;
  }
  const auto reader = logio::vrs::Reader::open(vrs, problems);
  ASSERT_TRUE(reader);
  auto log = logio::McapWriter::create(mcap);
  ASSERT_TRUE(log);
  const auto report = write_vrs_to_log(*reader, **log, problems, progress);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->left_out.empty());
  ASSERT_TRUE((*log)->close());
}

// The four RealSense bags of the public test data.
class RealSenseBags : public ::testing::TestWithParam<const char*> {};

TEST_P(RealSenseBags, SurviveBitForBit) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const fs::path bag = fs::path(data) / "bag" / GetParam();
  const TemporaryFolder folder;
  for (const char* compression : {"none", "lz4", "zstd"}) {
    convert_there_and_back(bag, folder / "a.vrs", folder / "a.mcap",
                           {.compression = compression, .replace_output = true});
    expect_same(read_all(bag), read_all(folder / "a.mcap"));
  }
}

// Official tools decode records in pieces; they must be able to read every image of every preset.
TEST_P(RealSenseBags, GiveTheOfficialLoopAllImages) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const TemporaryFolder folder;
  for (const logio::vrs::CompressionPreset& preset : logio::vrs::compression_presets()) {
    if (preset.compression.level > 12) continue;  // slow, and the same code
    Problems problems;
    NoProgress progress;
    const std::string name(preset.name);
    RosbagToVRSConverter converter(fs::path(data) / "bag" / GetParam(), folder / "a.vrs",
                                   {.compression = name, .replace_output = true});
    const auto result = converter.convert(problems, progress);
    ASSERT_TRUE(result) << result.error().error().message;
    const auto counts = logio::vrs::read_file_in_pieces(folder / "a.vrs");
    ASSERT_TRUE(counts) << counts.error().message;
    EXPECT_EQ(counts->failed_images, 0u) << name;
    EXPECT_EQ(counts->failed_others, 0u) << name;
    uint64_t images = 0;
    for (const auto& [stream, count] : result->messages_per_stream) images += stream < 2000 ? count : 0;
    EXPECT_EQ(counts->images, images) << name;
    EXPECT_GT(images, 0u) << name;
  }
}

// Default preset: at most 70 % of an uncompressed bag, and not larger than a bag with LZ4 chunks.
TEST_P(RealSenseBags, BecomeSmallerByDefault) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const fs::path bag = fs::path(data) / "bag" / GetParam();
  const TemporaryFolder folder;
  Problems problems;
  NoProgress progress;
  const auto result = RosbagToVRSConverter(bag, folder / "a.vrs", {}).convert(problems, progress);
  ASSERT_TRUE(result) << result.error().error().message;
  const auto log = logio::open_log(bag, problems);
  ASSERT_TRUE(log);
  const bool packed = (*log)->info().chunks_by_compression.contains("lz4");
  EXPECT_LE(result->compression_ratio, packed ? 1.0 : 0.7);
}

// The record formats cover every byte of every record, and the checksum does not depend on the compression.
TEST_P(RealSenseBags, BecomeFilesThatDecodeCompletely) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "GS_TEST_DATA is not set";
  const TemporaryFolder folder;
  Problems problems;
  NoProgress progress;
  std::string checksums[3];
  const char* compressions[] = {"none", "lz4", "zstd"};
  for (int k = 0; k < 3; ++k) {
    const fs::path vrs = folder / (std::string(compressions[k]) + ".vrs");
    RosbagToVRSConverter converter(fs::path(data) / "bag" / GetParam(), vrs, {.compression = compressions[k]});
    ASSERT_TRUE(converter.convert(problems, progress));
    Problems none;
    const auto reader = logio::vrs::Reader::open(vrs, none);
    ASSERT_TRUE(reader);
    EXPECT_TRUE(none.empty());
    logio::vrs::ContentReader contents(*reader);
    std::vector<std::byte> buffer;
    for (std::size_t i = 0; i < reader->records().size(); ++i) {
      const auto record = reader->read(reader->records()[i], buffer);
      ASSERT_TRUE(record);
      const auto content = contents.decode(i, *record);
      ASSERT_TRUE(content) << content.error().message;
    }
    checksums[k] = *content_checksum(*reader, progress);
  }
  EXPECT_EQ(checksums[0], checksums[1]);
  EXPECT_EQ(checksums[0], checksums[2]);
}

INSTANTIATE_TEST_SUITE_P(All, RealSenseBags,
                         ::testing::Values("realsense_d435_depth_color_640x480.bag",
                                           "realsense_d435_unindexed_truncated.bag", "synthetic_d435i_none.bag",
                                           "synthetic_d435i_lz4.bag"),
                         [](const auto& bag) {
                           const std::string name = bag.param;
                           return name.substr(0, name.size() - 4);
                         });

TEST(RoundTrip, CameraInfoOfEveryFrameComesBack) {
  const TemporaryFolder folder;
  const testing::BagRecipe recipe{.color_topic = "/camera/color/image_raw",
                                  .depth_topic = "/camera/depth/image_rect_raw",
                                  .color_info_topic = "/camera/color/camera_info",
                                  .depth_info_topic = "/camera/depth/camera_info",
                                  .sdk = false,
                                  .camera_info_each_frame = true};
  ASSERT_TRUE(write_bag(folder / "a.bag", recipe));
  convert_there_and_back(folder / "a.bag", folder / "a.vrs", folder / "a.mcap", {});
  expect_same(read_all(folder / "a.bag"), read_all(folder / "a.mcap"));
  // The log made from the VRS file can be converted again.
  convert_there_and_back(folder / "a.mcap", folder / "b.vrs", folder / "b.mcap", {});
  expect_same(read_all(folder / "a.mcap"), read_all(folder / "b.mcap"));
}

// Metadata with one log time is collected in one record of up to 1 MiB, so that hostile logs cannot fill the memory.
TEST(RoundTrip, MetadataOfOneTimeMaySpanRecords) {
  const TemporaryFolder folder;
  const testing::BagRecipe recipe{
      .frames = 2, .metadata_copies = 30, .domain = "Global Time" + std::string(100'000, '.')};
  ASSERT_TRUE(write_bag(folder / "a.bag", recipe));
  convert_there_and_back(folder / "a.bag", folder / "a.vrs", folder / "a.mcap", {});
  expect_same(read_all(folder / "a.bag"), read_all(folder / "a.mcap"));
  Problems problems;
  const auto reader = logio::vrs::Reader::open(folder / "a.vrs", problems);
  const auto stream = reader->find_stream("3001");
  uint64_t records = 0, largest = 0;
  for (const logio::vrs::RecordInfo& info : reader->records()) {
    if (info.stream != stream) continue;
    ++records;
    largest = std::max<uint64_t>(largest, reader->read_header(info)->payload_bytes(32));
  }
  EXPECT_GT(records, 2u);
  EXPECT_LT(largest, 1'300'000u);
}

// One recording in all containers gives the same records.
TEST(RoundTrip, EveryContainerIsAnInput) {
  const TemporaryFolder folder;
  const testing::BagRecipe recipe{.frames = 5, .imu = true};
  ASSERT_TRUE(write_bag(folder / "a.bag", recipe));
  convert_there_and_back(folder / "a.bag", folder / "bag.vrs", folder / "bag.mcap", {});
  NoProgress progress;
  Problems problems;
  for (const char* name : {"as.mcap", "as.db3", "as_folder"}) {
    SCOPED_TRACE(name);
    const auto from = logio::open_log(folder / "bag.mcap", problems);
    ASSERT_TRUE(from);
    auto to = logio::create_log(folder / name, {});
    ASSERT_TRUE(to) << to.error().message;
    logio::KeepMessages keep;
    ASSERT_TRUE(logio::copy_log(**from, **to, keep, {}, progress, problems));
    ASSERT_TRUE((*to)->close());
    const std::string base = name;
    convert_there_and_back(folder / name, folder / (base + ".vrs"), folder / (base + "_back.mcap"), {});
    expect_same(read_all(folder / "bag.mcap"), read_all(folder / (base + "_back.mcap")));
  }
}

}  // namespace
}  // namespace gs::convert
