// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RealSense bags to VRS: streams, configuration records, clocks, topic names, and memory over long recordings.
#include "gs/convert/converter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "gs/convert/streams/layouts.h"
#include "gs/convert/testing/bag_recipe.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/sanitizer.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/report/checksum.h"

namespace gs::convert {
namespace {

using testing::BagRecipe;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_bag;

// A recording of the topics of the ROS driver, instead of those of the SDK.
BagRecipe ros_node_recipe() {
  return {.color_topic = "/camera/color/image_raw",
          .depth_topic = "/camera/depth/image_rect_raw",
          .color_info_topic = "/camera/color/camera_info",
          .depth_info_topic = "/camera/depth/camera_info",
          .sdk = false};
}

// Converts generated bags to out.vrs in a temporary folder.
class ConverterTest : public ::testing::Test {
 protected:
  Converted<ConversionResult> convert(const BagRecipe& recipe, ConverterConfig config = {}) {
    const auto written = write_bag(bag(), recipe);
    EXPECT_TRUE(written) << written.error().message;
    return convert_file(bag(), std::move(config));
  }
  Converted<ConversionResult> convert_file(const fs::path& input, ConverterConfig config = {}) {
    NoProgress progress;
    return RosbagToVRSConverter(input, output(), std::move(config)).convert(problems_, progress);
  }
  logio::vrs::Reader open_output() { return *logio::vrs::Reader::open(output(), problems_); }
  fs::path bag() const { return folder_ / "in.bag"; }
  fs::path output() const { return folder_ / "out.vrs"; }

  // Expects an error of this type and no output file.
  template <class Class>
  void expect_failure(const Converted<ConversionResult>& result, std::string_view text, int exit_code) {
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().is<Class>()) << result.error().name() << ": " << result.error().error().message;
    EXPECT_THAT(to_string(result.error().named()), HasSubstr(std::string(text)));
    EXPECT_EQ(result.error().exit_code(), exit_code);
    EXPECT_FALSE(fs::exists(output()));
    EXPECT_LE(folder_.files(), 1u) << "something was left beside the input";
  }

