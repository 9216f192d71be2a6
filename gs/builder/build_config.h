// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// config.yaml, gs_training_config.yaml and geometry_config.yaml as option structs. Unknown keys are errors.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/builder/training/drivestudio/drivestudio_options.h"
#include "gs/builder/workspace.h"
#include "gs/core/options/options.h"
#include "gs/splat/train/options.h"

namespace gs::builder {

// Sensor id -> topic or frame, sorted by id.
using IdMap = std::map<std::string, std::string>;

// Topics of the log by purpose; unset ones are found by type and name (topic_mapping.h).
struct TopicsConfig {
  IdMap cameras, lidars;  // empty: found by message type
  std::optional<std::string> odom, tf, tf_static;
  std::optional<std::string> lidar_calibration;  // file, for LiDARs that are recorded as packets
};
// Names of the coordinate frames of the log.
struct FramesConfig {
  std::string map = "map", odom = "odom", base_link = "base_link";
  double base_link_to_rear_axle_x = 0;  // [m], along base_link x
  IdMap cameras, lidars;                // frame per sensor; empty: header.frame_id
};
// Part of the log that is built.
struct TimeRangeConfig {
  double start_sec = 0;                // [s] after the start of the log
  std::optional<double> duration_sec;  // [s]; empty: to the end
};
// Geographic position of the origin of map [deg, deg, m].
struct OriginConfig {
  std::optional<double> latitude, longitude, altitude;  // all three or none
};

// Values of calibration.refine_poses and calibration.refine_cameras.
inline constexpr std::string_view kRefineAuto = "auto", kRefineAlways = "true", kRefineNever = "false";

// Values of calibration.poses.
inline constexpr std::string_view kPosesAuto = "auto", kPosesOfLog = "log", kPosesOfLidar = "lidar";

// Values of lidar.times.
inline constexpr std::string_view kTimesAuto = "auto", kTimesNone = "none", kTimesOfAzimuth = "azimuth";

// Value of actors.source: objects are found in the sweeps. Other values name a file if they contain a dot, which topics
// do not, else a topic.
inline constexpr std::string_view kActorsAuto = "auto";
inline bool is_box_file(std::string_view source) { return source.find('.') != std::string_view::npos; }
inline bool is_box_topic(std::string_view source) { return source != kActorsAuto && !is_box_file(source); }

// config.yaml: input, output, topics, frames, time range and the steps to run.
struct BuildConfig {
  std::string version = "1.0.0";
  std::optional<std::string> mcap_file, world_bundle_dir, scene_id;
  TopicsConfig topics;
  FramesConfig frames;
  TimeRangeConfig time_range;
  OriginConfig origin;
  std::optional<std::string> calibration_file;  // intrinsics and extrinsics that replace those of the log
  std::string lidar_times{kTimesAuto};          // of points whose driver writes none
  std::string poses{kPosesAuto};                // source of the poses
  std::string refine_poses{kRefineAuto};        // fuse odometry with LiDAR sweeps and GNSS
  std::string refine_cameras{kRefineAuto};      // align cameras with LiDAR points
  std::string actor_source{kActorsAuto};        // boxes of objects that are there already
  bool lod = false;                             // the bundle holds a level-of-detail tree
  std::array<bool, kStepCount> enabled{true, true, true, true, true, true, true, true};

