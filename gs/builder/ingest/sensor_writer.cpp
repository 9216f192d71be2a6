// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/sensor_writer.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/pcd/pcd.h"
#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/ingest/lidar_times.h"
#include "gs/builder/recording/deskew_times.h"
#include "gs/core/parallel.h"
#include "gs/core/plain_file.h"
#include "gs/dataset/images_at_once.h"
#include "gs/mapping/poses/deskew.h"

namespace gs::builder {
namespace {

// Pictures of videos that wait to be written together: 16 of 1920 x 1080, or fewer larger ones.
constexpr std::size_t kMostHeldPixels = dataset::kImagesAtOnce * 1920 * 1088;

// Deskews positions in base_link. A sweep outside the trajectory stays unchanged.
std::vector<Vec3f> deskewed(std::vector<Vec3f> positions, std::vector<float> offsets_s, Timestamp stamp,
                            Vec3d sensor_in_base, const Trajectory& trajectory) {
  mapping::Sweep sweep{.stamp = stamp, .sensor_in_base = sensor_in_base, .time_offset_s = std::move(offsets_s)};
  for (const Vec3f& p : positions) sweep.points.push_back({p});
  const auto moved = mapping::deskew(std::move(sweep), trajectory);
  if (!moved) return positions;
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = moved->points[i].position_in_base;
  return positions;
}

// Decodes a message that is one sweep.
Result<lidar::DecodedSweep> decoded_sweep(const logio::MessageView& message) {
  GS_TRY(const auto decoder, lidar::make_decoder(message.channel->schema.name, {}));
  GS_TRY(auto sweeps, decoder->take({message.channel->message_encoding, message.data, message.log_time}));
  if (sweeps.empty()) return fail(ErrorCode::invalid_data, "the message holds no sweep");
  return std::move(sweeps.front());
}

}  // namespace

// A decoded message, ready to be written.
struct SensorWriter::Frame {
  Timestamp stamp;
  std::string frame_id;
  int width = 0, height = 0;
  Bytes jpeg{};                                // memory of the log, of `storage` or of an encoder
  std::shared_ptr<const void> storage{};       // shared with the message that was decoded
  std::optional<lidar::DecodedSweep> sweep{};  // as decoded
  std::vector<Vec3f> positions{};
  std::vector<float> intensities{};
  std::vector<float> offsets_s{};   // after the stamp; empty without point times
  bool unstamped = false;           // the stamp is the recording time
  bool bad_times = false;           // the time field is not usable
  double clock_s = 0;               // clock offset subtracted from point times
  std::size_t recorded_points = 0;  // before thinning
  std::optional<Error> error{};
  std::optional<BuildError> fatal{};
  fs::path path{};  // set by number(); empty: frame is dropped
  fs::path times_path{};

  // A JPEG file, or a PCD file with its point times beside it.
  Result<void> write() const {
    if (path.empty()) return {};
    if (!jpeg.empty()) return write_plain(path, std::array{jpeg});
    std::vector<Vec4f> rows(positions.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k] = {positions[k].x, positions[k].y, positions[k].z, intensities[k]};
    }
    if (!offsets_s.empty()) {
      const std::string times = write_stored_times(quantized_times(offsets_s));
      GS_CHECK(write_plain(times_path, std::array{as_bytes(times)}));
    }
    const std::string header = assets::pcd_header(rows.size(), true);
    return write_plain(path, std::array{as_bytes(header), Bytes(std::as_bytes(std::span(rows)))});
  }
};

