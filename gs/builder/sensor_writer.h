// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes the pictures and sweeps of a log below 00_mcap_ingest, numbered without gaps.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/builder/lidar_survey.h"
#include "gs/builder/motion_survey.h"
#include "gs/builder/picture_encoder.h"
#include "gs/builder/sensor_record.h"
#include "gs/builder/stamp_survey.h"

namespace gs {

// A sweep with fewer points says nothing; one with more is thinned evenly.
inline constexpr std::size_t kMinSweepPoints = 100, kMaxSweepPoints = 200'000;

class SensorWriter {
 public:
  SensorWriter(fs::path folder, const TopicMapping& mapping, const FramesConfig& frames, const MotionSurvey& motion,
               int jpeg_quality, Problems& problems);

  std::vector<std::string> topics() const;
  // Decodes and writes in parallel, numbers in order. Frames that cannot be used are reported and get no number.
  BuildResult<std::monostate> take(std::span<const MessageView> batch);
  // Those with at least one frame; cameras first.
  BuildResult<std::vector<SensorRecord>> finish();
  uint64_t points() const { return points_; }

 private:
  struct Frame;
  Frame prepare(const MessageView& message, const SensorRecord& sensor, PictureEncoder& encoder) const;
  Frame prepare_image(const MessageView& message, PictureEncoder& encoder) const;
  Frame prepare_sweep(const MessageView& message, const SensorRecord& sensor) const;
  BuildResult<std::monostate> number(const MessageView& message, Frame& frame);
  BuildResult<std::monostate> take_part(std::span<const MessageView> part);
  void choose_intensity_scale(const MessageView& message);
  void note(const SensorRecord& sensor, const Frame& frame, Timestamp received);
  void warn_about_sweeps(const SensorRecord& sensor);
  void hold(const MessageView& message);
  BuildResult<std::monostate> take_held();
  SensorRecord* sensor_of(std::string_view topic);
  bool is_compressed(std::string_view topic) const;

  fs::path folder_;
  const TopicMapping& mapping_;
  const FramesConfig& frames_;
  const MotionSurvey& motion_;
  Problems& problems_;
  std::vector<PictureEncoder> encoders_;  // one for each message that is prepared at the same time
  std::vector<SensorRecord> sensors_;
  std::map<std::string, LidarSurvey> surveys_;  // by LiDAR id
  // Sweeps that were changed or could not be used as they are, by LiDAR id.
  struct SweepNotes {
    std::size_t thinned = 0, most_points = 0;
    std::size_t bad_times = 0, other_clock = 0;
    double clock_s = 0;  // of the first with another clock
  };
  std::map<std::string, SweepNotes> sweep_notes_;
  std::map<std::string, double> intensity_scales_;  // by LiDAR id
  StampSurvey stamps_;
  Trajectory trajectory_;
  // A chunk with a large picture has nothing else: copies of messages that are prepared together.
  std::vector<MessageView> held_;       // their data is set when all are there
  std::vector<std::byte> held_bytes_;   // one behind the other
  std::vector<std::size_t> held_ends_;  // where each ends
  uint64_t points_ = 0;
};

}  // namespace gs
