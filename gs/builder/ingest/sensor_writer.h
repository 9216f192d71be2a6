// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes the images and sweeps of a log to 00_mcap_ingest, numbered without gaps.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gs/builder/build_error.h"
#include "gs/builder/ingest/image_encoder.h"
#include "gs/builder/ingest/lidar_calibrations.h"
#include "gs/builder/ingest/lidar_estimate.h"
#include "gs/builder/ingest/omni_images.h"
#include "gs/builder/ingest/pose_topics.h"
#include "gs/builder/ingest/sample_ranges.h"
#include "gs/builder/ingest/stamp_survey.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/camera/video_topic.h"
#include "gs/lidar/lidar_decoder.h"

namespace gs::builder {

// Sweeps with fewer points are dropped; those with more are thinned evenly.
inline constexpr std::size_t kMinSweepPoints = 100, kMaxSweepPoints = 200'000;

// Second pass of the ingest. Keeps references to mapping, frames, motion and problems; they must outlive it.
class SensorWriter {
 public:
  // `calibrations` are those of LiDARs by topic; LiDARs without an entry need none.
  SensorWriter(fs::path folder, const TopicMapping& mapping, const FramesConfig& frames, const PoseTopics& motion,
               int jpeg_quality, const LidarCalibrations& calibrations, Problems& problems);

  // Uses the cameras of a calibration file, which must outlive the writer, to tell whether images are resampled.
  void use_cameras_of(const GivenCalibration& given) { given_ = &given; }

  // Uses these ranges of 16-bit cameras; for other cameras their first images decide.
  void use_sample_ranges(SampleRanges ranges) { samples_ = std::move(ranges); }

  // Topics of all sensors.
  std::vector<std::string> topics() const;
  // Takes the next messages in log order: decodes and writes in parallel, numbers in order. Frames that cannot be used
  // are reported in problems and get no number. Errors: TF_MISSING, and those of writing.
  BuildResult<std::monostate> take(std::span<const logio::MessageView> batch);
  // Writes the remaining messages and returns the sensors with at least one frame; cameras first.
  BuildResult<std::vector<SensorRecord>> finish();
  uint64_t points() const { return points_; }  // LiDAR points written so far

 private:
  struct Frame;
  // A message; or a sweep or a picture that it completed, if their packets lie in several messages.
  struct Item {
    logio::MessageView message;
    std::optional<lidar::DecodedSweep> sweep{};
    std::optional<camera::VideoPicture> picture{};
  };
  Frame prepare(Item& item, const SensorRecord& sensor, ImageEncoder& encoder) const;
  Frame prepare_image(const Item& item, ImageEncoder& encoder) const;
  Frame prepare_sweep(Item& item, const SensorRecord& sensor) const;
  Result<void> read_sweep(Item& item, const SensorRecord& sensor, Frame& frame) const;
  BuildError missing_transform(const std::string& frame_id) const;
  static void add_points(const Rigid3d& base_from_lidar, double intensity_scale, Frame& frame);
  static void thin(Frame& frame);
  BuildResult<std::monostate> number(const logio::MessageView& message, Frame& frame);
  BuildResult<std::monostate> take_part(std::span<Item> part);
  void choose_intensity_scale(const Item& item);
  void choose_sample_ranges(std::span<const Item> part);
  void choose_resampling(const Item& item);
  Result<EncodedImage> encoded(const Item& item, ImageEncoder& encoder, const assets::Undistorter* resampling) const;
  void note(const SensorRecord& sensor, const Frame& frame, Timestamp received);
  void warn_about_sweeps(const SensorRecord& sensor);
  void warn_about_packets();
  void warn_about_videos();
  void hold(const logio::MessageView& message);
  void hold_sweeps(const logio::MessageView& message);
  void hold_pictures(const logio::MessageView& message);
  void finish_streams();
  BuildResult<std::monostate> take_held();
  SensorRecord* sensor_of(std::string_view topic);

  fs::path folder_;
  const TopicMapping& mapping_;
  const FramesConfig& frames_;
  const PoseTopics& motion_;
  Problems& problems_;
  std::vector<ImageEncoder> encoders_;  // one for each message prepared in parallel
  std::vector<SensorRecord> sensors_;
  std::map<std::string, LidarEstimate> surveys_;  // by LiDAR id
  // Counts for the warnings about the sweeps of one LiDAR.
  struct SweepNotes {
    std::size_t thinned = 0, most_points = 0;
    std::size_t bad_times = 0, other_clock = 0, without_times = 0;
    double clock_s = 0;  // clock offset of the first such sweep
  };
  std::map<std::string, SweepNotes> sweep_notes_;
  std::map<std::string, double> intensity_scales_;  // by LiDAR id
  SampleRanges samples_;                            // of 16-bit images, by topic
  const GivenCalibration* given_ = nullptr;
  // Of cameras that may be omni, by topic, from their first image on; empty: the images are kept.
  std::map<std::string, std::optional<ResampledCamera>, std::less<>> resampled_;
  // A topic of packets: they are decoded one after the other, because sweeps lie across messages.
  struct PacketTopic {
    std::unique_ptr<lidar::LidarDecoder> decoder;
    logio::MessageView last{};  // without data
    uint64_t messages = 0, refused = 0;
    std::optional<Error> first_error{};
  };
  std::map<std::string, PacketTopic, std::less<>> packets_;  // by topic
  // A video: a picture needs the packets before it.
  struct VideoStream {
    camera::VideoTopic decoder{};
    logio::MessageView last{};  // without data
    uint64_t messages = 0, refused = 0;
    std::optional<Error> first_error{};
  };
  void hold(const VideoStream& video, std::vector<camera::VideoPicture> pictures);
  std::map<std::string, VideoStream, std::less<>> videos_;  // by topic
  StampSurvey stamps_;
  Trajectory trajectory_;
  // Copies of messages that are prepared together. MCAP chunks with a large image hold a single message, so batches
  // would be too small for parallel work.
  std::vector<Item> held_;              // `data` is set in take_held()
  std::vector<std::byte> held_bytes_;   // payloads one after the other
  std::vector<std::size_t> held_ends_;  // end of each payload in held_bytes_
  std::size_t held_pixels_ = 0;         // of the pictures in held_
  uint64_t points_ = 0;
};

}  // namespace gs::builder
