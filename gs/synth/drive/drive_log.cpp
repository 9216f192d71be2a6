// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/drive_log.h"

#include <cmath>
#include <limits>

#include "gs/assets/image/jpeg.h"
#include "gs/core/parallel.h"
#include "gs/logio/mcap/writer.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/exposure.h"
#include "gs/synth/drive/log_topic.h"
#include "gs/synth/drive/log_truth.h"
#include "gs/synth/drive/messages.h"
#include "gs/synth/drive/odometry_path.h"
#include "gs/synth/drive/planted_errors.h"
#include "gs/synth/drive/schedule.h"

namespace gs::synth {
namespace {

// Delay of camera stamps in the variant "unsynchronised".
constexpr int64_t kUnsynchronisedNs = 350'000'000;

// Simulates the sensors in the order of the schedule and writes their messages.
class Recorder {
 public:
  Recorder(const DriveOptions& options, Rig rig, Scene scene, std::unique_ptr<logio::LogWriter> log)
      : o_(options),
        rig_(std::move(rig)),
        scene_(std::move(scene)),
        ego_(scene_.street().road, options.duration_s, options.ego),
        odometry_(ego_, options),
        log_(std::move(log)) {
    for (const CameraMount& mount : rig_.cameras) sensors_.emplace_back(mount.camera, options.imaging.samples);
    if (rig_.lidar) lidar_.emplace(*rig_.lidar);
  }

  // Writes all events in the order of the schedule.
  Result<DriveReport> run(Progress& progress) {
    GS_CHECK(open_topics());
    const std::vector<ScheduledEvent> events = make_schedule(o_, rig_);
    progress.begin("driving", events.size(), "messages");
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "the drive was interrupted");
      if (!is_in_gap(events[i])) GS_CHECK(record(events[i]));
      progress.advance(i + 1);
    }
    progress.finish();
    GS_CHECK(log_->write_metadata({"gs_synth", {{"seed", std::to_string(o_.street.seed)}, {"variant", o_.variant}}}));
    GS_CHECK(log_->close());
    report_.distance_m = ego_.distance_along_road(o_.duration_s) - ego_.distance_along_road(0);
    return report_;
  }

 private:
  bool is(const char* variant) const { return o_.variant == variant; }
  static Timestamp at(int64_t offset_ns) { return kDriveStart + Duration{offset_ns}; }
  bool is_in_gap(const ScheduledEvent& e) const {
    // Variant "gaps": nothing is recorded for 1.5 s in the middle (at most 40 % of the drive).
    const double middle = 0.5 * o_.duration_s, t = static_cast<double>(e.offset_ns) * 1e-9;
    return is("gaps") && std::fabs(t - middle) < std::min(0.75, 0.2 * o_.duration_s);
  }

  // Variants leave out topics here.
  Result<void> open_topics() {
    if (!is("missing_tf")) {
      GS_TRY(tf_static_, Topic<rosmsg::tf2_msgs::TFMessage>::open(*log_, "/tf_static", true));
    }
    if (o_.poses == "all" || o_.poses == "tf") {
      GS_TRY(tf_, Topic<rosmsg::tf2_msgs::TFMessage>::open(*log_, "/tf"));
    }
    if (o_.poses == "all" || o_.poses == "odometry") {
      GS_TRY(odom_, Topic<rosmsg::nav_msgs::Odometry>::open(*log_, "/odom"));
    }
    GS_TRY(imu_, Topic<rosmsg::sensor_msgs::Imu>::open(*log_, "/imu"));
    GS_TRY(gnss_, Topic<rosmsg::sensor_msgs::NavSatFix>::open(*log_, "/gnss"));
    for (const CameraMount& mount : rig_.cameras) {
      CameraTopics topics;
      const std::string base = "/camera/" + mount.id;
      if (o_.raw) {
        GS_TRY(topics.raw, Topic<rosmsg::sensor_msgs::Image>::open(*log_, base + "/image_raw"));
      } else {
        GS_TRY(topics.compressed,
               Topic<rosmsg::sensor_msgs::CompressedImage>::open(*log_, base + "/image_raw/compressed"));
      }
      if (!is("missing_camera_info")) {
        GS_TRY(topics.info, Topic<rosmsg::sensor_msgs::CameraInfo>::open(*log_, base + "/camera_info"));
      }
      cameras_.push_back(std::move(topics));
    }
    if (rig_.lidar && !is("missing_topic")) {
      GS_TRY(points_, Topic<rosmsg::sensor_msgs::PointCloud2>::open(*log_, "/lidar/top/points"));
    }
    return {};
  }

