// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/topic_mapping.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "gs/builder/topics/topic_choice.h"
#include "gs/builder/topics/topic_words.h"
#include "gs/camera/camera_message.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/topic_names.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

struct Topic {
  std::string name, type;
  uint64_t messages = 0;
};

// Topics with their message counts, sorted by name. Several channels of one topic are added up.
std::vector<Topic> counted_topics(const logio::LogReader& log) {
  std::vector<Topic> topics;
  for (const logio::LogChannel& channel : log.channels()) {
    const auto& counts = log.info().channels;
    const uint64_t messages = channel.id < counts.size() ? counts[channel.id].message_count : 0;
    const auto known = std::ranges::find(topics, channel.topic, &Topic::name);
    if (known != topics.end()) {
      known->messages += messages;
      continue;
    }
    topics.push_back({channel.topic, rosmsg::ros2_equivalent(channel.schema.name), messages});
  }
  std::ranges::sort(topics, {}, &Topic::name);
  return topics;
}

// TOPIC_NOT_FOUND with the list of all topics.
BuildError not_found(const std::vector<Topic>& topics, std::string message, std::string suggestion) {
  Node names = Node::list();
  for (const Topic& topic : topics) names.items.push_back(Node::of(topic.name));
  return BuildError(BuildCode::topic_not_found, "mcap_ingest", std::move(message), std::move(suggestion))
      .with_detail("available_topics", std::move(names));
}

// Assigns topics one kind of sensor after the other; configured topics have priority over found ones.
class Mapper {
 public:
  Mapper(const logio::LogReader& log, const TopicsConfig& config, std::string_view poses, const FramesConfig& frames,
         bool has_calibration_file)
      : log_(log),
        topics_(counted_topics(log)),
        config_(config),
        poses_(poses),
        frames_{frames.map, frames.odom, frames.base_link},
        has_calibration_file_(has_calibration_file) {}

  BuildResult<TopicMapping> run() {
    // The trajectory last: whether it may come from a LiDAR depends on the LiDARs that were found.
    GS_CHECK(map_cameras());
    GS_CHECK(map_lidars());
    GS_CHECK(map_motion());
    note_unknown_types();
    if (out_.cameras.empty() && out_.lidars.empty()) {
      return not_found(
          topics_, "the log has neither camera images nor point clouds",
          "record images or video (docs/camera_formats.md), and PointCloud2 or LiDAR packets (docs/lidar_formats.md)");
    }
    return std::move(out_);
  }

 private:
  using Done = BuildResult<std::monostate>;

  const Topic* find(std::string_view name) const {
    const auto at = std::ranges::find(topics_, name, &Topic::name);
    return at == topics_.end() ? nullptr : &*at;
  }
  template <class M>
  static bool is(const Topic& topic) {
    return topic.type == M::kType;
  }
  BuildError missing(const std::string& name) const {
    return not_found(topics_, format("Required topic '{}' not found in the log", name),
                     "Check topic mapping in config.yaml. Available topics are listed in 'details'.");
  }
  BuildError wrong_type(const Topic& topic, std::string_view wanted) const {
    return not_found(topics_, format("topic '{}' has type {}, not {}", topic.name, topic.type, wanted),
                     "Check topic mapping in config.yaml.");
  }

  // The camera_info topic of an image topic, if the log has one.
  std::string info_of(std::string_view image) const {
    for (const std::string& name : rosmsg::camera_info_topics(image)) {
      const Topic* info = find(name);
      if (info != nullptr && camera::is_calibration(info->type)) return info->name;
    }
    return {};
  }

  // Configured cameras, or all image topics of the log.
  Done map_cameras() {
    for (const auto& [id, name] : config_.cameras) {
      const Topic* topic = find(name);
      if (topic == nullptr) return missing(name);
      if (camera::find_format(topic->type) == nullptr)
        return wrong_type(*topic, "an image or a video that can be read (docs/camera_formats.md)");
      out_.cameras.push_back({id, name, topic->type, info_of(name), is_rectified(name)});
    }
    if (config_.cameras.empty()) find_cameras();
    return std::monostate{};
  }

