// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// VRS files: written records are read back, and old files stay until the new one is complete.
#include "gs/logio/vrs/writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/vrs/testing/small_file.h"

namespace gs::logio::vrs {
namespace {

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

}  // namespace
}  // namespace gs::logio::vrs
