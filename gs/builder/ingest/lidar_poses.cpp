// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/lidar_poses.h"

#include <algorithm>

#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/ingest/lidar_track.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

BuildError too_few_sweeps(std::string message) {
  return BuildError(BuildCode::insufficient_data, "mcap_ingest", std::move(message),
                    "record sweeps of at least 2 s while the vehicle moves, or record nav_msgs/Odometry");
}

void warn_of_track(Problems& problems, const std::string& topic, std::string message, std::string hint) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = topic,
                .message = std::move(message),
                .hint = std::move(hint)});
}

// Duration of the part of the log that is used, by recording time; 0 if the log does not know it.
double used_s(const logio::LogInfo& info, const TimeWindow& window) {
  if (!info.start || !info.end) return 0;
  const Timestamp begin = std::max(*info.start, window.begin.value_or(*info.start));
  return (std::min(*info.end, window.end.value_or(*info.end)) - begin).seconds();
}

// Warns if the sweeps end long before the log: there are no poses after them.
void warn_of_end(const LidarTrack& track, double log_s, Problems& problems) {
  constexpr double kLeast_s = 2, kLeastShare = 0.02;
  const double sweeps_s = (track.poses.back().stamp - track.poses.front().stamp).seconds();
  if (log_s - sweeps_s < std::max(kLeast_s, kLeastShare * log_s)) return;
  warn_of_track(problems, track.lidar_topic,
                format("the LiDAR covers {:.1f} s of {:.1f} s of the log; only there are poses", sweeps_s, log_s),
                "the world contains only the part with sweeps; check whether a LiDAR driver stopped");
}

// Warnings about poses that are partly guessed.
void warn_about(const LidarTrack& track, Problems& problems) {
  if (track.without_times > 0) {
    warn_of_track(problems, track.lidar_topic,
                  format("{} of {} sweeps have no usable point times: they are taken as deskewed", track.without_times,
                         track.poses.size() + track.refused),
                  "poses and walls are distorted by the motion during a sweep; let the driver write point times");
  }
  for (const mapping::PredictedStretch& stretch : mapping::predicted_stretches(track.poses)) {
    warn_of_track(problems, track.lidar_topic, mapping::to_text(stretch),
                  "the path may be too short or too long there; record nav_msgs/Odometry for such drives");
  }
}

}  // namespace

std::string odometry_lidar(const logio::LogReader& log, const TopicMapping& mapping) {
  std::string best;
  std::pair<uint64_t, uint64_t> most{};
  for (const LidarTopic& lidar : mapping.lidars) {
    std::pair<uint64_t, uint64_t> size{};  // bytes, then messages, where bytes are unknown
    for (const logio::LogChannel& channel : log.channels()) {
      if (channel.topic != lidar.topic || channel.id >= log.info().channels.size()) continue;
      const logio::ChannelStatistics& count = log.info().channels[channel.id];
      size.first += count.data_bytes, size.second += count.message_count;
    }
    if (best.empty() || size > most) best = lidar.topic, most = size;
  }
  return best;
}

BuildResult<LidarOdometryReport> find_lidar_poses(const logio::LogReader& log, const TopicMapping& mapping,
                                                  const FramesConfig& frames, const LidarCalibrations& calibrations,
                                                  const TimeWindow& window, PoseTopics& motion, Problems& problems,
                                                  Progress& progress) {
  LidarTrackOptions options{.lidar_topic = odometry_lidar(log, mapping), .base_frame = frames.base_link};
  options.window = window, options.clocks = mapping.clocks, options.needs_base_frame = true;
  options.transforms = motion.tf.fixed();
  if (const auto found = calibrations.find(options.lidar_topic); found != calibrations.end()) {
    options.calibration = found->second;
  }
  const auto lidar = std::ranges::find(mapping.lidars, options.lidar_topic, &LidarTopic::topic);
  if (lidar != mapping.lidars.end() && lidar->turn) options.turning = *lidar;
  const auto named = lidar == mapping.lidars.end() ? frames.lidars.end() : frames.lidars.find(lidar->id);
  if (named != frames.lidars.end()) options.lidar_frame = named->second;
  auto track = track_lidar(log, options, {}, progress, problems);
  if (!track && track.error().code == ErrorCode::invalid_data) return too_few_sweeps(track.error().message);
  if (!track && track.error().code == ErrorCode::not_found) {
    return BuildError(BuildCode::tf_missing, "mcap_ingest", track.error().message, std::string(kGivePoseHint));
  }
  if (!track) return BuildError(std::move(track).error());
  GS_TRY(const Trajectory path, mapping::dense_trajectory_of(track->poses, track->level));
  warn_about(*track, problems);
  warn_of_end(*track, used_s(log.info(), window), problems);
  motion.map_from_base_link = resample_poses(path.poses(), problems);
  motion.gravity = track->gravity;
  if (track->poses.size() < world::kMinTrajectoryPoses) {
    return too_few_sweeps(format("{} has {} usable sweeps; {} are needed for poses from the LiDAR", track->lidar_topic,
                                 track->poses.size(), world::kMinTrajectoryPoses));
  }
  LidarOdometryReport report{.imu_topic = track->imu_topic, .sweeps = track->poses.size(), .refused = track->refused};
  for (const mapping::OdometryPose& pose : track->poses) {
    report.lost += pose.state == mapping::SweepState::lost ? 1 : 0;
    report.weak += pose.state == mapping::SweepState::weak ? 1 : 0;
  }
  report.length_m = path.length_m();
  report.bias = std::move(track->bias);
  return report;
}

}  // namespace gs::builder
