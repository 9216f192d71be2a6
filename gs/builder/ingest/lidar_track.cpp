// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/lidar_track.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "gs/builder/calibration/tf_tree.h"
#include "gs/builder/ingest/lidar_times.h"
#include "gs/builder/ingest/message_stamp.h"
#include "gs/builder/ingest/track_topics.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/mapping/lidar_bias/bias_survey.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::builder {
namespace {

// Inertial units that report g instead of m/s^2 have a mean force of about 1.
constexpr double kInG = 3.0, kStandardGravity_mps2 = 9.80665;

// Transforms and motion sensors of a log; the transforms place the sensors on the vehicle.
struct MotionMessages {
  const LogClocks& clocks;
  TfTree tf;
  struct Inertial {
    mapping::ImuSample sample;  // in the axes of the sensor
    std::string frame_id;
  };
  std::vector<Inertial> imu;
  std::vector<StampedTransform> odometry;

  Result<void> take(const logio::MessageView& view) {
    const std::string& encoding = view.channel->message_encoding;
    if (has_type(*view.channel, rosmsg::sensor_msgs::Imu::kType)) {
      GS_TRY(const auto m, rosmsg::decode_message<rosmsg::sensor_msgs::Imu>(encoding, view.data));
      imu.push_back({{stamp_of(clocks, m.header.stamp.timestamp(), view), rosmsg::to_vec(m.angular_velocity),
                      rosmsg::to_vec(m.linear_acceleration)},
                     m.header.frame_id});
      return {};
    }
    if (has_type(*view.channel, rosmsg::nav_msgs::Odometry::kType)) {
      GS_TRY(const auto m, rosmsg::decode_message<rosmsg::nav_msgs::Odometry>(encoding, view.data));
      GS_TRY(const Rigid3d pose, rosmsg::to_rigid(m.pose.pose));
      odometry.push_back(
          {stamp_of(clocks, m.header.stamp.timestamp(), view), m.header.frame_id, m.child_frame_id, pose});
      return {};
    }
    GS_TRY(const auto m, rosmsg::decode_message<rosmsg::tf2_msgs::TFMessage>(encoding, view.data));
    const bool fixed = view.channel->topic.ends_with("tf_static");
    for (const auto& t : m.transforms) {
      GS_TRY(const Rigid3d transform, rosmsg::to_rigid(t.transform));
      tf.add({stamp_of(clocks, t.header.stamp.timestamp(), view), t.header.frame_id, t.child_frame_id, transform},
             fixed);
    }
    return {};
  }

  // Samples in the axes of the base frame. Units of g are recognised by the mean force.
  mapping::ImuTrack imu_track(const std::string& base_frame) const {
    Vec3d sum{};
    for (const Inertial& i : imu) sum += is_finite(i.sample.force_mps2) ? i.sample.force_mps2 : Vec3d{};
    const double mean = imu.empty() ? 0 : norm(sum) / static_cast<double>(imu.size());
    const double unit = mean > 0 && mean < kInG ? kStandardGravity_mps2 : 1;
    std::vector<mapping::ImuSample> samples;
    for (const Inertial& i : imu) {
      const Rigid3d mount = tf.lookup(base_frame, i.frame_id, i.sample.stamp).value_or(Rigid3d{});
      samples.push_back(
          {i.sample.stamp, mount.rotation * i.sample.rate_rps, mount.rotation * i.sample.force_mps2 * unit});
    }
    return mapping::ImuTrack(samples);
  }

  Result<Trajectory> odometry_track(const std::string& base_frame) const {
    std::vector<StampedPose> poses;
    for (const StampedTransform& t : odometry) {
      const Rigid3d child_from_base = tf.lookup(t.child, base_frame, t.stamp).value_or(Rigid3d{});
      poses.push_back({t.stamp, t.parent_from_child * child_from_base});
    }
    return Trajectory::from_poses(std::move(poses));
  }
};

// Calls body for the messages of the topics in time order until it returns false; a message that body refuses is
// reported and skipped.
Result<void> for_each_message(const logio::LogReader& log, std::vector<std::string> topics, const TimeWindow& window,
                              Problems& problems, const std::function<Result<bool>(const logio::MessageView&)>& body) {
  if (topics.empty()) return {};
  GS_TRY(const auto stream,
         log.read({.topics = std::move(topics), .begin = window.begin, .end = window.end}, problems));
  while (true) {
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) return {};
    for (const logio::MessageView& message : batch) {
      auto go_on = body(message);
      if (go_on && !*go_on) return {};
      if (go_on) continue;
      if (go_on.error().code == ErrorCode::interrupted) return std::move(go_on).error();
      problems.add(Severity::warning, std::move(go_on).error(), message.channel->topic);
    }
  }
}

