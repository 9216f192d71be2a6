// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/findings.h"

#include <algorithm>
#include <array>
#include <optional>

#include "gs/builder/calibration/tf_tree.h"
#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/ingest/lidar_calibrations.h"
#include "gs/core/format.h"
#include "gs/core/progress.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/geometry.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

constexpr double kRecommendedRate_hz = 9.5;  // of cameras and LiDARs
constexpr double kRecommendedDuration_s = 30;
constexpr std::size_t kMostTransforms = 500;

bool has_role(const InspectedTopic& topic, std::string_view role) { return topic.role.starts_with(role); }
bool is_sensor(const InspectedTopic& topic) { return has_role(topic, "LiDAR ") || has_role(topic, "camera "); }

// Reads at most kMostTransforms messages of the topics into the tree.
void add_transforms(const logio::LogReader& log, const std::vector<std::string>& topics, bool fixed, TfTree& tree) {
  if (topics.empty()) return;
  Problems ignored;  // sampling the topics reported them
  const auto stream = log.read({.topics = topics}, ignored);
  std::size_t read = 0;
  while (stream && read < kMostTransforms) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) return;
    for (const logio::MessageView& message : *batch) {
      if (++read > kMostTransforms) return;
      const auto decoded =
          rosmsg::decode_message<rosmsg::tf2_msgs::TFMessage>(message.channel->message_encoding, message.data);
      if (!decoded) continue;
      for (const auto& t : decoded->transforms) {
        const auto pose = rosmsg::to_rigid(t.transform);
        if (pose) tree.add({t.header.stamp.timestamp(), t.header.frame_id, t.child_frame_id, *pose}, fixed);
      }
    }
  }
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out.empty() ? "none" : out;
}

// The sensors with the transforms of the log and what the calibration file gives, and the error of a file that does not
// fit them.
struct PlacedSensors {
  CalibrationInputs inputs;
  std::optional<Error> misfit{};
};
PlacedSensors placed_sensors(const logio::LogReader& log, const BuildRequest& request, const Inspection& in) {
  PlacedSensors out{inputs_of(in.mapping, request.config.frames)};
  add_transforms(log, in.mapping.tf_static, true, out.inputs.tf);
  add_transforms(log, in.mapping.tf, false, out.inputs.tf);
  out.inputs.tf.finish();
  for (SensorSummary& sensor : out.inputs.sensors) {
    const auto topic = std::ranges::find(in.topics, sensor.record.topic, &InspectedTopic::topic);
    if (topic != in.topics.end()) sensor.record.frame_id = topic->frame;
  }
  const auto file = open_calibration(request.config.calibration_file);
  if (!file || !*file) return out;
  Problems ignored;  // a build reports them; inspect_log() has read the file
  auto applied = apply_calibration((*file)->content, (*file)->name, out.inputs, ignored);
  if (!applied) out.misfit = std::move(applied).error();
  return out;
}

// Frames of the sensors with a role that no transform connects with base_link.
void check_frames(const CalibrationInputs& given, std::string_view role, Inspection& in) {
  const FramesConfig& frames = given.frames;
  for (InspectedTopic& topic : in.topics) {
    const bool lidar = has_role(topic, "LiDAR ");
    // A sweep without a frame cannot be placed either.
    if (!has_role(topic, role) || (topic.frame.empty() && (!lidar || !topic.sample.has_header))) continue;
    const IdMap& named = lidar ? frames.lidars : frames.cameras;
    const auto configured = named.find(topic.role.substr(topic.role.find(' ') + 1));
    const std::string& frame = configured == named.end() ? topic.frame : configured->second;
    topic.frame_known = given.tf.lookup(frames.base_link, frame, Timestamp{}).has_value();
    if (topic.frame_known) continue;
    in.findings.push_back(
        {true, BuildCode::tf_missing,
         format("no transform from {} to {}, the frame of {}; frames of the log: {}", frames.base_link,
                frame.empty() ? "an empty name" : frame, topic.topic, joined_names(given.tf.frames())),
         format("set frames.base_link or frames.{}.{} in config.yaml, record /tf_static, or give the pose with "
                "--calibration-file FILE",
                lidar ? "lidars" : "cameras", topic.role.substr(topic.role.find(' ') + 1))});
  }
}

// A pose topic with too few messages.
void check_poses(Inspection& in) {
  const auto poses = std::ranges::find(in.topics, in.mapping.pose_topic, &InspectedTopic::topic);
  if (in.mapping.pose_topic.empty() || poses == in.topics.end()) return;
  if (poses->times.stamps.size() >= world::kMinTrajectoryPoses) return;
  in.findings.push_back(
      {true, BuildCode::insufficient_data,
       format("{} has {} poses; {} are needed", poses->topic, poses->times.stamps.size(), world::kMinTrajectoryPoses),
       "record the motion for longer, or name another topic in topics.odom of config.yaml"});
}

