// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/pose_topics.h"

#include <algorithm>
#include <cmath>

#include "gs/builder/ingest/clock_window.h"
#include "gs/builder/ingest/stamp_survey.h"
#include "gs/builder/topics/rectified_info.h"
#include "gs/camera/camera_message.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

constexpr std::string_view kPosesFile = "poses.csv";
constexpr Duration kMinStep = Duration::from_ms(1), kMaxStep = Duration::from_ms(1000);

// A pose as in the message: parent_from_child.
struct RawPose {
  Timestamp stamp;
  std::string parent, child;
  Rigid3d parent_from_child;
};

void warn_of_jump(Problems& problems, std::string_view what, std::size_t kept, std::size_t all) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = std::string(kPosesFile),
                .message = format("the clock jumps: {} of {} {} are kept", kept, all, what),
                .hint = "the longest part without a jump is used; frames outside it are dropped. If the log joins two "
                        "drives, build the other one with time_range in config.yaml"});
}

// Collects the messages of the first pass; finish() turns them into trajectory and transform tree.
class Survey {
 public:
  Survey(const TopicMapping& mapping, const FramesConfig& frames, Problems& problems)
      : mapping_(mapping), frames_(frames), problems_(problems) {}

  // Topics of the first pass, without duplicates.
  std::vector<std::string> topics() const {
    std::vector<std::string> topics = mapping_.tf;
    topics.insert(topics.end(), mapping_.tf_static.begin(), mapping_.tf_static.end());
    for (const std::string& topic : {mapping_.pose_topic, mapping_.fix_topic}) {
      if (!topic.empty()) topics.push_back(topic);
    }
    for (const CameraTopic& camera : mapping_.cameras) {
      if (!camera.info_topic.empty()) topics.push_back(camera.info_topic);
    }
    std::ranges::sort(topics);
    topics.erase(std::unique(topics.begin(), topics.end()), topics.end());
    return topics;
  }

  // Takes one message of topics(). Messages that cannot be decoded are warnings.
  void take(const logio::MessageView& message) {
    const std::string& topic = message.channel->topic;
    const auto among = [&](const std::vector<std::string>& list) {
      return std::ranges::find(list, topic) != list.end();
    };
    Result<void> done;
    if (among(mapping_.tf)) done = take_tf(message, false);
    if (among(mapping_.tf_static)) done = take_tf(message, true);
    if (topic == mapping_.pose_topic) done = take_pose(message);
    if (topic == mapping_.fix_topic) done = take_fix(message);
    for (const CameraTopic& camera : mapping_.cameras) {
      if (camera.info_topic == topic && !out_.camera_info.contains(camera.id)) done = take_info(message, camera);
    }
    if (!done) problems_.add(Severity::warning, std::move(done).error(), topic);
  }

  // Builds the transform tree, then the trajectory, which needs the tree.
  BuildResult<PoseTopics> finish(const std::vector<StampedTransform>& given) {
    stamps_.warn(mapping_.clocks, problems_);
    add_moving_transforms();
    for (const StampedTransform& t : given) out_.tf.add_given(t);  // the calibration step reports rejected ones
    out_.tf.finish();
    if (mapping_.pose_source == PoseSource::lidar) out_.lidar_reason = mapping_.pose_reason;
    if (!out_.lidar_reason.empty()) return std::move(out_);
    auto placed = place_poses();
    if (!placed && mapping_.may_use_lidar_poses) {
      out_.lidar_reason = placed.error().message;
      return std::move(out_);
    }
    GS_TRY(std::vector<StampedPose> poses, std::move(placed));
    out_.map_from_base_link = resample_poses(std::move(poses), problems_);
    if (out_.map_from_base_link.size() < world::kMinTrajectoryPoses) {
      return BuildError(BuildCode::insufficient_data, "mcap_ingest",
                        format("the log has {} usable poses; {} are needed", out_.map_from_base_link.size(),
                               world::kMinTrajectoryPoses),
                        "record the motion of the vehicle for longer, or check topics.odom and frames in config.yaml");
    }
    move_map_to_path();
    return std::move(out_);
  }

 private:
  // Moves the origin of the map to the first pose, by whole metres, if the path is far from it. The files of a world
  // hold 32-bit positions, whose resolution is decimetres at UTM coordinates.
  void move_map_to_path() {
    constexpr double kFar_m = 10'000;
    const Vec3d first = out_.map_from_base_link.front().map_from_body.translation;
    if (norm(first) <= kFar_m) return;
    out_.map_shift = Vec3d{std::round(first.x), std::round(first.y), std::round(first.z)};
    for (StampedPose& pose : out_.map_from_base_link) pose.map_from_body.translation -= *out_.map_shift;
    problems_.add(
        {.severity = Severity::warning,
         .code = ErrorCode::limit_exceeded,
         .file = std::string(kPosesFile),
         .message = format("the path begins {:.0f} km from the origin of {}: the map of the world is moved "
                           "to x {}, y {}, z {}",
                           norm(first) / 1000, frames_.map, out_.map_shift->x, out_.map_shift->y, out_.map_shift->z),
         .hint = "add coordinate_system.map_shift of metadata.json to get positions in the map of the log"});
  }