  // True if a build runs this step.
  bool is_enabled(Step step) const { return enabled[static_cast<std::size_t>(step)]; }
};

// Options with fixed names. The maps topics.cameras, topics.lidars, frames.cameras and frames.lidars are read apart.
void describe(auto& visit, BuildConfig& o) {
  visit("version", o.version, "version of this file's format");
  visit("input.mcap_file", o.mcap_file, "input log; --input overrides it");
  visit("output.world_bundle_dir", o.world_bundle_dir, "output folder of the bundle");
  visit("output.scene_id", o.scene_id, "scene id: the name of the world");
  visit("output.lod", o.lod, "add gaussians/lod.rad, a level-of-detail tree for web viewers");
  visit("topics.odom", o.topics.odom, "trajectory topic: Odometry, PoseStamped or PoseWithCovarianceStamped");
  visit("topics.tf", o.topics.tf, "topic of moving transforms");
  visit("topics.tf_static", o.topics.tf_static, "topic of fixed transforms");
  visit("topics.lidar_calibration", o.topics.lidar_calibration,
        "calibration file of LiDAR packets: .yaml (Velodyne), .csv (Hesai), .json (Ouster metadata)");
  visit("frames.map", o.frames.map, "name of the fixed frame");
  visit("frames.odom", o.frames.odom, "name of the odometry frame");
  visit("frames.base_link", o.frames.base_link, "name of the vehicle frame");
  visit("frames.base_link_to_rear_axle_x", o.frames.base_link_to_rear_axle_x,
        "distance of the rear axle ahead of base_link [m]", Range{-20, 20});
  visit("time_range.start_sec", o.time_range.start_sec, "start of the used part, from the start of the log [s]",
        Range{0, 1e9});
  visit("time_range.duration_sec", o.time_range.duration_sec, "duration of the used part [s]", Range{0.001, 1e9});
  visit("origin.latitude", o.origin.latitude, "latitude of the origin of map [deg]", Range{-90, 90});
  visit("origin.longitude", o.origin.longitude, "longitude of the origin of map [deg]", Range{-180, 180});
  visit("origin.altitude", o.origin.altitude, "altitude of the origin of map [m]", Range{-20000, 100000});
  visit("calibration.file", o.calibration_file,
        "calibration that replaces that of the log: calibration.yaml, ROS camera YAML, KITTI calib, or URDF");
  visit("lidar.times", o.lidar_times,
        "times of points of clouds that have none: from azimuths, or none; auto: from azimuths if sweeps get sharper",
        Choices{{"auto", "none", "azimuth"}});
  visit(
      "calibration.poses", o.poses,
      "source of poses: odometry or transforms of the log, or LiDAR odometry; auto: LiDAR odometry if the log has none",
      Choices{{"auto", "log", "lidar"}});
  visit("calibration.refine_poses", o.refine_poses,
        "poses from sweeps, odometry and GNSS; auto: if evidence that was kept aside gets better",
        Choices{{"auto", "true", "false"}});
  visit("calibration.refine_cameras", o.refine_cameras,
        "poses and clocks of cameras from projected LiDAR points; auto: if images that were kept aside match better",
        Choices{{"auto", "true", "false"}});
  visit(
      "actors.source", o.actor_source,
      "boxes of moving objects that are there already, checked against the sweeps: a topic (Detection3DArray with ids, "
      "TrackedObjects) or a file (trajectories.json of a bundle, boxes.json of gs-synth); auto: none");
  for (std::size_t i = 0; i < kStepCount; ++i) {
    const auto step = static_cast<Step>(i);
    visit("pipeline.enable_" + std::string(to_string(step)), o.enabled[i], "run this step");
  }
}

// import.*: a file of Gaussians trained with another tool.
struct ImportConfig {
  std::string file;            // .ply, .splat, .spz, .npz, or a PyTorch checkpoint
  std::string map_from_model;  // text file, 3x4 or 4x4 matrix, row major; empty: identity
  double scale = 1;            // metres per model unit
};
void describe(auto& visit, ImportConfig& o) {
  visit("file", o.file, "file of Gaussians trained with another tool: .ply, .splat, .spz, .npz, .pth, .pt or .ckpt");
  visit("map_from_model", o.map_from_model,
        "text file with the 3x4 or 4x4 transform from the model to map, row by row");
  visit("scale", o.scale, "metres per model unit, applied before map_from_model", Range{1e-6, 1e6});
}

// gs_training_config.yaml: the options of the trainer, and how its data set is written and read.
struct GsTrainingConfig {
  std::string version = "1.0.0";
  std::string backend = "native";  // "native", "drivestudio" or "import"
  splat::train::TrainingOptions trainer;
  DriveStudioOptions drivestudio;
  ImportConfig imported;
  int frame_stride = 1;                         // use every n-th frame of a camera
  bool masks = true;                            // ignore masked pixels
  bool actors = true;                           // train actors with the background
  bool undistort = false;                       // convert images to a pinhole camera
  bool moving_masks = true, hood_masks = true;  // moving objects; ego vehicle
  std::string mask_dir{};                       // user masks camera_<id>.png
  int held_out_interval = 8;                    // one frame in n is not trained on; 0: none
};
void describe(auto& visit, GsTrainingConfig& o) {
  visit("version", o.version, "version of this file's format");
  visit("training.backend", o.backend,
        "trainer: built in, DriveStudio as a child process, or import of a finished model",
        Choices{{"native", "drivestudio", "import"}});
  describe(visit, o.trainer);
  visit("drivestudio", o.drivestudio, "");
  visit("import", o.imported, "");
  visit("training.frame_stride", o.frame_stride, "use every n-th frame of a camera", Range{1, 1e6});
  visit("training.masks", o.masks, "ignore masked pixels");
  visit("training.actors", o.actors,
        "train the Gaussians of actors together with the background and use the pixels inside their boxes");
  visit("dataset.undistort", o.undistort,
        "convert images to a pinhole camera; the native trainer supports distortion and does not need it");
  visit("dataset.moving_masks", o.moving_masks, "mask moving objects that the LiDAR detected");
  visit("dataset.hood_masks", o.hood_masks, "detect and mask the ego vehicle in the images");
  visit("dataset.mask_dir", o.mask_dir, "folder of ego vehicle masks camera_<id>.png, 0 = ignore pixel");
  visit("dataset.held_out_interval", o.held_out_interval,
        "one frame in n is used for measuring only, not for training; 0: none", Range{0, 1000});
}

// geometry_config.yaml: heightmap, drivable area and mesh.
struct GeometryConfig {
  std::string version = "1.0.0";
  double resolution = 0.1;                           // [m] of the heightmap
  std::optional<double> x_min, x_max, y_min, y_max;  // default: trajectory +- margin
  std::string heightmap_method = "lidar_projection";
  int median_kernel = 5;
  double outlier_threshold = 0.5;  // [m]
  std::string drivable_method = "ground_connected";
  double buffer_width = 10.0;             // [m] to each side
  double simplify_tolerance = 0.5;        // [m]
  std::optional<double> speed_limit_kmh;  // of the drivable area; empty: none stated
  bool mesh_enable = false;
  std::string mesh_method = "tsdf";
  double mesh_voxel_size = 0.05;  // [m]
};
void describe(auto& visit, GeometryConfig& o) {
  visit("version", o.version, "version of this file's format");
  visit("heightmap.resolution", o.resolution, "distance between samples [m]", Range{0.01, 10});
  visit("heightmap.extent.x_min", o.x_min, "smallest x in the map of the log [m]; default: trajectory - 20 m",
        Range{-1e7, 1e7});
  visit("heightmap.extent.x_max", o.x_max, "largest x in the map of the log [m]; default: trajectory + 20 m",
        Range{-1e7, 1e7});
  visit("heightmap.extent.y_min", o.y_min, "smallest y in the map of the log [m]; default: trajectory - 20 m",
        Range{-1e7, 1e7});
  visit("heightmap.extent.y_max", o.y_max, "largest y in the map of the log [m]; default: trajectory + 20 m",
        Range{-1e7, 1e7});
  visit("heightmap.method", o.heightmap_method, "source of the heights", Choices{{"lidar_projection"}});
  visit("heightmap.filter.median_kernel", o.median_kernel, "side of the median window in samples, odd; 1: no filter",
        Range{1, 51});
  visit("heightmap.filter.outlier_threshold", o.outlier_threshold,
        "samples further from the local median are dropped [m]", Range{0.01, 100});
  visit("drivable.method", o.drivable_method,
        "flat ground connected with the path within the buffer, or the whole buffer around the path",
        Choices{{"trajectory_buffer", "ground_connected"}});
  visit("drivable.buffer_width", o.buffer_width, "greatest distance of the area to each side of the path [m]",
        Range{0.5, 100});
  visit("drivable.simplify_tolerance", o.simplify_tolerance,
        "largest distance by which simplified outlines may move [m]", Range{0, 10});
  visit("drivable.speed_limit", o.speed_limit_kmh, "speed limit of the drivable area [km/h]; default: none stated",
        Range{0.1, 500});
  visit("static_mesh.enable", o.mesh_enable, "build static_mesh.glb");
  visit("static_mesh.method", o.mesh_method, "distance field of the mesh", Choices{{"poisson", "tsdf"}});
  visit("static_mesh.voxel_size", o.mesh_voxel_size, "edge of a voxel of the distance field [m]", Range{0.005, 5});
}

// Read a file or its text. Errors: BuildCode::configuration (exit 2) for YAML syntax, unknown keys, values out of range
// and topics that are named twice.
BuildResult<BuildConfig> read_build_config(const fs::path& path);
// Reads a file with the keys of `topics:` of config.yaml; those that it sets replace values of `topics`.
BuildResult<std::monostate> read_topics_file(const fs::path& path, TopicsConfig& topics);
BuildResult<BuildConfig> parse_build_config(std::string_view yaml);
BuildResult<GsTrainingConfig> read_gs_training_config(const fs::path& path);
BuildResult<GsTrainingConfig> parse_gs_training_config(std::string_view yaml);
BuildResult<GeometryConfig> read_geometry_config(const fs::path& path);
BuildResult<GeometryConfig> parse_geometry_config(std::string_view yaml);

// Checks values against each other: import.file and drivestudio.command if the back end needs them, and
// output.checkpoint_dir, which must be a plain name so that checkpoints stay inside 03_gs_training. Errors:
// configuration.
BuildResult<std::monostate> check_training_config(const GsTrainingConfig& config);

// All options with defaults filled in, for reports and step keys.
Node to_node(const BuildConfig& config);
Node to_node(const GsTrainingConfig& config);
Node to_node(const GeometryConfig& config);

}  // namespace gs::builder
