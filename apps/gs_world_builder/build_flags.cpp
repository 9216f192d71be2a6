// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/build_flags.h"

#include <chrono>

#include "gs/builder/rebuild.h"
#include "gs/core/log.h"

namespace gs {

void add_build_flags(config::CommandLine& line, BuildFlags& flags) {
  line.option("input", flags.inputs,
              "input log: MCAP, rosbag2 folder or .db3, ROS 1 bag; give every file of a drive: --input A --input B");
  line.option("output", flags.output, "output folder of the bundle, as worlds/ID");
  line.option("config", flags.config, "config.yaml; default: topics are found by type and name");
  line.option("gs_config", flags.gs_config, "gs_training_config.yaml; default: built-in values");
  line.option("geometry_config", flags.geometry_config, "geometry_config.yaml; default: built-in values");
  line.option("lidar_calibration", flags.lidar_calibration, kLidarCalibrationHelp);
  line.option("calibration_file", flags.calibration_file,
              "calibration that replaces that of the log: calibration.yaml, ROS camera YAML, KITTI calib, or URDF");
  line.option("topics", flags.topics, kTopicsHelp);
  line.option("scene_id", flags.scene_id, "name of the world; default: name of the output folder");
  line.option("workspace", flags.workspace,
              "folder for intermediate results; default: .gs_world_builder_workspace/ID-HASH");
  line.option("workers", flags.workers, "number of threads; 0: all cores", Range{0, 1024});
  line.option("backend", flags.backend, "device for training and previews; auto: a GPU if available",
              Choices{{"auto", "cuda", "cpu"}});
  line.option("verbose", flags.verbose, "print more details of the steps");
  line.option("discard_edits", flags.discard_edits, kDiscardEditsHelp);
  line.option("json_errors", flags.json_errors, "print errors as JSON");
}

namespace {

// Values of the command line replace those of the request.
builder::BuildResult<builder::BuildRequest> with_flags(builder::BuildRequest request, const BuildFlags& flags) {
  if (!flags.inputs.empty()) {
    request.input = flags.inputs.front();
    request.more_inputs.assign(flags.inputs.begin() + 1, flags.inputs.end());
  }
  if (!flags.output.empty()) request.output = flags.output;
  if (!flags.workspace.empty()) request.workspace = flags.workspace;
  if (!flags.scene_id.empty()) request.scene_id = flags.scene_id;
  // "auto" is the default of the option; it must not replace the backend of a remembered request.
  if (flags.backend != "auto") request.backend = *backend_from_string(flags.backend);
  request.verbose = flags.verbose;
  request.discard_edits = flags.discard_edits;
  if (!flags.config.empty()) {
    GS_TRY(request.config, builder::read_build_config(flags.config));
  }
  if (!flags.topics.empty()) GS_CHECK(builder::read_topics_file(flags.topics, request.config.topics));
  if (!flags.lidar_calibration.empty()) request.config.topics.lidar_calibration = flags.lidar_calibration.string();
  if (!flags.calibration_file.empty()) request.config.calibration_file = flags.calibration_file.string();
  if (!flags.gs_config.empty()) {
    GS_TRY(request.training, builder::read_gs_training_config(flags.gs_config));
    request.training_file = flags.gs_config.filename().string();
  }
  if (!flags.geometry_config.empty()) {
    GS_TRY(request.geometry, builder::read_geometry_config(flags.geometry_config));
  }
  attach_to_terminal(request);
  return request;
}

}  // namespace

void attach_to_terminal(builder::BuildRequest& request) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  request.now = {std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()};
  request.log = [](LogLevel level, const std::string& text) { log_message(level, text); };
}

builder::BuildResult<builder::BuildRequest> read_request(const BuildFlags& flags) { return with_flags({}, flags); }

builder::BuildResult<builder::BuildRequest> make_request(const BuildFlags& flags) {
  GS_TRY(builder::BuildRequest request, with_flags({}, flags));
  return builder::resolve(std::move(request));
}

builder::BuildResult<builder::BuildRequest> make_step_request(const BuildFlags& flags, builder::Step step) {
  // The steps of one workspace share their settings: those of the last run apply unless given again.
  GS_TRY(builder::BuildRequest remembered, builder::remembered_request(flags.workspace));
  GS_TRY(builder::BuildRequest request, with_flags(std::move(remembered), flags));
  return builder::resolve_step(std::move(request), step);
}

}  // namespace gs