  // Writes the message of one event. Variants leave some messages out.
  Result<void> record(const ScheduledEvent& e) {
    const Timestamp stamp = at(e.offset_ns) + stamp_error(e.kind, o_.errors), recorded = at(e.recorded_ns);
    const double t = static_cast<double>(e.offset_ns) * 1e-9;
    ++report_.messages;
    switch (e.kind) {
      case DriveEvent::static_transforms:
        if (is("missing_tf")) return --report_.messages, Result<void>{};
        return tf_static_.write(*log_, recorded, stamp, make_static_transforms(stamp, stated_rig(rig_, o_.errors)));
      case DriveEvent::transform: {
        rosmsg::tf2_msgs::TFMessage message;
        message.transforms.push_back(make_transform(stamp, "odom", "base_link", odometry_.odom_from_base(t)));
        return tf_.write(*log_, recorded, stamp, message);
      }
      case DriveEvent::odometry:
        return odom_.write(*log_, recorded, stamp,
                           make_odometry(stamp, odometry_.odom_from_base(t), odometry_.motion(t)));
      case DriveEvent::imu:
        return imu_.write(
            *log_, recorded, stamp,
            make_imu(stamp, read_imu(ego_, t, rig_.base_from_imu, o_.motion, seed(), e.index), o_.motion));
      case DriveEvent::gnss:
        return gnss_.write(*log_, recorded, stamp, make_fix(stamp, fix_at(t, e.index), o_.motion));
      case DriveEvent::image:
        return record_image(e, t, stamp, recorded);
      case DriveEvent::sweep:
        return record_sweep(e, t, stamp, recorded);
    }
    return {};
  }

  // GNSS fix at a time, with the planted errors.
  GnssFix fix_at(double t, uint64_t index) const {
    GnssFix fix = read_gnss(ego_, t, rig_.base_from_gnss, o_.motion, seed(), index, gnss_error(o_.errors, t, seed()));
    fix.valid = has_fix(o_.errors, t);
    return fix;
  }

  // Renders and writes one image and its camera_info.
  Result<void> record_image(const ScheduledEvent& e, double t, Timestamp stamp, Timestamp recorded) {
    const CameraMount& mount = rig_.cameras[e.sensor];
    if (is("unsynchronised")) stamp = stamp + Duration{kUnsynchronisedNs};
    ImagingOptions imaging = o_.imaging;
    if (o_.exposure_changes) imaging.exposure *= exposure_swing(t);
    GS_CHECK(scene_.set_interval(t, t + o_.rolling_shutter_s));
    const std::vector<Rigid3d> poses = camera_poses(ego_, mount, t, o_.rolling_shutter_s);
    CameraFrame frame = sensors_[e.sensor].take(scene_, poses, imaging, frame_seed(seed(), e.sensor, e.index));
    report_.rays += frame.rays;
    ++report_.images;
    CameraTopics& topics = cameras_[e.sensor];
    if (o_.raw) {
      GS_CHECK(topics.raw.write(*log_, recorded, stamp, make_image(stamp, mount.frame_id, std::move(frame.rgb))));
    } else {
      GS_TRY(const std::vector<std::byte> file, jpeg_.encode(frame.rgb, {.quality = o_.jpeg}));
      rosmsg::sensor_msgs::CompressedImage message;
      message.header = make_header(stamp, mount.frame_id);
      message.format = "rgb8; jpeg compressed bgr8";
      const auto* first = reinterpret_cast<const uint8_t*>(file.data());
      message.data.assign(first, first + file.size());
      GS_CHECK(topics.compressed.write(*log_, recorded, stamp, message));
    }
    if (is("missing_camera_info")) return {};
    ++report_.messages;
    return topics.info.write(*log_, recorded, stamp, make_camera_info(stamp, mount));
  }

  // Simulates and writes one sweep; "nan_points" damages every 20th point.
  Result<void> record_sweep(const ScheduledEvent& e, double t, Timestamp stamp, Timestamp recorded) {
    if (is("missing_topic")) return --report_.messages, Result<void>{};
    const auto pose = [&](double time) { return ego_.map_from_base(time) * rig_.base_from_lidar; };
    GS_TRY(std::vector<LidarPoint> points,
           lidar_->sweep(scene_, t, pose, o_.lidar_noise, frame_seed(seed(), kLidarSeed, e.index)));
    if (is("nan_points")) {
      constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
      for (std::size_t i = 0; i < points.size(); i += 20) points[i].point = {kNan, kNan, kNan};
    }
    report_.rays += static_cast<uint64_t>(rig_.lidar->columns) * rig_.lidar->elevation_rad.size();
    report_.points += points.size();
    ++report_.sweeps;
    return points_.write(*log_, recorded, stamp, make_cloud(stamp, "lidar_top", points));
  }