  // The warning about a camera that is left out because it cannot be calibrated.
  static Problem without_info(const CameraTopic& camera) {
    return {.severity = Severity::warning,
            .code = ErrorCode::not_found,
            .file = camera.topic,
            .message = "the camera is not used: the log has no camera_info for it",
            .hint = format("record sensor_msgs/CameraInfo on {}/camera_info, or give the intrinsics with "
                           "--calibration-file FILE; if the camera is not wanted, name the others under topics.cameras "
                           "of the configuration",
                           rosmsg::topic_namespace(without_transport(camera.topic)))};
  }

  // Of several topics of one camera: image files, which are small and, if JPEG, are not encoded again; then pixels;
  // then video, which is coded with losses and may begin late.
  static int rank_of(const CameraTopic& camera) {
    const camera::PictureKind kind = camera::find_format(camera.type)->kind;
    return kind == camera::PictureKind::file ? 0 : kind == camera::PictureKind::raw ? 1 : 2;
  }

  // Image topics with messages, without depth images, ground truth and duplicates. If any camera has camera_info, those
  // without are dropped.
  void find_cameras() {
    std::vector<CameraTopic> found;
    for (const Topic& topic : topics_) {
      if (camera::find_format(topic.type) == nullptr || topic.messages == 0) continue;
      if (is_depth(topic.name) || is_ground_truth(topic.name)) continue;
      CameraTopic camera{"", topic.name, topic.type, info_of(topic.name), is_rectified(topic.name)};
      const auto twin = std::ranges::find_if(found, [&](const CameraTopic& other) {
        return without_transport(other.topic) == without_transport(topic.name);
      });
      if (twin == found.end()) {
        found.push_back(std::move(camera));
        continue;
      }
      // Afterwards `camera` is the one that is not used, whichever came first.
      if (rank_of(camera) < rank_of(*twin)) std::swap(*twin, camera);
      out_.notes.push_back(format("{} is not used: it has the same images as {}", camera.topic, twin->topic));
    }
    leave_out_images(found);
    // If some cameras have camera_info, those without it cannot be calibrated and are not used. With a calibration file
    // the calibration step decides.
    const bool some_info = std::ranges::any_of(found, [](const CameraTopic& c) { return !c.info_topic.empty(); });
    for (CameraTopic& camera : found) {
      if (some_info && camera.info_topic.empty() && !has_calibration_file_) {
        out_.warnings.push_back(without_info(camera));
        continue;
      }
      camera.id = unused_id(camera.topic, "front", camera_ids_);
      out_.cameras.push_back(std::move(camera));
    }
    std::ranges::sort(out_.cameras, {}, &CameraTopic::id);
  }

  // Removes images that another topic has better.
  void leave_out_images(std::vector<CameraTopic>& found) {
    std::vector<std::string> names;
    // Copied first, because erase_if() moves the elements while the names are still compared.
    for (const CameraTopic& camera : found) names.push_back(camera.topic);
    std::erase_if(found, [&](const CameraTopic& camera) {
      const std::string reason = reason_against_image(camera.topic, names);
      if (!reason.empty()) out_.notes.push_back(not_used(camera.topic, reason));
      return !reason.empty();
    });
  }
  static std::string not_used(std::string_view topic, std::string_view reason) {
    return format("{} is not used: {} (--topics overrides this choice)", topic, reason);
  }

  // Images and LiDAR messages of types that nothing here reads are named, with what to do.
  void note_unknown_types() {
    for (const Topic& topic : topics_) {
      if (topic.messages == 0 || lidar::find_format(topic.type) != nullptr) continue;
      const bool known_image = camera::find_format(topic.type) != nullptr;
      if (!known_image && is_image_like(topic.type)) {
        out_.notes.push_back(
            format("{} is not used: images of type {} are not read; republish them as "
                   "sensor_msgs/CompressedImage (jpeg) and record that topic",
                   topic.name, topic.type));
      } else if (!known_image && is_lidar_like(topic.type)) {
        out_.notes.push_back(
            format("{} is not used: LiDAR messages of type {} are not read; play the log through the "
                   "vendor's driver and record sensor_msgs/PointCloud2",
                   topic.name, topic.type));
      }
    }
  }

