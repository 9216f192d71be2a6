// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The commands of gs-log as a user runs them: round trips between containers, filters, recovery of damaged files,
// exit codes, and outputs that may not be replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/gs_log/testing/run_gs_log.h"
#include "gs/convert/converter.h"
#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/api/log.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/rosbag1/writer.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs {
namespace {

using gs_log::testing::Ran;
using gs_log::testing::run;
using testing::HasSubstr;

// (topic, time, payload) of all messages, in time order.
std::vector<std::tuple<std::string, int64_t, std::string>> contents(const fs::path& path) {
  std::vector<std::tuple<std::string, int64_t, std::string>> all;
  Problems problems;
  const auto log = logio::open_log(path, problems);
  EXPECT_TRUE(log) << to_string(log.error());
  const auto stream = (*log)->read({}, problems);
  while (true) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) return all;
    for (const logio::MessageView& m : *batch) all.emplace_back(m.channel->topic, m.log_time.ns, as_text(m.data));
  }
}

// Replaces times by null: the two recordings of the 94 types have different times.
void forget_times(nlohmann::json& value) {
  const bool is_time = value.is_object() && value.size() == 2 && value.contains("sec") && value.contains("nanosec");
  if (is_time) value = nullptr;
  if (!value.is_structured()) return;
  for (auto& inner : value) forget_times(inner);
}

// Temporary folder for inputs and outputs of gs-log.
class GsLog : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  // Writes two CameraInfo channels like a ROS 1 recorder; one is latched.
  void make_bag(const std::string& name) {
    auto bag = logio::create_rosbag1(at(name), {.codec = logio::Codec::lz4, .chunk_bytes = 1000});
    ASSERT_TRUE(bag);
    // Channel 0 is latched, channel 1 is not; messages alternate, 0.1 s apart.
    const rosmsg::MessageType& type = rosmsg::type_of<rosmsg::sensor_msgs::CameraInfo>();
    logio::LogChannel channel{.topic = "/front/camera_info", .message_encoding = "ros1"};
    channel.schema = {"sensor_msgs/CameraInfo", "ros1msg", rosmsg::ros1msg_text(type)};
    channel.metadata = {{"md5sum", rosmsg::ros1_md5sum(type)}, {"latching", "1"}, {"callerid", "/driver"}};
    ASSERT_TRUE((*bag)->add_channel(channel));
    channel.topic = "/rear/camera_info";
    channel.metadata["latching"] = "0";
    ASSERT_TRUE((*bag)->add_channel(channel));
    for (uint32_t i = 0; i < 20; ++i) {
      rosmsg::sensor_msgs::CameraInfo info;
      info.header.seq = 0;
      info.header.frame_id = "camera";
      info.width = i;
      info.d = {0.1, 0.2, static_cast<double>(i)};
      const Timestamp time{1'000'000'000ll + i * 100'000'000ll};
      info.header.stamp = time;
      ASSERT_TRUE((*bag)->write(i % 2, time, time, 0, rosmsg::encode_ros1(info)));
    }
    ASSERT_TRUE((*bag)->close());
  }

  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(GsLog, RoundTripsKeepPayloadBytes) {
  make_bag("a.bag");
  const auto original = contents(at("a.bag"));
  ASSERT_EQ(original.size(), 20u);
  ASSERT_EQ(run({"convert", at("a.bag"), at("b.mcap")}).exit, 0);
  ASSERT_EQ(run({"convert", at("b.mcap"), at("c.bag"), "--compression", "bz2"}).exit, 0);
  EXPECT_EQ(contents(at("b.mcap")), original);
  EXPECT_EQ(contents(at("c.bag")), original);
  Problems problems;
  EXPECT_EQ((*logio::open_log(at("c.bag"), problems))->channels()[0].metadata,
            (*logio::open_log(at("a.bag"), problems))->channels()[0].metadata);
  // To ROS 2 and back: every field exists in both.
  ASSERT_EQ(run({"convert", at("a.bag"), at("d.db3")}).exit, 0);
  ASSERT_EQ(run({"convert", at("d.db3"), at("e.mcap")}).exit, 0);
  ASSERT_EQ(run({"convert", at("e.mcap"), at("f")}).exit, 0);
  ASSERT_EQ(run({"convert", at("f"), at("g.bag")}).exit, 0);
  EXPECT_EQ(contents(at("e.mcap")), contents(at("d.db3")));
  EXPECT_EQ(contents(at("f")), contents(at("d.db3")));
  EXPECT_EQ(contents(at("g.bag")), original);
}

TEST_F(GsLog, ConvertingToRos2TranslatesTypeSchemaAndLatching) {
  make_bag("a.bag");
  ASSERT_EQ(run({"convert", at("a.bag"), at("b.mcap"), "--encoding", "cdr"}).exit, 0);
  Problems problems;
  const auto log = logio::open_log(at("b.mcap"), problems);
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->info().profile, "ros2");
  const logio::LogChannel& channel = (*log)->channels()[0];
  EXPECT_EQ(channel.schema.name, "sensor_msgs/msg/CameraInfo");
  EXPECT_EQ(channel.schema.data, rosmsg::ros2msg_text(rosmsg::type_of<rosmsg::sensor_msgs::CameraInfo>()));
  EXPECT_THAT(channel.metadata.at("offered_qos_profiles"), HasSubstr("durability: 1"));
  const Ran echo = run({"echo", at("b.mcap"), "/front/camera_info", "--count", "1"});
  ASSERT_EQ(echo.exit, 0);
  const auto json = nlohmann::json::parse(echo.out);
  EXPECT_EQ(json["message"]["d"], (std::vector<double>{0.1, 0.2, 0.0}));
  EXPECT_EQ(json["message"]["header"]["stamp"]["sec"], 1);
}