SensorWriter::SensorWriter(fs::path folder, const TopicMapping& mapping, const FramesConfig& frames,
                           const PoseTopics& motion, int jpeg_quality, const LidarCalibrations& calibrations,
                           Problems& problems)
    : folder_(std::move(folder)), mapping_(mapping), frames_(frames), motion_(motion), problems_(problems) {
  for (std::size_t i = 0; i < dataset::kImagesAtOnce; ++i) encoders_.emplace_back(jpeg_quality);
  // Cannot fail: the poses were checked by resample_poses().
  if (auto trajectory = Trajectory::from_poses(motion.map_from_base_link)) trajectory_ = *std::move(trajectory);
  for (const CameraTopic& camera : mapping.cameras) {
    SensorRecord record{.kind = SensorKind::camera, .id = camera.id, .topic = camera.topic};
    record.folder = "raw_extract/images/" + record.key();
    if (const auto info = motion.camera_info.find(camera.id); info != motion.camera_info.end()) {
      record.info = info->second;
    }
    sensors_.push_back(std::move(record));
    const camera::CameraFormat* format_of_topic = camera::find_format(camera.type);
    if (format_of_topic != nullptr && format_of_topic->kind == camera::PictureKind::video) videos_[camera.topic];
  }
  for (const LidarTopic& lidar : mapping.lidars) {
    SensorRecord record{.kind = SensorKind::lidar, .id = lidar.id, .topic = lidar.topic};
    // A single LiDAR needs no folder of its own.
    record.folder = mapping.lidars.size() == 1 ? "raw_extract/lidar" : "raw_extract/lidar/" + lidar.id;
    sensors_.push_back(std::move(record));
    const lidar::LidarFormat* format_of_topic = lidar::find_format(lidar.type);
    if (format_of_topic == nullptr || format_of_topic->one_sweep) continue;
    const auto calibration = calibrations.find(lidar.topic);
    // Cannot fail: the type was found.
    auto decoder = lidar::make_decoder(
        lidar.type, calibration == calibrations.end() ? lidar::DecoderCalibration{} : calibration->second);
    if (decoder) packets_[lidar.topic].decoder = *std::move(decoder);
  }
  for (const SensorRecord& sensor : sensors_) {
    std::error_code ignored;  // a missing folder is reported when the first file is written
    fs::create_directories(folder_ / sensor.folder, ignored);
    if (sensor.kind == SensorKind::lidar) {
      fs::create_directories((folder_ / stored_times_path(sensor.key(), 0)).parent_path(), ignored);
    }
  }
}

std::vector<std::string> SensorWriter::topics() const {
  std::vector<std::string> topics;
  for (const SensorRecord& sensor : sensors_) topics.push_back(sensor.topic);
  return topics;
}

// nullptr for topics of no sensor.
SensorRecord* SensorWriter::sensor_of(std::string_view topic) {
  const auto at = std::ranges::find(sensors_, topic, &SensorRecord::topic);
  return at == sensors_.end() ? nullptr : &*at;
}

SensorWriter::Frame SensorWriter::prepare(Item& item, const SensorRecord& sensor, ImageEncoder& encoder) const {
  return sensor.kind == SensorKind::camera ? prepare_image(item, encoder) : prepare_sweep(item, sensor);
}

Result<EncodedImage> SensorWriter::encoded(const Item& item, ImageEncoder& encoder,
                                           const assets::Undistorter* resampling) const {
  if (item.picture) return encoder.encode(*item.picture, resampling);
  const auto samples = samples_.find(item.message.channel->topic);
  return encoder.encode(item.message, samples == samples_.end() ? assets::SampleRange{} : samples->second, resampling);
}

// JPEG bytes of ROS messages are not copied: they stay in the memory of the log until they are written.
SensorWriter::Frame SensorWriter::prepare_image(const Item& item, ImageEncoder& encoder) const {
  Frame frame;
  const auto resampled = resampled_.find(item.message.channel->topic);
  const bool resamples = resampled != resampled_.end() && resampled->second;
  auto picture = encoded(item, encoder, resamples ? &resampled->second->map : nullptr);
  if (!picture) {
    frame.error = std::move(picture).error();
    return frame;
  }
  frame.stamp = mapping_.clocks.corrected(item.message.channel->topic, picture->stamp, picture->unstamped);
  frame.frame_id = std::move(picture->frame_id);
  frame.unstamped = picture->unstamped;
  frame.width = picture->width, frame.height = picture->height, frame.jpeg = picture->jpeg;
  frame.storage = std::move(picture->storage);
  return frame;
}

// The error of a sweep whose frame is not connected to base_link, with the known frames.
BuildError SensorWriter::missing_transform(const std::string& frame_id) const {
  Node names = Node::list();
  for (const std::string& name : motion_.tf.frames()) names.items.push_back(Node::of(name));
  return BuildError(BuildCode::tf_missing, "mcap_ingest",
                    format("no transform from {} to {}", frames_.base_link, frame_id), std::string(kGivePoseHint))
      .with_detail("available_frames", std::move(names));
}