// Sensors that are missing. The order is that in which a build would find it.
void check_sensors(const BuildRequest& request, const CalibrationInputs& given, Inspection& in) {
  const auto has_info = [&](const CameraTopic& camera) {
    const auto gives = [&](const SensorSummary& s) {
      return s.record.kind == SensorKind::camera && s.record.id == camera.id && s.record.info.has_value();
    };
    return !camera.info_topic.empty() || std::ranges::any_of(given.sensors, gives);
  };
  // The intrinsics may be estimated from the drive if it has a LiDAR and enough images.
  const auto may_estimate = [&](const CameraTopic& camera) {
    const auto topic = std::ranges::find(in.topics, camera.topic, &InspectedTopic::topic);
    return request.config.refine_cameras != kRefineNever && !in.mapping.lidars.empty() && topic != in.topics.end() &&
           topic->times.stamps.size() >= mapping::kFewestCameraViews;
  };
  const bool some_info =
      std::ranges::any_of(in.mapping.cameras, has_info) || std::ranges::any_of(in.mapping.cameras, may_estimate);
  for (const CameraTopic& camera : in.mapping.cameras) {
    if (has_info(camera)) continue;
    const char* estimated = may_estimate(camera) ? "; its intrinsics are estimated from the drive" : "";
    in.findings.push_back({!some_info, BuildCode::camera_info_missing,
                           format("no camera_info for {}{}", camera.topic, estimated), std::string(kGiveInfoHint)});
  }
  if (in.mapping.cameras.empty()) {
    in.findings.push_back({.message = "no camera: the world has ground and geometry, its Gaussians are LiDAR points"});
  }
  if (in.mapping.lidars.empty()) {
    in.findings.push_back({true, BuildCode::pointcloud_empty, "no LiDAR (PointCloud2), needed for map and ground",
                           "record the points of the LiDAR driver, or name the topic in topics.lidars of config.yaml"});
  }
}

// Low rates, gaps, and sensors that begin late or end early.
void check_times(Inspection& in) {
  for (const InspectedTopic& topic : in.topics) {
    if (!is_sensor(topic) || topic.times.stamps.size() < 2) continue;
    const TopicTimes& t = topic.times;
    if (t.rate_hz < kRecommendedRate_hz) {
      in.findings.push_back({.message = format("{}: {:.1f} Hz; 10 Hz or more is recommended", topic.topic, t.rate_hz),
                             .action = has_role(topic, "LiDAR ") ? "the ground will have holes"
                                                                 : "with few images the rendering will be blurred"});
    }
    if (t.longest_gap_s > std::max(1.0, 5 / std::max(0.1, t.rate_hz))) {
      in.findings.push_back(
          {.message = format("{}: a gap of {:.1f} s from {:.1f} s on", topic.topic, t.longest_gap_s, t.gap_from_s),
           .action = "cut the drive there with time_range in config.yaml, or expect a hole"});
    }
    const double late = (t.stamps.front() - *in.log.start).seconds(), early = (*in.log.end - t.stamps.back()).seconds();
    if (std::max(late, early) > 2) {
      in.findings.push_back({.message = format("{}: the first message is {:.1f} s after the start of the log, the last "
                                               "{:.1f} s before its end",
                                               topic.topic, late, early),
                             .action = "only the part with all sensors is useful; check whether a driver stopped"});
    }
  }
  if (in.duration_s() < kRecommendedDuration_s) {
    in.findings.push_back({.message = format("the log covers {:.1f} s; 30 s or more is recommended", in.duration_s()),
                           .action = "the world will be small"});
  }
}

// A clock that a build cannot repair.
void check_clock_failure(Inspection& in) {
  const auto& failure = in.mapping.clocks.failure;
  if (failure) in.findings.push_back({true, failure->code, failure->message, failure->suggestion});
}

