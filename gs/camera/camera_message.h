// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One door for the messages of cameras, whatever the driver recorded: raw pixels, image files or packets of a video, of
// ROS or of Foxglove.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/assets/image/encodings.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::camera {

// What a message holds: pixels, an image file (JPEG, PNG), or a packet of a video, which needs the packets before it.
enum class PictureKind { raw, file, video };

// A message type that can be read.
struct CameraFormat {
  std::string_view type;  // "sensor_msgs/msg/CompressedImage"
  std::string_view name;  // for people: "image files"
  PictureKind kind = PictureKind::raw;
};

// All formats, in the order of docs/camera_formats.md.
std::vector<CameraFormat> all_formats();
// The format of a message type in the spelling of ROS 2 or ROS 1, or of foxglove; nullptr if it is unknown.
const CameraFormat* find_format(std::string_view message_type);

// The fields of a message.
struct CameraMessage {
  PictureKind kind = PictureKind::raw;
  Timestamp stamp;  // 0: the driver left it empty
  std::string frame_id;
  std::string format;                        // encoding of pixels, format of a file, codec of a packet
  uint32_t width = 0, height = 0, step = 0;  // of pixels
  bool big_endian = false;                   // of pixels
  std::optional<uint64_t> number{};          // of the frame, if packets are numbered
  Bytes data{};                              // in the payload, or in `storage`
  std::shared_ptr<const void> storage{};     // shared by the copies of this message; empty if nothing was copied
  assets::RawImage pixels() const;           // view of a raw message
  bool is_stamped() const { return stamp.ns > 0; }
};

// Reads a message of one of all_formats(). `encoding` is that of the channel: "cdr", "ros1", "protobuf" or "json". The
// payload must outlive the result. Errors: unsupported (type, encoding), and those of the reader.
Result<CameraMessage> read_message(std::string_view type, std::string_view encoding, Bytes payload);

// True for the types of calibrations: sensor_msgs/CameraInfo and foxglove.CameraCalibration.
bool is_calibration(std::string_view message_type);
// Reads a calibration. Errors: unsupported (type, encoding), invalid_data if K, R or P of foxglove has not 9, 9 and 12
// numbers, and those of the reader.
Result<rosmsg::sensor_msgs::CameraInfo> read_calibration(std::string_view type, std::string_view encoding,
                                                         Bytes payload);

}  // namespace gs::camera
