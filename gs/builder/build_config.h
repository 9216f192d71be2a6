// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// config.yaml, gs_training_config.yaml and geometry_config.yaml: option structs, read strictly.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/builder/drivestudio/drivestudio_options.h"
#include "gs/builder/workspace.h"
#include "gs/core/options.h"
#include "gs/splat/train/options.h"

namespace gs {

// From sensor ids to topics or frames, in the order of the ids.
using IdMap = std::map<std::string, std::string>;

struct TopicsConfig {
  IdMap cameras, lidars;  // empty: found in the log
  std::optional<std::string> odom, tf, tf_static;
};
struct FramesConfig {
  std::string map = "map", odom = "odom", base_link = "base_link";
  double base_link_to_rear_axle_x = 0;  // [m], along base_link x
  IdMap cameras, lidars;                // frames in the log; empty: those of the messages
};
struct TimeRangeConfig {
  double start_sec = 0;  // from the start of the log
  std::optional<double> duration_sec;
};
struct OriginConfig {
  std::optional<double> latitude, longitude, altitude;  // all or none
};

inline constexpr std::string_view kRefineAuto = "auto", kRefineAlways = "true", kRefineNever = "false";

struct BuildConfig {
  std::string version = "1.0.0";
  std::optional<std::string> mcap_file, world_bundle_dir, scene_id;
  TopicsConfig topics;
  FramesConfig frames;
  TimeRangeConfig time_range;
  OriginConfig origin;
  std::string refine_poses{kRefineAuto};  // odometry by the LiDAR sweeps
  std::array<bool, kStepCount> enabled{true, true, true, true, true, true, true};
};

// The cells with fixed names; topics.cameras.<id> and its like are read apart.
void describe(auto& visit, BuildConfig& o) {
  visit("version", o.version, "of this file");
  visit("input.mcap_file", o.mcap_file, "the log; the command line overrides it");
  visit("output.world_bundle_dir", o.world_bundle_dir, "where the bundle goes");
  visit("output.scene_id", o.scene_id, "name of the world");
  visit("topics.odom", o.topics.odom, "Odometry, PoseStamped or PoseWithCovarianceStamped");
  visit("topics.tf", o.topics.tf, "moving transforms");
  visit("topics.tf_static", o.topics.tf_static, "fixed transforms");
  visit("frames.map", o.frames.map, "the fixed frame");
  visit("frames.odom", o.frames.odom, "the frame of odometry");
  visit("frames.base_link", o.frames.base_link, "the frame of the car");
  visit("frames.base_link_to_rear_axle_x", o.frames.base_link_to_rear_axle_x, "rear axle ahead of base_link [m]",
        Range{-20, 20});
  visit("time_range.start_sec", o.time_range.start_sec, "from the start of the log [s]", Range{0, 1e9});
  visit("time_range.duration_sec", o.time_range.duration_sec, "length [s]", Range{0.001, 1e9});
  visit("origin.latitude", o.origin.latitude, "of the origin of map [deg]", Range{-90, 90});
  visit("origin.longitude", o.origin.longitude, "of the origin of map [deg]", Range{-180, 180});
  visit("origin.altitude", o.origin.altitude, "of the origin of map [m]", Range{-20000, 100000});
  visit("calibration.refine_poses", o.refine_poses, "correct odometry by the LiDAR sweeps; auto: where it drifts",
        Choices{{"auto", "true", "false"}});
  for (std::size_t i = 0; i < kStepCount; ++i) {
    const auto step = static_cast<Step>(i);
    visit("pipeline.enable_" + std::string(to_string(step)), o.enabled[i], "run this step");
  }
}

// Gaussians that were trained elsewhere.
struct ImportConfig {
  std::string file;            // .ply, .splat, .spz, .npz, or a checkpoint of torch
  std::string map_from_model;  // a file with 12 or 16 numbers, row by row; empty: it is in map already
  double scale = 1;            // of its units in metres
};
void describe(auto& visit, ImportConfig& o) {
  visit("file", o.file, "Gaussians trained elsewhere: .ply, .splat, .spz, .npz, .pth, .pt or .ckpt");
  visit("map_from_model", o.map_from_model, "text file of 12 or 16 numbers that turns them into map");
  visit("scale", o.scale, "metres in one of its units, before they are turned", Range{1e-6, 1e6});
}

// gs_training_config.yaml: the groups of the trainer, and how its data set is made and read.
struct GsTrainingConfig {
  std::string version = "1.0.0";
  std::string backend = "native";
  TrainingOptions trainer;
  DriveStudioOptions drivestudio;
  ImportConfig imported;
  int frame_stride = 1;
  bool masks = true;
  bool undistort = false;
  bool moving_masks = true, hood_masks = true;
  std::string mask_dir{};
  int held_out_interval = 8;
};
void describe(auto& visit, GsTrainingConfig& o) {
  visit("version", o.version, "of this file");
  visit("training.backend", o.backend, "who trains", Choices{{"native", "drivestudio", "import"}});
  describe(visit, o.trainer);
  visit("drivestudio", o.drivestudio, "");
  visit("import", o.imported, "");
  visit("training.frame_stride", o.frame_stride, "use every n-th frame of a camera", Range{1, 1e6});
  visit("training.masks", o.masks, "leave out what the masks of the data set say");
  visit("dataset.undistort", o.undistort, "pinhole pictures; the native trainer knows the lens and needs none");
  visit("dataset.moving_masks", o.moving_masks, "mask what the LiDAR saw moving");
  visit("dataset.hood_masks", o.hood_masks, "mask the car itself where pictures show it");
  visit("dataset.mask_dir", o.mask_dir, "folder with camera_<id>.png for all pictures of a camera, 0 = leave out");
  visit("dataset.held_out_interval", o.held_out_interval, "one frame of so many is only compared with; 0: none",
        Range{0, 1000});
}

struct GeometryConfig {
  std::string version = "1.0.0";
  double resolution = 0.1;                           // [m] of the heightmap
  std::optional<double> x_min, x_max, y_min, y_max;  // default: trajectory +- margin
  std::string heightmap_method = "lidar_projection";
  int median_kernel = 5;
  double outlier_threshold = 0.5;  // [m]
  std::string drivable_method = "trajectory_buffer";
  double buffer_width = 10.0;  // [m] to each side
  double simplify_tolerance = 0.5;
  bool mesh_enable = false;
  std::string mesh_method = "tsdf";
  double mesh_voxel_size = 0.05;
};
void describe(auto& visit, GeometryConfig& o) {
  visit("version", o.version, "of this file");
  visit("heightmap.resolution", o.resolution, "edge of a cell [m]", Range{0.01, 10});
  visit("heightmap.extent.x_min", o.x_min, "in map [m]", Range{-1e7, 1e7});
  visit("heightmap.extent.x_max", o.x_max, "in map [m]", Range{-1e7, 1e7});
  visit("heightmap.extent.y_min", o.y_min, "in map [m]", Range{-1e7, 1e7});
  visit("heightmap.extent.y_max", o.y_max, "in map [m]", Range{-1e7, 1e7});
  visit("heightmap.method", o.heightmap_method, "where heights come from", Choices{{"lidar_projection"}});
  visit("heightmap.filter.median_kernel", o.median_kernel, "cells a side, odd", Range{1, 51});
  visit("heightmap.filter.outlier_threshold", o.outlier_threshold, "from the local median [m]", Range{0.01, 100});
  visit("drivable.method", o.drivable_method, "how it is found", Choices{{"trajectory_buffer", "ground_connected"}});
  visit("drivable.buffer_width", o.buffer_width, "to each side [m]", Range{0.5, 100});
  visit("drivable.simplify_tolerance", o.simplify_tolerance, "of outlines [m]", Range{0, 10});
  visit("static_mesh.enable", o.mesh_enable, "build static_mesh.glb");
  visit("static_mesh.method", o.mesh_method, "how it is built", Choices{{"poisson", "tsdf"}});
  visit("static_mesh.voxel_size", o.mesh_voxel_size, "[m]", Range{0.005, 5});
}

// Syntax, unknown keys, ranges and topics named twice are BuildCode::configuration (exit 2).
BuildResult<BuildConfig> read_build_config(const fs::path& path);
BuildResult<BuildConfig> parse_build_config(std::string_view yaml);
BuildResult<GsTrainingConfig> read_gs_training_config(const fs::path& path);
BuildResult<GsTrainingConfig> parse_gs_training_config(std::string_view yaml);
BuildResult<GeometryConfig> read_geometry_config(const fs::path& path);
BuildResult<GeometryConfig> parse_geometry_config(std::string_view yaml);

// Checks that values fit each other: import.file and drivestudio.command where the back end needs them, and
// output.checkpoint_dir, which must be a plain name so that checkpoints stay inside 03_gs_training.
BuildResult<std::monostate> check_training_config(const GsTrainingConfig& config);

// As resolved, for reports and step keys.
Node to_node(const BuildConfig& config);
Node to_node(const GsTrainingConfig& config);
Node to_node(const GeometryConfig& config);

}  // namespace gs