// A decoded sweep in the base frame, with its times.
mapping::Sweep sweep_of(const lidar::DecodedSweep& decoded, const TfTree& tf, const LidarTrackOptions& options,
                        LidarTrack& track) {
  mapping::Sweep sweep;
  sweep.stamp = options.clocks.corrected(track.lidar_topic, decoded.stamp, decoded.unstamped);
  const auto mount =
      tf.lookup(options.base_frame, options.lidar_frame.empty() ? decoded.frame_id : options.lidar_frame, sweep.stamp);
  if (!mount) track.base_frame_known = false;
  const Rigid3d base_from_lidar = mount.value_or(Rigid3d{});
  sweep.sensor_in_base = base_from_lidar.translation;
  sweep.sensor_up_in_base = base_from_lidar.rotation * Vec3d{0, 0, 1};
  track.without_times += decoded.has_times ? 0 : 1;
  const Mat3d rotation = to_matrix(base_from_lidar.rotation);
  for (const lidar::DecodedPoint& point : decoded.points) {
    const Vec3d in_base = rotation * point.position + base_from_lidar.translation;
    sweep.points.emplace_back().position_in_base = cast<float>(in_base);
    if (decoded.has_times) sweep.time_offset_s.push_back(point.time_s);
  }
  return sweep;
}

// Odometry over the sweeps of a log, with the elevation offset of the LiDAR removed. The offset is estimated once, on
// the first 300 m or at the end of the log; if it is significant, the odometry starts again with it.
class SweepTracker {
 public:
  SweepTracker(const logio::LogReader& log, const LidarTrackOptions& options, const mapping::OdometryOptions& odometry,
               const mapping::MotionHints& hints, const TfTree& tf, Progress& progress, Problems& problems)
      : log_(log),
        options_(options),
        odometry_options_(odometry),
        hints_(hints),
        tf_(tf),
        progress_(progress),
        problems_(problems) {}

  Result<void> run(LidarTrack& track) {
    GS_CHECK(pass(track, options_.use_elevation));
    if (!track.bias || track.bias->correction.is_none()) return {};
    Problems known;  // reported by the first pass
    std::swap(known, problems_);
    auto again = pass(track, false);
    std::swap(known, problems_);
    return again;
  }

 private:
  // One reading of the sweeps. With `survey` it ends early when a significant offset is found.
  Result<void> pass(LidarTrack& track, bool survey) {
    track.refused = track.without_times = 0;
    mapping::LidarOdometry odometry(odometry_options_, hints_);
    mapping::BiasSurvey bias;
    uint64_t total = 0, done = 0;
    for (const logio::LogChannel& channel : log_.channels()) {
      if (channel.topic == track.lidar_topic) total += log_.info().channels[channel.id].message_count;
    }
    progress_.begin("LiDAR odometry", total, "sweeps");
    // Adds a sweep; false: the survey found an offset, and this pass ends.
    const auto use = [&](mapping::Sweep sweep) -> Result<bool> {
      if (track.bias) sweep = corrected(std::move(sweep), track.bias->correction);
      GS_CHECK(odometry.add(sweep));
      if (!survey || track.bias) return true;
      bias.add(sweep, odometry.poses().back().map_from_base);
      if (!bias.is_complete()) return true;
      GS_CHECK(estimate(bias, odometry, track));
      return track.bias->correction.is_none();
    };
    GS_TRY(const auto decoder, decoder_of(track.lidar_topic));
    const auto take = [&](const logio::MessageView& view) -> Result<bool> {
      if (progress_.stop_requested()) return fail(ErrorCode::interrupted, "LiDAR odometry was stopped");
      progress_.advance(++done);
      auto go_on = take_message(*decoder, view, use, track);
      track.refused += go_on ? 0 : 1;
      return go_on;
    };
    GS_CHECK(for_each_message(log_, {track.lidar_topic}, options_.window, problems_, take));
    if (is_unplaced(track)) return {};
    // The sweep that is still open is one message's worth: an error in it is a warning like those before.
    if (auto last = use_all(decoder->finish(), use, track); !last) {
      if (last.error().code == ErrorCode::interrupted) return std::move(last).error();
      problems_.add(Severity::warning, std::move(last).error(), track.lidar_topic);
      ++track.refused;
    }
    if (is_unplaced(track)) return {};
    if (survey && !track.bias) GS_CHECK(estimate(bias, odometry, track));
    progress_.finish();
    track.poses = odometry.poses(), track.voxel_m = odometry.voxel_m();
    return {};
  }