  uint64_t seed() const { return static_cast<uint64_t>(o_.street.seed); }

  DriveOptions o_;
  Rig rig_;
  Scene scene_;
  Ego ego_;
  OdometryPath odometry_;
  std::unique_ptr<logio::LogWriter> log_;
  std::vector<CameraSensor> sensors_;
  std::optional<LidarSensor> lidar_;
  assets::JpegEncoder jpeg_;
  Topic<rosmsg::tf2_msgs::TFMessage> tf_, tf_static_;
  Topic<rosmsg::nav_msgs::Odometry> odom_;
  Topic<rosmsg::sensor_msgs::Imu> imu_;
  Topic<rosmsg::sensor_msgs::NavSatFix> gnss_;
  Topic<rosmsg::sensor_msgs::PointCloud2> points_;
  std::vector<CameraTopics> cameras_;
  DriveReport report_;
};

// Variant "corrupt_chunk": overwrites some bytes in the middle of the file, so that the checksum of a chunk is wrong.
class CorruptingSink final : public logio::ByteSink {
 public:
  explicit CorruptingSink(AtomicFile file) : file_(std::move(file)) {}
  Result<void> write(Bytes bytes) override { return file_.write(bytes); }
  Result<void> finish() override {
    const std::vector<std::byte> garbage(48, std::byte{0xA5});
    GS_CHECK(file_.write_at(file_.size() / 2, garbage));
    return file_.commit();
  }

 private:
  AtomicFile file_;
};

// Publishes the truth, then the log, when both are complete.
class SinkWithTruth final : public logio::ByteSink {
 public:
  SinkWithTruth(std::unique_ptr<logio::ByteSink> log, OutputFolder truth)
      : log_(std::move(log)), truth_(std::move(truth)) {}
  Result<void> write(Bytes bytes) override { return log_->write(bytes); }
  Result<void> finish() override {
    GS_CHECK(truth_.commit());
    return log_->finish();
  }

 private:
  std::unique_ptr<logio::ByteSink> log_;
  OutputFolder truth_;
};

// Options with the change that the variant "short" makes.
DriveOptions with_variant(DriveOptions options) {
  if (options.variant == "short") options.duration_s = std::min(options.duration_s, 2.0);
  return options;
}

// The file of a log, which appears with finish().
Result<std::unique_ptr<logio::ByteSink>> open_log(const fs::path& mcap, const DriveOptions& options) {
  GS_TRY(AtomicFile file, AtomicFile::create(mcap));
  if (options.variant == "corrupt_chunk") return std::make_unique<CorruptingSink>(std::move(file));
  return std::make_unique<logio::FileSink>(std::move(file));
}

}  // namespace

Result<DriveReport> write_drive(std::unique_ptr<logio::ByteSink> sink, const DriveOptions& given, Progress& progress) {
  const DriveOptions options = with_variant(given);
  GS_TRY(Rig rig, make_rig(options));
  GS_TRY(Scene scene, make_drive_scene(options));
  logio::McapWriterOptions writing{.profile = "ros2"};
  // Compress on one other thread, because rendering uses the rest.
  writing.threads = thread_count() > 1 ? 1 : 0;
  GS_TRY(std::unique_ptr<logio::LogWriter> log, logio::McapWriter::create(std::move(sink), writing));
  Recorder recorder(options, std::move(rig), std::move(scene), std::move(log));
  return recorder.run(progress);
}

Result<DriveReport> write_drive(const fs::path& mcap, const DriveOptions& options, Progress& progress) {
  GS_TRY(std::unique_ptr<logio::ByteSink> sink, open_log(mcap, options));
  return write_drive(std::move(sink), options, progress);
}

Result<DriveReport> write_drive_with_truth(const fs::path& mcap, bool replace_truth, const DriveOptions& options,
                                           Progress& progress) {
  GS_TRY(OutputFolder truth, make_log_truth(truth_folder_of(mcap), replace_truth, with_variant(options)));
  GS_TRY(std::unique_ptr<logio::ByteSink> log, open_log(mcap, options));
  return write_drive(std::make_unique<SinkWithTruth>(std::move(log), std::move(truth)), options, progress);
}

}  // namespace gs::synth
