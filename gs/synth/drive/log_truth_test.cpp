// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The truth beside a synthetic log.
#include "gs/synth/drive/log_truth.h"

#include <gmock/gmock.h>

#include <sstream>

#include "gs/core/hash/sha256.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/synth/drive/testing/recorded_log.h"

namespace gs::synth {
namespace {

using testing::decoded, testing::messages_of, testing::record, testing::tiny;

// A drive with errors of every kind.
DriveOptions erroneous() {
  DriveOptions options = tiny();
  options.cameras = {"front"};
  options.errors = {.lidar_elevation_deg = 0.2,
                    .lidar_rotation_deg = {0, 0.2, 0},
                    .camera_translation_m = {0, 0.1, 0},
                    .lidar_time_s = 0.02,
                    .odometry_scale_percent = 1,
                    .gnss_jump_m = 20,
                    .gnss_multipath_m = 1};
  return options;
}

// A line of a .tum file.
struct TumLine {
  int64_t time_ns = 0;
  Rigid3d pose;
};
std::vector<TumLine> read_tum(const fs::path& path) {
  std::istringstream text(read_text_file(path).value());
  std::vector<TumLine> out;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("#")) continue;
    TumLine t;
    int64_t seconds = 0;
    char dot = 0;
    std::istringstream in(line);
    in >> seconds >> dot >> t.time_ns;
    t.time_ns += seconds * 1'000'000'000;
    Rigid3d& p = t.pose;
    in >> p.translation.x >> p.translation.y >> p.translation.z;
    in >> p.rotation.x >> p.rotation.y >> p.rotation.z >> p.rotation.w;
    EXPECT_FALSE(in.fail()) << line;
    out.push_back(t);
  }
  return out;
}

TEST(LogTruth, PosesAreTheTrueOnesAtTheStampsOfTheLog) {
  const TemporaryFolder folder;
  NoProgress progress;
  ASSERT_TRUE(write_drive_with_truth(folder / "drive.mcap", false, erroneous(), progress));
  const auto log = messages_of(read_binary_file(folder / "drive.mcap", 1 << 28).value());
  // The odometry of the same drive without errors is exact.
  const auto exact = messages_of(record([] {
    DriveOptions options = erroneous();
    options.errors = {};
    return options;
  }()));
  const auto odometry = decoded<rosmsg::nav_msgs::Odometry>(exact, "/odom");
  const auto sweeps = decoded<rosmsg::sensor_msgs::PointCloud2>(log, "/lidar/top/points");
  const auto lines = read_tum(folder / "drive.truth" / "lidar.tum");
  ASSERT_EQ(lines.size(), sweeps.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].time_ns, sweeps[i].header.stamp.timestamp().ns);
    const auto truth = rosmsg::to_rigid(odometry.at(5 * i).pose.pose);  // 50 Hz, a sweep every 0.1 s
    ASSERT_TRUE(truth);
    EXPECT_EQ(lines[i].pose.translation, truth->translation);
    EXPECT_LT(norm(rotation_vector(lines[i].pose.rotation.conjugate() * truth->rotation)), 1e-12);
  }
  EXPECT_EQ(read_tum(folder / "drive.truth" / "poses.tum").size(), 41u);
  EXPECT_EQ(read_tum(folder / "drive.truth" / "camera_front.tum").size(), 5u);
}

TEST(LogTruth, StatesEveryPlantedValue) {
  const TemporaryFolder folder;
  auto out = make_log_truth(folder / "t", false, erroneous());
  ASSERT_TRUE(out) << out.error().message;
  ASSERT_TRUE(out->commit());
  const auto json = parse_json(read_text_file(folder / "t" / "truth.json").value());
  ASSERT_TRUE(json);
  const Node& options = (*json)["options"];
  EXPECT_EQ(options["errors.odometry_scale_percent"].text, "1");
  EXPECT_EQ((*json)["lidar"]["elevation_error_deg"].real, 0.2);
  const Node& sensors = (*json)["sensors"];
  ASSERT_EQ(sensors.items.size(), 4u);
  const Node& camera = sensors.items[0];
  EXPECT_EQ(camera["frame"].text, "camera_front");
  EXPECT_NEAR(camera["stated_base_from_sensor"]["translation"].items[1].real -
                  camera["true_base_from_sensor"]["translation"].items[1].real,
              0.1, 1e-12);
  EXPECT_EQ(sensors.items[1]["stamp_error_s"].real, 0.02);
  EXPECT_EQ((*json)["imu"]["gyro_bias_rps"].items.size(), 3u);
  const Node& jump = (*json)["gnss"]["jump_enu_m"];
  EXPECT_NEAR(std::hypot(jump.items[0].real, jump.items[1].real), 20, 1e-9);
}

// The log is the same with and without its truth; neither depends on when it is made.
TEST(LogTruth, SameOptionsSameBytes) {
  const TemporaryFolder folder;
  NoProgress progress;
  for (const char* name : {"a.mcap", "b.mcap"}) {
    ASSERT_TRUE(write_drive_with_truth(folder / name, false, erroneous(), progress));
  }
  const auto a = read_binary_file(folder / "a.mcap", 1 << 28).value();
  EXPECT_EQ(sha256_hex(a), sha256_hex(read_binary_file(folder / "b.mcap", 1 << 28).value()));
  EXPECT_EQ(sha256_hex(a), sha256_hex(record(erroneous())));
  for (const char* name : {"truth.json", "poses.tum", "lidar.tum", "camera_front.tum"}) {
    EXPECT_EQ(read_text_file(folder / "a.truth" / name).value(), read_text_file(folder / "b.truth" / name).value());
  }
}

// Stops at once.
class Stopping final : public Progress {
 public:
  void begin(std::string_view, uint64_t, std::string_view) override {}
  void advance(uint64_t) override {}
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return true; }
};

TEST(LogTruth, AppearsWithTheLogOrNotAtAll) {
  const TemporaryFolder folder;
  Stopping stopping;
  EXPECT_FALSE(write_drive_with_truth(folder / "drive.mcap", false, erroneous(), stopping));
  EXPECT_TRUE(fs::is_empty(folder.path()));
  // A folder that is not ours is never replaced, and then no log appears either.
  fs::create_directory(folder / "drive.truth");
  ASSERT_TRUE(write_file(folder / "drive.truth" / "notes.txt", "precious"));
  NoProgress progress;
  const auto refused = write_drive_with_truth(folder / "drive.mcap", true, erroneous(), progress);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::already_exists);
  EXPECT_FALSE(fs::exists(folder / "drive.mcap"));
  EXPECT_TRUE(fs::exists(folder / "drive.truth" / "notes.txt"));
}

TEST(LogTruth, ReplacesItsOwnFolderOnRequest) {
  const TemporaryFolder folder;
  NoProgress progress;
  ASSERT_TRUE(write_drive_with_truth(folder / "drive.mcap", false, erroneous(), progress));
  EXPECT_FALSE(write_drive_with_truth(folder / "drive.mcap", false, erroneous(), progress));
  DriveOptions other = erroneous();
  other.errors.lidar_elevation_deg = 0.3;
  ASSERT_TRUE(write_drive_with_truth(folder / "drive.mcap", true, other, progress));
  EXPECT_THAT(read_text_file(folder / "drive.truth" / "truth.json").value(),
              ::testing::HasSubstr("\"elevation_error_deg\": 0.3"));
}

}  // namespace
}  // namespace gs::synth