// Adds the valid points of the sweep to the frame, moved to base_link.
void SensorWriter::add_points(const Rigid3d& base_from_lidar, double intensity_scale, Frame& frame) {
  const lidar::DecodedSweep& sweep = *frame.sweep;
  frame.clock_s = sweep.clock_s, frame.bad_times = sweep.bad_times;
  for (const lidar::DecodedPoint& point : sweep.points) {
    const Vec3d& p = point.position;
    if (!is_finite(p) || dot(p, p) < 1e-6) continue;  // drivers mark missing returns by NaN or zeros
    frame.positions.push_back(cast<float>(base_from_lidar * p));
    if (sweep.has_times) frame.offsets_s.push_back(point.time_s);
    const double intensity = sweep.has_intensities ? intensity_scale * static_cast<double>(point.intensity) : 0;
    frame.intensities.push_back(static_cast<float>(std::isfinite(intensity) ? std::clamp(intensity, 0.0, 255.0) : 0));
  }
}

// Keeps at most kMaxSweepPoints points, evenly by index.
void SensorWriter::thin(Frame& frame) {
  const std::size_t all = frame.positions.size();
  if (all <= kMaxSweepPoints) return;
  // In place: `from` never lies before i, so nothing is overwritten that is still needed.
  for (std::size_t i = 0; i < kMaxSweepPoints; ++i) {
    const std::size_t from = i * all / kMaxSweepPoints;
    frame.positions[i] = frame.positions[from], frame.intensities[i] = frame.intensities[from];
    if (!frame.offsets_s.empty()) frame.offsets_s[i] = frame.offsets_s[from];
  }
  frame.positions.resize(kMaxSweepPoints), frame.intensities.resize(kMaxSweepPoints);
  if (!frame.offsets_s.empty()) frame.offsets_s.resize(kMaxSweepPoints);
}

// Takes the sweep of an item, moves it to base_link, deskews and thins it. A missing transform sets frame.fatal.
Result<void> SensorWriter::read_sweep(Item& item, const SensorRecord& sensor, Frame& frame) const {
  if (item.sweep) {
    frame.sweep = std::move(item.sweep);
  } else {
    GS_TRY(frame.sweep, decoded_sweep(item.message));
    const auto topic = std::ranges::find(mapping_.lidars, sensor.topic, &LidarTopic::topic);
    if (topic != mapping_.lidars.end()) complete_times(*topic, *frame.sweep);
  }
  frame.stamp = mapping_.clocks.corrected(sensor.topic, frame.sweep->stamp, frame.sweep->unstamped);
  frame.unstamped = frame.sweep->unstamped;
  // A configured frame replaces that of the messages.
  const auto named = frames_.lidars.find(sensor.id);
  frame.frame_id = frame.sweep->frame_id;
  const std::string& lidar_frame = named != frames_.lidars.end() ? named->second : frame.frame_id;
  // A missing transform concerns all sweeps, so it stops the build.
  const auto base_from_lidar = motion_.tf.lookup(frames_.base_link, lidar_frame, frame.stamp);
  if (!base_from_lidar) {
    frame.fatal = missing_transform(lidar_frame);
    return {};
  }
  const auto scale = intensity_scales_.find(sensor.id);
  add_points(*base_from_lidar, scale == intensity_scales_.end() ? 1 : scale->second, frame);
  if (frame.positions.size() < kMinSweepPoints) {
    return fail(ErrorCode::invalid_data, "sweep dropped: it has {} valid points, {} are needed", frame.positions.size(),
                kMinSweepPoints);
  }
  // The sensor moves during a revolution: move all points to the stamp.
  if (!frame.offsets_s.empty()) {
    frame.positions =
        deskewed(std::move(frame.positions), frame.offsets_s, frame.stamp, base_from_lidar->translation, trajectory_);
  }
  frame.recorded_points = frame.positions.size();
  thin(frame);
  return {};
}