  TemporaryFolder folder_;
  Problems problems_;
};

// Three images and 18 IMU samples per stream; logical ids map to fixed VRS ids.
TEST_F(ConverterTest, StreamsCarryTheirNumbersAndFlavors) {
  const auto result = convert({.imu = true});
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_EQ(result->messages_per_stream.at(1001), 3u);
  EXPECT_EQ(result->messages_per_stream.at(1002), 3u);
  EXPECT_EQ(result->messages_per_stream.at(2001), 18u);
  EXPECT_EQ(result->messages_per_stream.at(2002), 18u);
  EXPECT_EQ(result->late_records, 0u);
  EXPECT_EQ(result->output_vrs_size, fs::file_size(output()));
  const logio::vrs::Reader reader = open_output();
  EXPECT_EQ(reader.find_stream("1001"), (logio::vrs::StreamId{200, 1}));
  EXPECT_EQ(reader.find_stream("1002"), (logio::vrs::StreamId{200, 2}));
  EXPECT_EQ(reader.find_stream("2001"), (logio::vrs::StreamId{372, 1}));
  EXPECT_EQ(reader.find_stream("2002"), (logio::vrs::StreamId{372, 2}));
  EXPECT_EQ(reader.description().streams.at({200, 1}).flavor(), "RealSense_D435i_Color|id:1001");
  EXPECT_EQ(reader.description().streams.at({372, 2}).flavor(), "RealSense_D435i_IMU_Gyro|id:2002");
  EXPECT_TRUE(reader.was_sorted());
}

// The official tools use the fields image_*; the others are those of docs/rosbag-to-vrs.md and camera_info.
TEST_F(ConverterTest, ConfigurationHasTheDocumentedFieldsAndThoseOfOfficialTools) {
  ASSERT_TRUE(convert({}));
  const logio::vrs::Reader reader = open_output();
  logio::vrs::ContentReader contents(reader);
  std::vector<std::byte> buffer;
  for (std::size_t i = 0; i < reader.records().size(); ++i) {
    const logio::vrs::RecordInfo& info = reader.records()[i];
    if (info.type != logio::vrs::RecordType::configuration || info.stream != logio::vrs::StreamId{200, 2}) continue;
    const auto record = reader.read(info, buffer);
    const auto content = contents.decode(i, *record);
    ASSERT_TRUE(content);
    const logio::vrs::LayoutView& layout = *content->layout();
    EXPECT_EQ(layout.integer("width"), 16);
    EXPECT_EQ(layout.integer("image_width"), 16);
    EXPECT_EQ(layout.integer("image_stride"), 32);
    EXPECT_EQ(layout.integer("image_pixel_format"), 11);
    EXPECT_EQ(layout.text("encoding"), "mono16");
    EXPECT_EQ(layout.numbers("camera_k").size(), 9u);
    EXPECT_EQ(layout.numbers("camera_d"), (std::vector<double>{0.1, -0.2, 0.001, 0.002, 0.05}));
    EXPECT_EQ(layout.text("distortion_model"), "Brown Conrady");
    EXPECT_EQ(layout.number("depth_scale"), 0.001);
    return;
  }
  FAIL() << "no configuration of the depth stream";
}

TEST_F(ConverterTest, PhasesLimitWhatIsConvertedAndSayWhatIsMissing) {
  ASSERT_TRUE(convert({.imu = true}, {.phase = "4A"}));
  EXPECT_EQ(open_output().streams().size(), 2u);
  ASSERT_TRUE(convert({.imu = true}, {.phase = "4B", .replace_output = true}));
  EXPECT_EQ(open_output().streams().size(), 4u);
  const auto all = convert({}, {.phase = "4C", .replace_output = true});
  ASSERT_TRUE(all);
  EXPECT_THAT(all->absent, ::testing::IsSupersetOf({"stream imu_accel", "stream imu_gyro", "options", "transforms",
                                                    "notifications", "frame metadata"}));
}

TEST_F(ConverterTest, TopicsThatGoNowhereAreListed) {
  const auto result = convert({.imu = true}, {.phase = "4A"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->not_converted.at("/device_0/sensor_2/Accel_0/imu/data"), 18u);
  EXPECT_EQ(result->not_converted.at("/file_version"), 1u);
}

// Colour arrives four frames late; the reorder window must still sort it, with at most six images in memory.
TEST_F(ConverterTest, LateColourIsPutInOrder) {
  const auto result = convert({.frames = 40, .imu = true, .color_lag = 4});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->late_records, 0u);
  EXPECT_LE(result->peak_resident.at(1001), 6u);
  EXPECT_LE(result->peak_resident.at(1002), 6u);
  EXPECT_TRUE(open_output().was_sorted());
}

TEST_F(ConverterTest, HardwareClockIsUnwrapped) {
  // The hardware clock wraps after the second frame.
  const int64_t wrap = (int64_t{1} << 32) * 1000;
  BagRecipe recipe{.first_stamp_ns = wrap - 50'000'000, .domain = "Hardware Clock"};
  recipe.depth_topic.clear();
  recipe.depth_info_topic.clear();
  recipe.change_color = [&](rosmsg::sensor_msgs::Image& color, int) {
    color.header.stamp = Timestamp{color.header.stamp.timestamp().ns % wrap};
  };
  const auto result = convert(recipe, {.allow_missing_topics = true});
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_NEAR(result->duration_sec, 2 * 0.033333333, 1e-6);
}

TEST_F(ConverterTest, MappingFileNamesOtherTopics) {
  const BagRecipe recipe{.color_topic = "/front/rgb",
                         .depth_topic = "/front/z",
                         .color_info_topic = "/front/camera_info",
                         .depth_info_topic = "/elsewhere/info",
                         .sdk = false};
  const auto mapping = parse_mapping(
      "/front/rgb: {stream_id: 1001, stream_type: color}\n"
      "/front/z: {stream_id: 1002, stream_type: depth, depth_scale: 0.0005, camera_info_topic: /elsewhere/info}\n");
  ASSERT_TRUE(mapping) << mapping.error().message;
  const auto result = convert(recipe, {.topic_mapping = *mapping});
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_EQ(result->messages_per_stream.at(1002), 3u);
}

TEST_F(ConverterTest, RealsenseRosTopicsAreFoundByName) {
  BagRecipe recipe = ros_node_recipe();
  recipe.camera_info_each_frame = true;
  const auto result = convert(recipe);
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_EQ(result->topics.at(1001), "/camera/color/image_raw");
}

TEST_F(ConverterTest, TimeRangeCutsByLogTime) {
  const auto result = convert({.frames = 30}, {.begin_s = 1.5, .end_s = 1.6});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->messages_per_stream.at(1001), 3u);
}