// The payload of a JSON message is printed as it is whenever RFC 8259 allows it, and as a string otherwise.
TEST_F(GsLog, EchoKeepsValidJsonPayloads) {
  const std::string deep = std::string(2000, '[') + std::string(2000, ']');
  const std::vector<std::pair<std::string, bool>> payloads{{R"({"a":1})", true},
                                                           {R"({"a":1,"a":2})", true},
                                                           {deep, true},
                                                           {"[1e400]", true},
                                                           {"[" + std::string(1000, '1') + "]", true},
                                                           {"\xEF\xBB\xBF[1]", false},
                                                           {"[1,]", false}};
  auto log = logio::McapWriter::create(at("a.mcap"));
  ASSERT_TRUE(log);
  ASSERT_TRUE((*log)->add_channel({.topic = "/j", .message_encoding = "json", .schema = {"j", "jsonschema", "{}"}}));
  for (const auto& [text, valid] : payloads)
    ASSERT_TRUE((*log)->write(0, Timestamp{1}, Timestamp{1}, 0, as_bytes(text)));
  ASSERT_TRUE((*log)->close());
  const Ran echo = run({"echo", at("a.mcap"), "/j"});
  ASSERT_EQ(echo.exit, 0) << echo.err;
  for (const auto& [text, valid] : payloads) {
    EXPECT_EQ(echo.out.find("\"message\":" + text) != std::string::npos ||
                  echo.out.find("\"message\": " + text) != std::string::npos,
              valid)
        << text.substr(0, 40);
  }
}