// Reads a sweep. Problems end up in frame.error or frame.fatal.
SensorWriter::Frame SensorWriter::prepare_sweep(Item& item, const SensorRecord& sensor) const {
  Frame frame;
  if (auto done = read_sweep(item, sensor, frame); !done) frame.error = std::move(done).error();
  return frame;
}

// Counts what warn_about_sweeps() and StampSurvey report.
void SensorWriter::note(const SensorRecord& sensor, const Frame& frame, Timestamp received) {
  stamps_.add(sensor.topic, frame.unstamped ? Timestamp{} : frame.stamp, received);
  if (sensor.kind == SensorKind::camera) return;
  SweepNotes& notes = sweep_notes_[sensor.id];
  if (frame.recorded_points > kMaxSweepPoints) ++notes.thinned;
  notes.most_points = std::max(notes.most_points, frame.recorded_points);
  if (frame.bad_times) ++notes.bad_times;
  if (frame.offsets_s.empty() && !frame.bad_times) ++notes.without_times;
  if (frame.clock_s != 0 && notes.other_clock++ == 0) notes.clock_s = frame.clock_s;
}

// One warning per kind and LiDAR, however many sweeps are concerned.
void SensorWriter::warn_about_sweeps(const SensorRecord& sensor) {
  const SweepNotes& notes = sweep_notes_[sensor.id];
  const std::size_t all = sensor.stamps.size();
  const auto warn = [&](std::string message, std::string hint) {
    problems_.add({.severity = Severity::warning,
                   .code = ErrorCode::invalid_data,
                   .file = sensor.topic,
                   .message = std::move(message),
                   .hint = std::move(hint)});
  };
  if (notes.thinned > 0) {
    warn(format("INVALID_POINTCLOUD_SIZE: {} of {} sweeps have more than {} points (up to {})", notes.thinned, all,
                kMaxSweepPoints, notes.most_points),
         "they are thinned evenly");
  }
  if (notes.other_clock > 0) {
    warn(format("the times of points lie {:.1f} s from the stamp of their sweep", notes.clock_s),
         "they probably count from the start of the sensor; the first point is taken as measured at the stamp");
  }
  if (notes.bad_times > 0) {
    warn(format("the point times of {} of {} sweeps are not usable", notes.bad_times, all),
         "these sweeps are not deskewed: walls are distorted by the motion during a sweep");
  }
  if (notes.without_times > 0) {
    warn(format("{} of {} sweeps have no point times: they are not deskewed", notes.without_times, all),
         "at 10 m/s a sweep of 0.1 s is distorted by up to 1 m: let the driver publish the time of each point; nothing "
         "is lost if the driver has deskewed the cloud already");
  }
  if (const double scale = intensity_scales_[sensor.id]; scale < 1) {
    warn(format("intensities exceed 255: they are multiplied by {:.4f}", scale),
         "99 % of the points of the first sweep then lie in 0 to 255; higher values become 255");
  }
}

// Factor that scales intensities to 0..255, from the 99th percentile of the first sufficiently large sweep of a LiDAR:
// some drivers send 16 bits. All sweeps get the same factor, so that they stay comparable.
void SensorWriter::choose_intensity_scale(const Item& item) {
  const SensorRecord& sensor = *sensor_of(item.message.channel->topic);
  if (sensor.kind != SensorKind::lidar || intensity_scales_.contains(sensor.id)) return;
  std::optional<lidar::DecodedSweep> decoded;
  if (!item.sweep) {
    auto sweep = decoded_sweep(item.message);
    if (!sweep) return;
    decoded = *std::move(sweep);
  }
  const lidar::DecodedSweep& sweep = item.sweep ? *item.sweep : *decoded;
  if (sweep.points.size() < kMinSweepPoints) return;
  std::vector<double> values;
  for (const lidar::DecodedPoint& point : sweep.points) {
    if (sweep.has_intensities && std::isfinite(point.intensity)) values.push_back(static_cast<double>(point.intensity));
  }
  double& scale = intensity_scales_[sensor.id] = 1;
  if (values.empty()) return;
  const auto high = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 99 / 100);
  std::ranges::nth_element(values, high);
  if (*high > 255) scale = 255 / *high;
}

