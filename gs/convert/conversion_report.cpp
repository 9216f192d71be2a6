// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Report of a conversion: counts per stream, missing data, topics that were not converted.
#include <algorithm>

#include "gs/convert/conversion_job.h"

namespace gs::convert {

// Lists data that the phase asks for and the log does not hold.
void ConversionJob::list_absent(ConversionResult& result) const {
  const auto has_type = [&](std::string_view type) {
    return std::any_of(streams_.begin(), streams_.end(),
                       [&](const auto& stream) { return stream->config().stream_type == type && stream->count() > 0; });
  };
  for (const std::string& type : stream_types_of_phase(config_.phase)) {
    // Cameras publish either one IMU topic or two; the other form is not missing.
    const bool imu_by_other_name = (type == "imu" && (has_type("imu_accel") || has_type("imu_gyro"))) ||
                                   (type.starts_with("imu_") && has_type("imu"));
    if (!has_type(type) && !imu_by_other_name) result.absent.push_back("stream " + type);
  }
  // Phase 4C also asks for device information.
  if (!everything()) return;
  const auto any_topic = [&](std::string_view part) {
    return std::any_of(log_.channels().begin(), log_.channels().end(), [&](const logio::LogChannel& channel) {
      return channel.topic.find(part) != std::string::npos && log_.info().channels[channel.id].message_count > 0;
    });
  };
  if (survey_.device.empty()) result.absent.push_back("device information");
  if (survey_.sensors.empty()) result.absent.push_back("sensor information");
  if (!any_topic("/option/")) result.absent.push_back("options");
  if (survey_.extrinsics.empty() && !any_topic("/tf_static")) result.absent.push_back("transforms");
  if (metadata_.count() == 0) result.absent.push_back("frame metadata");
  if (!any_topic("/notification/")) result.absent.push_back("notifications");
}

void ConversionJob::report(ConversionResult& result, const logio::vrs::OrderStatistics& order) const {
  const auto add = [&](int id, logio::vrs::StreamId stream, uint64_t count, std::string topic) {
    result.messages_per_stream[id] = count;
    result.vrs_streams[id] = to_string(stream);
    result.topics[id] = std::move(topic);
    result.total_messages += count;
    if (const auto peak = order.peak_resident.find(stream); peak != order.peak_resident.end()) {
      result.peak_resident[id] = peak->second;
    }
  };
  for (const auto& stream : streams_) {
    add(stream->config().stream_id, stream->id(), stream->count(), stream->topic());
    result.payload_bytes += stream->payload_bytes();
  }
  if (everything()) {
    add(vrs_layout::kMetadataStream, MetadataStream::kId, metadata_.count(), "metadata of frames");
    add(vrs_layout::kDeviceStream, DeviceStream::kId, device_.count(), "device, sensors, options, transforms");
  }
  // Topics that no stream used.
  result.late_records = order.late_records;
  if (first_time_) result.duration_sec = *last_time_ - *first_time_;
  for (const logio::LogChannel& channel : log_.channels()) {
    const uint64_t count =
        channel.id < log_.info().channels.size() ? log_.info().channels[channel.id].message_count : 0;
    if (routes_[channel.id].handling == Handling::ignore && count > 0) result.not_converted[channel.topic] += count;
  }
  list_absent(result);
}

}  // namespace gs::convert