  // Fixed transforms enter the tree at once; moving ones wait until the clock run is known.
  Result<void> take_tf(const logio::MessageView& view, bool fixed) {
    GS_TRY(const auto message,
           rosmsg::decode_message<rosmsg::tf2_msgs::TFMessage>(view.channel->message_encoding, view.data));
    for (const auto& t : message.transforms) {
      GS_TRY(const Rigid3d pose, rosmsg::to_rigid(t.transform));
      if (!fixed) stamps_.add(view.channel->topic, t.header.stamp.timestamp(), view.log_time);
      StampedTransform taken{stamp_of(mapping_.clocks, t.header.stamp.timestamp(), view), t.header.frame_id,
                             t.child_frame_id, pose};
      fixed ? add_transform(taken, true) : moving_.push_back(std::move(taken));
    }
    return {};
  }
  // Adds to the tree; a rejected transform is a warning.
  void add_transform(const StampedTransform& t, bool fixed) {
    if (out_.tf.add(t, fixed)) return;
    problems_.add(
        {.severity = Severity::warning,
         .code = ErrorCode::invalid_data,
         .file = fixed ? "tf_static" : "tf",
         .message = format("transform {} -> {} is ignored: it closes a cycle or contradicts a fixed transform",
                           t.parent, t.child)});
  }
  // Keeps the moving transforms of one clock run only; two runs would be mixed in the tree. The run is chosen by the
  // most frequent transform, because rarer ones may be future-dated.
  void add_moving_transforms() {
    std::map<std::string, std::size_t> counts;
    for (const StampedTransform& t : moving_) ++counts[t.child];
    if (counts.empty()) return;
    const auto most = std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; });
    std::vector<Timestamp> stamps;
    for (const StampedTransform& t : moving_) {
      if (t.child == most->first) stamps.push_back(t.stamp);
    }
    const ClockWindow window = longest_clock_run(stamps);
    const std::size_t all = moving_.size();
    if (window.jumped) std::erase_if(moving_, [&](const StampedTransform& t) { return !window.contains(t.stamp); });
    if (window.jumped) warn_of_jump(problems_, "transforms", moving_.size(), all);
    for (const StampedTransform& t : moving_) add_transform(t, false);
  }

  // PoseStamped has no child frame: its poses are those of base_link.
  Result<void> take_pose(const logio::MessageView& view) {
    if (mapping_.pose_source == PoseSource::odometry) {
      GS_TRY(const auto m,
             rosmsg::decode_message<rosmsg::nav_msgs::Odometry>(view.channel->message_encoding, view.data));
      return add_pose(view, m.header, m.child_frame_id, m.pose.pose);
    }
    if (mapping_.pose_source == PoseSource::pose) {
      GS_TRY(const auto m,
             rosmsg::decode_message<rosmsg::geometry_msgs::PoseStamped>(view.channel->message_encoding, view.data));
      return add_pose(view, m.header, frames_.base_link, m.pose);
    }
    GS_TRY(const auto m, rosmsg::decode_message<rosmsg::geometry_msgs::PoseWithCovarianceStamped>(
                             view.channel->message_encoding, view.data));
    return add_pose(view, m.header, frames_.base_link, m.pose.pose);
  }
  Result<void> add_pose(const logio::MessageView& view, const rosmsg::std_msgs::Header& header,
                        const std::string& child, const rosmsg::geometry_msgs::Pose& pose) {
    GS_TRY(const Rigid3d rigid, rosmsg::to_rigid(pose));
    stamps_.add(view.channel->topic, header.stamp.timestamp(), view.log_time);
    raw_.push_back({stamp_of(mapping_.clocks, header.stamp.timestamp(), view), header.frame_id, child, rigid});
    return {};
  }

  // Fixes with valid status and finite coordinates. Deviations are those of the covariance, at least 0.05 m; without
  // one they are typical: 2.5 m for a single receiver, 0.3 m with a ground station.
  Result<void> take_fix(const logio::MessageView& view) {
    GS_TRY(const auto fix,
           rosmsg::decode_message<rosmsg::sensor_msgs::NavSatFix>(view.channel->message_encoding, view.data));
    const bool usable = fix.status.status >= rosmsg::sensor_msgs::NavSatStatus::STATUS_FIX &&
                        std::isfinite(fix.latitude) && std::isfinite(fix.longitude) && std::isfinite(fix.altitude);
    if (!usable) return {};
    const bool augmented = fix.status.status >= rosmsg::sensor_msgs::NavSatStatus::STATUS_GBAS_FIX;
    const auto sigma = [&](std::size_t axis) {
      const double variance = fix.position_covariance[4 * axis];
      const bool known = fix.position_covariance_type != rosmsg::sensor_msgs::NavSatFix::COVARIANCE_TYPE_UNKNOWN &&
                         variance > 0 && variance < 1e6;
      return known ? std::max(0.05, std::sqrt(variance)) : (augmented ? 0.3 : 2.5) * (axis == 2 ? 2 : 1);
    };
    out_.fixes.frame_id = fix.header.frame_id;
    out_.fixes.fixes.push_back({stamp_of(mapping_.clocks, fix.header.stamp.timestamp(), view),
                                {fix.latitude, fix.longitude, fix.altitude},
                                {sigma(0), sigma(1), sigma(2)}});
    return {};
  }

  // Drivers without calibration send camera_info with zeros; those are ignored.
  Result<void> take_info(const logio::MessageView& view, const CameraTopic& topic) {
    GS_TRY(auto info, camera::read_calibration(view.channel->schema.name, view.channel->message_encoding, view.data));
    if (info.width == 0 || info.height == 0 || !(info.k[0] > 0)) return {};
    if (topic.rectified) {
      GS_TRY(info, rectified_info(std::move(info)));
    } else {
      info.r = {};  // the rotation to the rectified image does not concern this one
    }
    out_.camera_info.emplace(topic.id, std::move(info));
    return {};
  }

  // Poses of base_link in map from the pose topic or from the transforms.
  BuildResult<std::vector<StampedPose>> place_poses() {
    if (mapping_.pose_topic.empty()) return poses_of_tf();
    std::vector<StampedPose> poses;
    for (const RawPose& raw : raw_) {
      // Extend the pose by odom -> map and by its own child frame -> base_link if the transforms know them; otherwise
      // the frames are taken as equal.
      const auto map_from_parent = out_.tf.lookup(frames_.map, raw.parent, raw.stamp);
      const auto child_from_base = out_.tf.lookup(raw.child, frames_.base_link, raw.stamp);
      poses.push_back({raw.stamp, map_from_parent.value_or(Rigid3d{}) * raw.parent_from_child *
                                      child_from_base.value_or(Rigid3d{})});
    }
    return poses;
  }

  // Poses of base_link in a frame at the stamps of all moving transforms; empty if the frames are not connected.
  std::vector<StampedPose> poses_in(const std::string& world) const {
    std::vector<StampedPose> poses;
    Timestamp last{-1};
    for (const StampedTransform& transform : out_.tf.moving()) {
      const auto pose = out_.tf.lookup(world, frames_.base_link, transform.stamp);
      if (!pose) break;
      if (transform.stamp > last) poses.push_back({transform.stamp, *pose});
      last = transform.stamp;
    }
    return poses;
  }

  BuildResult<std::vector<StampedPose>> poses_of_tf() {
    // A log may contain a frame "map" that is not connected with the vehicle; then odom is used.
    for (const std::string& world : {frames_.map, frames_.odom}) {
      std::vector<StampedPose> poses = poses_in(world);
      if (!poses.empty()) return poses;
    }
    Node names = Node::list();
    for (const std::string& frame : out_.tf.frames()) names.items.push_back(Node::of(frame));
    return BuildError(BuildCode::tf_missing, "mcap_ingest",
                      format("no transforms lead from {} or {} to {}", frames_.map, frames_.odom, frames_.base_link),
                      "set frames.map, frames.odom and frames.base_link in config.yaml to frames of the log")
        .with_detail("available_frames", std::move(names));
  }

  const TopicMapping& mapping_;
  const FramesConfig& frames_;
  Problems& problems_;
  PoseTopics out_;
  std::vector<RawPose> raw_;
  std::vector<StampedTransform> moving_;  // in file order
  StampSurvey stamps_;
};