  using Use = std::function<Result<bool>(mapping::Sweep)>;

  // The decoder of a topic of point clouds or packets.
  Result<std::unique_ptr<lidar::LidarDecoder>> decoder_of(const std::string& topic) const {
    std::string_view type;
    for (const logio::LogChannel& channel : log_.channels()) {
      if (channel.topic == topic && lidar::find_format(channel.schema.name) != nullptr) type = channel.schema.name;
    }
    return lidar::make_decoder(type, options_.calibration);
  }

  Result<bool> take_message(lidar::LidarDecoder& decoder, const logio::MessageView& view, const Use& use,
                            LidarTrack& track) const {
    GS_TRY(auto sweeps, decoder.take({view.channel->message_encoding, view.data, view.log_time}));
    for (lidar::DecodedSweep& sweep : sweeps) {
      if (options_.turning) complete_times(*options_.turning, sweep);
    }
    return use_all(sweeps, use, track);
  }
  bool is_unplaced(const LidarTrack& track) const { return options_.needs_base_frame && !track.base_frame_known; }
  Result<bool> use_all(const std::vector<lidar::DecodedSweep>& sweeps, const Use& use, LidarTrack& track) const {
    for (const lidar::DecodedSweep& decoded : sweeps) {
      mapping::Sweep sweep = sweep_of(decoded, tf_, options_, track);
      if (is_unplaced(track)) return false;
      GS_TRY(const bool go_on, use(std::move(sweep)));
      if (!go_on) return false;
    }
    return true;
  }

  // Sets track.bias: what was found, or an empty one with the reason.
  Result<void> estimate(const mapping::BiasSurvey& survey, const mapping::LidarOdometry& odometry, LidarTrack& track) {
    GS_TRY(const Trajectory path, mapping::dense_trajectory_of(odometry.poses(), {}));
    NoProgress quiet;
    GS_TRY(track.bias, survey.estimate(path, quiet));
    if (track.bias) return {};
    track.bias.emplace();
    track.bias->elevation_reason = "not estimated: the vehicle drove too little or saw too few planes";
    return {};
  }

  const logio::LogReader& log_;
  const LidarTrackOptions& options_;
  const mapping::OdometryOptions& odometry_options_;
  mapping::MotionHints hints_;
  const TfTree& tf_;
  Progress& progress_;
  Problems& problems_;
};

// Reads transforms and motion sensors.
Result<MotionMessages> read_motion(const logio::LogReader& log, const LidarTrackOptions& options,
                                   const TrackTopics& chosen, Problems& problems) {
  std::vector<std::string> topics = chosen.transforms;
  for (const std::string& topic : {chosen.imu, chosen.odometry}) {
    if (!topic.empty()) topics.push_back(topic);
  }
  MotionMessages motion{options.clocks};
  const auto take = [&](const logio::MessageView& view) -> Result<bool> {
    GS_CHECK(motion.take(view));
    return true;
  };
  GS_CHECK(for_each_message(log, topics, {}, problems, take));
  for (const StampedTransform& t : options.transforms) motion.tf.add(t, true);
  motion.tf.finish();
  return motion;
}

}  // namespace

Result<LidarTrack> track_lidar(const logio::LogReader& log, const LidarTrackOptions& options,
                               const mapping::OdometryOptions& odometry_options, Progress& progress,
                               Problems& problems) {
  LidarTrack track;
  GS_TRY(const TrackTopics topics, choose_track_topics(log, options));
  track.lidar_topic = topics.lidar, track.imu_topic = topics.imu, track.odometry_topic = topics.odometry;
  GS_TRY(const MotionMessages motion, read_motion(log, options, topics, problems));
  const mapping::ImuTrack imu = motion.imu_track(options.base_frame);
  GS_TRY(const Trajectory wheels, motion.odometry_track(options.base_frame));
  GS_CHECK(SweepTracker(log, options, odometry_options, {&wheels, &imu}, motion.tf, progress, problems).run(track));
  if (options.needs_base_frame && !track.base_frame_known) {
    return fail(ErrorCode::not_found, "no transform from {} to the frame of {}", options.base_frame, track.lidar_topic);
  }
  if (track.poses.size() < 2) {
    return fail(ErrorCode::invalid_data, "{} has {} usable sweeps, two are needed", track.lidar_topic,
                track.poses.size());
  }
  GS_TRY(const Trajectory path, mapping::trajectory_of(track.poses));
  track.gravity = mapping::measure_gravity(path, imu);
  track.level = mapping::level_by_gravity(path, track.gravity);
  return track;
}

}  // namespace gs::builder
