// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/from_vrs/vrs_to_log.h"

#include <algorithm>

#include "gs/convert/streams/camera_fields.h"
#include "gs/convert/streams/encodings.h"
#include "gs/convert/streams/layouts.h"
#include "gs/logio/vrs/content.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/messages/diagnostic_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::convert {
namespace {

using namespace vrs_layout;

// Times and sequence number of an output message.
struct Times {
  Timestamp log, publish;
  uint32_t sequence = 0;
};

Times times_of(const MessageTimes& t) { return {{t.log_time_ns}, {t.publish_time_ns}, t.sequence}; }

rosmsg::std_msgs::Header header_of(const MessageTimes& t, const std::string& frame_id) {
  rosmsg::std_msgs::Header header;
  header.seq = t.seq;
  header.stamp = Timestamp{t.header_stamp_ns};
  header.frame_id = frame_id;
  return header;
}

// Inverse of set_camera() in output_stream.cpp.
rosmsg::sensor_msgs::CameraInfo camera_info_of(const ImageConfiguration& c) {
  rosmsg::sensor_msgs::CameraInfo info;
  pair_camera_fields(c, info, [](const auto& from, auto& to) { to = from; });
  info.header.stamp = Timestamp{c.camera_info_stamp_ns};
  return info;
}

rosmsg::sensor_msgs::Imu imu_of(const ImuData& d) {
  rosmsg::sensor_msgs::Imu imu;
  imu.header = header_of(d.times, d.frame_id);
  imu.orientation = {};
  imu.orientation.x = imu.orientation.y = imu.orientation.z = imu.orientation.w = 0;
  imu.linear_acceleration.x = d.linear_acceleration.x;
  imu.linear_acceleration.y = d.linear_acceleration.y;
  imu.linear_acceleration.z = d.linear_acceleration.z;
  imu.angular_velocity.x = d.angular_velocity.x;
  imu.angular_velocity.y = d.angular_velocity.y;
  imu.angular_velocity.z = d.angular_velocity.z;
  // Orientation and covariances as written by other_values() in output_stream.cpp.
  if (d.other.size() != 31) return imu;
  imu.orientation.x = d.other[0];
  imu.orientation.y = d.other[1];
  imu.orientation.z = d.other[2];
  imu.orientation.w = d.other[3];
  std::copy_n(d.other.begin() + 4, 9, imu.orientation_covariance.begin());
  std::copy_n(d.other.begin() + 13, 9, imu.angular_velocity_covariance.begin());
  std::copy_n(d.other.begin() + 22, 9, imu.linear_acceleration_covariance.begin());
  return imu;
}

rosmsg::sensor_msgs::Image image_of(const logio::vrs::ContentBlock& block, std::string_view encoding,
                                    rosmsg::std_msgs::Header header) {
  rosmsg::sensor_msgs::Image image;
  image.header = std::move(header);
  image.width = block.image.width;
  image.height = block.image.height;
  image.step = block.image.stride;
  image.encoding = encoding;
  const auto* bytes = reinterpret_cast<const uint8_t*>(block.bytes.data());
  image.data.assign(bytes, bytes + block.bytes.size());
  return image;
}

// Converts records to messages, using the latest configuration of each stream.
class Return {
 public:
  Return(logio::LogWriter& log, VrsToLogReport& report) : log_(log), report_(report) {}

  // False if no ROS message can be made of the record.
  Result<bool> record(const logio::vrs::RecordInfo& info, const logio::vrs::RecordContent& content) {
    const logio::vrs::LayoutView* layout = content.layout();
    if (info.type == logio::vrs::RecordType::configuration) {
      if (layout != nullptr) GS_CHECK(configuration(info.stream, *layout));
      return true;
    }
    if (info.type != logio::vrs::RecordType::data) return true;
    if (const logio::vrs::ContentBlock* block = content.image()) return image(info, *block, layout);
    if (layout == nullptr) return false;
    if (layout->raw("linear_acceleration") && imus_.contains(info.stream)) return imu(info.stream, *layout);
    if (layout->raw("keys") && layout->raw("stream_id")) return metadata(*layout);
    if (layout->raw("message") && layout->raw("encoding")) return device(*layout);
    return false;
  }

