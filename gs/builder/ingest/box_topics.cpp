// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/box_topics.h"

#include <algorithm>
#include <map>

#include "gs/builder/ingest/track_topics.h"
#include "gs/geometry/trajectory.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/autoware_perception_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"

namespace gs::builder {
namespace {

using rosmsg::autoware_perception_msgs::ObjectClassification;
using rosmsg::autoware_perception_msgs::TrackedObject;
using rosmsg::autoware_perception_msgs::TrackedObjects;
using rosmsg::vision_msgs::Detection3D;
using rosmsg::vision_msgs::Detection3DArray;

constexpr const char* kBoxIngest = "mcap_ingest";

bool holds_boxes(const logio::LogChannel& channel) {
  return has_type(channel, Detection3DArray::kType) || has_type(channel, TrackedObjects::kType);
}

// "the log has boxes on /labels/objects": the next step in errors about a topic.
std::string box_topics_hint(const logio::LogReader& log) {
  std::string topics;
  for (const logio::LogChannel& channel : log.channels()) {
    if (holds_boxes(channel)) topics += (topics.empty() ? "" : ", ") + channel.topic;
  }
  if (topics.empty()) {
    return format("the log has no topic of type {} or {}: set actors.source to auto or to a file",
                  Detection3DArray::kType, TrackedObjects::kType);
  }
  return "set actors.source to auto, to a file, or to one of the topics with boxes: " + topics;
}

// A box as a message states it.
struct StatedBox {
  std::string id, category, frame;
  Timestamp stamp;
  Rigid3d frame_from_box;
  Vec3d size;
};

std::string hex_of(const std::array<uint8_t, 16>& bytes) {
  std::string out;
  for (const uint8_t byte : bytes) out += format("{:02x}", byte);
  return out;
}

std::string category_of(const TrackedObject& object) {
  const auto best = std::ranges::max_element(object.classification, {}, &ObjectClassification::probability);
  if (best == object.classification.end()) return "";
  switch (best->label) {
    case ObjectClassification::CAR:
      return "car";
    case ObjectClassification::TRUCK:
      return "truck";
    case ObjectClassification::BUS:
      return "bus";
    case ObjectClassification::TRAILER:
      return "trailer";
    case ObjectClassification::MOTORCYCLE:
      return "motorcycle";
    case ObjectClassification::BICYCLE:
      return "bicycle";
    case ObjectClassification::PEDESTRIAN:
      return "pedestrian";
    default:
      return "";
  }
}

Result<std::vector<StatedBox>> boxes_of(const Detection3DArray& message) {
  std::vector<StatedBox> out;
  for (const Detection3D& detection : message.detections) {
    if (detection.id.empty()) {
      return fail(ErrorCode::invalid_data, "a detection at {:.3f} s has no id",
                  message.header.stamp.timestamp().seconds())
          .with_hint(
              "boxes without ids cannot be followed: record tracks or labels with ids, or set actors.source to auto");
    }
    GS_TRY(const Rigid3d pose,
           rosmsg::to_rigid(detection.bbox.center).with_context("the box of object '" + detection.id + "'"));
    const auto best = std::ranges::max_element(detection.results, {}, [](const auto& r) { return r.hypothesis.score; });
    out.push_back({.id = detection.id,
                   .category = best == detection.results.end() ? "" : best->hypothesis.class_id,
                   .frame = message.header.frame_id.empty() ? detection.header.frame_id : message.header.frame_id,
                   .stamp = message.header.stamp.timestamp(),
                   .frame_from_box = pose,
                   .size = rosmsg::to_vec(detection.bbox.size)});
  }
  return out;
}

Result<std::vector<StatedBox>> boxes_of(const TrackedObjects& message) {
  std::vector<StatedBox> out;
  for (const TrackedObject& object : message.objects) {
    const std::string id = hex_of(object.object_id.uuid);
    GS_TRY(
        const Rigid3d pose,
        rosmsg::to_rigid(object.kinematics.pose_with_covariance.pose).with_context("the pose of object '" + id + "'"));
    out.push_back({.id = id,
                   .category = category_of(object),
                   .frame = message.header.frame_id,
                   .stamp = message.header.stamp.timestamp(),
                   .frame_from_box = pose,
                   .size = rosmsg::to_vec(object.shape.dimensions)});
  }
  return out;
}

Result<std::vector<StatedBox>> boxes_of(const logio::MessageView& view) {
  const std::string& encoding = view.channel->message_encoding;
  if (has_type(*view.channel, TrackedObjects::kType)) {
    GS_TRY(const auto message, rosmsg::decode_message<TrackedObjects>(encoding, view.data));
    return boxes_of(message);
  }
  GS_TRY(const auto message, rosmsg::decode_message<Detection3DArray>(encoding, view.data));
  return boxes_of(message);
}

// Places boxes and sorts them into tracks.
class BoxReader {
 public:
  BoxReader(std::string topic, const BoxPlaces& places, Trajectory path) : places_(places), path_(std::move(path)) {
    out_.topic = std::move(topic);
  }