// The end of the range, 8e9 s after a start in our time, exceeds the range of 64-bit nanoseconds.
TEST_F(ConverterTest, TimeRangeThatReachesBehindAllTimeTakesEverything) {
  BagRecipe recipe = ros_node_recipe();
  recipe.camera_info_each_frame = true;
  recipe.first_log_ns = 1'700'000'000'000'000'000;
  for (const double end_s : {8e9, 1e10, 1e300}) {
    const auto result = convert(recipe, {.replace_output = true, .begin_s = 0.0, .end_s = end_s});
    ASSERT_TRUE(result) << result.error().error().message;
    EXPECT_EQ(result->messages_per_stream.at(1001), 3u) << end_s;
  }
}

TEST_F(ConverterTest, HeaderStampsThatAreZeroOrDoNotMoveAreWarnedAbout) {
  // All problems of a conversion, one per line.
  const auto warnings = [&](BagRecipe recipe, ConverterConfig config) {
    problems_ = Problems();
    config.replace_output = true;
    EXPECT_TRUE(convert(recipe, std::move(config)));
    std::string lines;
    for (const Problem& problem : problems_) lines += to_string(problem) + "\n";
    return lines;
  };
  const std::string zero = warnings({.first_stamp_ns = 0, .stamp_step_ns = 0}, {});
  EXPECT_THAT(zero, HasSubstr("Color_0/image/data: all 3 header stamps are zero"));
  EXPECT_THAT(zero, HasSubstr("Depth_0/image/data: all 3 header stamps are zero"));
  EXPECT_THAT(zero, HasSubstr("--time-source log"));
  EXPECT_THAT(warnings({.stamp_step_ns = 0}, {}), HasSubstr("all 3 header stamps are equal"));
  EXPECT_THAT(warnings({.frames = 1, .first_stamp_ns = 0}, {}), HasSubstr("header stamps are zero"));
  EXPECT_EQ(warnings({.first_stamp_ns = 0, .stamp_step_ns = 0}, {.time_source = "log"}), "");
  EXPECT_EQ(warnings({.frames = 1}, {}), "");
  EXPECT_EQ(warnings({}, {}), "");
}

TEST_F(ConverterTest, LongRecordingsKeepFewFramesInMemory) {
  const auto result = convert({.frames = 120, .width = 320, .height = 240, .imu = true, .color_lag = 2});
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_EQ(result->messages_per_stream.at(1002), 120u);
  EXPECT_LE(result->peak_resident.at(1001), 6u);
  EXPECT_LE(result->peak_resident.at(1002), 6u);
}

