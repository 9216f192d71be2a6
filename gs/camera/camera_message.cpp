// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/camera/camera_message.h"

#include <algorithm>
#include <array>

#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/foxglove/decode.h"
#include "gs/rosmsg/messages/ffmpeg_image_transport_msgs.h"
#include "gs/rosmsg/messages/foxglove_msgs.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/views.h"

namespace gs::camera {
namespace {

using rosmsg::sensor_msgs::CameraInfo;

// Reads a payload of one message type.
using ReadMessage = Result<CameraMessage> (*)(std::string_view encoding, Bytes payload);

// Keeps a decoded message alive as the storage of its data.
template <class Bytelike>
void keep_data(std::vector<Bytelike> data, CameraMessage& out) {
  auto kept = std::make_shared<const std::vector<Bytelike>>(std::move(data));
  out.data = std::as_bytes(std::span(*kept));
  out.storage = std::move(kept);
}

Result<CameraMessage> read_image(std::string_view encoding, Bytes payload) {
  GS_TRY(const rosmsg::MessageEncoding parsed, rosmsg::parse_message_encoding(encoding));
  GS_TRY(const rosmsg::ImageView view, rosmsg::view_image(parsed, payload));
  CameraMessage out{PictureKind::raw, view.header.stamp, std::string(view.header.frame_id), std::string(view.encoding)};
  out.width = view.width, out.height = view.height, out.step = view.step, out.big_endian = view.is_bigendian;
  out.data = view.data;
  return out;
}

Result<CameraMessage> read_image_file(std::string_view encoding, Bytes payload) {
  GS_TRY(const rosmsg::MessageEncoding parsed, rosmsg::parse_message_encoding(encoding));
  GS_TRY(const rosmsg::CompressedImageView view, rosmsg::view_compressed_image(parsed, payload));
  CameraMessage out{PictureKind::file, view.header.stamp, std::string(view.header.frame_id), std::string(view.format)};
  out.data = view.data;
  return out;
}

Result<CameraMessage> read_ffmpeg_packet(std::string_view encoding, Bytes payload) {
  using rosmsg::ffmpeg_image_transport_msgs::FFMPEGPacket;
  GS_TRY(FFMPEGPacket m, rosmsg::decode_message<FFMPEGPacket>(encoding, payload));
  CameraMessage out{PictureKind::video, m.header.stamp.timestamp(), std::move(m.header.frame_id),
                    std::move(m.encoding)};
  out.number = m.pts;
  keep_data(std::move(m.data), out);
  return out;
}

// Takes over a message of foxglove, of ROS or not.
template <PictureKind kKind, class M>
CameraMessage of_foxglove(M m, Timestamp stamp) {
  CameraMessage out{kKind, stamp, std::move(m.frame_id)};
  if constexpr (kKind == PictureKind::raw) {
    out.format = std::move(m.encoding), out.width = m.width, out.height = m.height, out.step = m.step;
  } else {
    out.format = std::move(m.format);
  }
  keep_data(std::move(m.data), out);
  return out;
}

// Messages of the package foxglove_msgs.
template <class M, PictureKind kKind>
Result<CameraMessage> read_foxglove_ros(std::string_view encoding, Bytes payload) {
  GS_TRY(M m, rosmsg::decode_message<M>(encoding, payload));
  const Timestamp stamp = m.timestamp.timestamp();
  return of_foxglove<kKind>(std::move(m), stamp);
}

// The same in protobuf or JSON.
template <class M, PictureKind kKind>
Result<CameraMessage> read_foxglove(std::string_view encoding, Bytes payload) {
  GS_TRY(M m, rosmsg::foxglove::decode<M>(encoding, payload));
  const Timestamp stamp = m.timestamp;
  return of_foxglove<kKind>(std::move(m), stamp);
}

// A format and its reader.
struct FormatRow {
  CameraFormat format;
  ReadMessage read;
};

namespace fox = rosmsg::foxglove;
namespace fox_ros = rosmsg::foxglove_msgs;
constexpr std::array kFormatRows = {
    FormatRow{{"sensor_msgs/msg/Image", "pixels", PictureKind::raw}, read_image},
    FormatRow{{"sensor_msgs/msg/CompressedImage", "image files", PictureKind::file}, read_image_file},
    FormatRow{{"ffmpeg_image_transport_msgs/msg/FFMPEGPacket", "video packets", PictureKind::video},
              read_ffmpeg_packet},
    FormatRow{{"foxglove.CompressedVideo", "foxglove video", PictureKind::video},
              read_foxglove<fox::CompressedVideo, PictureKind::video>},
    FormatRow{{"foxglove.CompressedImage", "foxglove image files", PictureKind::file},
              read_foxglove<fox::CompressedImage, PictureKind::file>},
    FormatRow{{"foxglove.RawImage", "foxglove pixels", PictureKind::raw},
              read_foxglove<fox::RawImage, PictureKind::raw>},
    FormatRow{{"foxglove_msgs/msg/CompressedVideo", "foxglove video", PictureKind::video},
              read_foxglove_ros<fox_ros::CompressedVideo, PictureKind::video>},
    FormatRow{{"foxglove_msgs/msg/CompressedImage", "foxglove image files", PictureKind::file},
              read_foxglove_ros<fox_ros::CompressedImage, PictureKind::file>},
    FormatRow{{"foxglove_msgs/msg/RawImage", "foxglove pixels", PictureKind::raw},
              read_foxglove_ros<fox_ros::RawImage, PictureKind::raw>},
};

const FormatRow* find_row(std::string_view message_type) {
  const std::string type = rosmsg::ros2_equivalent(message_type);
  const auto* row = std::ranges::find(kFormatRows, type, [](const FormatRow& r) { return r.format.type; });
  return row == kFormatRows.end() ? nullptr : row;
}

// Copies the numbers of a matrix; an empty one stays zero.
template <std::size_t kCount>
Result<void> copy_matrix(std::string_view name, const std::vector<double>& from, std::array<double, kCount>& to) {
  if (from.empty()) return {};
  if (from.size() != kCount) {
    return fail(ErrorCode::invalid_data, "{} of foxglove.CameraCalibration has {} numbers, not {}", name, from.size(),
                kCount);
  }
  std::ranges::copy(from, to.begin());
  return {};
}

}  // namespace

assets::RawImage CameraMessage::pixels() const { return {format, width, height, step, big_endian, data}; }

std::vector<CameraFormat> all_formats() {
  std::vector<CameraFormat> out;
  for (const FormatRow& row : kFormatRows) out.push_back(row.format);
  return out;
}

const CameraFormat* find_format(std::string_view message_type) {
  const FormatRow* row = find_row(message_type);
  return row == nullptr ? nullptr : &row->format;
}

Result<CameraMessage> read_message(std::string_view type, std::string_view encoding, Bytes payload) {
  const FormatRow* row = find_row(type);
  if (row == nullptr) return fail(ErrorCode::unsupported, "{} is not a camera message that can be read", type);
  return row->read(encoding, payload);
}

bool is_calibration(std::string_view message_type) {
  return message_type == fox::CameraCalibration::kName || rosmsg::ros2_equivalent(message_type) == CameraInfo::kType;
}

Result<CameraInfo> read_calibration(std::string_view type, std::string_view encoding, Bytes payload) {
  if (!is_calibration(type)) return fail(ErrorCode::unsupported, "{} is not a calibration of a camera", type);
  if (type != fox::CameraCalibration::kName) return rosmsg::decode_message<CameraInfo>(encoding, payload);
  GS_TRY(fox::CameraCalibration from, fox::decode<fox::CameraCalibration>(encoding, payload));
  CameraInfo info;
  info.header.stamp = from.timestamp, info.header.frame_id = std::move(from.frame_id);
  info.width = from.width, info.height = from.height, info.distortion_model = std::move(from.distortion_model);
  info.d = std::move(from.D);
  GS_CHECK(copy_matrix("K", from.K, info.k));
  GS_CHECK(copy_matrix("R", from.R, info.r));
  GS_CHECK(copy_matrix("P", from.P, info.p));
  return info;
}

}  // namespace gs::camera
