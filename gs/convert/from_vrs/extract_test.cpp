// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images and summaries extracted from VRS files, without replacing what others made.
#include "gs/convert/from_vrs/extract.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/assets/image/png.h"
#include "gs/convert/converter.h"
#include "gs/convert/streams/image_view.h"
#include "gs/convert/testing/bag_recipe.h"
#include "gs/logio/vrs/report/summary.h"
#include "gs/logio/vrs/writer.h"

namespace gs::convert {
namespace {

using testing::TemporaryFolder;
using testing::write_bag;

// Converts a bag of four frames to in.vrs and extracts it to out/.
class ExtractTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NoProgress progress;
    testing::BagRecipe recipe{.frames = 4, .imu = true};
    // Compressible pixels, so that the records carry checksums.
    recipe.change_color = [](rosmsg::sensor_msgs::Image& color, int) {
      std::fill(color.data.begin(), color.data.end(), 7);
    };
    ASSERT_TRUE(write_bag(folder_ / "in.bag", recipe));
    ASSERT_TRUE(RosbagToVRSConverter(folder_ / "in.bag", folder_ / "in.vrs", {}).convert(problems_, progress));
  }
  logio::vrs::Reader reader() { return *logio::vrs::Reader::open(folder_ / "in.vrs", problems_); }
  Result<ExtractReport> extract(const ExtractOptions& options) {
    NoProgress progress;
    return extract_vrs(reader(), folder_ / "out", options, problems_, progress);
  }
  std::vector<fs::path> files_in(const std::string& name, const std::string& extension) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_ / name)) {
      if (entry.path().extension() == extension) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
  }
  TemporaryFolder folder_;
  Problems problems_;
};

TEST_F(ExtractTest, DepthStaysSixteenBit) {
  const auto report = extract({});
  ASSERT_TRUE(report) << report.error().message;
  const auto depth = files_in("out/200-2", ".png");
  ASSERT_EQ(depth.size(), 4u);
  const auto image = assets::read_png(depth[0]);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->bytes_per_sample, 2);
  EXPECT_EQ(image->channels, 1);
  // The PNG holds the samples of the record.
  const logio::vrs::Reader file = reader();
  logio::vrs::ContentReader contents(file);
  std::vector<std::byte> buffer;
  for (std::size_t i = 0; i < file.records().size(); ++i) {
    if (file.records()[i].stream != logio::vrs::StreamId{200, 2} ||
        file.records()[i].type != logio::vrs::RecordType::data)
      continue;
    const auto record = file.read(file.records()[i], buffer);
    const auto content = contents.decode(i, *record);
    const Bytes pixels = content->image()->bytes;
    EXPECT_TRUE(std::equal(pixels.begin(), pixels.end(), std::as_bytes(std::span(image->data)).begin()));
    break;
  }
  EXPECT_EQ(files_in("out/200-1", ".png").size(), 4u);
  const auto csv = read_text_file(folder_ / "out/372-1.csv");
  ASSERT_TRUE(csv);
  EXPECT_EQ(std::count(csv->begin(), csv->end(), '\n'), 25);
  EXPECT_TRUE(fs::exists(folder_ / "out/metadata.json"));
  EXPECT_TRUE(problems_.empty());
}

TEST_F(ExtractTest, OtherFormats) {
  for (const char* format : {"jpg", "raw"}) {
    ASSERT_TRUE(extract({.format = format, .replace = true})) << format;
    EXPECT_EQ(files_in("out/200-1", std::string(".") + format).size(), 4u);
  }
  EXPECT_EQ(fs::file_size(files_in("out/200-2", ".raw")[0]), 16u * 8 * 2);
  ASSERT_TRUE(extract({.format = "mp4", .replace = true}));
  EXPECT_TRUE(fs::exists(folder_ / "out/200-1.mp4"));
}

TEST_F(ExtractTest, RangeAndStreamLimitWhatIsWritten) {
  const auto report = extract({.only = logio::vrs::StreamId{200, 1}, .from_s = 0.03, .to_s = 0.07});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->records.size(), 1u);
  EXPECT_EQ(report->records.at("200-1"), 2u);
}

TEST_F(ExtractTest, ExistingFolderIsKept) {
  ASSERT_TRUE(extract({}));
  EXPECT_EQ(extract({}).error().code, ErrorCode::already_exists);
  EXPECT_TRUE(extract({.replace = true}));
  ASSERT_TRUE(write_file(folder_ / "out/notes.txt", "mine"));
  EXPECT_EQ(extract({.replace = true}).error().code, ErrorCode::already_exists);
  EXPECT_TRUE(fs::exists(folder_ / "out/notes.txt"));
}