TEST_F(ConverterTest, PicturesThatArePackedAlreadyAreNamedAndNotDropped) {
  BagRecipe recipe = ros_node_recipe();
  recipe.packed_color_topic = "/camera/color/image_raw/compressed";
  const auto result = convert(recipe);
  ASSERT_TRUE(result) << result.error().error().message;
  EXPECT_EQ(result->not_converted.at("/camera/color/image_raw/compressed"), 3u);
  const auto mapping = parse_mapping("/camera/color/image_raw/compressed: {stream_id: 1001, stream_type: color}\n");
  ASSERT_TRUE(mapping);
  fs::remove(output());
  // Mapped explicitly, a compressed image topic is an error: VRS streams of this project hold raw images.
  expect_failure<MissingTopicError>(convert_file(bag(), {.topic_mapping = *mapping}), "CompressedImage", 4);
}

TEST_F(ConverterTest, BytesDoNotDependOnTheNumberOfThreads) {
  std::string bytes[2];
  for (int i = 0; i < 2; ++i) {
    const ScopedThreadCount threads(i == 0 ? 1 : 4);
    ASSERT_TRUE(convert({.frames = 20, .width = 640, .height = 480, .imu = true}, {.replace_output = true}));
    bytes[i] = *read_text_file(output());
  }
  EXPECT_TRUE(bytes[0] == bytes[1]);
}

TEST_F(ConverterTest, OutputExists) {
  ASSERT_TRUE(convert({}));
  const auto again = convert({});
  ASSERT_FALSE(again);
  EXPECT_TRUE(again.error().is<VRSWriteError>());
  EXPECT_EQ(again.error().exit_code(), 1);
  EXPECT_THAT(to_string(again.error().named()), HasSubstr("--force"));
  EXPECT_TRUE(convert({}, {.replace_output = true}));
}

TEST_F(ConverterTest, InputIsNeverTheOutput) {
  ASSERT_TRUE(convert({}));
  const fs::path bag = folder_ / "same.bag";
  ASSERT_TRUE(testing::write_bag(bag, {}));
  const std::string before = *read_text_file(bag);
  Problems problems;
  NoProgress progress;
  const auto same = RosbagToVRSConverter(bag, bag, {.replace_output = true}).convert(problems, progress);
  ASSERT_FALSE(same);
  EXPECT_TRUE(same.error().is<RequestError>());
  EXPECT_TRUE(*read_text_file(bag) == before);
  // The output must not be the input through a link either.
  fs::create_symlink(bag, folder_ / "link.vrs");
  EXPECT_FALSE(RosbagToVRSConverter(bag, folder_ / "link.vrs", {.replace_output = true}).convert(problems, progress));
}

TEST_F(ConverterTest, FileNotFound) {
  expect_failure<FileNotFoundError>(convert_file(folder_ / "absent.bag"), "absent.bag", 3);
}

TEST_F(ConverterTest, NotALog) {
  std::ofstream(bag()) << "this is no bag";
  expect_failure<RosbagReadError>(convert_file(bag()), "known format", 3);
}

TEST_F(ConverterTest, MissingTopicSaysWhatIsThere) {
  BagRecipe recipe{.color_topic = "/some/picture"};
  expect_failure<MissingTopicError>(convert(recipe), "/some/picture", 4);
  expect_failure<MissingTopicError>(convert(recipe), "--mapping", 4);
}

TEST_F(ConverterTest, EveryTopicThatIsMissingHasTheCodeForIt) {
  const auto code_of = [&](const BagRecipe& recipe, const ConverterConfig& config = {}) {
    const auto result = convert(recipe, config);
    EXPECT_FALSE(result);
    return result.error().error().code;
  };
  EXPECT_EQ(code_of({.color_topic = "/some/image"}), ErrorCode::topic_not_found);
  EXPECT_EQ(code_of({.color_info_topic = ""}), ErrorCode::topic_not_found);
  const auto mapping = parse_mapping("/absent: {stream_id: 1001, stream_type: color}\n");
  ASSERT_TRUE(mapping);
  EXPECT_EQ(code_of({}, {.topic_mapping = *mapping}), ErrorCode::topic_not_found);
}