 private:
  Result<void> configuration(logio::vrs::StreamId stream, const logio::vrs::LayoutView& layout) {
    if (layout.raw("definitions")) device_ = logio::vrs::decode_layout<DeviceConfiguration>(layout);
    if (layout.raw("intrinsic")) imus_[stream] = logio::vrs::decode_layout<ImuConfiguration>(layout);
    if (!layout.raw("camera_k") || !layout.raw("camera_info_count")) return {};
    const auto c = logio::vrs::decode_layout<ImageConfiguration>(layout);
    // The configuration may be stored twice, but the log had one camera_info.
    if (c.camera_info_count == 1 && !images_.contains(stream)) {
      GS_CHECK(
          write(c.camera_info_topic, camera_info_of(c), {{c.camera_info_log_time_ns}, {c.camera_info_log_time_ns}}));
    }
    images_[stream] = c;
    return {};
  }

  Result<bool> image(const logio::vrs::RecordInfo& info, const logio::vrs::ContentBlock& block,
                     const logio::vrs::LayoutView* layout) {
    // Files of this project have a configuration with the topic; other files do not.
    const auto ours = images_.find(info.stream);
    if (ours == images_.end() || layout == nullptr) return foreign_image(info, block);
    const auto data = logio::vrs::decode_layout<ImageData>(*layout);
    const ImageConfiguration& c = ours->second;
    const auto header = header_of(data.times, data.frame_id);
    GS_CHECK(write(c.topic, image_of(block, c.encoding, header), times_of(data.times)));
    // The log had one camera_info per image, with the stamp of the image.
    if (c.camera_info_count > 1) {
      rosmsg::sensor_msgs::CameraInfo camera = camera_info_of(c);
      camera.header.seq = header.seq;
      camera.header.stamp = header.stamp;
      GS_CHECK(write(c.camera_info_topic, camera, times_of(data.times)));
    }
    return true;
  }

  // Raw image of another writer.
  Result<bool> foreign_image(const logio::vrs::RecordInfo& info, const logio::vrs::ContentBlock& block) {
    const std::string_view encoding = encoding_of(block.image.pixel_format);
    if (block.image.kind != "raw" || encoding.empty()) return false;
    rosmsg::std_msgs::Header header;
    header.stamp = Timestamp::from_seconds(info.timestamp);
    header.frame_id = "vrs_" + to_string(info.stream);
    const Timestamp time = Timestamp::from_seconds(info.timestamp);
    GS_CHECK(write("/vrs/" + topic_name(info.stream) + "/image_raw", image_of(block, encoding, header), {time, time}));
    return true;
  }

  static std::string topic_name(logio::vrs::StreamId id) { return format("stream_{}_{}", id.type, id.instance); }

  Result<bool> imu(logio::vrs::StreamId stream, const logio::vrs::LayoutView& layout) {
    const auto data = logio::vrs::decode_layout<ImuData>(layout);
    GS_CHECK(write(imus_.at(stream).topic, imu_of(data), times_of(data.times)));
    return true;
  }

  // One message per key, as in the original log.
  Result<bool> metadata(const logio::vrs::LayoutView& layout) {
    const auto data = logio::vrs::decode_layout<FrameMetadata>(layout);
    for (std::size_t i = 0; i < std::min(data.keys.size(), data.values.size()); ++i) {
      rosmsg::diagnostic_msgs::KeyValue entry;
      entry.key = data.keys[i];
      entry.value = data.values[i];
      GS_CHECK(write(data.topic, entry, {{data.log_time_ns}, {data.log_time_ns}}));
    }
    return true;
  }

