// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One conversion: every message of the log to the stream it belongs to. Internal.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gs/convert/device_stream.h"
#include "gs/convert/errors.h"
#include "gs/convert/output_stream.h"
#include "gs/convert/result.h"
#include "gs/convert/stream_choice.h"
#include "gs/convert/survey.h"
#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/logio/vrs/ordered_writer.h"

namespace gs {

class ConversionJob {
 public:
  ConversionJob(const LogReader& log, const ConverterConfig& config, TopicMapping mapping, Survey survey);

  // What must be there before anything is written.
  Converted<Done> check(Problems& problems) const;
  vrs::Description description(const fs::path& input) const;
  Converted<Done> run(vrs::OrderedWriter& out, Problems& problems, Progress& progress);
  void report(ConversionResult& result, const vrs::OrderStatistics& order) const;

 private:
  enum class Handling { ignore, stream, metadata, device, camera_info };
  struct Route {
    Handling handling = Handling::ignore;
    std::size_t stream = 0;  // into streams_
  };

  bool everything() const { return config_.phase == "4C"; }
  void plan_routes();
  bool is_device_channel(const LogChannel& channel) const;
  ReadOptions read_options() const;
  Converted<Done> handle(const MessageView& message, vrs::OrderedWriter& out, Problems& problems);
  void compare_camera_info(const MessageView& message, Problems& problems);
  void list_absent(ConversionResult& result) const;

  const LogReader& log_;
  const ConverterConfig& config_;
  TopicMapping mapping_;
  Survey survey_;
  std::vector<std::unique_ptr<OutputStream>> streams_;
  std::vector<Route> routes_;  // by channel
  MetadataStream metadata_;
  DeviceStream device_;
  std::set<std::string> changed_camera_infos_;
  double latest_time_ = 0;
  Timestamp log_time_;  // of the message being handled
  std::optional<double> first_time_, last_time_;
};

}  // namespace gs