TEST_F(ExtractTest, FoldersAndFilesOfOthersAreNotReplaced) {
  fs::create_directory(folder_ / "out");
  ASSERT_TRUE(write_file(folder_ / "out/my.vrs", "a recording"));
  EXPECT_EQ(extract({.replace = true}).error().code, ErrorCode::already_exists);
  EXPECT_EQ(*read_text_file(folder_ / "out/my.vrs"), "a recording");
  NoProgress progress;
  EXPECT_FALSE(extract_vrs(reader(), folder_ / "in.vrs", {.replace = true}, problems_, progress));
  EXPECT_TRUE(fs::is_regular_file(folder_ / "in.vrs"));
}

// File names contain the time; 300 digits would not fit.
TEST_F(ExtractTest, ImageWithAnAbsurdTimeIsNamedByItsNumber) {
  for (const double absurd : {1e300, double{INFINITY}, double{NAN}}) {
    const logio::vrs::Reader file = reader();
    auto writer = logio::vrs::Writer::create(folder_ / "absurd.vrs", file.description(), {}, true);
    ASSERT_TRUE(writer);
    std::vector<std::byte> buffer;
    const auto records = file.records();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto record = file.read(records[i], buffer);
      // Copies the file, with absurd times for the depth stream and the last record.
      const bool last = i + 1 == records.size() || records[i].stream == logio::vrs::StreamId{200, 2};
      const bool data = records[i].type == logio::vrs::RecordType::data;
      ASSERT_TRUE(writer->write({records[i].stream, records[i].type, last && data ? absurd : records[i].timestamp},
                                record->payload));
    }
    ASSERT_TRUE(writer->close());
    NoProgress progress;
    const auto absurd_file = logio::vrs::Reader::open(folder_ / "absurd.vrs", problems_);
    const auto report =
        extract_vrs(*absurd_file, folder_ / "out", {.format = "raw", .replace = true}, problems_, progress);
    ASSERT_TRUE(report) << absurd << ": " << report.error().message;
    EXPECT_EQ(report->records.at("200-1"), 4u);
    EXPECT_EQ(report->records.at("200-2"), 4u);
    EXPECT_TRUE(fs::exists(folder_ / "out/200-2/000003.raw")) << absurd;
  }
}

TEST(Pictures, DepthColoursRunFromWarmToCold) {
  assets::Image depth = assets::Image::make(3, 1, 1, 2);
  // No measurement, 0.3 m, 9 m.
  const uint16_t units[3] = {0, 300, 9000};
  std::memcpy(depth.data.data(), units, sizeof(units));
  const assets::Image colors = color_depth(depth, 0.001);
  EXPECT_EQ(colors.sample(0, 0, 0) + colors.sample(0, 0, 1) + colors.sample(0, 0, 2), 0);
  EXPECT_GT(colors.sample(1, 0, 0), colors.sample(1, 0, 2));  // near: red
  EXPECT_LT(colors.sample(2, 0, 0), colors.sample(2, 0, 2));  // far: blue
}

TEST_F(ExtractTest, SummaryCountsRatesAndGaps) {
  const auto summary = logio::vrs::summarise(reader(), problems_);
  ASSERT_TRUE(summary);
  const auto& color = summary->streams.front();
  EXPECT_EQ(color.logical_id, 1001);
  EXPECT_EQ(color.counts.at(logio::vrs::RecordType::data), 4u);
  EXPECT_NEAR(color.rate_hz, 30, 0.01);
  EXPECT_EQ(color.gap_count, 0u);
  EXPECT_EQ(color.image, "16 x 8 rgb8 raw");
  NoProgress progress;
  const auto report = logio::vrs::check_contents(reader(), problems_, progress);
  EXPECT_EQ(report->bad_records, 0u);
}

TEST_F(ExtractTest, DamageIsFoundByTheCheck) {
  auto bytes = *read_binary_file(folder_ / "in.vrs", 1 << 24);
  const logio::vrs::Reader good = reader();
  const logio::vrs::RecordInfo* image = nullptr;
  for (const logio::vrs::RecordInfo& info : good.records()) {
    if (info.stream == logio::vrs::StreamId{200, 1} && info.type == logio::vrs::RecordType::data) image = &info;
  }
  bytes[image->offset + image->bytes / 2] ^= std::byte{1};
  Problems problems;
  NoProgress progress;
  const auto damaged = logio::vrs::Reader::open(Bytes(bytes), problems);
  ASSERT_TRUE(damaged);
  const auto report = logio::vrs::check_contents(*damaged, problems, progress);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->bad_records, 1u);
  EXPECT_TRUE(problems.has_errors());
}

}  // namespace
}  // namespace gs::convert
