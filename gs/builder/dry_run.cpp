// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// dry_run(): what a build would do, and the error that it would end with.
#include "gs/builder/pipeline.h"

#include <algorithm>
#include <optional>

#include "gs/builder/ingest/box_topics.h"
#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/ingest/lidar_calibrations.h"
#include "gs/builder/input_logs.h"
#include "gs/builder/inspect/inspect_log.h"
#include "gs/builder/steps/external_training.h"
#include "gs/builder/steps/gs_train_orchestrator.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/topics/message_header.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/logio/api/log.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"

namespace gs::builder {
namespace {

// What the estimate of disk space and time depends on.
PlanInputs plan_inputs(const BuildRequest& r) {
  return {.config = r.config,
          .training = resolved_training(r.training, r.backend),
          .gpu = r.backend == Backend::cuda,
          .threads = thread_count(),
          .external_step_s = external_step_s(r.training)};
}

// True if the build may estimate the intrinsics of a camera from the drive: it has a LiDAR and enough images.
bool may_estimate(const BuildRequest& request, const logio::LogReader& log, const TopicMapping& mapping,
                  const CameraTopic& camera) {
  if (request.config.refine_cameras == kRefineNever || mapping.lidars.empty()) return false;
  uint64_t images = 0;
  for (const logio::LogChannel& channel : log.channels()) {
    if (channel.topic == camera.topic && channel.id < log.info().channels.size()) {
      images += log.info().channels[channel.id].message_count;
    }
  }
  return images >= mapping::kFewestCameraViews;
}

// The sensors of a log with what the calibration file gives, and the error of a file that fits no sensor. The
// transforms of the log are not read here, so a build may find more.
struct GivenInputs {
  CalibrationInputs inputs;
  std::vector<std::string> estimable{};  // topics of cameras whose intrinsics a build may estimate from the drive
  std::optional<Error> misfit{};
};
BuildResult<GivenInputs> given_inputs(const BuildRequest& request, const logio::LogReader& log,
                                      const TopicMapping& mapping, Problems& problems) {
  GS_TRY(const auto given, open_calibration(request.config.calibration_file));
  GivenInputs out{inputs_of(mapping, request.config.frames)};
  for (const CameraTopic& camera : mapping.cameras) {
    if (may_estimate(request, log, mapping, camera)) out.estimable.push_back(camera.topic);
  }
  if (!given) return out;
  for (SensorSummary& sensor : out.inputs.sensors) {
    const auto take = [&](const logio::MessageView& message) {
      if (auto header = header_of(message)) sensor.record.frame_id = std::move(header->frame_id);
    };
    GS_CHECK(visit_first_messages(log, sensor.record.topic, {.at_least = 1, .at_most = 1}, problems, take));
  }
  Problems ignored;
  auto applied = apply_calibration(given->content, given->name, out.inputs, ignored);
  // Whether a pose relative to the LiDAR can be placed is seen in the transforms.
  const bool placed_by_lidar = std::ranges::any_of(
      given->content.cameras, [](const GivenCamera& camera) { return camera.lidar_from_camera.has_value(); });
  if (!applied && !placed_by_lidar) out.misfit = std::move(applied).error();
  return out;
}

// True if neither the log nor the calibration file has the intrinsics of a camera.
bool is_uncalibrated(const CameraTopic& camera, const CalibrationInputs& inputs) {
  const auto gives = [&](const SensorSummary& sensor) {
    return sensor.record.topic == camera.topic && sensor.record.info.has_value();
  };
  return camera.info_topic.empty() && std::ranges::none_of(inputs.sensors, gives);
}

// True if the log or the calibration file has transforms.
bool has_transforms(const TopicMapping& mapping, const CalibrationInputs& inputs) {
  return !mapping.tf.empty() || !mapping.tf_static.empty() || !inputs.tf.frames().empty();
}

// The error of the calibration step that the topics show.
std::optional<BuildError> calibration_failure(const TopicMapping& mapping, const GivenInputs& given) {
  if (given.misfit) return BuildError(BuildCode::invalid_calibration, "calibration_builder", *given.misfit);
  const auto uncalibrated = [&](const CameraTopic& camera) {
    return is_uncalibrated(camera, given.inputs) && std::ranges::count(given.estimable, camera.topic) == 0;
  };
  if (mapping.cameras.empty() || !std::ranges::all_of(mapping.cameras, uncalibrated)) return std::nullopt;
  return BuildError(BuildCode::camera_info_missing, "calibration_builder",
                    format("no camera_info for {}", mapping.cameras.front().topic), std::string(kGiveInfoHint));
}

// The first error that a build of these topics ends with, in the order of the steps; empty if the topics show none.
std::optional<BuildError> expected_failure(const BuildRequest& request, const TopicMapping& mapping,
                                           const LidarCalibrations& calibrations, const GivenInputs& given) {
  if (mapping.clocks.failure) return *mapping.clocks.failure;
  if (auto failure = undecodable_lidars(request.config, mapping, calibrations)) return failure;
  // Without transforms only sensors whose configured frame is base_link have a pose.
  const FramesConfig& frames = given.inputs.frames;
  const bool unplaced = !has_transforms(mapping, given.inputs) && frames.cameras.empty() && frames.lidars.empty();
  const BuildError no_transforms(BuildCode::tf_missing, "mcap_ingest",
                                 "the log has no transforms from base_link to its sensors", std::string(kGivePoseHint));
  // The ingest places sweeps, the calibration cameras.
  if (unplaced && !mapping.lidars.empty()) return no_transforms;
  if (request.config.is_enabled(Step::calibration_builder)) {
    if (auto failure = calibration_failure(mapping, given)) return failure;
  }
  if (unplaced) return no_transforms;
  if (request.config.is_enabled(Step::geometry_builder) && mapping.lidars.empty()) {
    return BuildError(BuildCode::pointcloud_empty, "geometry_builder", "the log has no LiDAR, so the ground is unknown",
                      "record sensor_msgs/PointCloud2");
  }
  return std::nullopt;
}

// What messages show beyond topics: frames that no transform connects, too few poses, sensors without a common time.
// Findings are in the order in which a build would stop.
std::optional<BuildError> failure_in_messages(const BuildRequest& request) {
  const auto seen = inspect_log(request, {.scan = true});
  if (!seen || !request.config.is_enabled(Step::calibration_builder)) return std::nullopt;
  for (const Finding& finding : seen->findings) {
    const bool told_by_messages = finding.code == BuildCode::tf_missing || finding.code == BuildCode::insufficient_data;
    if (finding.fatal && told_by_messages)
      return BuildError(finding.code, "mcap_ingest", finding.message, finding.action);
  }
  return std::nullopt;
}

}  // namespace

BuildPlan plan_of(const BuildRequest& request, const logio::LogReader& log, const TopicMapping& mapping) {
  return plan_build(log, mapping, plan_inputs(request));
}

BuildResult<DryRun> dry_run(const BuildRequest& request) {
  GS_CHECK(check_request(request));
  Problems problems;
  auto log = open_input_logs(all_logs(request.input, request.more_inputs), problems);
  if (!log) return BuildError(BuildCode::mcap_read_error, "mcap_ingest", std::move(log).error());
  DryRun out;
  GS_TRY(out.mapping, map_topics(**log, request.config));
  const logio::LogInfo& info = (*log)->info();
  const TimeWindow window = window_of(info, request.config.time_range);
  if (auto clocks = add_clocks(**log, window.begin, out.mapping, problems); !clocks)
    return BuildError(BuildCode::mcap_read_error, "mcap_ingest", std::move(clocks).error());
  out.plan = plan_of(request, **log, out.mapping);
  out.log_bytes = info.file_bytes;
  if (info.start && info.end) out.duration_s = (*info.end - *info.start).seconds();
  // Problems that a build would find much later.
  GS_TRY(const GivenInputs given, given_inputs(request, **log, out.mapping, problems));
  for (const CameraTopic& camera : out.mapping.cameras) {
    if (is_uncalibrated(camera, given.inputs)) out.missing.push_back(format("camera_info of {}", camera.topic));
  }
  if (out.mapping.lidars.empty())
    out.missing.push_back("LiDAR (point clouds or packets, docs/lidar_formats.md), needed for map and ground");
  if (out.mapping.tf_static.empty() && given.inputs.tf.frames().empty())
    out.missing.push_back("tf_static, needed for the poses of the sensors on the vehicle");
  GS_TRY(const LidarCalibrations calibrations,
         find_lidar_calibrations(**log, out.mapping, request.config.topics.lidar_calibration, problems));
  out.failure = disk_failure(request, out.plan);
  if (const std::string& boxes = request.config.actor_source; !out.failure && is_box_topic(boxes)) {
    if (auto checked = check_box_topic(**log, boxes); !checked) out.failure = std::move(checked).error();
  }
  if (!out.failure) out.failure = expected_failure(request, out.mapping, calibrations, given);
  if (!out.failure || out.failure->code == BuildCode::tf_missing) {
    if (auto failure = failure_in_messages(request)) out.failure = *std::move(failure);
  }
  return out;
}

}  // namespace gs::builder
