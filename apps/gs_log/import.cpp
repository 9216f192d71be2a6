// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "gs/core/folders/overlap.h"
#include "gs/importers/kitti/import.h"
#include "gs/logio/tools/create_log.h"

namespace gs::gs_log {

// gs-log import kitti-raw DIR OUT: converts a KITTI raw drive to a ROS 2 log (gs/importers/kitti/import.h lists the
// topics).
int run_import(config::CommandLine& line) {
  std::string dataset;
  std::filesystem::path folder, output;
  importers::kitti::ImportOptions options;
  std::string compression = "auto";
  bool force = false;
  line.positional("dataset", dataset, "kind of dataset", Choices{{"kitti-raw"}});
  line.positional("folder", folder, "synchronised, rectified drive, its day, or a folder that contains one drive");
  line.positional("output", output, "NAME.mcap, NAME.db3, or NAME for a rosbag2 folder");
  line.options(OptionTable::of(options));
  line.option("compression", compression, "compression of chunks, MCAP only; auto: zstd",
              Choices{{"auto", "none", "lz4", "zstd"}});
  line.option("force", force, "replace an existing output");
  line.example("gs-log import kitti-raw 2011_09_26/2011_09_26_drive_0009_sync drive.mcap");
  if (const auto exit = line.parse()) return *exit;

  // The import writes ROS 2 messages; check the output before reading the drive.
  const auto format_wanted = logio::format_of_output(output);
  if (!format_wanted) return config::report_error(format_wanted.error(), config::kExitUsage);
  if (*format_wanted == logio::LogFormat::rosbag1) {
    return config::report_error(
        fail(ErrorCode::invalid_argument, "a ROS 1 bag cannot hold ROS 2 messages: {}", output.string())
            .with_hint("import to NAME.mcap, then 'gs-log convert NAME.mcap NAME.bag'"),
        config::kExitUsage);
  }
  if (const auto apart = check_apart_from_inputs(output, {folder}); !apart) {
    return config::report_error(apart.error(), config::kExitUsage);
  }
  tell_leftovers(output);
  const std::string chosen = compression == "auto" ? "" : compression;
  const auto log = logio::create_log(output, {.compression = chosen, .profile = "ros2", .replace = force});
  if (!log) return config::report_error(log.error(), config::kExitUsage);
  Problems problems;
  TerminalProgress progress;
  const auto report = importers::kitti::import_drive(folder, options, **log, progress, problems);
  log_problems(problems);
  if (!report) {
    const bool stopped = report.error().code == ErrorCode::interrupted;
    return config::report_error(report.error(), stopped ? config::kExitUsage : kExitInput);
  }
  if (const auto closed = (*log)->close(); !closed) return config::report_error(closed.error(), kExitProcessing);
  std::printf("%s: %llu images, %llu sweeps, %llu poses\n", output.c_str(),
              static_cast<unsigned long long>(report->images), static_cast<unsigned long long>(report->scans),
              static_cast<unsigned long long>(report->poses));
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
