// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every planted error is in the log exactly as asked, and nothing else changes.
#include "gs/synth/drive/planted_errors.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/synth/drive/testing/recorded_log.h"

namespace gs::synth {
namespace {

using testing::decoded, testing::messages_of, testing::record, testing::tiny;
using Log = std::map<std::string, std::vector<testing::Recorded>>;

constexpr double kDegree = kPi / 180;

Log log_with(void (*change)(DriveOptions&)) {
  DriveOptions options = tiny();
  options.cameras = {"front"};
  change(options);
  EXPECT_TRUE(has_planted_errors(options));
  return messages_of(record(options));
}
Log clean_log() {
  DriveOptions options = tiny();
  options.cameras = {"front"};
  EXPECT_FALSE(has_planted_errors(options));
  return messages_of(record(options));
}

// Topics whose bytes differ between two logs.
std::vector<std::string> changed(const Log& a, const Log& b) {
  std::vector<std::string> out;
  for (const auto& [topic, messages] : a) {
    const auto other = b.find(topic);
    bool same = other != b.end() && other->second.size() == messages.size();
    for (std::size_t i = 0; same && i < messages.size(); ++i) {
      same = messages[i].data == other->second[i].data && messages[i].log_time == other->second[i].log_time;
    }
    if (!same) out.push_back(topic);
  }
  return out;
}

Rigid3d static_pose(const Log& log, const std::string& child) {
  const auto messages = decoded<rosmsg::tf2_msgs::TFMessage>(log, "/tf_static");
  for (const auto& transform : messages.at(0).transforms) {
    if (transform.child_frame_id == child) return rosmsg::to_rigid(transform.transform).value();
  }
  ADD_FAILURE() << child;
  return {};
}

TEST(PlantedErrors, ExtrinsicsAreWrongByWhatWasAsked) {
  const Log log = log_with([](DriveOptions& o) {
    o.errors.lidar_rotation_deg = {0, 0.2, 0};
    o.errors.lidar_translation_m = {0.1, 0, -0.05};
    o.errors.camera_rotation_deg = {0.1, 0.5, -0.3};
    o.errors.camera_translation_m = {0, 0.1, 0};
  });
  const Log clean = clean_log();
  EXPECT_THAT(changed(clean, log), ::testing::ElementsAre("/tf_static"));
  const Rigid3d lidar = static_pose(clean, "lidar_top"), wrong = static_pose(log, "lidar_top");
  EXPECT_LT(norm(wrong.translation - lidar.translation - Vec3d{0.1, 0, -0.05}), 1e-12);
  // Positive pitch about base_link's y axis turns the stated x axis down.
  EXPECT_NEAR((wrong.rotation * Vec3d{1, 0, 0}).z, -std::sin(0.2 * kDegree), 1e-12);
  const Rigid3d camera = static_pose(clean, "camera_front"), turned = static_pose(log, "camera_front");
  EXPECT_LT(norm(turned.translation - camera.translation - Vec3d{0, 0.1, 0}), 1e-12);
  const Rpy error = to_rpy(turned.rotation * camera.rotation.conjugate());
  EXPECT_NEAR(error.roll, 0.1 * kDegree, 1e-12);
  EXPECT_NEAR(error.pitch, 0.5 * kDegree, 1e-12);
  EXPECT_NEAR(error.yaw, -0.3 * kDegree, 1e-12);
  EXPECT_EQ(static_pose(log, "imu_link"), static_pose(clean, "imu_link"));
}

TEST(PlantedErrors, StampsAreLateByWhatWasAsked) {
  const Log log = log_with([](DriveOptions& o) {
    o.errors.camera_time_s = 0.03, o.errors.lidar_time_s = -0.02, o.errors.imu_time_s = 0.004;
    o.errors.gnss_time_s = 0.1;
  });
  const Log clean = clean_log();
  const auto shift = [&](auto kind, const std::string& topic) {
    const auto late = decoded<decltype(kind)>(log, topic), exact = decoded<decltype(kind)>(clean, topic);
    EXPECT_EQ(late.size(), exact.size());
    for (std::size_t i = 0; i < late.size(); ++i) {
      EXPECT_EQ(log.at(topic)[i].log_time, clean.at(topic)[i].log_time);
      EXPECT_EQ((late[i].header.stamp.timestamp() - exact[i].header.stamp.timestamp()).ns,
                (late[0].header.stamp.timestamp() - exact[0].header.stamp.timestamp()).ns);
    }
    return (late.at(0).header.stamp.timestamp() - exact.at(0).header.stamp.timestamp()).ns;
  };
  EXPECT_EQ(shift(rosmsg::sensor_msgs::CameraInfo{}, "/camera/front/camera_info"), 30'000'000);
  EXPECT_EQ(shift(rosmsg::sensor_msgs::CompressedImage{}, "/camera/front/image_raw/compressed"), 30'000'000);
  EXPECT_EQ(shift(rosmsg::sensor_msgs::PointCloud2{}, "/lidar/top/points"), -20'000'000);
  EXPECT_EQ(shift(rosmsg::sensor_msgs::Imu{}, "/imu"), 4'000'000);
  EXPECT_EQ(shift(rosmsg::sensor_msgs::NavSatFix{}, "/gnss"), 100'000'000);
  // The measurements stay those of the true times.
  EXPECT_EQ(decoded<rosmsg::sensor_msgs::PointCloud2>(log, "/lidar/top/points")[2].data,
            decoded<rosmsg::sensor_msgs::PointCloud2>(clean, "/lidar/top/points")[2].data);
  EXPECT_THAT(changed(clean, log), ::testing::Not(::testing::Contains("/tf")));
}

TEST(PlantedErrors, ElevationChangesOnlyThePoints) {
  const Log log = log_with([](DriveOptions& o) { o.errors.lidar_elevation_deg = 0.2; });
  EXPECT_THAT(changed(clean_log(), log), ::testing::ElementsAre("/lidar/top/points"));
}

TEST(PlantedErrors, SensorsStopAndPosesAreMissing) {
  const Log stopped = log_with([](DriveOptions& o) { o.errors.lidar_stops_s = 0.2, o.errors.cameras_stop_s = 0.1; });
  EXPECT_EQ(stopped.at("/lidar/top/points").size(), 2u);
  EXPECT_EQ(stopped.at("/camera/front/camera_info").size(), 2u);  // 0 and 83 ms
  EXPECT_EQ(stopped.at("/odom").size(), 21u);
  const Log none = log_with([](DriveOptions& o) { o.poses = "none"; });
  EXPECT_EQ(none.count("/tf") + none.count("/odom"), 0u);
  EXPECT_EQ(none.count("/tf_static"), 1u);
  const Log only_tf = log_with([](DriveOptions& o) { o.poses = "tf"; });
  EXPECT_EQ(only_tf.count("/odom"), 0u);
  EXPECT_EQ(only_tf.at("/tf").size(), 71u);
  EXPECT_EQ(log_with([](DriveOptions& o) { o.poses = "odometry"; }).count("/tf"), 0u);
}

// Degrees to metres at the latitude of the map's origin; 0.5 % covers the ellipsoid.
Vec3d enu_between(const rosmsg::sensor_msgs::NavSatFix& a, const rosmsg::sensor_msgs::NavSatFix& b) {
  const double metres = 111'200;
  return {(b.longitude - a.longitude) * metres * std::cos(a.latitude * kDegree), (b.latitude - a.latitude) * metres,
          b.altitude - a.altitude};
}

TEST(PlantedErrors, GnssIsLostAndJumps) {
  const Log log = log_with([](DriveOptions& o) {
    o.errors.gnss_outages_s = {0.1, 0.2};
    o.errors.gnss_jump_m = 20, o.errors.gnss_jump_s = {0.3, 9};
  });
  const auto fixes = decoded<rosmsg::sensor_msgs::NavSatFix>(log, "/gnss");
  const auto exact = decoded<rosmsg::sensor_msgs::NavSatFix>(clean_log(), "/gnss");
  ASSERT_EQ(fixes.size(), 5u);
  EXPECT_EQ(fixes[1].status.status, rosmsg::sensor_msgs::NavSatStatus::STATUS_NO_FIX);
  EXPECT_TRUE(std::isnan(fixes[1].latitude));
  EXPECT_EQ(fixes[1].position_covariance_type, rosmsg::sensor_msgs::NavSatFix::COVARIANCE_TYPE_UNKNOWN);
  for (const std::size_t i : {0u, 2u}) EXPECT_EQ(norm(enu_between(exact[i], fixes[i])), 0);
  for (const std::size_t i : {3u, 4u}) {
    const Vec3d error = enu_between(exact[i], fixes[i]);
    EXPECT_NEAR(norm(error), 20, 0.1);
    EXPECT_EQ(error.z, 0);
    EXPECT_LT(norm(error - gnss_jump({.gnss_jump_m = 20}, 1)), 0.1);
    EXPECT_EQ(fixes[i].position_covariance, exact[i].position_covariance) << "the receiver does not notice";
  }
}

// Multi-path has its deviation over a long time and hardly changes within a second.
TEST(PlantedErrors, MultiPathIsSlow) {
  const ErrorOptions errors{.gnss_multipath_m = 2};
  double squares = 0, fastest = 0;
  constexpr int kSteps = 200'000;
  for (int i = 0; i < kSteps; ++i) {
    const Vec3d error = gnss_error(errors, 0.5 * i, 7);
    squares += dot(error, error);
    fastest = std::max(fastest, norm(gnss_error(errors, 0.5 * i + 0.1, 7) - error));
  }
  EXPECT_NEAR(std::sqrt(squares / kSteps / 3), 2, 0.05);
  EXPECT_LT(fastest, 0.15);
  EXPECT_EQ(gnss_error(errors, 3, 7), gnss_error(errors, 3, 7));
  EXPECT_NE(gnss_error(errors, 3, 7), gnss_error(errors, 3, 8));
  EXPECT_EQ(norm(gnss_error({}, 3, 7)), 0);
}

TEST(PlantedErrors, WrongListsAndContradictionsAreRefused) {
  const auto code = [](void (*change)(DriveOptions&)) {
    DriveOptions options = tiny();
    change(options);
    NoProgress progress;
    std::vector<std::byte> bytes;
    const auto report = write_drive(std::make_unique<logio::MemorySink>(bytes), options, progress);
    EXPECT_FALSE(report);
    return report ? ErrorCode::io_error : report.error().code;
  };
  EXPECT_EQ(code([](DriveOptions& o) { o.errors.lidar_rotation_deg = {1, 2}; }), ErrorCode::invalid_option);
  EXPECT_EQ(code([](DriveOptions& o) { o.errors.camera_translation_m = {}; }), ErrorCode::invalid_option);
  EXPECT_EQ(code([](DriveOptions& o) { o.errors.gnss_outages_s = {1}; }), ErrorCode::invalid_option);
  EXPECT_EQ(code([](DriveOptions& o) { o.errors.gnss_outages_s = {2, 1}; }), ErrorCode::invalid_option);
  EXPECT_EQ(code([](DriveOptions& o) { o.errors.gnss_jump_s = {}; }), ErrorCode::invalid_option);
  EXPECT_EQ(code([](DriveOptions& o) { o.ego.laps = 1; }), ErrorCode::invalid_option);
  EXPECT_EQ(code([](DriveOptions& o) { o.street.shape = "loop"; }), ErrorCode::invalid_option) << "150 m are too short";
  EXPECT_EQ(code([](DriveOptions& o) { o.motion.odometry_drift = true, o.errors.odometry_scale_percent = 1; }),
            ErrorCode::invalid_option);
}

}  // namespace
}  // namespace gs::synth