// Names in a log may have any length; they must neither overflow the stack nor fill the screen.
TEST_F(ConverterTest, TopicOfAMegabyteIsNamedByItsBeginning) {
  const BagRecipe recipe{.color_topic = "/" + std::string(1'000'000, 'a'), .sdk = false};
  const auto result = convert(recipe);
  expect_failure<MissingTopicError>(result, "/aaaa", 4);
  EXPECT_LT(to_string(result.error().named()).size(), 4000u);
}

TEST_F(ConverterTest, MissingCameraInfoNamesTheTopic) {
  BagRecipe recipe;
  recipe.color_info_topic.clear();
  expect_failure<MissingTopicError>(convert(recipe), "/device_0/sensor_1/Color_0/info/camera_info", 4);
  EXPECT_TRUE(convert(recipe, {.allow_missing_camera_info = true}));
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
}

// Messages at log times 0 and 1 describe the device and are kept in memory, up to 64 MiB.
TEST_F(ConverterTest, StaticMessagesOfManyMegabytesAreRefused) {
  expect_failure<RosbagReadError>(convert({.static_bytes = 65 << 20}), "log time 0", 3);
  EXPECT_TRUE(convert({.static_bytes = 1 << 20}));
}

TEST_F(ConverterTest, DataShorterThanStepTimesHeight) {
  BagRecipe recipe;
  recipe.change_color = [](rosmsg::sensor_msgs::Image& color, int frame) {
    if (frame == 1) color.data.resize(color.data.size() - 1);
  };
  expect_failure<ImageSizeMismatchError>(convert(recipe), "Color_0", 5);
}

TEST_F(ConverterTest, ImageAndCameraInfoDisagree) {
  BagRecipe recipe;
  recipe.change_info = [](rosmsg::sensor_msgs::CameraInfo& info) { info.width = 640; };
  expect_failure<ImageSizeMismatchError>(convert(recipe), "640", 5);
}

TEST_F(ConverterTest, SizeChangesHalfWay) {
  BagRecipe recipe;
  recipe.change_info = [](rosmsg::sensor_msgs::CameraInfo& info) { info.width = info.height = 0; };
  recipe.change_color = [](rosmsg::sensor_msgs::Image& color, int frame) {
    if (frame < 2) return;
    color.height /= 2;
    color.data.resize(color.data.size() / 2);
  };
  expect_failure<ImageSizeMismatchError>(convert(recipe), "size changes", 5);
}

TEST_F(ConverterTest, UnknownEncodingListsTheKnownOnes) {
  BagRecipe recipe;
  recipe.change_color = [](rosmsg::sensor_msgs::Image& color, int) { color.encoding = "bayer_grbg8"; };
  expect_failure<UnsupportedEncodingError>(convert(recipe), "rgb8, bgr8", 5);
}

TEST_F(ConverterTest, BigEndianPixelsAreNotGuessed) {
  BagRecipe recipe;
  recipe.change_color = [](rosmsg::sensor_msgs::Image& color, int) { color.is_bigendian = 1; };
  expect_failure<UnsupportedEncodingError>(convert(recipe), "big endian", 5);
}

TEST_F(ConverterTest, UnwritableOutput) {
  ASSERT_TRUE(write_bag(bag(), {}));
  NoProgress progress;
  const auto result = RosbagToVRSConverter(bag(), folder_ / "no/such/folder/out.vrs", {}).convert(problems_, progress);
  expect_failure<VRSWriteError>(result, "folder", 5);
}

