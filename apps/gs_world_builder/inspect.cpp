// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/inspect_log.h"

#include <cstdio>

#include "apps/gs_world_builder/build_outcome.h"
#include "apps/gs_world_builder/commands.h"
#include "gs/core/log.h"

namespace gs {

int run_inspect(config::CommandLine& line) {
  fs::path html;
  std::vector<fs::path> logs;
  BuildFlags flags;
  builder::InspectOptions options;
  bool force = false;
  line.optional_positional("log", logs,
                           "input log: MCAP, rosbag2 folder or .db3, ROS 1 bag; or all files of one drive");
  line.option("input", flags.inputs, "the same as LOG, as build takes it");
  line.option("html", html, "also write the inspection as a page in one HTML file");
  line.option("force", force, "replace an existing HTML file");
  line.option("scan", options.scan, "read logs above 1 GiB that have no index");
  line.option("config", flags.config, "config.yaml of the build");
  line.option("lidar_calibration", flags.lidar_calibration, kLidarCalibrationHelp);
  line.option("calibration_file", flags.calibration_file, "calibration of the build that replaces that of the log");
  line.option("topics", flags.topics, kTopicsHelp);
  line.option("gs_config", flags.gs_config, "gs_training_config.yaml of the build; it decides the expected time");
  line.option("output", flags.output, "output folder of the build: checked whether it may be written");
  line.option("workspace", flags.workspace, "workspace of the build: its disk must have enough space");
  line.option("json_errors", flags.json_errors, "print errors as JSON");
  line.example("gs-world-builder inspect drive.mcap --html inspect.html");
  if (const auto exit = line.parse()) return *exit;
  flags.inputs.insert(flags.inputs.end(), logs.begin(), logs.end());
  if (flags.inputs.empty()) {
    return config::report_error(fail(ErrorCode::invalid_argument, "no log is given")
                                    .with_hint("run 'gs-world-builder inspect --help' for usage"),
                                config::kExitUsage);
  }
  const auto request = read_request(flags);
  if (!request) return report_build_error(request.error(), flags.json_errors);
  const auto found = builder::inspect_log(*request, options);
  if (!found) return report_build_error(found.error(), flags.json_errors);
  std::fputs(builder::to_text(*found).c_str(), stdout);
  if (!html.empty()) {
    std::error_code ignored;
    if (!force && fs::exists(html, ignored)) {
      return report_build_error(fail(ErrorCode::already_exists, "the file exists: {}", html.string())
                                    .with_hint("choose another name, or replace it with --force"),
                                flags.json_errors);
    }
    if (auto written = write_file(html, builder::to_html(*found)); !written)
      return report_build_error(std::move(written).error(), flags.json_errors);
    std::printf("page %s\n", html.c_str());
  }
  return found->exit_code();
}

}  // namespace gs
