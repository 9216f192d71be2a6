// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/build_plan.h"

#include <algorithm>
#include <numeric>

#include "gs/builder/topics/message_header.h"
#include "gs/camera/camera_message.h"
#include "gs/lidar/lidar_decoder.h"

namespace gs::builder {
namespace {

// Core seconds, measured on a 2.5 GHz server core with images of 640 x 360 and sweeps of 50,000 points.
constexpr double kReadPerByte = 1 / 200e6;
constexpr double kMapPerSweep = 0.25;
constexpr double kTrackPerSweep = 0.3;
constexpr double kPrepareDepthPerSweep = 0.01;
constexpr double kColourPerView = 0.03;
constexpr double kTrainPerPixel = 4e-7;  // per iteration, forward and backward
constexpr double kTrainPerStepOnGpu = 0.002;
constexpr double kPreviewPerView = 0.08;
constexpr double kPixelsPerView = 640 * 360;
constexpr uint64_t kBytesPerGaussian = 62 * 4;  // PLY with SH degree 3
constexpr uint64_t kBytesPerSweep = 50'000 * 16 + 16'384 * 12;

// Message count of a topic from the log's index.
uint64_t messages_of(const logio::LogReader& log, const std::string& topic) {
  const auto at = std::ranges::find(log.channels(), topic, &logio::LogChannel::topic);
  if (at == log.channels().end() || at->id >= log.info().channels.size()) return 0;
  return log.info().channels[at->id].message_count;
}

// CPU time grows with the number of pixels; the estimate for a GPU does not depend on it.
double training_seconds(const PlanInputs& in) {
  const auto& loop = in.training.training;
  const auto steps = static_cast<double>(loop.iterations);
  if (in.external_step_s > 0) return steps * in.external_step_s;
  if (in.gpu) return steps * kTrainPerStepOnGpu;
  return steps * kPixelsPerView * loop.image_scale * loop.image_scale * kTrainPerPixel / in.threads;
}

// Messages of a LiDAR that are sweeps. Ouster drivers write one message a packet: ten sweeps a second are assumed.
uint64_t sweeps_of(const logio::LogReader& log, const LidarTopic& topic) {
  const uint64_t messages = messages_of(log, topic.topic);
  const lidar::LidarFormat* found = lidar::find_format(topic.type);
  const logio::LogInfo& info = log.info();
  if (found == nullptr || !found->needs_metadata || !info.start || !info.end) return messages;
  return std::min(messages, static_cast<uint64_t>(10 * std::max(0.0, (*info.end - *info.start).seconds())));
}

// Bytes of the images of a camera as the workspace keeps them. Logs whose index has no sizes are judged by their first
// messages. Raw images become JPEG files of at most half the size.
uint64_t image_bytes_of(const logio::LogReader& log, const CameraTopic& camera) {
  uint64_t seen = 0, bytes = 0;
  Problems ignored;  // the ingest reports them
  const auto add = [&](const logio::MessageView& message) { ++seen, bytes += message.data.size(); };
  constexpr std::size_t kSamples = 3;
  const auto read = visit_first_messages(log, camera.topic, {.at_least = kSamples, .at_most = kSamples}, ignored, add);
  if (!read || seen == 0) return 0;
  const camera::CameraFormat* found = camera::find_format(camera.type);
  const bool raw = found != nullptr && found->kind == camera::PictureKind::raw;
  return bytes * messages_of(log, camera.topic) / seen / (raw ? 2 : 1);
}

// Share of the log that is built.
double used_share(const logio::LogInfo& info, const TimeRangeConfig& range) {
  const double whole_s = info.start && info.end ? (*info.end - *info.start).seconds() : 0;
  if (whole_s <= 0) return 1;
  const double rest_s = std::max(0.0, whole_s - range.start_sec);
  return std::min(rest_s, range.duration_sec.value_or(rest_s)) / whole_s;
}

}  // namespace

double BuildPlan::total_s() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }

BuildPlan plan_build(const logio::LogReader& log, const TopicMapping& mapping, const PlanInputs& in) {
  BuildPlan plan;
  for (const CameraTopic& camera : mapping.cameras) plan.images += messages_of(log, camera.topic);
  for (const LidarTopic& topic : mapping.lidars) plan.sweeps += sweeps_of(log, topic);
  const auto images = static_cast<double>(plan.images), sweeps = static_cast<double>(plan.sweeps);
  const double cores = in.threads;
  const auto set = [&](Step step, double seconds) {
    const auto i = static_cast<std::size_t>(step);
    if (in.config.enabled[i]) plan.seconds[i] = seconds;
  };
  set(Step::mcap_ingest, 0.5 + static_cast<double>(log.info().file_bytes) * kReadPerByte);
  set(Step::calibration_builder, 0.1);
  set(Step::geometry_builder, 1 + sweeps * kMapPerSweep / cores);
  set(Step::actor_builder, 1 + sweeps * kTrackPerSweep / cores);
  set(Step::drivesim_dataset_converter,
      0.5 + sweeps * kPrepareDepthPerSweep + std::min(images, 120.0) * kColourPerView / cores);
  set(Step::gs_train_orchestrator, plan.images > 0 ? training_seconds(in) : 0);
  set(Step::gs_exporter, 0.5);
  set(Step::world_bundle_packer, 1 + images * kPreviewPerView / cores);
  // Images are kept as recorded and hard-linked into the data set, so they count once. Sweeps take 16 bytes a point.
  // The constant is a reserve for map, checkpoints and previews. Topics that are not used take no space.
  uint64_t image_bytes = 0;
  for (const CameraTopic& camera : mapping.cameras) image_bytes += image_bytes_of(log, camera);
  const auto data = static_cast<double>(image_bytes + plan.sweeps * kBytesPerSweep);
  plan.workspace_bytes = static_cast<uint64_t>(data * used_share(log.info(), in.config.time_range)) + (256u << 20);
  plan.bundle_bytes = in.training.training.max_gaussians * kBytesPerGaussian + (64u << 20);
  return plan;
}

}  // namespace gs::builder