// Poses of one drive: no vehicle moves from one to the next faster than kFastest_mps, short steps aside.
struct DrivePart {
  std::vector<StampedPose> poses;

  bool continues_with(const StampedPose& pose) const {
    constexpr double kShort_m = 100, kFastest_mps = 70;
    const StampedPose& last = poses.back();
    const double way = norm(pose.map_from_body.translation - last.map_from_body.translation);
    return way <= std::max(kShort_m, kFastest_mps * (pose.stamp - last.stamp).seconds());
  }
};

// The poses of the longest drive, in time order. Poses are assigned to the latest part that they continue, so that
// single wrong positions cut nothing.
std::vector<StampedPose> of_one_place(std::vector<StampedPose> poses, Problems& problems) {
  constexpr std::size_t kMostParts = 8;  // looked at for each pose
  std::vector<DrivePart> parts;
  for (const StampedPose& pose : poses) {
    std::size_t at = parts.size();
    for (std::size_t back = 1; back <= std::min(kMostParts, parts.size()) && at == parts.size(); ++back) {
      if (parts[parts.size() - back].continues_with(pose)) at = parts.size() - back;
    }
    if (at == parts.size()) parts.emplace_back();
    parts[at].poses.push_back(pose);
  }
  if (parts.size() < 2) return poses;
  const auto longest = std::ranges::max_element(parts, {}, [](const DrivePart& part) { return part.poses.size(); });
  const std::size_t kept = longest->poses.size();
  const bool two_drives = poses.size() - kept >= world::kMinTrajectoryPoses;
  const double from_s = (longest->poses.front().stamp - poses.front().stamp).seconds();
  const double to_s = (longest->poses.back().stamp - poses.front().stamp).seconds();
  problems.add(
      {.severity = Severity::warning,
       .code = ErrorCode::invalid_data,
       .file = std::string(kPosesFile),
       .message = format("the position jumps to another place: {} of {} poses are kept, from {:.1f} s to {:.1f} s",
                         kept, poses.size(), from_s, to_s),
       .hint = two_drives ? "the log joins two drives: build the other one with time_range in config.yaml"
                          : "single positions are wrong; check the odometry"});
  return std::move(longest->poses);
}