// A child process with a file size limit gets the same error as on a full disk, half way through the output.
TEST_F(ConverterTest, DiskFillsUpHalfWay) {
  if (kThreadSanitizer)
    GTEST_SKIP() << "the thread sanitizer does not allow threads after a program with threads forked";
  ASSERT_TRUE(write_bag(bag(), {.frames = 20, .width = 640, .height = 480}));
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{2 << 20, 2 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    NoProgress progress;
    Problems problems;
    const auto result = RosbagToVRSConverter(bag(), output(), {.compression = "none"}).convert(problems, progress);
    _exit(!result && result.error().is<VRSWriteError>() ? 42 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42) << status;
  EXPECT_EQ(folder_.files(), 1u);
}

// Requests a stop after a number of questions.
class StopAfter final : public Progress {
 public:
  explicit StopAfter(int questions) : left_(questions) {}
  void begin(std::string_view, uint64_t, std::string_view) override {}
  void advance(uint64_t) override {}
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return --left_ < 0; }

 private:
  mutable int left_;
};

TEST_F(ConverterTest, StoppedConversionLeavesNothing) {
  ASSERT_TRUE(write_bag(bag(), {.frames = 10}));
  for (int after : {0, 1, 7, 19}) {
    StopAfter progress(after);
    const auto result = RosbagToVRSConverter(bag(), output(), {}).convert(problems_, progress);
    expect_failure<RequestError>(result, "stopped", 1);
  }
}

TEST_F(ConverterTest, KilledConversionLeavesNoOutput) {
  ASSERT_TRUE(write_bag(bag(), {.frames = 60, .width = 640, .height = 480}));
  // Kills the conversion at different times.
  for (int delay_us : {0, 2'000, 10'000, 25'000}) {
    const pid_t child = fork();
    if (child == 0) {
      NoProgress progress;
      Problems problems;
      // Whether or not the child finishes, the output is complete or missing.
      static_cast<void>(RosbagToVRSConverter(bag(), output(), {.replace_output = true}).convert(problems, progress));
      _exit(0);
    }
    usleep(static_cast<useconds_t>(delay_us));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (!fs::exists(output())) continue;
    Problems problems;
    const auto reader = logio::vrs::Reader::open(output(), problems);
    ASSERT_TRUE(reader);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(reader->index_place(), logio::vrs::IndexPlace::end);
  }
}

TEST_F(ConverterTest, WrongOptionsAreRefused) {
  ASSERT_TRUE(write_bag(bag(), {}));
  const auto expect_exit_2 = [&](ConverterConfig config) {
    expect_failure<RequestError>(convert_file(bag(), std::move(config)), "", 2);
  };
  expect_exit_2({.phase = "4D"});
  expect_exit_2({.compression = "rar"});
  expect_exit_2({.begin_s = 2.0, .end_s = 1.0});
  for (const char* reserved : {"3001", "3002"}) {  // streams of frame metadata and device messages
    const auto mapping = parse_mapping(std::string("/device_0/sensor_1/Color_0/image/data: {stream_id: ") + reserved +
                                       ", stream_type: color}");
    ASSERT_TRUE(mapping);
    expect_failure<RequestError>(convert_file(bag(), {.topic_mapping = *mapping}), reserved, 2);
  }
  EXPECT_FALSE(parse_mapping("/a: {stream_id: 1001}"));
  EXPECT_FALSE(parse_mapping("/a: {stream_type: sound}"));
  EXPECT_FALSE(parse_mapping("[]"));
  EXPECT_FALSE(parse_mapping("/a: {stream_type: color, colour: red}"));
}

TEST_F(ConverterTest, EveryTruncationOfABagConvertsOrSaysWhy) {
  ASSERT_TRUE(write_bag(bag(), {.frames = 2, .imu = true}));
  const auto whole = *read_binary_file(bag(), 1 << 24);
  for (std::size_t size = 0; size < whole.size(); size += 977) {
    ASSERT_TRUE(write_file(folder_ / "cut.bag", Bytes(whole).first(size)));
    const auto result = convert_file(folder_ / "cut.bag", {.replace_output = true});
    EXPECT_EQ(result.has_value(), fs::exists(output())) << size;
    std::error_code ignored;
    fs::remove(output(), ignored);
  }
}

}  // namespace
}  // namespace gs::convert
