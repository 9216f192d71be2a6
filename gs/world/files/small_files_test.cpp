// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// metadata.json, render_config.json, timebase.yaml and world.yaml: what is written is read back, and limits hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/world/files/metadata.h"
#include "gs/world/files/render_config.h"
#include "gs/world/files/timebase.h"
#include "gs/world/files/world_yaml.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

// Parses `text` with one replacement and gives all problems, one a line.
template <class T>
std::string complaints(T (*parse)(std::string_view, std::string_view, Problems&), std::string text,
                       std::string_view from = "", std::string_view to = "") {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  Problems problems;
  (void)parse(text, "file", problems);
  std::string lines;
  for (const Problem& problem : problems) lines += to_string(problem) + "\n";
  return lines;
}

Metadata full_metadata() {
  Metadata m;
  m.scene_id = "my_scene-1.b";
  m.created_at = "2026-02-14T10:30:00Z";
  m.builder_version = "0.1.0";
  m.source = {SourceType::rosbag1, "drive.bag", "0123456789abcdef0123456789ABCDEF", 12.5, int64_t{1} << 40};
  m.coordinate_system.origin = GeoOrigin{35.681236, 139.767125, -40};
  m.coordinate_system.base_link_shift = Vec3d{-1.4, 0, -0.3};
  m.coordinate_system.map_shift = Vec3d{512.25, -128.5, 3};
  m.spatial_extent = {{-100, -50, -2}, {300, 50.5, 12}};
  m.cameras = {"front", "left_2"}, m.lidars = {"top"};
  m.processing_info = ProcessingInfo{"native-0.1.0", 30000, "gs_training_config.yaml"};
  return m;
}

// A field that is written and not read, or the other way round, is lost in the next save.
TEST(Metadata, EveryFieldIsWrittenAndReadBack) {
  const std::string text = write_metadata(full_metadata());
  EXPECT_EQ(complaints(parse_metadata, text), "");
  Problems problems;
  const Metadata back = parse_metadata(text, "m", problems);
  EXPECT_EQ(write_metadata(back), text);
  EXPECT_EQ(back.source.type, SourceType::rosbag1);
  EXPECT_EQ(back.source.size_bytes, int64_t{1} << 40);
  EXPECT_EQ(back.coordinate_system.origin->lon_deg, 139.767125);
  EXPECT_EQ(back.coordinate_system.map_shift, (Vec3d{512.25, -128.5, 3}));
  EXPECT_EQ(back.spatial_extent.max, (Vec3d{300, 50.5, 12}));
  EXPECT_EQ(back.cameras, (std::vector<std::string>{"front", "left_2"}));
  EXPECT_EQ(back.processing_info->gs_training_iterations, 30000);
}

// A synthetic world has no log, no origin and no training.
TEST(Metadata, WithoutOptionalFieldsNothingIsInvented) {
  Metadata m = full_metadata();
  m.source = {.type = SourceType::synthetic};
  m.coordinate_system = {};
  m.processing_info.reset();
  m.cameras.clear(), m.lidars.clear();
  const std::string text = write_metadata(m);
  EXPECT_EQ(complaints(parse_metadata, text), "");
  Problems problems;
  const Metadata back = parse_metadata(text, "m", problems);
  EXPECT_FALSE(back.coordinate_system.origin);
  EXPECT_FALSE(back.coordinate_system.map_shift);
  EXPECT_FALSE(back.processing_info);
  EXPECT_FALSE(back.source.md5);
}

// A leap second is a valid time; hour 24 is not.
TEST(Metadata, TimesAreIso8601) {
  const std::string text = write_metadata(full_metadata());
  for (const char* good : {"2026-02-14T10:30:00.25Z", "2026-02-14T10:30:00+09:00", "2016-12-31T23:59:60Z"}) {
    EXPECT_EQ(complaints(parse_metadata, text, "2026-02-14T10:30:00Z", good), "") << good;
  }
  for (const char* bad : {"2026-02-14", "2026-13-14T10:30:00Z", "2026-02-14T24:30:00Z", "2026-02-14T10:30:00",
                          "2026-02-14 10:30:00Z", "2026-02-14T10:30:00.Z", "2026-02-14T10:30:00+9:00", "now"}) {
    EXPECT_THAT(complaints(parse_metadata, text, "2026-02-14T10:30:00Z", bad), HasSubstr("created_at")) << bad;
  }
}

