// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/track_files.h"
#include "gs/builder/ingest/lidar_track.h"
#include "gs/core/file.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/folders/replace.h"

namespace gs::gs_log {
namespace {

// Format by the file name: .mcap is a log, .kitti KITTI, everything else TUM.
std::string format_of(const std::filesystem::path& output, const std::string& asked) {
  if (asked != "auto") return asked;
  const std::string extension = output.extension().string();
  return extension == ".mcap" ? "mcap" : extension == ".kitti" ? "kitti" : "tum";
}

// Reports the errors of the LiDAR, and warns of parts of the track that are predicted rather than measured and of
// sweeps without times.
void report_on(const builder::LidarTrack& track, const std::string& base_frame) {
  if (!track.base_frame_known) {
    log_message(LogLevel::warning,
                format("no transform from {} to the LiDAR: the poses are those of the LiDAR", base_frame));
  }
  if (track.without_times > 0) {
    log_message(LogLevel::warning, format("{} of {} sweeps have no usable point times: they are taken as deskewed",
                                          track.without_times, track.poses.size() + track.refused));
  }
  if (track.bias && !track.bias->pieces.empty()) {
    constexpr double kDegrees = 180 / kPi;
    log_message(LogLevel::info,
                format("elevation of the beams {:+.3f} deg (+-{:.3f}), {}", track.bias->elevation_rad * kDegrees,
                       track.bias->elevation_sigma_rad * kDegrees, track.bias->elevation_reason));
  }
  for (const mapping::PredictedStretch& stretch : mapping::predicted_stretches(track.poses)) {
    log_message(LogLevel::warning, mapping::to_text(stretch));
  }
}

Result<void> write_track(const std::filesystem::path& output, const std::string& kind, const Trajectory& track,
                         const std::string& base_frame, bool force) {
  if (kind == "mcap") return write_odometry_log(output, track, base_frame, force);
  return write_file(output, kind == "kitti" ? to_kitti(track) : to_tum(track));
}

}  // namespace

// gs-log odometry LOG OUT: estimates the vehicle's poses from the LiDAR sweeps of a log (gs/mapping/odometry).
int run_odometry(config::CommandLine& line) {
  std::filesystem::path input, output;
  builder::LidarTrackOptions options;
  mapping::OdometryOptions odometry;
  std::string kind = "auto";
  bool force = false;
  line.positional("input", input, "file or folder");
  line.positional("output", output, "NAME.tum, NAME.kitti, or NAME.mcap for a log with /odom");
  line.option("format", kind, "format of the output; auto: by its name, TUM for other names",
              Choices{{"auto", "tum", "kitti", "mcap"}});
  line.options(OptionTable::of(options));
  line.options(OptionTable::of(odometry));
  line.option("force", force, "replace an existing output");
  line.example("gs-log odometry drive.mcap track.tum");
  if (const auto exit = line.parse()) return *exit;

  if (const auto apart = check_apart_from_inputs(output, {input}); !apart) {
    return config::report_error(apart.error(), config::kExitUsage);
  }
  if (const auto allowed = may_overwrite(output, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  tell_leftovers(output);
  Problems problems;
  const auto log = logio::open_log(input, problems);
  if (!log) return report_input_error(log.error());
  auto clocks = builder::survey_track_clocks(**log, options, problems);
  if (!clocks) return report_input_error(clocks.error());
  for (const std::string& note : clocks->notes) log_message(LogLevel::info, note);
  options.clocks = *std::move(clocks);
  TerminalProgress progress;
  const auto track = builder::track_lidar(**log, options, odometry, progress, problems);
  log_problems(problems);
  if (!track) return report_input_error(track.error());
  report_on(*track, options.base_frame);
  const auto path = track->trajectory();
  if (!path) return config::report_error(path.error(), kExitProcessing);
  if (const auto done = write_track(output, format_of(output, kind), *path, options.base_frame, force); !done) {
    return config::report_error(done.error(), kExitProcessing);
  }
  std::printf("%s: %zu poses, %.1f m, from %s%s%s%s%s, voxels of %.1f m\n", output.c_str(), path->size(),
              path->length_m(), track->lidar_topic.c_str(), track->imu_topic.empty() ? "" : ", ",
              track->imu_topic.c_str(), track->odometry_topic.empty() ? "" : ", ", track->odometry_topic.c_str(),
              track->voxel_m);
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