  // Device message: converted from ROS 1 to CDR if its type is known, otherwise unchanged.
  Result<bool> device(const logio::vrs::LayoutView& layout) {
    const auto data = logio::vrs::decode_layout<DeviceMessage>(layout);
    const Bytes raw = std::as_bytes(std::span(data.message));
    const Times times{{data.log_time_ns}, {data.publish_time_ns}, data.sequence};
    const rosmsg::MessageType* type = rosmsg::find_message_type(data.type);
    std::vector<std::byte> cdr;
    if (data.encoding == "ros1" && type != nullptr &&
        rosmsg::convert_message(*type, rosmsg::MessageEncoding::ros1, raw, rosmsg::MessageEncoding::cdr, cdr)) {
      return write_bytes(cdr_channel(data.topic, *type), cdr, times);
    }
    const auto text = [&](const auto& map) {
      const auto found = map.find(data.type);
      return found == map.end() ? std::string() : found->second;
    };
    logio::LogChannel channel{.topic = data.topic, .message_encoding = data.encoding};
    channel.schema = {data.type, text(device_.schema_encodings), text(device_.definitions)};
    if (const std::string md5 = text(device_.md5sums); !md5.empty()) channel.metadata["md5sum"] = md5;
    return write_bytes(channel, raw, times);
  }

  static logio::LogChannel cdr_channel(const std::string& topic, const rosmsg::MessageType& type) {
    logio::LogChannel channel{.topic = topic, .message_encoding = "cdr"};
    channel.schema = {.name = type.name, .encoding = "ros2msg", .data = rosmsg::ros2msg_text(type)};
    return channel;
  }

  template <rosmsg::Message M>
  Result<void> write(const std::string& topic, const M& message, const Times& times) {
    rosmsg::encode_cdr_into(message, scratch_);
    GS_TRY([[maybe_unused]] const bool written, write_bytes(cdr_channel(topic, rosmsg::type_of<M>()), scratch_, times));
    return {};
  }

  Result<bool> write_bytes(const logio::LogChannel& channel, Bytes data, const Times& times) {
    // Channels are added when their first message is written.
    const auto key = std::pair(channel.topic, channel.schema.name);
    auto known = channels_.find(key);
    if (known == channels_.end()) {
      GS_TRY(const uint32_t id, log_.add_channel(channel));
      known = channels_.emplace(key, id).first;
    }
    GS_CHECK(log_.write(known->second, times.log, times.publish, times.sequence, data));
    ++report_.messages[channel.topic];
    return true;
  }

  logio::LogWriter& log_;
  VrsToLogReport& report_;
  std::map<logio::vrs::StreamId, ImageConfiguration> images_;
  std::map<logio::vrs::StreamId, ImuConfiguration> imus_;
  DeviceConfiguration device_;
  std::map<std::pair<std::string, std::string>, uint32_t> channels_;
  std::vector<std::byte> scratch_;
};

}  // namespace

Result<VrsToLogReport> write_vrs_to_log(const logio::vrs::Reader& vrs, logio::LogWriter& log, Problems& problems,
                                        Progress& progress) {
  VrsToLogReport report;
  Return back(log, report);
  logio::vrs::ContentReader contents(vrs);
  std::vector<std::byte> buffer;
  const auto records = vrs.records();
  progress.begin("converting", records.size(), "records");
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped; no output was written");
    // Damaged records are reported and left out.
    auto record = vrs.read(records[i], buffer);
    if (!record) {
      problems.add(Severity::error, std::move(record).error(), to_string(records[i].stream));
      ++report.left_out[to_string(records[i].stream)];
      continue;
    }
    auto content = contents.decode(i, *record);
    bool used = false;
    if (content) {
      GS_TRY(used, back.record(records[i], *content));
    } else {
      problems.add(Severity::warning, std::move(content).error(), to_string(records[i].stream));
    }
    if (!used) ++report.left_out[to_string(records[i].stream)];
    vrs.release(records[i]);
    progress.advance(i + 1);
  }
  progress.finish();
  for (const auto& [stream, count] : report.left_out) {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::unsupported,
                  .file = "stream " + stream,
                  .message = format("{} records cannot be written as ROS messages and were left out", count)});
  }
  return report;
}

}  // namespace gs::convert