// The message must lead to the line that a person has to change.
TEST(Metadata, ImpossibleValuesNameTheirField) {
  const std::string text = write_metadata(full_metadata());
  const auto complaint = [&](std::string_view from, std::string_view to) {
    return complaints(parse_metadata, text, from, to);
  };
  EXPECT_THAT(complaint("35.681236", "90.5"), HasSubstr("origin_lat"));
  EXPECT_THAT(complaint("139.767125", "-180.5"), HasSubstr("origin_lon"));
  EXPECT_THAT(complaint("\"origin_lat\"", "\"origin_latitude\""), HasSubstr("origin"));
  EXPECT_THAT(complaint("50.5", "-50.5"), HasSubstr("max_y"));
  EXPECT_THAT(complaint("rosbag1", "rosbag3"), HasSubstr("source.type"));
  EXPECT_THAT(complaint("my_scene-1.b", "../other"), HasSubstr("scene_id"));
  EXPECT_THAT(complaint("left_2", "Left"), HasSubstr("cameras"));
  EXPECT_THAT(complaint("0123456789abcdef", "0123"), HasSubstr("warning"));
  EXPECT_THAT(complaint("30000", "-1"), HasSubstr("gs_training_iterations"));
}

// No field has its default value, so that one that is not read is seen.
TEST(RenderConfig, EveryFieldIsWrittenAndReadBack) {
  RenderConfig config{.gaussian_format = GaussianFormat::npz, .sh_degree = 2};
  config.color_correction = {{1.1, 1, 0.9}, -0.5, 2.4};
  config.background_color = {0.25, 0.5, 1};
  config.near_plane_m = 0.05, config.far_plane_m = 2500;
  config.quaternion_order = splat::QuaternionOrder::wxyz;
  config.antialiasing = true;
  config.low_pass_px2 = 0.1;
  const std::string text = write_render_config(config);
  EXPECT_EQ(complaints(parse_render_config, text), "");
  Problems problems;
  const RenderConfig back = parse_render_config(text, "r", problems);
  EXPECT_EQ(write_render_config(back), text);
  EXPECT_EQ(back.gaussian_format, GaussianFormat::npz);
  EXPECT_EQ(back.color_correction.white_balance, (Vec3d{1.1, 1, 0.9}));
  EXPECT_EQ(back.quaternion_order, splat::QuaternionOrder::wxyz);
  EXPECT_EQ(back.low_pass_px2, 0.1);
  EXPECT_EQ(back.far_plane_m, 2500);
}

// A field that is absent must not appear with a default value in the next save.
TEST(RenderConfig, LimitsHoldAndAbsentFieldsStayAbsent) {
  RenderConfig config{.sh_degree = 2};
  config.far_plane_m = 2500;
  const std::string text = write_render_config(config);
  Problems problems;
  const RenderConfig back = parse_render_config(text, "r", problems);
  EXPECT_FALSE(back.quaternion_order);
  EXPECT_FALSE(back.antialiasing);
  EXPECT_FALSE(back.low_pass_px2);
  EXPECT_THAT(complaints(parse_render_config, text, "\"sh_degree\": 2", "\"sh_degree\": 4"), HasSubstr("sh_degree"));
  EXPECT_THAT(complaints(parse_render_config, text, "2500.0", "0.01"), HasSubstr("far_plane"));
  EXPECT_THAT(complaints(parse_render_config, text, "splat_ply", "gltf"), HasSubstr("gaussian_format"));
  EXPECT_THAT(complaints(parse_render_config, text, "2.2", "0"), HasSubstr("gamma"));
}