  // The LiDAR of a topic, with the topic that describes an Ouster sensor: beside the packets, else the only one.
  LidarTopic lidar_of(std::string id, const Topic& topic) {
    LidarTopic out{std::move(id), topic.name, topic.type};
    if (!lidar::find_format(topic.type)->needs_metadata) return out;
    const std::string beside = std::string(rosmsg::topic_namespace(topic.name)) + "/metadata";
    for (const Topic& other : topics_) {
      if (!is<rosmsg::std_msgs::String>(other) || !other.name.ends_with("metadata")) continue;
      if (out.metadata_topic.empty() || other.name == beside) out.metadata_topic = other.name;
    }
    if (out.metadata_topic.empty() && !config_.lidar_calibration) {
      out_.notes.push_back(
          format("{} has no metadata topic: name the JSON file of the sensor with --lidar-calibration", topic.name));
    }
    return out;
  }

  // Why a LiDAR topic is not used; empty: it is.
  std::string reason_against(const Topic& topic, const lidar::LidarFormat& format_of_topic) const {
    if (is_depth(topic.name)) return "these are points of a depth camera";
    if (format_of_topic.needs_metadata && topic.name.find("imu") != std::string::npos) {
      return "these are packets of an IMU";
    }
    if (format_of_topic.one_sweep) return {};
    // Drivers publish the cloud beside the packets it was made from.
    for (const Topic& other : topics_) {
      const lidar::LidarFormat* cloud = lidar::find_format(other.type);
      if (cloud == nullptr || !cloud->one_sweep || other.messages == 0 || is_depth(other.name)) continue;
      if (rosmsg::topic_namespace(other.name) != rosmsg::topic_namespace(topic.name)) continue;
      return format("{} has its points; to decode the packets, name the topic in config.yaml (topics.lidars)",
                    other.name);
    }
    return {};
  }

  // Configured LiDARs, or all topics that can be decoded without those of depth cameras.
  Done map_lidars() {
    for (const auto& [id, name] : config_.lidars) {
      const Topic* topic = find(name);
      if (topic == nullptr) return missing(name);
      if (lidar::find_format(topic->type) == nullptr)
        return wrong_type(*topic, "a LiDAR message that can be decoded (docs/lidar_formats.md)");
      out_.lidars.push_back(lidar_of(id, *topic));
    }
    if (!config_.lidars.empty()) return std::monostate{};
    for (const Topic& topic : topics_) {
      const lidar::LidarFormat* decodable = lidar::find_format(topic.type);
      if (decodable == nullptr || topic.messages == 0) continue;
      if (const std::string reason = reason_against(topic, *decodable); !reason.empty()) {
        out_.notes.push_back(format("{} is not used: {}", topic.name, reason));
        continue;
      }
      out_.lidars.push_back(lidar_of(unused_id(topic.name, "top", lidar_ids_), topic));
    }
    GS_CHECK(leave_out_clouds());
    std::ranges::sort(out_.lidars, {}, &LidarTopic::id);
    return std::monostate{};
  }

  // Removes clouds that another topic has better.
  Result<void> leave_out_clouds() {
    if (out_.lidars.size() < 2) return {};
    std::vector<TopicFacts> all;
    for (const LidarTopic& lidar : out_.lidars) {
      GS_TRY(all.emplace_back(), read_topic_facts(log_, lidar.topic, find(lidar.topic)->messages, ignored_));
    }
    for (const TopicFacts& facts : all) {
      // Against all clouds, also those that are left out: the result does not depend on the order of the topics.
      const std::string reason = reason_against_cloud(facts, all, frames_);
      if (reason.empty()) continue;
      out_.notes.push_back(not_used(facts.topic, reason));
      std::erase_if(out_.lidars, [&](const LidarTopic& lidar) { return lidar.topic == facts.topic; });
    }
    return {};
  }

  // Id from the topic name, with _2, _3, ... if it is taken.
  static std::string unused_id(std::string_view topic, std::string_view otherwise, std::set<std::string>& used) {
    std::string base = sensor_id_of(topic);
    if (base.empty()) base = otherwise;
    std::string id = base;
    for (int n = 2; !used.insert(id).second; ++n) id = format("{}_{}", base, n);
    return id;
  }

