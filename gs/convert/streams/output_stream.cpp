// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/streams/output_stream.h"

#include <algorithm>
#include <charconv>

#include "gs/convert/streams/camera_fields.h"
#include "gs/convert/streams/encodings.h"
#include "gs/convert/topics.h"
#include "gs/rosmsg/decode.h"

namespace gs::convert {
namespace {

using vrs_layout::ImageConfiguration;
using vrs_layout::ImageData;
using vrs_layout::ImuConfiguration;
using vrs_layout::ImuData;

constexpr double kDefaultDepthScale = 0.001;

// Shortest decimal of a float, as a double: 0.001f becomes 0.001, not 0.0010000000474974513.
double decimal_of(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  double out = 0;
  std::from_chars(text, end, out);
  return out;
}

logio::vrs::Point3 point(const rosmsg::geometry_msgs::Vector3& v) { return {v.x, v.y, v.z}; }

// Extrinsics of a sensor, if the SDK bag has them.
template <class Configuration>
void set_extrinsics(const DeviceInfo& survey, std::string_view topic, Configuration& c) {
  const auto prefix = sdk_prefix(topic);
  if (!prefix) return;
  const auto found = survey.extrinsics.find(prefix->prefix);
  if (found == survey.extrinsics.end()) return;
  c.has_extrinsics = true;
  c.extrinsics_translation = point(found->second.translation);
  const auto& q = found->second.rotation;
  c.extrinsics_rotation = {q.x, q.y, q.z, q.w};
}

// Copies camera_info field by field, so that it can be restored exactly.
void set_camera(const FoundCameraInfo& found, ImageConfiguration& c) {
  pair_camera_fields(c, found.info, [](auto& to, const auto& from) { to = from; });
  c.camera_info_stamp_ns = found.info.header.stamp.timestamp().ns;
  c.camera_info_log_time_ns = found.log_time.ns;
  c.camera_info_count = static_cast<uint32_t>(std::min<uint64_t>(found.count, UINT32_MAX));
  c.camera_info_topic = found.topic;
}

// Orientation and covariances, or empty if all are zero.
std::vector<double> other_values(const rosmsg::sensor_msgs::Imu& imu) {
  std::vector<double> other = {imu.orientation.x, imu.orientation.y, imu.orientation.z, imu.orientation.w};
  for (const auto* covariance :
       {&imu.orientation_covariance, &imu.angular_velocity_covariance, &imu.linear_acceleration_covariance}) {
    other.insert(other.end(), covariance->begin(), covariance->end());
  }
  // -0.0 is kept, so that the message is restored bit by bit.
  const auto is_plain_zero = [](double v) { return std::bit_cast<uint64_t>(v) == 0; };
  if (std::all_of(other.begin(), other.end(), is_plain_zero)) other.clear();
  return other;
}

}  // namespace

OutputStream::OutputStream(std::string topic, StreamConfig config, logio::vrs::StreamId id,
                           const ConverterConfig& options, const DeviceInfo& survey)
    : topic_(std::move(topic)), config_(std::move(config)), id_(id), options_(options), survey_(survey) {}

std::string OutputStream::domain() const {
  const auto found = survey_.domains.find(topic_);
  return found == survey_.domains.end() ? std::string() : found->second;
}

logio::vrs::StreamTags OutputStream::tags() const {
  logio::vrs::StreamTags tags = logio::vrs::make_stream_tags(id_, config_.flavor);
  if (config_.is_image()) {
    add_record_format(tags, logio::vrs::RecordType::configuration, logio::vrs::layout_of<ImageConfiguration>(), false);
    add_record_format(tags, logio::vrs::RecordType::data, logio::vrs::layout_of<ImageData>(), true);
  } else {
    add_record_format(tags, logio::vrs::RecordType::configuration, logio::vrs::layout_of<ImuConfiguration>(), false);
    add_record_format(tags, logio::vrs::RecordType::data, logio::vrs::layout_of<ImuData>(), false);
  }
  // User tags tell other tools where the stream comes from; phase 4C adds information about the sensor.
  tags.user["topic"] = topic_;
  tags.user["stream_id"] = std::to_string(config_.stream_id);
  tags.user["stream_type"] = config_.stream_type;
  if (!domain().empty()) tags.user["timestamp_domain"] = domain();
  if (options_.phase != "4C") return tags;
  if (const auto prefix = sdk_prefix(topic_)) {
    const auto sensor = survey_.sensors.find(prefix->sensor);
    if (sensor == survey_.sensors.end()) return tags;
    for (const auto& [key, value] : sensor->second) tags.user["sensor/" + key] = value;
  }
  return tags;
}

Converted<Done> OutputStream::write(const logio::MessageView& message, logio::vrs::OrderedWriter& out) {
  return config_.is_image() ? write_image(message, out) : write_imu(message, out);
}

// Chooses the record time, unwraps the hardware clock and remembers the stamps for check_stamps().
vrs_layout::MessageTimes OutputStream::take_times(const logio::MessageView& message, Timestamp stamp, uint32_t seq) {
  Timestamp time = options_.time_source == "log" ? message.log_time : stamp;
  if (options_.time_source == "header" && domain() == "Hardware Clock") {
    // Only a step back of more than half the range is a wrap; smaller steps are messages out of order.
    if (last_stamp_ns_ && Timestamp{*last_stamp_ns_} - stamp > Duration{kHardwareClockWrapNs / 2}) {
      unwrapped_ = unwrapped_ + Duration{kHardwareClockWrapNs};
    }
    last_stamp_ns_ = stamp.ns;
    time = time + unwrapped_;
  }
  if (!first_stamp_ns_) first_stamp_ns_ = stamp.ns;
  stamps_move_ = stamps_move_ || stamp.ns != *first_stamp_ns_;
  last_time_ = time.seconds();
  return {.timestamp = last_time_,
          .header_stamp_ns = stamp.ns,
          .log_time_ns = message.log_time.ns,
          .publish_time_ns = message.publish_time.ns,
          .seq = seq,
          .sequence = message.sequence};
}

void OutputStream::check_stamps(Problems& problems) const {
  // One record alone cannot show that stamps do not move.
  const bool zero = first_stamp_ns_ == 0;
  if (options_.time_source != "header" || count_ == 0 || stamps_move_ || (count_ == 1 && !zero)) return;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = topic_,
                .message = format("all {} header stamps are {}, so the records of this stream have no usable time",
                                  count_, zero ? "zero" : "equal"),
                .hint = "--time-source log uses the log times instead"});
}

