// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The command line options shared by build and run-step, and their conversion to a BuildRequest.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/pipeline.h"
#include "gs/config/command_line.h"

namespace gs {

// Values of the options; empty paths and texts: not given.
struct BuildFlags {
  std::vector<fs::path> inputs;  // files of one drive
  fs::path output, config, gs_config, geometry_config, workspace, lidar_calibration, calibration_file, topics;
  std::string scene_id;
  std::string backend = "auto";
  int workers = 0;
  bool verbose = false, json_errors = false, discard_edits = false;
};

inline constexpr const char* kDiscardEditsHelp =
    "delete files that were added or changed in the bundle or in results of steps, instead of stopping";

inline constexpr const char* kIgnoreDiskSpaceHelp =
    "build even if the expected size exceeds the free space of the disk";

inline constexpr const char* kLidarCalibrationHelp =
    "calibration file of LiDAR packets: .yaml (Velodyne), .csv (Hesai), .json (Ouster metadata)";

inline constexpr const char* kTopicsHelp =
    "YAML file with the keys of topics: of config.yaml (cameras, lidars, odom, tf, tf_static): overrides the choice";

// Registers the options.
void add_build_flags(config::CommandLine& line, BuildFlags& flags);

// Sets the time of the build and prints its messages to stderr.
void attach_to_terminal(builder::BuildRequest& request);

// Reads the configuration files and resolves the request. Errors: configuration.
builder::BuildResult<builder::BuildRequest> make_request(const BuildFlags& flags);
// The same without resolving: output, scene id and workspace may stay empty.
builder::BuildResult<builder::BuildRequest> read_request(const BuildFlags& flags);
// The same for a single step: options that are not given are those of the last command on the workspace.
builder::BuildResult<builder::BuildRequest> make_step_request(const BuildFlags& flags, builder::Step step);

}  // namespace gs