TEST_F(GsLog, FilterKeepsTopicsTimesAndLatchedMessages) {
  make_bag("a.bag");
  const Ran ran = run({"filter", at("a.bag"), at("b.bag"), "--time-range", "+1.0:+1.5"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const auto kept = contents(at("b.bag"));
  ASSERT_EQ(kept.size(), 6u);  // five in the range, one latched from before
  EXPECT_EQ(std::get<0>(kept[0]), "/front/camera_info");
  EXPECT_EQ(std::get<1>(kept[0]), 2'000'000'000);
  EXPECT_EQ(run({"filter", at("a.bag"), at("c.bag"), "--topics", "/rear/*"}).exit, 0);
  EXPECT_EQ(contents(at("c.bag")).size(), 10u);
  const Ran missing = run({"filter", at("a.bag"), at("d.bag"), "--topics", "/fornt/camera_info"});
  EXPECT_EQ(missing.exit, 4);
  EXPECT_THAT(missing.err, HasSubstr("/front/camera_info"));
  EXPECT_FALSE(fs::exists(at("d.bag")));
}

TEST_F(GsLog, MergeJoinsAndSortOrders) {
  make_bag("a.bag");
  ASSERT_EQ(run({"filter", at("a.bag"), at("front.mcap"), "--topics", "/front/*"}).exit, 0);
  ASSERT_EQ(run({"filter", at("a.bag"), at("rear.bag"), "--topics", "/rear/*"}).exit, 0);
  ASSERT_EQ(run({"merge", at("rear.bag"), at("front.mcap"), "--output", at("all.bag")}).exit, 0);
  EXPECT_EQ(contents(at("all.bag")), contents(at("a.bag")));
  ASSERT_EQ(run({"sort", at("all.bag"), at("sorted.mcap")}).exit, 0);
  EXPECT_EQ(contents(at("sorted.mcap")), contents(at("a.bag")));
}

TEST_F(GsLog, RecoverTellsCompleteFromLossyFromNothing) {
  make_bag("a.bag");
  auto bytes = *read_binary_file(at("a.bag"), 1u << 20);
  EXPECT_EQ(run({"recover", at("a.bag"), at("r0.bag")}).exit, 0);
  ASSERT_TRUE(write_file(at("cut.bag"), Bytes(bytes).first(bytes.size() * 2 / 3)));
  const Ran lossy = run({"recover", at("cut.bag"), at("r1.bag")});
  EXPECT_EQ(lossy.exit, 3);
  EXPECT_THAT(lossy.err, HasSubstr("cut.bag: offset"));
  EXPECT_THAT(lossy.err, testing::Not(HasSubstr("gs-log recover"))) << "a hint to run the running command";
  EXPECT_EQ(run({"check", at("r1.bag")}).exit, 0);
  EXPECT_EQ(run({"check", at("cut.bag")}).exit, 3);
  // Just behind the file header: no message is left.
  ASSERT_TRUE(write_file(at("none.bag"), Bytes(bytes).first(4200)));
  EXPECT_EQ(run({"recover", at("none.bag"), at("r2.bag")}).exit, 1);
  EXPECT_FALSE(fs::exists(at("r2.bag")));
  EXPECT_EQ(run({"recover", at("missing.bag"), at("r2.bag")}).exit, 3);
}

TEST_F(GsLog, FailedRecoveryKeepsWhatWasAtTheOutput) {
  make_bag("a.bag");
  make_bag("good.bag");
  const auto bytes = *read_binary_file(at("a.bag"), 1u << 20);
  ASSERT_TRUE(write_file(at("none.bag"), Bytes(bytes).first(4200)));
  const std::string before = *read_text_file(at("good.bag"));
  EXPECT_EQ(run({"recover", at("none.bag"), at("good.bag"), "--force"}).exit, 1);
  EXPECT_EQ(*read_text_file(at("good.bag")), before);
  fs::create_directory(at("keep"));
  fs::rename(at("good.bag"), at("keep/a.bag"));
  EXPECT_EQ(run({"recover", at("none.bag"), at("keep"), "--force"}).exit, 1);
  EXPECT_TRUE(fs::exists(at("keep/a.bag")));
}

TEST_F(GsLog, FoldersThatHoldMoreThanARecordingAreNotReplaced) {
  fs::create_directory(at("rec"));
  make_bag("rec/drive.bag");
  make_bag("other.bag");
  ASSERT_TRUE(write_file(at("rec/notes.txt"), std::string_view("mine")));
  // The output contains the input, or other files.
  EXPECT_EQ(run({"convert", at("rec/drive.bag"), at("rec"), "--force"}).exit, 1);
  EXPECT_EQ(run({"convert", at("other.bag"), at("rec"), "--force"}).exit, 1);
  EXPECT_EQ(run({"merge", at("other.bag"), at("rec/drive.bag"), "--output", at("rec"), "--force"}).exit, 1);
  EXPECT_EQ(run({"sort", at("other.bag"), at("rec"), "--force"}).exit, 1);
  EXPECT_TRUE(fs::exists(at("rec/drive.bag")));
  EXPECT_TRUE(fs::exists(at("rec/notes.txt")));
  // The input contains the output, which would later be read as part of the recording.
  ASSERT_EQ(run({"convert", at("other.bag"), at("drive")}).exit, 0);
  EXPECT_EQ(run({"convert", at("drive"), at("drive/drive.mcap")}).exit, 1);
  // A folder that holds only a recording is replaced.
  EXPECT_EQ(run({"convert", at("other.bag"), at("drive")}).exit, 1);
  EXPECT_EQ(run({"convert", at("other.bag"), at("drive"), "--force"}).exit, 0);
  EXPECT_EQ(contents(at("drive")).size(), 20u);
}

TEST_F(GsLog, WhatAKilledRunLeftIsRemovedAndNamed) {
  make_bag("a.bag");
  // A process id that no longer exists, as that of a killed run.
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  const std::string left = at(format(".b.mcap.tmp-{}-0", child));
  ASSERT_TRUE(write_file(left, std::string_view("half")));
  const Ran ran = run({"convert", at("a.bag"), at("b.mcap")});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, HasSubstr(left));
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(GsLog, SaysWhatIsWrongWithExitCodes) {
  make_bag("a.bag");
  EXPECT_EQ(run({"info", at("missing.mcap")}).exit, 3);
  EXPECT_EQ(run({"info", at("topics/missing_topic.mcap")}).exit, 3);  // whatever the path is called
  EXPECT_EQ(run({"info"}).exit, 1);
  EXPECT_EQ(run({"echo", at("a.bag"), "/nothing"}).exit, 4);
  EXPECT_EQ(run({"convert", at("a.bag"), at("a.bag"), "--force"}).exit, 1);
  EXPECT_EQ(run({"convert", at("a.bag"), at("x.txt")}).exit, 1);
  EXPECT_EQ(run({"convert", at("a.bag"), at("no/such/folder/x.mcap")}).exit, 5);
  ASSERT_TRUE(write_file(at("text.mcap"), std::string_view("hello")));
  EXPECT_EQ(run({"info", at("text.mcap")}).exit, 3);
  EXPECT_EQ(run({"--help"}).exit, 0);
  EXPECT_EQ(run({"--version"}).exit, 0);
  for (const config::Command& command : gs_log::program().commands) {
    const Ran help = run({std::string(command.name), "--help"});
    EXPECT_EQ(help.exit, 0);
    EXPECT_THAT(help.out, HasSubstr("gs-log " + std::string(command.name)));
  }
}

// Exit code 3 tells the user that the input was damaged; otherwise an incomplete copy would look complete.
TEST_F(GsLog, EveryCommandThatReadsADamagedLogExitsWith3) {
  make_bag("a.bag");
  auto bytes = *read_binary_file(at("a.bag"), 1u << 20);
  ASSERT_TRUE(write_file(at("cut.bag"), Bytes(bytes).first(bytes.size() * 2 / 3)));
  ASSERT_EQ(run({"convert", at("a.bag"), at("flip.mcap"), "--compression", "none"}).exit, 0);
  bytes = *read_binary_file(at("flip.mcap"), 1u << 20);
  const std::string_view frame_id("\x06\0\0\0camera", 10);  // only the checksum of its chunk detects the damage
  bytes[as_text(bytes).find(frame_id) + 5] ^= std::byte{1};
  ASSERT_TRUE(write_file(at("flip.mcap"), bytes));
  for (const std::string& input : {at("cut.bag"), at("flip.mcap")}) {
    SCOPED_TRACE(input);
    EXPECT_EQ(run({"convert", input, at("x.mcap"), "--force"}).exit, 3);
    EXPECT_EQ(run({"filter", input, at("x.mcap"), "--topics", "/rear/*", "--force"}).exit, 3);
    EXPECT_EQ(run({"sort", input, at("x.mcap"), "--force"}).exit, 3);
    EXPECT_EQ(run({"merge", input, at("a.bag"), "--output", at("x.mcap"), "--force"}).exit, 3);
    EXPECT_EQ(run({"info", input}).exit, 3);
    EXPECT_EQ(run({"echo", input, "*", "--count", "1000"}).exit, 3);
    EXPECT_EQ(run({"check", input}).exit, 3);
  }
}

TEST_F(GsLog, RecoverReadsFilesWhoseFirstByteIsWrong) {
  make_bag("a.bag");
  ASSERT_EQ(run({"convert", at("a.bag"), at("a.mcap")}).exit, 0);
  for (const char* name : {"a.bag", "a.mcap"}) {
    auto bytes = *read_binary_file(at(name), 1u << 20);
    bytes[0] ^= std::byte{4};
    ASSERT_TRUE(write_file(at(std::string("bad_") + name), bytes));
    EXPECT_EQ(run({"info", at(std::string("bad_") + name)}).exit, 3);
    const Ran ran = run({"recover", at(std::string("bad_") + name), at(std::string("good_") + name)});
    ASSERT_EQ(ran.exit, 3) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("20 messages recovered"));
    EXPECT_EQ(contents(at(std::string("good_") + name)), contents(at(name)));
  }
}

TEST_F(GsLog, ImportRefusesWhatItsOutputCannotHold) {
  const auto import = [&](const char* output, std::vector<std::string> options) {
    options.insert(options.begin(), {"import", "kitti-raw", at("no_such_drive"), at(output)});
    return run(options);
  };
  const Ran bag = import("x.bag", {});
  EXPECT_EQ(bag.exit, 1);
  EXPECT_THAT(bag.err, HasSubstr("gs-log convert"));
  EXPECT_EQ(import("x.db3", {"--compression", "lz4"}).exit, 1);
  EXPECT_EQ(import("x.db3", {}).exit, 3);  // the drive is missing
  EXPECT_EQ(import("x.mcap", {"--compression", "lz4"}).exit, 3);
}

// Runs in its own process, because the request to stop cannot be reset.
TEST_F(GsLog, CommandsExitWith1WhenStopped) {
  make_bag("a.bag");
  const auto stopped = [](std::vector<const char*> arguments) {
    install_interrupt_handler();
    std::raise(SIGINT);
    arguments.insert(arguments.begin(), "gs-log");
    std::exit(config::run_program(gs_log::program(), static_cast<int>(arguments.size()), arguments.data()));
  };
  const std::string in = at("a.bag"), out = at("b.bag");
  EXPECT_EXIT(stopped({"check", in.c_str()}), testing::ExitedWithCode(1), "stopped");
  EXPECT_EXIT(stopped({"echo", in.c_str(), "*"}), testing::ExitedWithCode(1), "stopped");
  for (const char* command : {"convert", "recover"}) {
    EXPECT_EXIT(stopped({command, in.c_str(), out.c_str()}), testing::ExitedWithCode(1), "stopped") << command;
    EXPECT_FALSE(fs::exists(out)) << command;
  }
}

TEST_F(GsLog, ATimeRangeBehindTheEndOfTimeReachesToTheEnd) {
  make_bag("a.bag");
  EXPECT_EQ(run({"filter", at("a.bag"), at("b.bag"), "--time-range", "+0:+9000000000"}).exit, 0);
  EXPECT_EQ(contents(at("b.bag")), contents(at("a.bag")));
}

TEST_F(GsLog, InfoPrintsTextAndJson) {
  make_bag("a.bag");
  EXPECT_THAT(run({"info", at("a.bag")}).out, HasSubstr("/front/camera_info (latched)"));
  const auto json = nlohmann::json::parse(run({"info", at("a.bag"), "--json"}).out);
  EXPECT_EQ(json["message_count"], 20);
  EXPECT_EQ(json["topics"][0]["type"], "sensor_msgs/CameraInfo");
  EXPECT_EQ(json["topics"][0]["gaps"], 0);
}

TEST_F(GsLog, NinetyFourTypesAreTheSameInBothContainersToTheLastByte) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  Problems problems;
  std::map<std::string, std::vector<std::string>> values[2];
  const char* paths[2] = {"logs/ros2_mcap/rosbagsrs_94_types.mcap",
                          "logs/ros2_db3/rosbagsrs_94_types/test_bag_sqlite3.db3"};
  for (int i = 0; i < 2; ++i) {
    const auto log = logio::open_log(fs::path(data) / paths[i], problems);
    ASSERT_TRUE(log) << to_string(log.error());
    const auto stream = (*log)->read({}, problems);
    while (true) {
      const auto batch = (*stream)->next_batch();
      ASSERT_TRUE(batch);
      if (batch->empty()) break;
      for (const logio::MessageView& m : *batch) {
        SCOPED_TRACE(m.channel->topic);
        const logio::LogSchema& text = m.channel->schema;
        const auto schema = rosmsg::find_schema(text.name, text.encoding, text.data);
        ASSERT_TRUE(schema) << to_string(schema.error());
        const auto json = rosmsg::message_to_json(schema->root(), rosmsg::MessageEncoding::cdr, m.data);
        ASSERT_TRUE(json) << to_string(json.error());
        auto value = nlohmann::json::parse(*json);
        forget_times(value);
        values[i][m.channel->topic].push_back(value.dump());
        std::vector<std::byte> again;
        const auto used = rosmsg::convert_message(schema->root(), rosmsg::MessageEncoding::cdr, m.data,
                                                  rosmsg::MessageEncoding::cdr, again);
        ASSERT_TRUE(used);
        EXPECT_TRUE(*used == m.data.size() || rosmsg::is_padding(m.data.subspan(*used)));
      }
    }
  }
  EXPECT_EQ(values[0].size(), 94u);
  EXPECT_EQ(values[0], values[1]);
}

TEST_F(GsLog, RealBagsRoundTripThroughRos2) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  // ROS 2 has no header.seq, so payloads are compared after a second round trip.
  for (const char* name : {"turtlesim_lz4", "plotjuggler_tilt_laser_imu_gps_tf", "fiducials_jpeg_camera_info"}) {
    SCOPED_TRACE(name);
    const std::string source = (fs::path(data) / "logs/ros1" / (std::string(name) + ".bag")).string();
    ASSERT_EQ(run({"convert", source, at("same.mcap"), "--force"}).exit, 0);
    EXPECT_EQ(contents(at("same.mcap")), contents(source));
    ASSERT_EQ(run({"convert", source, at("a.db3"), "--force"}).exit, 0);
    ASSERT_EQ(run({"convert", at("a.db3"), at("b.bag"), "--force"}).exit, 0);
    ASSERT_EQ(run({"convert", at("b.bag"), at("c.db3"), "--force"}).exit, 0);
    EXPECT_EQ(contents(at("c.db3")), contents(at("a.db3")));
  }
}