// The poses of the longest clock run, in time order.
std::vector<StampedPose> of_one_clock(std::vector<StampedPose> poses, Problems& problems) {
  std::vector<Timestamp> stamps;
  for (const StampedPose& pose : poses) stamps.push_back(pose.stamp);
  const ClockWindow window = longest_clock_run(stamps);
  std::erase_if(poses, [&](const StampedPose& pose) { return !window.contains(pose.stamp); });
  if (window.jumped) warn_of_jump(problems, "poses", poses.size(), stamps.size());
  std::ranges::stable_sort(poses, {}, [](const StampedPose& p) { return p.stamp.ns; });
  return poses;
}

}  // namespace

std::vector<StampedPose> resample_poses(std::vector<StampedPose> poses, Problems& problems) {
  // Drop poses that are not finite or whose quaternion is not a rotation.
  std::erase_if(poses, [](const StampedPose& p) {
    return !is_finite(p.map_from_body.translation) || std::abs(norm(p.map_from_body.rotation) - 1) > 1e-3;
  });
  // The clock before the place: whether a vehicle can move from pose to pose is only known when they are in time order.
  std::vector<StampedPose> out;
  uint64_t filled = 0;
  for (StampedPose pose : of_one_place(of_one_clock(std::move(poses), problems), problems)) {
    pose.map_from_body.rotation = normalized(pose.map_from_body.rotation);
    if (!out.empty() && pose.stamp - out.back().stamp < kMinStep) continue;
    if (!out.empty() && pose.stamp - out.back().stamp > kMaxStep) {
      const StampedPose from = out.back();
      const int64_t gap = (pose.stamp - from.stamp).ns;
      // Equal steps of at most kMaxStep.
      const int64_t parts = (gap + kMaxStep.ns - 1) / kMaxStep.ns;
      for (int64_t k = 1; k < parts; ++k, ++filled) {
        const double t = static_cast<double>(k) / static_cast<double>(parts);
        out.push_back({{from.stamp.ns + gap / parts * k}, interpolate(from.map_from_body, pose.map_from_body, t)});
      }
    }
    out.push_back(pose);
  }
  if (filled > 0) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .file = std::string(kPosesFile),
                  .message = format("{} poses were interpolated over gaps longer than 1 s", filled)});
  }
  return out;
}

BuildResult<PoseTopics> find_pose_topics(const logio::LogReader& log, const TopicMapping& mapping,
                                         const FramesConfig& frames, const TimeWindow& window,
                                         const std::vector<StampedTransform>& given, Problems& problems) {
  Survey survey(mapping, frames, problems);
  // Static transforms and camera_info are often sent once, at the start, so the time window applies to poses only. Read
  // in file order: after sorting by time a backward clock jump would be invisible.
  GS_TRY(const auto stream, log.read({.topics = survey.topics(), .order = logio::Order::file}, problems));
  while (true) {
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) break;
    for (const logio::MessageView& message : batch) {
      const bool inside =
          (!window.begin || message.log_time >= *window.begin) && (!window.end || message.log_time < *window.end);
      if (inside || message.channel->topic != mapping.pose_topic) survey.take(message);
    }
  }
  return survey.finish(given);
}

}  // namespace gs::builder