// Range of the 16-bit samples of each camera, from its images in the first part that has any. All images of a camera
// get the same one, so that they stay comparable.
void SensorWriter::choose_sample_ranges(std::span<const Item> part) {
  SampleRanges found;
  for (const Item& item : part) {
    const std::string& topic = item.message.channel->topic;
    if (item.sweep || item.picture || samples_.contains(topic) || sensor_of(topic)->kind != SensorKind::camera)
      continue;
    const auto range = sample_range_of(item.message);
    if (!range) continue;
    const auto [at, first] = found.try_emplace(topic, *range);
    at->second = {std::min(at->second.low, range->low), std::max(at->second.high, range->high)};
  }
  samples_.merge(found);
}

// Decides from the first image of a camera that can be decoded whether its images are resampled, and prepares that.
void SensorWriter::choose_resampling(const Item& item) {
  SensorRecord& sensor = *sensor_of(item.message.channel->topic);
  if (sensor.kind != SensorKind::camera || resampled_.contains(sensor.topic)) return;
  if (!may_be_omni(sensor, given_)) {
    resampled_.try_emplace(sensor.topic);
    return;
  }
  const auto first = encoded(item, encoders_.front(), nullptr);
  if (!first) return;
  SensorRecord seen{.kind = sensor.kind, .id = sensor.id, .topic = sensor.topic, .frame_id = first->frame_id};
  seen.info = sensor.info;
  auto& chosen = resampled_[sensor.topic];
  const auto omni = omni_of_sensor(seen, given_, mapping_.cameras.size());
  if (omni) chosen = resampled_camera(*omni, first->width, first->height);
  if (chosen) set_resampled(sensor, chosen->camera);
}

// Assigns the next frame number of the sensor, or reports why the frame is dropped. Called in log order.
BuildResult<std::monostate> SensorWriter::number(const logio::MessageView& message, Frame& frame) {
  SensorRecord& sensor = *sensor_of(message.channel->topic);
  if (frame.fatal) return *std::move(frame.fatal);
  // Before the checks that drop a frame: the survey of stamps counts the messages of the topic.
  if (!frame.error) note(sensor, frame, message.log_time);
  if (!frame.error && !sensor.stamps.empty() && frame.stamp <= sensor.stamps.back()) {
    frame.error = fail(ErrorCode::invalid_data, "frame dropped: its stamp is not later than that of the frame before");
  }
  if (!frame.error && sensor.width > 0 && (frame.width != sensor.width || frame.height != sensor.height)) {
    frame.error =
        fail(ErrorCode::invalid_data, "frame dropped: the image size changes to {} x {}", frame.width, frame.height);
  }
  if (frame.error) {
    problems_.add(Severity::warning, *std::move(frame.error), sensor.topic);
    return std::monostate{};
  }
  frame.path = folder_ / sensor.file_path(sensor.stamps.size());
  if (sensor.kind == SensorKind::lidar) {
    frame.times_path = folder_ / stored_times_path(sensor.key(), sensor.stamps.size());
    // The parameters of the LiDAR are estimated from points in its own frame, before the move to base_link.
    points_ += frame.positions.size();
    surveys_[sensor.id].add(*frame.sweep);
  }
  sensor.frame_id = frame.frame_id;
  sensor.width = frame.width, sensor.height = frame.height;
  sensor.stamps.push_back(frame.stamp);
  return std::monostate{};
}

// Prepare in parallel, number in log order, write in parallel.
BuildResult<std::monostate> SensorWriter::take_part(std::span<Item> part) {
  // Chosen in log order before the parallel part, which only reads them: equal logs give equal files.
  for (const Item& item : part) choose_intensity_scale(item);
  choose_sample_ranges(part);
  for (const Item& item : part) choose_resampling(item);
  std::vector<Frame> frames(part.size());
  const auto prepare_one = [&](std::size_t i) {
    frames[i] = prepare(part[i], *sensor_of(part[i].message.channel->topic), encoders_[i]);
  };
  parallel_for(part.size(), prepare_one, 1);
  for (std::size_t i = 0; i < part.size(); ++i) GS_CHECK(number(part[i].message, frames[i]));
  std::vector<Result<void>> written(part.size());
  parallel_for(
      part.size(), [&](std::size_t i) { written[i] = frames[i].write(); }, 1);
  for (Result<void>& result : written) GS_CHECK(std::move(result));
  return std::monostate{};
}