// Converting through VRS gives the same log as converting the bag directly.
TEST_F(GsLog, VrsFilesOfRealSenseBagsBecomeTheSameLog) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  for (const char* name : {"realsense_d435_depth_color_640x480", "realsense_d435_unindexed_truncated",
                           "synthetic_d435i_none", "synthetic_d435i_lz4"}) {
    SCOPED_TRACE(name);
    const std::string bag = (fs::path(data) / "bag" / (std::string(name) + ".bag")).string();
    const std::string vrs = at(std::string(name) + ".vrs"), back = at(std::string(name) + ".mcap"),
                      direct = at(std::string(name) + "_direct.mcap");
    Problems problems;
    NoProgress progress;
    ASSERT_TRUE(convert::RosbagToVRSConverter(bag, vrs, {}).convert(problems, progress));
    ASSERT_EQ(run({"convert", vrs, back}).exit, 0);
    const bool cut = std::string_view(name).ends_with("truncated");
    EXPECT_EQ(run({"convert", bag, direct, "--encoding", "cdr"}).exit, cut ? 3 : 0);
    auto got = contents(back), wanted = contents(direct);
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    EXPECT_TRUE(got == wanted) << got.size() << " and " << wanted.size() << " messages";
  }
}

}  // namespace
}  // namespace gs