Converted<Done> OutputStream::put(const vrs_layout::MessageTimes& times, std::span<const Bytes> parts,
                                  logio::vrs::OrderedWriter& out) {
  ++count_;
  for (const Bytes& part : parts) payload_bytes_ += part.size();
  return as<VRSWriteError>(out.write({.stream = id_, .timestamp = times.timestamp}, parts));
}

// Metres per unit: from the mapping, the frame (appended by librealsense), the sensor option "Depth Units", or the
// default.
double OutputStream::depth_scale(const rosmsg::ImageView& image) const {
  if (config_.stream_type != "depth") return 0;
  if (config_.depth_scale) return *config_.depth_scale;
  if (image.rest.size() == sizeof(float)) {
    const auto units = load_le<float>(image.rest.data());
    if (units > 0) return decimal_of(units);
  }
  if (const auto prefix = sdk_prefix(topic_)) {
    if (const auto sensor = survey_.sensors.find(prefix->sensor); sensor != survey_.sensors.end()) {
      const auto option = sensor->second.find("option/Depth Units");
      double units = 0;
      if (option != sensor->second.end()) {
        std::from_chars(option->second.data(), option->second.data() + option->second.size(), units);
      }
      if (units > 0) return units;
    }
  }
  return pixel_format_of(image.encoding) == logio::vrs::PixelFormat::depth32f ? 1.0 : kDefaultDepthScale;
}

// All images of a stream must have the encoding and size of the first one, because its configuration describes them.
Converted<Done> OutputStream::check_image(const rosmsg::ImageView& image, const logio::MessageView& message) const {
  const std::string where = format("{} at {} s", topic_, to_decimal_seconds(message.log_time));
  const auto pixel_format = pixel_format_of(image.encoding);
  if (!pixel_format || image.is_bigendian) {
    return UnsupportedEncodingError{fail(ErrorCode::unsupported, "unsupported image encoding '{}'{} of {}",
                                         image.encoding, image.is_bigendian ? " (big endian)" : "", where)
                                        .with_hint("supported: " + supported_encodings())};
  }
  // Size of the data against the image header.
  const auto size = logio::vrs::raw_image_size(*pixel_format, image.width, image.height, image.step, 0);
  if (!size || image.data.size() != size->bytes) {
    return ImageSizeMismatchError{
        fail(ErrorCode::invalid_data,
             "image of {} x {} pixels, encoding {}, {} bytes per row does not match its {} bytes of data: {}",
             image.width, image.height, image.encoding, image.step, image.data.size(), where)
            .with_hint("the message is damaged, or its publisher sets step or data wrongly")};
  }
  // Image header against camera_info; sizes of 0 are not set.
  if (const auto camera = survey_.cameras.find(topic_); camera != survey_.cameras.end()) {
    const rosmsg::sensor_msgs::CameraInfo& info = camera->second.info;
    const bool given = info.width != 0 || info.height != 0;
    if (given && (info.width != image.width || info.height != image.height)) {
      return ImageSizeMismatchError{fail(ErrorCode::invalid_data, "image has {} x {} pixels, {} states {} x {}: {}",
                                         image.width, image.height, camera->second.topic, info.width, info.height,
                                         where)
                                        .with_hint("if camera_info belongs to another stream, set camera_info_topic "
                                                   "in a mapping file")};
    }
  }
  // Against the first image of the stream.
  if (images_ && image.encoding != images_->encoding) {
    return UnsupportedEncodingError{fail(ErrorCode::unsupported, "the image encoding changes from {} to {}: {}",
                                         images_->encoding, image.encoding, where)};
  }
  if (images_ &&
      (image.width != images_->width || image.height != images_->height || image.step != images_->image_stride)) {
    return ImageSizeMismatchError{fail(ErrorCode::invalid_data, "the image size changes from {} x {} to {} x {}: {}",
                                       images_->width, images_->height, image.width, image.height, where)};
  }
  return Done{};
}