// Copies a message, because the memory of its batch is reused.
void SensorWriter::hold(const logio::MessageView& message) {
  held_.push_back({message});
  held_bytes_.insert(held_bytes_.end(), message.data.begin(), message.data.end());
  held_ends_.push_back(held_bytes_.size());
}

// The views into held_bytes_ are set only now: growing the buffer moves its memory.
BuildResult<std::monostate> SensorWriter::take_held() {
  for (std::size_t i = 0, begin = 0; i < held_.size(); begin = held_ends_[i++]) {
    held_[i].message.data = Bytes(held_bytes_).subspan(begin, held_ends_[i] - begin);
  }
  // A message of packets may complete several sweeps, so there may be more items than encoders.
  for (std::span<Item> rest = held_; !rest.empty();) {
    const std::size_t count = std::min(rest.size(), dataset::kImagesAtOnce);
    GS_CHECK(take_part(rest.first(count)));
    rest = rest.subspan(count);
  }
  held_.clear(), held_bytes_.clear(), held_ends_.clear(), held_pixels_ = 0;
  return std::monostate{};
}

// Full groups are processed without a copy; the rest is held until kImagesAtOnce messages are collected.
BuildResult<std::monostate> SensorWriter::take(std::span<const logio::MessageView> batch) {
  const auto has_packets = [&](const logio::MessageView& m) { return packets_.contains(m.channel->topic); };
  const auto has_video = [&](const logio::MessageView& m) { return videos_.contains(m.channel->topic); };
  const auto is_stream = [&](const logio::MessageView& m) { return has_packets(m) || has_video(m); };
  while (!batch.empty()) {
    const auto group = batch.first(std::min(batch.size(), dataset::kImagesAtOnce));
    // Held messages are older than this group and must be numbered before it; packets and video need the messages
    // before them. In both cases messages are taken one by one.
    if (held_.empty() && group.size() == dataset::kImagesAtOnce && std::ranges::none_of(group, is_stream)) {
      std::vector<Item> items;
      for (const logio::MessageView& message : group) items.push_back({message});
      GS_CHECK(take_part(items));
      batch = batch.subspan(group.size());
      continue;
    }
    const logio::MessageView& next = batch.front();
    has_packets(next) ? hold_sweeps(next) : has_video(next) ? hold_pictures(next) : hold(next);
    batch = batch.subspan(1);
    if (held_.size() >= dataset::kImagesAtOnce || held_pixels_ >= kMostHeldPixels) GS_CHECK(take_held());
  }
  return std::monostate{};
}

BuildResult<std::vector<SensorRecord>> SensorWriter::finish() {
  // Open sweeps and late pictures join the held items, which are written next.
  finish_streams();
  GS_CHECK(take_held());
  warn_about_packets();
  warn_about_videos();
  std::vector<SensorRecord> used;
  std::error_code ignored;  // only empty folders are removed
  for (SensorRecord& sensor : sensors_) {
    if (sensor.kind == SensorKind::lidar)
      fs::remove((folder_ / stored_times_path(sensor.key(), 0)).parent_path(), ignored);
    if (sensor.stamps.empty()) {
      problems_.add({.severity = Severity::warning,
                     .code = ErrorCode::invalid_data,
                     .file = sensor.topic,
                     .message = format("{} has no usable frame and is not used", sensor.key())});
      fs::remove(folder_ / sensor.folder, ignored);
      continue;
    }
    if (sensor.kind == SensorKind::lidar) {
      sensor.spec = surveys_[sensor.id].estimate();
      warn_about_sweeps(sensor);
    }
    if (const auto own = resampled_.find(sensor.topic); own != resampled_.end() && own->second) {
      GS_CHECK(write_recorded_mask(folder_, sensor, *own->second));
    }
    used.push_back(std::move(sensor));
  }
  stamps_.warn(mapping_.clocks, problems_);
  return used;
}

}  // namespace gs::builder