  // Kind of pose message of a topic; empty for other types.
  static std::optional<PoseSource> pose_source(const Topic& topic) {
    if (is<rosmsg::nav_msgs::Odometry>(topic)) return PoseSource::odometry;
    if (is<rosmsg::geometry_msgs::PoseStamped>(topic)) return PoseSource::pose;
    if (is<rosmsg::geometry_msgs::PoseWithCovarianceStamped>(topic)) return PoseSource::pose_with_covariance;
    return std::nullopt;
  }

  // Position fix and transforms; "tf_static" at the end of the name marks fixed ones. Configured topics replace found
  // ones.
  Done map_motion() {
    for (const Topic& topic : topics_) {
      if (is<rosmsg::sensor_msgs::NavSatFix>(topic) && topic.messages > 0 && out_.fix_topic.empty()) {
        out_.fix_topic = topic.name;
      }
      if (!is<rosmsg::tf2_msgs::TFMessage>(topic) || config_.tf == topic.name || config_.tf_static == topic.name)
        continue;
      // A configured topic was passed over: it enters the list of its option below, whatever its name says.
      const bool fixed = topic.name.ends_with("tf_static");
      if (fixed ? !config_.tf_static : !config_.tf) (fixed ? out_.tf_static : out_.tf).push_back(topic.name);
    }
    for (const auto& [name, list] :
         {std::pair{&config_.tf, &out_.tf}, std::pair{&config_.tf_static, &out_.tf_static}}) {
      if (!*name) continue;
      const Topic* topic = find(**name);
      if (topic == nullptr) return missing(**name);
      if (!is<rosmsg::tf2_msgs::TFMessage>(*topic)) return wrong_type(*topic, rosmsg::tf2_msgs::TFMessage::kType);
      list->push_back(**name);
    }
    return map_poses();
  }

  // The best of the pose topics by score_poses(); of equal ones Odometry before PoseStamped before
  // PoseWithCovarianceStamped, then the one with most messages.
  Result<const Topic*> best_poses(std::string& reason) {
    std::vector<const Topic*> found;
    for (const Topic& topic : topics_) {
      if (!pose_source(topic) || topic.messages == 0) continue;
      // Clicks in a viewer (goal_pose, initialpose) are poses, too.
      if (topic.messages < world::kMinTrajectoryPoses && !out_.tf.empty()) {
        out_.notes.push_back(
            not_used(topic.name, format("it has {} poses, {} are needed", topic.messages, world::kMinTrajectoryPoses)));
        continue;
      }
      found.push_back(&topic);
    }
    if (found.size() < 2) return found.empty() ? nullptr : found.front();
    const Topic* best = nullptr;
    std::map<std::string, PoseScore> scores;
    const auto rank = [&](const Topic& t) {
      // The enumerators of PoseSource are in the order of preference.
      return std::tuple(scores[t.name].points, -static_cast<int>(*pose_source(t)), t.messages);
    };
    for (const Topic* topic : found) {
      GS_TRY(const TopicFacts facts, read_topic_facts(log_, topic->name, topic->messages, ignored_));
      scores[topic->name] = score_poses(facts, frames_);
      if (best == nullptr || rank(*topic) > rank(*best)) best = topic;
    }
    reason = format("it is the best of {}: {}", found.size(), scores[best->name].text);
    for (const Topic* topic : found) {
      if (topic == best) continue;
      out_.notes.push_back(not_used(topic->name, format("{} has better poses ({}; here {})", best->name,
                                                        scores[best->name].text, scores[topic->name].text)));
    }
    return best;
  }