// Fills the configuration from the first image.
Converted<Done> OutputStream::begin_images(const rosmsg::ImageView& image, logio::vrs::OrderedWriter& out) {
  ImageConfiguration& c = images_.emplace();
  c.image_width = c.width = image.width;
  c.image_height = c.height = image.height;
  c.image_stride = image.step;
  c.image_pixel_format = static_cast<uint32_t>(*pixel_format_of(image.encoding));
  c.encoding = image.encoding;
  c.depth_scale = depth_scale(image);
  c.stream_type = config_.stream_type;
  c.topic = topic_;
  c.timestamp_domain = domain();
  if (const auto camera = survey_.cameras.find(topic_); camera != survey_.cameras.end()) set_camera(camera->second, c);
  set_extrinsics(survey_, topic_, c);
  out.add_prologue({.stream = id_, .type = logio::vrs::RecordType::configuration}, logio::vrs::encode_layout(c));
  return Done{};
}

Converted<Done> OutputStream::write_image(const logio::MessageView& message, logio::vrs::OrderedWriter& out) {
  GS_TRY(const rosmsg::MessageEncoding encoding,
         as<RosbagReadError>(rosmsg::parse_message_encoding(message.channel->message_encoding)));
  auto view = rosmsg::view_image(encoding, message.data);
  if (!view) {
    Error error = std::move(view).error().with_context(topic_);
    if (error.code == ErrorCode::invalid_data) return ImageSizeMismatchError{std::move(error)};
    return RosbagReadError{std::move(error)};
  }
  GS_CHECK(check_image(*view, message));
  if (!images_) GS_CHECK(begin_images(*view, out));
  ImageData data{.times = take_times(message, view->header.stamp, view->header.seq)};
  data.frame_id = view->header.frame_id;
  // librealsense appends the depth units as a float behind the ROS 1 message.
  data.has_depth_units = encoding == rosmsg::MessageEncoding::ros1 && view->rest.size() == sizeof(float);
  if (data.has_depth_units) data.depth_units = load_le<float>(view->rest.data());
  const auto layout = logio::vrs::encode_layout(data);
  const Bytes parts[] = {layout, view->data};
  return put(data.times, parts, out);
}

void OutputStream::begin_imu(logio::vrs::OrderedWriter& out) {
  // Intrinsics and noise of the IMU, if the SDK bag has them.
  ImuConfiguration c{.stream_type = config_.stream_type, .topic = topic_, .timestamp_domain = domain()};
  if (const auto prefix = sdk_prefix(topic_)) {
    if (const auto found = survey_.imu_intrinsics.find(prefix->prefix); found != survey_.imu_intrinsics.end()) {
      c.has_intrinsic = true;
      c.intrinsic = found->second.data;
      c.noise_variances = found->second.noise_variances;
      c.bias_variances = found->second.bias_variances;
    }
  }
  set_extrinsics(survey_, topic_, c);
  out.add_prologue({.stream = id_, .type = logio::vrs::RecordType::configuration}, logio::vrs::encode_layout(c));
}

Converted<Done> OutputStream::write_imu(const logio::MessageView& message, logio::vrs::OrderedWriter& out) {
  GS_TRY(const auto imu, as<RosbagReadError>(rosmsg::decode_message<rosmsg::sensor_msgs::Imu>(
                                                 message.channel->message_encoding, message.data)
                                                 .with_context(message.channel->topic)));
  if (count_ == 0) begin_imu(out);
  ImuData data{.times = take_times(message, imu.header.stamp.timestamp(), imu.header.seq),
               .linear_acceleration = point(imu.linear_acceleration),
               .angular_velocity = point(imu.angular_velocity),
               .frame_id = imu.header.frame_id,
               .other = other_values(imu)};
  const auto layout = logio::vrs::encode_layout(data);
  const Bytes parts[] = {layout};
  return put(data.times, parts, out);
}

}  // namespace gs::convert
