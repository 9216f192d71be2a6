// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One stream of the VRS file: converts the messages of its topic to records. Internal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/convert/config.h"
#include "gs/convert/device_info.h"
#include "gs/convert/errors.h"
#include "gs/convert/streams/layouts.h"
#include "gs/logio/vrs/ordered_writer.h"
#include "gs/rosmsg/views.h"

namespace gs::convert {

// The hardware clock of the cameras is a 32-bit counter of microseconds that the SDK does not unwrap: its stamps fall
// back by this much every 71.6 minutes.
constexpr int64_t kHardwareClockWrapNs = (int64_t{1} << 32) * 1000;

// State of one image or IMU stream.
class OutputStream {
 public:
  OutputStream(std::string topic, StreamConfig config, logio::vrs::StreamId id, const ConverterConfig& options,
               const DeviceInfo& survey);

  // Topic, configuration and VRS id of the stream, its tags and its reorder window.
  const std::string& topic() const { return topic_; }
  const StreamConfig& config() const { return config_; }
  logio::vrs::StreamId id() const { return id_; }
  logio::vrs::StreamTags tags() const;
  logio::vrs::StreamWindow window() const {
    return config_.is_image() ? logio::vrs::StreamWindow{} : logio::vrs::kSampleWindow;
  }

  // Converts and writes one message. Errors: RosbagReadError, ImageSizeMismatchError, UnsupportedEncodingError,
  // VRSWriteError.
  Converted<Done> write(const logio::MessageView& message, logio::vrs::OrderedWriter& out);

  // Number of records, sum of their payloads, and times of the last one.
  uint64_t count() const { return count_; }
  uint64_t payload_bytes() const { return payload_bytes_; }
  double last_time() const { return last_time_; }
  // Warns if header stamps are used and they are zero or all equal.
  void check_stamps(Problems& problems) const;

 private:
  Converted<Done> write_image(const logio::MessageView& message, logio::vrs::OrderedWriter& out);
  Converted<Done> write_imu(const logio::MessageView& message, logio::vrs::OrderedWriter& out);
  Converted<Done> begin_images(const rosmsg::ImageView& image, logio::vrs::OrderedWriter& out);
  Converted<Done> check_image(const rosmsg::ImageView& image, const logio::MessageView& message) const;
  void begin_imu(logio::vrs::OrderedWriter& out);
  vrs_layout::MessageTimes take_times(const logio::MessageView& message, Timestamp stamp, uint32_t seq);
  Converted<Done> put(const vrs_layout::MessageTimes& times, std::span<const Bytes> parts,
                      logio::vrs::OrderedWriter& out);
  double depth_scale(const rosmsg::ImageView& image) const;
  std::string domain() const;

  std::string topic_;
  StreamConfig config_;
  logio::vrs::StreamId id_;
  const ConverterConfig& options_;
  const DeviceInfo& survey_;
  std::optional<vrs_layout::ImageConfiguration> images_;  // set by the first image
  uint64_t count_ = 0, payload_bytes_ = 0;
  double last_time_ = 0;
  std::optional<int64_t> first_stamp_ns_, last_stamp_ns_;
  bool stamps_move_ = false;
  Duration unwrapped_;  // sum of the wraps so far, added to stamps of the hardware clock
};

}  // namespace gs::convert