// Clocks that the build repairs, and sensors that have no time in common with the poses.
void check_clocks(Inspection& in) {
  const LogClocks& clocks = in.mapping.clocks;
  for (const Problem& warning : clocks.warnings) {
    in.findings.push_back({.message = warning.file + ": " + warning.message, .action = warning.hint});
  }
  for (const auto& [topic, clock] : clocks.topics) {
    if (clock.state != ClockState::unstamped) continue;
    const std::string less = clock.delay.ns > 0 ? format(" less the {:.3f} s of a sweep", clock.delay.seconds()) : "";
    in.findings.push_back(
        {.message = format("{}: header.stamp is 0; the build uses the time of recording{}", topic, less),
         .action = "let the driver stamp its messages; delays of the recorder become errors"});
  }
  const auto poses = std::ranges::find(in.topics, in.mapping.pose_topic, &InspectedTopic::topic);
  if (in.mapping.pose_topic.empty() || poses == in.topics.end() || poses->times.stamps.empty()) return;
  const auto corrected = [&](const InspectedTopic& topic, Timestamp received) {
    const auto clock = clocks.topics.find(topic.topic);
    if (clock == clocks.topics.end() || clock->second.state == ClockState::unstamped) return received;
    return clocks.corrected(topic.topic, received - Duration::from_seconds(clock->second.offset_s), false);
  };
  std::optional<BuildError> apart;
  for (const InspectedTopic& topic : in.topics) {
    if (!has_role(topic, "LiDAR ") || topic.times.stamps.empty()) continue;
    const Timestamp first = corrected(topic, topic.times.stamps.front());
    const Timestamp first_pose = corrected(*poses, poses->times.stamps.front());
    if (corrected(topic, topic.times.stamps.back()) >= first_pose &&
        first <= corrected(*poses, poses->times.stamps.back())) {
      return;
    }
    apart = no_common_time(topic.topic, first, "the poses", first_pose);
  }
  if (apart) in.findings.push_back({true, apart->code, apart->message, apart->suggestion});
}

// Point clouds without times per point are not deskewed.
void check_points(Inspection& in) {
  constexpr std::array<std::string_view, 6> kTimes = {"t",          "time",        "timestamp",
                                                      "time_stamp", "offset_time", "timestamps"};
  for (const InspectedTopic& topic : in.topics) {
    if (!has_role(topic, "LiDAR ") || topic.sample.fields.empty()) continue;
    if (std::ranges::find_first_of(topic.sample.fields, kTimes) != topic.sample.fields.end()) continue;
    in.findings.push_back(
        {.message = format("{}: points have no times; a build takes them from azimuths if that makes the sweeps "
                           "sharper, else sweeps are not deskewed",
                           topic.topic),
         .action = "set the driver to publish times; its fields are " + joined_names(topic.sample.fields)});
  }
}

// Packets that cannot be decoded.
void check_packets(const logio::LogReader& log, const BuildRequest& request, Inspection& in) {
  Problems problems;
  const auto calibrations = find_lidar_calibrations(log, in.mapping, request.config.topics.lidar_calibration, problems);
  const auto failure = calibrations ? undecodable_lidars(request.config, in.mapping, *calibrations)
                                    : std::optional(calibrations.error());
  if (failure) in.findings.push_back({true, failure->code, failure->message, failure->suggestion});
  for (const Problem& problem : problems) in.findings.push_back({.message = problem.message, .action = problem.hint});
}

void check_disk(const BuildRequest& request, Inspection& in) {
  const auto failure = disk_failure(request, in.plan);
  if (failure) in.findings.push_back({true, failure->code, failure->message, failure->suggestion});
}

void check_bundle(const BuildRequest& request, Inspection& in) {
  if (request.output.empty()) return;
  if (const auto output = check_output(request); !output) {
    in.findings.push_back({true, output.error().code, output.error().message, output.error().suggestion});
  }
}

}  // namespace

void add_findings(const logio::LogReader& log, const BuildRequest& request, Inspection& in) {
  const bool mapped = in.findings.empty();  // otherwise the topics have no roles
  if (mapped) {
    // In the order in which a build would stop: the first fatal one decides the exit code.
    check_disk(request, in);
    check_clock_failure(in);
    check_packets(log, request, in);
    check_poses(in);
    const PlacedSensors placed = placed_sensors(log, request, in);
    check_frames(placed.inputs, "LiDAR ", in);
    if (placed.misfit) {
      in.findings.push_back({true, BuildCode::invalid_calibration, placed.misfit->message, placed.misfit->hint});
    }
    check_frames(placed.inputs, "camera ", in);
    check_sensors(request, placed.inputs, in);
    check_times(in);
    check_clocks(in);
    check_points(in);
  }
  check_bundle(request, in);
  for (const Problem& warning : in.mapping.warnings) {
    in.findings.push_back({.message = warning.file + ": " + warning.message, .action = warning.hint});
  }
  for (const std::string& note : in.mapping.notes) in.findings.push_back({.message = note});
}

}  // namespace gs::builder