  BuildResult<std::monostate> take(const logio::MessageView& view) {
    GS_TRY(const std::vector<StatedBox> boxes, boxes_of(view));
    for (StatedBox box : boxes) {
      box.stamp = stamp_of(places_.mapping.clocks, box.stamp, view);
      GS_CHECK(check_box(box.id, box.frame_from_box.translation, box.size));
      GS_CHECK(check_stamp(box.stamp));
      if (box.stamp < path_.start() || box.stamp > path_.end()) {
        ++outside_;
        continue;
      }
      GS_TRY(const Rigid3d base_from_frame, base_from(box.frame, box.stamp));
      GS_CHECK(add(box, base_from_frame * box.frame_from_box));
    }
    return std::monostate{};
  }

  BuildResult<RecordedBoxes> finish(Problems& problems) && {
    if (outside_ > 0) {
      const std::string what = format("{} of {} boxes lie outside the time of the poses", outside_, outside_ + boxes_);
      const std::string hint = "their position relative to the sweeps is unknown; check the clock of the topic";
      if (boxes_ == 0) return BuildError(BuildCode::insufficient_data, kBoxIngest, out_.topic + ": " + what, hint);
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::invalid_data,
                    .file = out_.topic,
                    .message = what,
                    .hint = hint});
    }
    return std::move(out_);
  }

 private:
  Result<void> check_stamp(Timestamp stamp) {
    if (last_ && stamp < *last_) {
      return fail(ErrorCode::invalid_data, "the stamps of {} decrease: {:.3f} s after {:.3f} s", out_.topic,
                  stamp.seconds(), last_->seconds())
          .with_hint("repair the log, or set actors.source to auto");
    }
    last_ = stamp;
    return {};
  }

  BuildResult<Rigid3d> base_from(const std::string& frame, Timestamp stamp) const {
    const FramesConfig& frames = places_.frames;
    if (const auto known = places_.motion.tf.lookup(frames.base_link, frame, stamp)) return *known;
    const bool fixed = frame == frames.map || frame == frames.odom;
    const auto pose = path_.at(stamp);
    if (fixed && pose && places_.motion.lidar_reason.empty()) {
      const Rigid3d world_from_map{{}, places_.motion.map_shift.value_or(Vec3d{}) * -1.0};
      const Rigid3d map_from_frame = places_.motion.tf.lookup(frames.map, frame, stamp).value_or(Rigid3d{});
      return pose->inverse() * world_from_map * map_from_frame;
    }
    return BuildError(
        BuildCode::tf_missing, kBoxIngest,
        format("the boxes of {} are stated in '{}': no transform leads from it to {}", out_.topic, frame,
               frames.base_link),
        "record /tf and /tf_static, set frames.map and frames.odom in config.yaml to the frames of the log, "
        "or set actors.source to auto");
  }

  Result<void> add(const StatedBox& box, const Rigid3d& base_from_box) {
    const auto [at, is_new] = index_.try_emplace(box.id, out_.tracks.size());
    if (is_new) out_.tracks.push_back({box.id, box.category});
    RecordedBoxTrack& track = out_.tracks[at->second];
    if (out_.tracks.size() > kMostGivenTracks || ++boxes_ > kMostGivenBoxes) {
      return fail(ErrorCode::limit_exceeded, "{} has more than {} objects or {} boxes", out_.topic, kMostGivenTracks,
                  kMostGivenBoxes)
          .with_hint("build a part of the drive with time_range, or set actors.source to auto");
    }
    if (!track.boxes.empty() && track.boxes.back().stamp == box.stamp) {
      return fail(ErrorCode::invalid_data, "object '{}' has two boxes at {:.3f} s", box.id, box.stamp.seconds())
          .with_hint("ids must name one object each: repair the topic, or set actors.source to auto");
    }
    track.boxes.push_back({box.stamp, base_from_box, box.size});
    return {};
  }

  const BoxPlaces& places_;
  Trajectory path_;
  RecordedBoxes out_;
  std::map<std::string, std::size_t> index_;  // of tracks by id
  std::optional<Timestamp> last_;
  std::size_t boxes_ = 0, outside_ = 0;
};

}  // namespace

BuildResult<std::monostate> check_box_topic(const logio::LogReader& log, const std::string& topic) {
  for (const logio::LogChannel& channel : log.channels()) {
    if (channel.topic != topic) continue;
    if (holds_boxes(channel)) return std::monostate{};
    return BuildError(
        BuildCode::configuration, kBoxIngest,
        format("actors.source names {}, whose type {} holds no boxes with ids", topic, channel.schema.name),
        box_topics_hint(log));
  }
  return BuildError(BuildCode::topic_not_found, kBoxIngest,
                    format("actors.source names the topic {}, which the log does not have", topic),
                    box_topics_hint(log));
}

BuildResult<RecordedBoxes> read_box_topic(const logio::LogReader& log, const std::string& topic,
                                          const TimeWindow& window, const BoxPlaces& places, Problems& problems) {
  GS_CHECK(check_box_topic(log, topic));
  GS_TRY(Trajectory path, Trajectory::from_poses(places.motion.map_from_base_link));
  BoxReader reader(topic, places, std::move(path));
  GS_TRY(const auto stream, log.read({.topics = {topic}, .begin = window.begin, .end = window.end}, problems));
  while (true) {
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) break;
    for (const logio::MessageView& message : batch) GS_CHECK(reader.take(message));
  }
  return std::move(reader).finish(problems);
}

}  // namespace gs::builder
