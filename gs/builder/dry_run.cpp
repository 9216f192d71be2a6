// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// dry_run(): what a build would do, and the error that it would end with.
#include "gs/builder/pipeline.h"

#include <algorithm>
#include <optional>

#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/steps/external_training.h"
#include "gs/builder/steps/gs_train_orchestrator.h"
#include "gs/builder/steps/mcap_ingest.h"
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

// The first error that a build of these topics ends with, in the order of the steps; empty if the topics show none.
std::optional<BuildError> expected_failure(const BuildRequest& request, const logio::LogReader& log,
                                           const TopicMapping& mapping) {
  const auto given = open_calibration(request.config.calibration_file);
  if (!given) return given.error();
  CalibrationInputs inputs = inputs_of(mapping, request.config.frames);
  if (*given) {
    Problems ignored;  // the frames of the sensors are not known here, so a build finds more
    const auto unused = apply_calibration((*given)->content, (*given)->name, inputs, ignored);
  }
  const auto has_no_info = [&](const CameraTopic& camera) {
    return camera.info_topic.empty() && !may_estimate(request, log, mapping, camera);
  };
  const bool some_info_given =
      std::ranges::any_of(inputs.sensors, [](const SensorSummary& sensor) { return sensor.record.info.has_value(); });
  if (request.config.is_enabled(Step::calibration_builder) && !mapping.cameras.empty() && !some_info_given &&
      std::ranges::all_of(mapping.cameras, has_no_info)) {
    return BuildError(BuildCode::camera_info_missing, "calibration_builder",
                      format("no camera_info for {}", mapping.cameras.front().topic), std::string(kGiveInfoHint));
  }
  // Without transforms only sensors whose configured frame is base_link have a pose.
  const FramesConfig& frames = inputs.frames;
  const bool has_transforms = !mapping.tf.empty() || !mapping.tf_static.empty() || !inputs.tf.frames().empty();
  if (!has_transforms && frames.cameras.empty() && frames.lidars.empty()) {
    return BuildError(BuildCode::tf_missing, "mcap_ingest", "the log has no transforms from base_link to its sensors",
                      std::string(kGivePoseHint));
  }
  if (request.config.is_enabled(Step::geometry_builder) && mapping.lidars.empty()) {
    return BuildError(BuildCode::pointcloud_empty, "geometry_builder", "the log has no LiDAR, so the ground is unknown",
                      "record sensor_msgs/PointCloud2");
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
  if (auto checked = check_log_folder(request.input); !checked)
    return BuildError(BuildCode::mcap_read_error, "mcap_ingest", std::move(checked).error());
  auto log = logio::open_log(request.input, problems);
  if (!log) return BuildError(BuildCode::mcap_read_error, "mcap_ingest", std::move(log).error());
  DryRun out;
  GS_TRY(out.mapping, map_topics(**log, request.config));
  const logio::LogInfo& info = (*log)->info();
  out.plan = plan_of(request, **log, out.mapping);
  out.log_bytes = info.file_bytes;
  if (info.start && info.end) out.duration_s = (*info.end - *info.start).seconds();
  // Problems that a build would find much later.
  for (const CameraTopic& camera : out.mapping.cameras) {
    if (camera.info_topic.empty()) out.missing.push_back(format("camera_info of {}", camera.topic));
  }
  if (out.mapping.lidars.empty())
    out.missing.push_back("LiDAR (point clouds or packets, docs/lidar_formats.md), needed for map and ground");
  if (out.mapping.tf_static.empty())
    out.missing.push_back("tf_static, needed for the poses of the sensors on the vehicle");
  out.failure = expected_failure(request, **log, out.mapping);
  return out;
}

}  // namespace gs::builder