// 1/3 has no short decimal form; the file must keep all its digits.
TEST(Timebase, EveryFieldIsWrittenAndReadBack) {
  Timebase t{.dt = 0.005, .start_time = 100.25, .camera_rate = 12, .lidar_rate = 1.0 / 3};
  t.initial_pose = InitialPose{{Quaterniond::from_rpy(0, 0, kPi / 6), {1, 2, 3}}, {3, std::sqrt(3.0), 9}};
  const std::string text = write_timebase(t);
  EXPECT_EQ(complaints(parse_timebase, text), "");
  Problems problems;
  const Timebase back = parse_timebase(text, "t", problems);
  EXPECT_EQ(back.dt, 0.005);
  EXPECT_EQ(back.lidar_rate, 1.0 / 3);
  EXPECT_EQ(back.initial_pose->velocity_in_map, t.initial_pose->velocity_in_map);
  // Forward is (cos 30, sin 30, 0): 3 * sqrt(3) / 2 + sqrt(3) / 2.
  EXPECT_NEAR(initial_speed(back), 2 * std::sqrt(3.0), 1e-9);
  EXPECT_EQ(initial_speed(Timebase{}), 0);
}

// Without sensors of a kind an old rate must go.
TEST(Timebase, SensorRatesAreTheHighestOfTheirKind) {
  Calibration calibration;
  calibration.cameras.resize(3), calibration.lidars.resize(1);
  calibration.cameras[0].rate_hz = 10, calibration.cameras[1].rate_hz = 30, calibration.cameras[2].rate_hz = 12;
  calibration.lidars[0].rate_hz = 20;
  Timebase t{.camera_rate = 99};
  set_sensor_rates(t, calibration);
  EXPECT_EQ(t.camera_rate, 30);
  EXPECT_EQ(t.lidar_rate, 20);
  set_sensor_rates(t, {});
  EXPECT_FALSE(t.camera_rate);
  EXPECT_FALSE(t.lidar_rate);
}

// An hour of steps of 0.1 us would be 36 billion steps.
TEST(Timebase, StepsThatWouldNeverEndAreRefused) {
  const std::string text = write_timebase(Timebase{.dt = 0.125, .camera_rate = 12});
  for (const char* dt : {"0", "-0.01", "1e-7", ".nan", ".inf"}) {
    EXPECT_THAT(complaints(parse_timebase, text, "0.125", dt), HasSubstr("dt")) << dt;
  }
  EXPECT_EQ(complaints(parse_timebase, text, "0.125", "1e-6"), "");
}

// Paths that leave the bundle would let a world read or replace files of the user.
TEST(WorldYaml, EveryFieldIsWrittenAndReadBack) {
  WorldYaml w{.scene_id = "street"};
  w.sky = "gaussians/sky.png", w.static_mesh = "geometry/mesh.glb", w.trajectory = "sim/trajectory.csv";
  w.overview = "preview/overview.png", w.trajectory_image = "preview/trajectory.png";
  w.report_page = "report.html";
  w.preview_cameras = {"preview/front.mp4", "preview/left.mp4"};
  w.quality = "quality.json", w.report = "build_report.json";
  w.actor_trajectories = "actors/trajectories.json", w.actor_assets = "actors/assets.json";
  const std::string text = write_world_yaml(w);
  EXPECT_EQ(complaints(parse_world_yaml, text), "");
  Problems problems;
  const WorldYaml back = parse_world_yaml(text, "w", problems);
  EXPECT_EQ(write_world_yaml(back), text);
  EXPECT_EQ(back.preview_cameras, w.preview_cameras);
  EXPECT_EQ(back.trajectory, w.trajectory);
  EXPECT_EQ(back.trajectory_image, w.trajectory_image);
  EXPECT_EQ(back.report_page, w.report_page);
  EXPECT_EQ(back.actor_trajectories, w.actor_trajectories);
  EXPECT_EQ(back.actor_assets, w.actor_assets);
  for (const char* path : {"../sky.png", "/sky.png", "gaussians/../../sky.png"}) {
    EXPECT_THAT(complaints(parse_world_yaml, text, "gaussians/sky.png", path), HasSubstr("gaussians.sky")) << path;
  }
}

// Every actor names an asset; assets may exist without actors.
TEST(WorldYaml, ActorsNeedAssets) {
  const std::string text = write_world_yaml({.scene_id = "street", .actor_assets = "actors/assets.json"});
  EXPECT_EQ(complaints(parse_world_yaml, text), "");
  EXPECT_THAT(complaints(parse_world_yaml, text, "assets:", "trajectories:"), HasSubstr("actors.assets"));
}

}  // namespace
}  // namespace gs::world