  Done map_poses() {
    if (poses_ == kPosesOfLidar) {
      if (!out_.lidars.empty()) return use_lidar("calibration.poses is lidar");
      return not_found(topics_, "calibration.poses is lidar, but the log has no LiDAR (PointCloud2)",
                       "record sensor_msgs/PointCloud2, or set calibration.poses to auto");
    }
    out_.may_use_lidar_poses = poses_ == kPosesAuto && !out_.lidars.empty();
    std::string why = poses_ == kPosesOfLog ? "calibration.poses is log" : "the log has poses";
    if (config_.odom) {
      const Topic* topic = find(*config_.odom);
      if (topic == nullptr) return missing(*config_.odom);
      const auto source = pose_source(*topic);
      if (!source) return wrong_type(*topic, "Odometry, PoseStamped or PoseWithCovarianceStamped");
      out_.pose_source = *source, out_.pose_topic = topic->name, out_.pose_reason = "topics.odom names it";
      return std::monostate{};
    }
    GS_TRY(const Topic* const best, best_poses(why));
    if (best != nullptr) {
      out_.pose_source = *pose_source(*best), out_.pose_topic = best->name, out_.pose_reason = why;
    } else if (out_.tf.empty() && out_.may_use_lidar_poses) {
      return use_lidar("the log has no odometry, no poses and no moving transforms");
    } else if (out_.tf.empty()) {
      return not_found(topics_, "the log has no odometry, no poses and no transforms, so the trajectory is unknown",
                       "record nav_msgs/Odometry, or /tf with the motion of the vehicle");
    } else {
      out_.pose_reason = why;
    }
    return std::monostate{};
  }

  Done use_lidar(std::string_view reason) {
    out_.pose_source = PoseSource::lidar, out_.pose_reason = reason;
    return std::monostate{};
  }

  const logio::LogReader& log_;
  std::vector<Topic> topics_;
  const TopicsConfig& config_;
  std::string_view poses_;
  ChoiceFrames frames_;
  bool has_calibration_file_;
  Problems ignored_;  // of samples; the ingest reports damage
  TopicMapping out_;
  std::set<std::string> camera_ids_, lidar_ids_;
};

}  // namespace

BuildResult<TopicMapping> map_topics(const logio::LogReader& log, const TopicsConfig& config, std::string_view poses,
                                     const FramesConfig& frames, bool has_calibration_file) {
  return Mapper(log, config, poses, frames, has_calibration_file).run();
}

BuildResult<TopicMapping> map_topics(const logio::LogReader& log, const BuildConfig& config) {
  return map_topics(log, config.topics, config.poses, config.frames, config.calibration_file.has_value());
}

Result<void> add_clocks(const logio::LogReader& log, std::optional<Timestamp> begin, TopicMapping& mapping,
                        Problems& problems) {
  std::vector<TopicClock> topics;
  const auto add = [&](const std::string& topic, ClockRole role) {
    if (!topic.empty() && std::ranges::find(topics, topic, &TopicClock::topic) == topics.end()) {
      topics.push_back({.topic = topic, .role = role});
    }
  };
  // A topic that is mapped twice keeps its first role, so the roles follow in the order of their weight.
  add(mapping.pose_topic, ClockRole::poses);
  const bool poses_of_tf = mapping.pose_source == PoseSource::tf;
  for (const std::string& topic : mapping.tf) add(topic, poses_of_tf ? ClockRole::poses : ClockRole::transforms);
  for (const LidarTopic& lidar : mapping.lidars) add(lidar.topic, ClockRole::lidar);
  for (const CameraTopic& camera : mapping.cameras) add(camera.topic, ClockRole::camera);
  add(mapping.fix_topic, ClockRole::other);
  // LiDAR odometry uses the IMU; it also steps in if the transforms do not lead to the vehicle.
  const bool may_be_lidar = mapping.pose_source == PoseSource::lidar || (poses_of_tf && mapping.may_use_lidar_poses);
  for (const logio::LogChannel& channel : log.channels()) {
    const bool imu = rosmsg::ros2_equivalent(channel.schema.name) == rosmsg::sensor_msgs::Imu::kType;
    if (imu && may_be_lidar) add(channel.topic, ClockRole::other);
  }
  GS_TRY(mapping.clocks, survey_clocks(log, std::move(topics), begin, problems));
  mapping.notes.insert(mapping.notes.end(), mapping.clocks.notes.begin(), mapping.clocks.notes.end());
  return {};
}

}  // namespace gs::builder
