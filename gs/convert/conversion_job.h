// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One conversion: routes every message of the log to its stream. Internal.
//
// clang-format off
//   handling      messages of                           become
//   stream        mapped image and IMU topics           records of their stream
//   camera_info   camera_info topics of image streams   compared with the first one, which is in the configuration
//   metadata      frame metadata of SDK bags (4C)       one record per frame in stream 3001
//   device        other topics of the device (4C)       records of stream 3002, unchanged
//   ignore        all others                            listed in the report
// clang-format on
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gs/convert/device_info.h"
#include "gs/convert/errors.h"
#include "gs/convert/result.h"
#include "gs/convert/stream_choice.h"
#include "gs/convert/streams/device_stream.h"
#include "gs/convert/streams/output_stream.h"
#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/logio/vrs/ordered_writer.h"

namespace gs::convert {

// State of one conversion; used once.
class ConversionJob {
 public:
  ConversionJob(const logio::LogReader& log, const ConverterConfig& config, TopicMapping mapping, DeviceInfo survey);

  // Checks the requirements before anything is written: camera_info of each image stream. Warns about different clocks.
  Converted<Done> check(Problems& problems) const;
  // Tags of the file and of all streams.
  logio::vrs::Description description(const fs::path& input) const;
  // Reads the log and writes all records.
  Converted<Done> run(logio::vrs::OrderedWriter& out, Problems& problems, Progress& progress);
  // Fills in counts, missing data and topics that were not converted (conversion_report.cpp).
  void report(ConversionResult& result, const logio::vrs::OrderStatistics& order) const;

 private:
  enum class Handling { ignore, stream, metadata, device, camera_info };
  struct Route {
    Handling handling = Handling::ignore;
    std::size_t stream = 0;  // index in streams_
  };

  bool everything() const { return config_.phase == "4C"; }
  void plan_routes();
  bool is_device_channel(const logio::LogChannel& channel) const;
  logio::ReadOptions read_options() const;
  Converted<Done> handle(const logio::MessageView& message, logio::vrs::OrderedWriter& out, Problems& problems);
  void compare_camera_info(const logio::MessageView& message, Problems& problems);
  void list_absent(ConversionResult& result) const;

  const logio::LogReader& log_;
  const ConverterConfig& config_;
  TopicMapping mapping_;
  DeviceInfo survey_;
  std::vector<std::unique_ptr<OutputStream>> streams_;
  std::vector<Route> routes_;  // by channel id
  MetadataStream metadata_;
  DeviceStream device_;
  std::set<std::string> changed_camera_infos_;
  double latest_time_ = 0;
  Timestamp log_time_;  // of the current message
  std::optional<double> first_time_, last_time_;
};

}  // namespace gs::convert
