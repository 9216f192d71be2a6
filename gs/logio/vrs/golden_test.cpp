// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares files of the official library and of Aria devices with the record counts and checksums that its tool prints.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/reader.h"
#include "gs/logio/vrs/report/checksum.h"

namespace gs::logio::vrs {
namespace {

// File of the official library with the record count and checksum of its tool.
struct Golden {
  const char* file;
  std::size_t records;
  const char* checksum;
  IndexPlace index = IndexPlace::end;
  bool sorted = true;
};

class GoldenFiles : public ::testing::TestWithParam<Golden> {
 protected:
  void SetUp() override {
    const char* data = std::getenv("GS_TEST_DATA");
    if (data == nullptr) GTEST_SKIP() << "GS_TEST_DATA is not set";
    path_ = std::filesystem::path(data) / "vrs" / GetParam().file;
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " is not there";
  }
  std::filesystem::path path_;
};

TEST_P(GoldenFiles, HaveTheOfficialRecordCountAndChecksum) {
  Problems problems;
  auto reader = Reader::open(path_, problems);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->records().size(), GetParam().records);
  EXPECT_EQ(reader->index_place(), GetParam().index) << to_string(reader->index_place());
  EXPECT_EQ(reader->was_sorted(), GetParam().sorted);
  NoProgress progress;
  const auto checksum = content_checksum(*reader, progress);
  ASSERT_TRUE(checksum) << checksum.error().message;
  EXPECT_EQ(*checksum, GetParam().checksum);
}

// Same requirement as the official `vrs decode`: every record has a format, and no byte remains.
TEST_P(GoldenFiles, DecodeToTheLastByte) {
  Problems problems;
  auto reader = Reader::open(path_, problems);
  ASSERT_TRUE(reader);
  ContentReader contents(*reader);
  std::vector<std::byte> buffer;
  for (std::size_t i = 0; i < reader->records().size(); ++i) {
    const auto record = reader->read(reader->records()[i], buffer);
    ASSERT_TRUE(record) << record.error().message;
    const auto content = contents.decode(i, *record);
    ASSERT_TRUE(content) << to_string(reader->records()[i].stream) << ": " << content.error().message;
    for (const ContentBlock& block : content->blocks) {
      JsonWriter json;
      if (block.layout) block.layout->append_json(json);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Official, GoldenFiles,
    ::testing::Values(Golden{"sample_file.vrs", 307, "83f9b2fa37842cb3"},
                      Golden{"sample_raw_pixel_formats.vrs", 312, "cf5f349b4cc87cfe"},
                      Golden{"chunks.vrs", 306, "21a1467166b69b0a"},
                      Golden{"chunks-shuffled.vrs", 306, "21a1467166b69b0a", IndexPlace::end, false},
                      Golden{"pyvrs_synthetic.vrs", 9538, "f9d31d1bde7658d2"},
                      Golden{"adt_depth_images.vrs", 12, "701b347665386d0d", IndexPlace::front},
                      Golden{"adt_segmentations.vrs", 12, "0c9ea02c358fe8ea", IndexPlace::front},
                      Golden{"adt_video.vrs", 220, "7a95c46cd75840a6", IndexPlace::front},
                      Golden{"aea_recording.vrs", 785, "e4ab29478053862a", IndexPlace::front},
                      Golden{"aria_gen1_timecode.vrs", 323, "fd805bb5b3530a9a", IndexPlace::front},
                      Golden{"aria_gen2_bluetooth.vrs", 997, "5d3ef17394db6928", IndexPlace::front},
                      Golden{"official_d435i_layout_none.vrs", 17, "ccb7ddd207ca0d7d", IndexPlace::front},
                      Golden{"official_d435i_layout_fast.vrs", 17, "e8199a6b9972f41e", IndexPlace::front},
                      Golden{"official_d435i_layout_zfast.vrs", 17, "d1a3be39739dd15d", IndexPlace::front},
                      Golden{"official_d435i_layout_split.vrs", 25, "30eb7239ccc5d5f9", IndexPlace::split},
                      Golden{"official_d435i_layout_split_crashed.vrs", 24, "a03c1414210790ef", IndexPlace::rebuilt},
                      Golden{"official_d435i_layout_tagsrecord.vrs", 25, "1174a5cfc2525894"}),
    [](const auto& golden) {
      std::string name = golden.param.file;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
      return name;
    });

}  // namespace
}  // namespace gs::logio::vrs
