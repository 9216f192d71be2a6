// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which include edges are allowed: between libraries, to third parties, and between the rooms (sub-folders) of a
// library. The tests of this folder enforce both tables, report permissions that no file uses, and compare them with
// the tables of docs/architecture.md.
#pragma once

#include <string_view>
#include <vector>

namespace gs::architecture {

// One library below gs/, or one of the folders of programs beside it. Every folder may include itself.
// The entries of may_include are paths below gs/: a folder covers everything below it ("splat/model").
struct Layer {
  std::string_view folder;                      // below gs/, or one of apps/*, bench, fuzz, examples
  std::vector<std::string_view> may_include;    // libraries
  std::vector<std::string_view> third_parties;  // first part of the path, or the whole name, of <...> includes
  std::string_view packages;                    // the same for readers: the names in docs/architecture.md
};

// Headers of these tools may be included by any test, benchmark or fuzzer.
inline const std::vector<std::string_view> kTestOnly = {"gtest", "gmock", "tiny_gltf.h", "nlohmann", "dds"};

// What each library, program and tool folder may include.
inline const std::vector<Layer> kLayers = {
    {"core", {}, {"fmt"}, "fmt (where `<format>` is missing)"},
    {"geometry", {"core"}, {}, ""},
    {"splat", {"core", "geometry"}, {"cub"}, "CUB of the CUDA toolkit"},
    {"report", {"core"}, {}, ""},
    {"config", {"core"}, {"yaml-cpp", "CLI"}, "yaml-cpp, CLI11"},
    {"assets",
     {"core", "geometry", "splat/lod", "splat/model"},
     {"png.h", "zlib.h", "zstd.h", "turbojpeg.h", "libavcodec", "libavformat", "libavutil", "libswscale"},
     "libpng, zlib, zstd, libjpeg-turbo, FFmpeg"},
    {"rosmsg", {"core", "geometry"}, {}, ""},
    {"logio",
     {"core"},
     {"lz4.h", "lz4hc.h", "lz4frame.h", "zstd.h", "bzlib.h", "sqlite3.h"},
     "lz4, zstd, bzip2, sqlite3"},
    {"importers", {"core", "geometry", "assets", "rosmsg", "logio"}, {}, ""},
    {"lidar", {"core", "geometry", "rosmsg"}, {}, ""},
    {"camera", {"core", "assets", "rosmsg"}, {}, ""},
    {"raycast", {"core", "geometry"}, {"embree3"}, "Embree"},
    {"world", {"core", "geometry", "splat/lod", "splat/model", "config", "assets"}, {"geos_c.h"}, "GEOS"},
    {"render", {"core", "splat", "world"}, {}, ""},
    {"mapping", {"core", "geometry"}, {"Eigen", "geos_c.h", "meshoptimizer.h"}, "Eigen, GEOS, meshoptimizer"},
    {"dataset", {"core", "geometry", "splat", "assets"}, {}, ""},
    {"builder",
     {"core", "geometry", "splat", "report", "config", "assets", "rosmsg", "camera", "lidar", "logio", "world",
      "render", "mapping", "dataset"},
     {},
     ""},
    {"sim", {"core", "geometry", "splat", "raycast", "world", "render"}, {}, ""},
    {"ros2", {"core", "config", "rosmsg"}, {"fastdds", "fastrtps", "fastcdr"}, "Fast DDS"},
    {"bridge", {"core", "config", "assets", "rosmsg", "logio", "sim", "ros2"}, {}, ""},
    {"web", {"core", "rosmsg", "logio", "world", "sim", "bridge"}, {"boost"}, "Boost.Asio, Boost.Beast"},
    {"convert", {"core", "config", "assets", "rosmsg", "logio"}, {}, ""},
    {"synth", {"core", "geometry", "splat/model", "assets", "rosmsg", "logio", "raycast", "world"}, {}, ""},
    {"architecture", {"core"}, {}, ""},

    // Programs: each knows its own folder and the libraries it names.
    {"apps/gs_log",
     {"core", "geometry", "config", "rosmsg", "logio", "importers", "mapping", "convert", "builder"},
     {},
     ""},
    {"apps/gs_ros2", {"core", "config", "rosmsg", "ros2", "bridge"}, {}, ""},
    {"apps/gs_simulator", {"core", "config", "sim", "ros2", "bridge", "web"}, {}, ""},
    {"apps/gs_studio", {"core", "config", "web"}, {}, ""},
    {"apps/gs_synth", {"core", "config", "assets", "synth"}, {}, ""},
    {"apps/gs_train", {"core", "splat", "config", "assets", "dataset", "builder"}, {}, ""},
    {"apps/gs_world_builder", {"core", "splat", "config", "assets", "world", "render", "builder"}, {}, ""},
    {"apps/rosbag_to_vrs", {"core", "config", "convert"}, {}, ""},
    {"apps/vrs_inspect", {"core", "config", "logio"}, {}, ""},
    {"apps/vrs_play", {"core", "config", "convert"}, {}, ""},
    {"bench",
     {"core", "geometry", "splat", "report", "assets", "rosmsg", "logio", "importers", "raycast", "world", "render",
      "mapping", "builder", "sim", "ros2", "bridge", "convert", "synth"},
     {"embree3"},
     ""},
    {"examples", {"splat", "assets", "rosmsg", "logio", "world", "render", "sim", "ros2"}, {}, ""},
    {"fuzz",
     {"core", "geometry", "splat", "config", "assets", "rosmsg", "camera", "lidar", "logio", "importers", "world",
      "dataset", "builder", "ros2", "web", "convert"},
     {},
     ""},
};

// One room: what its sources may include of their own library beside the room itself. A path that ends in '/' stands
// for the files directly in that folder. Tests and testing/ folders may include everything of their library, and so may
// rooms that have no row.
struct Room {
  std::string_view folder;
  std::vector<std::string_view> may_include;
};

// What each room may include of its own library.
inline const std::vector<Room> kRooms = {
    {"core/numbers", {"core/platform.h"}},
    {"core/text", {"core/format.h", "core/result.h", "core/time.h"}},
    {"core/containers", {"core/result.h"}},
    {"core/process", {}},
    {"core/json", {"core/file.h", "core/format.h", "core/result.h", "core/text"}},
    {"core/options", {"core/result.h", "core/json", "core/text"}},
    {"core/hash", {"core/bytes.h", "core/numbers"}},
    {"core/folders", {"core/", "core/json"}},
    {"core/cuda", {"core/"}},

    {"splat/kernel", {}},
    {"splat/model", {"splat/kernel"}},
    {"splat/lod", {"splat/kernel", "splat/model"}},
    {"splat/planes", {"splat/kernel"}},
    {"splat/api", {"splat/kernel", "splat/model", "splat/planes"}},
    {"splat/cpu", {"splat/kernel", "splat/model", "splat/planes", "splat/api"}},
    {"splat/cuda", {"splat/kernel", "splat/model", "splat/api"}},
    {"splat/cuda/render", {"splat/kernel", "splat/planes", "splat/api", "splat/cuda/"}},
    {"splat/cuda/train", {"splat/kernel", "splat/model", "splat/planes", "splat/api", "splat/cuda/"}},
    {"splat/train",
     {"splat/factory.h", "splat/kernel", "splat/model", "splat/planes", "splat/api", "splat/train/loss",
      "splat/train/optimise", "splat/train/density", "splat/train/initial_cloud", "splat/train/image_corrections",
      "splat/train/cross_validation", "splat/train/chunks/chunk_options.h", "splat/train/actors"}},
    {"splat/train/actors",
     {"splat/kernel", "splat/model", "splat/planes", "splat/api", "splat/train/", "splat/train/optimise",
      "splat/train/image_corrections"}},
    {"splat/train/cross_validation",
     {"splat/train/checkpoint.h", "splat/train/options.h", "splat/train/training_data.h",
      "splat/train/training_engine.h"}},
    {"splat/train/loss", {"splat/kernel", "splat/planes", "splat/train/target_view.h", "splat/train/training_data.h"}},
    {"splat/train/optimise", {"splat/kernel", "splat/model"}},
    {"splat/train/density", {"splat/kernel", "splat/model", "splat/planes", "splat/train/state.h"}},
    {"splat/train/initial_cloud",
     {"splat/kernel/sh.h", "splat/model", "splat/api", "splat/train/colored_point.h", "splat/train/training_data.h",
      "splat/train/options.h"}},
    {"splat/train/image_corrections",
     {"splat/kernel", "splat/planes", "splat/train/training_data.h", "splat/train/training_plan.h",
      "splat/train/optimise"}},
    {"splat/train/chunks",
     {"splat/api/instance.h", "splat/factory.h", "splat/model", "splat/train/", "splat/train/initial_cloud",
      "splat/train/image_corrections/lens_shading.h"}},
    {"splat/train/packed", {"splat/api", "splat/train/checked_file.h", "splat/train/training_data.h"}},
    {"splat/train/cuda",
     {"splat/kernel", "splat/cuda", "splat/train/", "splat/train/loss", "splat/train/optimise", "splat/train/density",
      "splat/train/image_corrections", "splat/train/actors"}},

    {"assets/deflate", {}},
    {"assets/glb", {}},
    {"assets/image", {}},
    {"assets/npz", {"assets/deflate"}},
    {"assets/pcd", {}},
    {"assets/rad", {"assets/deflate"}},
    {"assets/spz", {"assets/deflate"}},
    {"assets/torch", {"assets/npz"}},
    {"assets/video", {"assets/image"}},

    {"rosmsg/messages", {"rosmsg/message_type.h"}},
    {"rosmsg/codec", {"rosmsg/field_list.h", "rosmsg/message_type.h"}},
    {"rosmsg/schema",
     {"rosmsg/field_list.h", "rosmsg/message_type.h", "rosmsg/registry.h", "rosmsg/messages/builtin_interfaces.h"}},
    {"rosmsg/foxglove", {}},

    {"logio/api", {}},
    {"logio/codec", {}},
    {"logio/merge", {"logio/api"}},
    {"logio/mcap", {"logio/api", "logio/codec"}},
    {"logio/rosbag1", {"logio/api", "logio/codec"}},
    {"logio/rosbag2", {"logio/api", "logio/codec", "logio/merge"}},
    {"logio/vrs", {"logio/vrs/format", "logio/vrs/payload"}},
    {"logio/vrs/format", {"logio/codec"}},
    {"logio/vrs/payload", {"logio/vrs/format"}},
    {"logio/vrs/report", {"logio/vrs/", "logio/vrs/payload/xxhash.h"}},
    {"logio/tools", {"logio/api", "logio/mcap", "logio/rosbag1", "logio/rosbag2"}},

    {"lidar/hesai", {"lidar/"}},
    {"lidar/ouster", {"lidar/"}},
    {"lidar/velodyne", {"lidar/"}},

    {"raycast/api", {}},
    {"raycast/cpu", {"raycast/api", "raycast/heightmap_march.h", "raycast/one_lane.h", "raycast/sweep_factory.h"}},
    {"raycast/cuda",
     {"raycast/api", "raycast/bvh.h", "raycast/bvh_walk.h", "raycast/heightmap_march.h", "raycast/one_lane.h"}},

    {"world/document", {"world/paths.h", "world/version.h"}},
    {"world/query", {"world/interface_types.h"}},
    {"world/files", {"world/interface_types.h", "world/version.h", "world/document", "world/query/geos.h"}},
    {"world/actors", {"world/version.h", "world/document"}},
    {"world/validate",
     {"world/bundle_parts.h", "world/actors", "world/document", "world/files", "world/lod_file.h", "world/paths.h",
      "world/query"}},

    {"mapping/actors", {"mapping/", "mapping/static_map"}},
    {"mapping/objects", {"mapping/", "mapping/actors"}},
    {"mapping/static_map", {"mapping/"}},
    {"mapping/pose_graph", {}},
    {"mapping/poses", {"mapping/", "mapping/pose_graph/factors.h"}},
    {"mapping/odometry", {"mapping/", "mapping/pose_graph/factors.h", "mapping/poses"}},
    {"mapping/lidar_bias", {"mapping/", "mapping/pose_graph/eigen_types.h", "mapping/poses"}},
    {"mapping/camera_lidar",
     {"mapping/pose_graph/eigen_types.h", "mapping/poses/smooth_pose.h", "mapping/static_map/static_map.h"}},
    {"mapping/pose_fusion", {"mapping/lidar_bias", "mapping/odometry", "mapping/pose_graph", "mapping/poses"}},
    {"mapping/ground", {"mapping/static_map"}},
    {"mapping/drivable", {"mapping/ground"}},
    {"mapping/mesh", {"mapping/", "mapping/static_map"}},

    {"builder/recording", {"builder/build_config.h", "builder/workspace.h"}},
    {"builder/topics", {"builder/build_error.h"}},
    {"builder/calibration", {"builder/build_config.h", "builder/build_error.h", "builder/recording", "builder/topics"}},
    {"builder/ingest",
     {"builder/build_config.h", "builder/build_error.h", "builder/calibration", "builder/recording", "builder/topics"}},
    {"builder/inspect",
     {"builder/input_logs.h", "builder/pipeline.h", "builder/calibration", "builder/ingest",
      "builder/steps/mcap_ingest.h", "builder/topics"}},
    {"builder/actors", {"builder/workspace.h", "builder/masks", "builder/recording"}},
    {"builder/masks", {"builder/recording"}},
    {"builder/report", {"builder/workspace.h", "builder/actors", "builder/recording"}},
    {"builder/training", {}},
    {"builder/training/drivestudio", {}},
    {"builder/steps",
     {"builder/actors", "builder/build_config.h", "builder/build_error.h", "builder/input_logs.h",
      "builder/workspace.h", "builder/calibration", "builder/ingest", "builder/masks", "builder/recording",
      "builder/report", "builder/training"}},

    {"sim/vehicle", {"sim/notice.h", "sim/options.h", "sim/sim_error.h"}},
    {"sim/sensors", {"sim/notice.h", "sim/options.h", "sim/sim_error.h", "sim/traffic"}},
    {"sim/traffic", {"sim/vehicle", "sim/world_loader.h"}},

    {"ros2/rtps", {}},
    {"ros2/wire", {"ros2/rtps"}},

    {"bridge/messages", {}},
    {"bridge/video", {}},
    {"bridge/player", {"bridge/messages"}},
    {"bridge/recorder", {"bridge/messages"}},
    {"bridge/runner", {"bridge/messages", "bridge/player", "bridge/recorder"}},
    {"bridge/services", {"bridge/messages"}},
    {"bridge/simulator", {"bridge/messages", "bridge/services"}},
    {"bridge/nodes", {"bridge/messages", "bridge/runner", "bridge/simulator"}},
    {"bridge/bag", {"bridge/recorder"}},

    {"web/foxglove", {}},
    {"web/lanes", {"web/foxglove"}},
    {"web/guard", {}},
    {"web/http", {}},
    {"web/page", {"web/http"}},
    {"web/server", {"web/foxglove", "web/guard", "web/http", "web/lanes"}},
    {"web/builds", {"web/http"}},
    {"web/studio", {"web/builds", "web/lanes", "web/page", "web/runs", "web/server"}},
    {"web/runs", {"web/lanes", "web/live/hub_handler.h", "web/page", "web/server"}},
    {"web/drive", {}},
    {"web/live", {"web/drive", "web/foxglove", "web/http", "web/lanes", "web/page", "web/server"}},

    {"convert/streams", {"convert/config.h", "convert/errors.h", "convert/device_info.h", "convert/topics.h"}},
    {"convert/from_vrs", {"convert/streams"}},

    {"synth/street", {}},
    {"synth/traffic", {"synth/street"}},
    {"synth/sensors", {"synth/street", "synth/traffic"}},
    {"synth/drive", {"synth/sensors", "synth/traffic"}},
    {"synth/truth", {"synth/drive", "synth/sensors", "synth/street", "synth/traffic"}},
    {"synth/cloud", {}},
    {"synth/d435i", {}},
    {"synth/minimal", {}},
};

}  // namespace gs::architecture
