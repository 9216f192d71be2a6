// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/run_outputs.h"

#include <cstdio>

#include "gs/core/folders/overlap.h"
#include "gs/core/folders/replace.h"
#include "gs/core/log.h"

namespace gs {

Result<RunOutputs> RunOutputs::create(const RunArguments& a, const sim::Simulator& simulator) {
  // Outputs must not overwrite inputs, nor existing files without --force.
  for (const fs::path& output : {a.record, a.video}) {
    GS_CHECK(check_apart({"recording to replay", a.replay_control}, {"output", output}));
    GS_CHECK(check_apart({"world", a.world}, {"output", output}));
    if (!output.empty()) GS_CHECK(may_overwrite(output, a.force));
  }
  RunOutputs out;
  out.record_path_ = a.record, out.video_path_ = a.video;
  if (!a.record.empty()) {
    GS_TRY(auto recorder, bridge::Recorder::create(a.record, {.images = a.record_images}));
    out.recorder_.emplace(std::move(recorder));
  }
  if (!a.video.empty()) {
    GS_TRY(auto video, bridge::RunVideo::create(a.video, simulator, {}));
    out.video_.emplace(std::move(video));
  }
  if (a.digest) out.digest_.emplace();
  return out;
}

void RunOutputs::observed(const sim::Simulator& simulator, const sim::Observation& now) {
  if (digest_) digest_->add(now);
  if (!video_) return;
  const auto drawn = video_->observed(simulator, now);
  if (drawn) return;
  // Reported at once; finish() returns the error for the exit code.
  log_message(LogLevel::error, format("[RunVideo] VIDEO_STOPPED: {}; the run goes on", drawn.error().message));
  video_error_ = drawn.error();
  video_.reset();
}

Result<void> RunOutputs::finish(const bridge::RunReport& report) {
  if (digest_) {
    std::printf("state  %s\nimages %s\nclouds %s\n", digest_->state().c_str(), digest_->images().c_str(),
                digest_->clouds().c_str());
  }
  if (video_) {
    GS_CHECK(video_->finish());
    std::printf("wrote %llu frames to %s\n", static_cast<unsigned long long>(video_->frames()), video_path_.c_str());
  }
  if (report.recording_failed) {
    return fail(ErrorCode::io_error, "the recording is incomplete; its first part is in {}.partial",
                record_path_.string());
  }
  if (recorder_) {
    GS_CHECK(recorder_->close());
    std::printf("recorded %llu messages to %s\n", static_cast<unsigned long long>(recorder_->message_count()),
                record_path_.c_str());
  }
  if (video_error_) return *video_error_;
  return {};
}

void print_report(const bridge::RunReport& r, const sim::Simulator& simulator) {
  std::printf("drove %.1f m in %.2f s of simulated time, %.2f s of wall time: %.2fx real time\n", r.distance_m,
              r.simulated_s, r.wall_s, r.real_time_factor());
  std::printf("%llu steps, mean %.3f ms, worst %.1f ms, %llu late\n", static_cast<unsigned long long>(r.steps),
              r.mean_step_ms, r.worst_step_ms, static_cast<unsigned long long>(r.late_steps));
  std::printf("%llu images by %s, %.2f ms each; %llu sweeps by %s, %.2f ms each\n",
              static_cast<unsigned long long>(r.images), simulator.renderer_name().c_str(), r.image_ms(),
              static_cast<unsigned long long>(r.sweeps), simulator.caster_name().c_str(), r.sweep_ms());
}

}  // namespace gs
