// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/write_log.h"

#include <algorithm>
#include <cstdio>

#include "apps/gs_log/common.h"
#include "gs/config/command_line.h"
#include "gs/convert/ros_converter.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/parallel.h"
#include "gs/logio/tools/create_log.h"

namespace gs::gs_log {
namespace {

// Most frequent compression of the input's chunks, if the output format supports it; otherwise empty (default).
std::string kept_compression(const logio::LogInfo& info, logio::LogFormat output) {
  if (output == logio::LogFormat::rosbag2) return "";
  const std::string foreign = output == logio::LogFormat::mcap ? "bz2" : "zstd";
  std::string best;
  uint64_t most = 0;
  for (const auto& [name, count] : info.chunks_by_compression) {
    if (count > most) best = name.empty() ? "none" : name, most = count;
  }
  const bool known = best == "none" || best == "lz4" || best == "zstd" || best == "bz2";
  return known && best != foreign ? best : "";
}

}  // namespace

int reading_threads() { return std::min(thread_count(), 4); }

Result<logio::CopyReport> write_log(const logio::LogReader& log, const WriteJob& job, Problems& problems) {
  GS_TRY(const logio::LogFormat output, logio::format_of_output(job.output));
  GS_CHECK(check_apart_from_inputs(job.output, job.inputs));
  tell_leftovers(job.output);
  // Bags hold ROS 1 messages and databases CDR; only MCAP leaves the choice.
  const convert::MessageTarget target = output == logio::LogFormat::rosbag1 ? convert::MessageTarget::ros1
                                        : output == logio::LogFormat::rosbag2
                                            ? convert::MessageTarget::cdr
                                            : convert::parse_message_target(job.options.encoding);
  if (output != logio::LogFormat::mcap && job.options.encoding != "keep" &&
      convert::parse_message_target(job.options.encoding) != target) {
    return fail(ErrorCode::invalid_option, "{} cannot hold '{}' messages", to_string(output), job.options.encoding);
  }
  const std::string compression =
      job.options.compression == "keep" ? kept_compression(log.info(), output) : job.options.compression;
  convert::RosConverter converter(target, /*ros1_bag=*/output == logio::LogFormat::rosbag1);
  GS_TRY(const auto writer, logio::create_log(job.output, {.compression = compression,
                                                           .profile = converter.profile(log.info().profile),
                                                           .replace = job.options.force,
                                                           .threads = std::max(0, reading_threads() - 1)}));
  TerminalProgress progress;
  logio::CopyOptions copy = job.copy;
  copy.has_publish_times = output == logio::LogFormat::mcap;
  GS_TRY(logio::CopyReport report, logio::copy_log(log, *writer, converter, copy, progress, problems));
  if (job.refuse_empty && report.messages == 0 && problems.has_errors()) {
    return fail(ErrorCode::corrupt, "no message could be recovered; no output was written: {}", job.output.string());
  }
  GS_CHECK(writer->close());
  for (const auto& [topic, bytes] : converter.trailing_bytes()) {
    problems.add(
        {.severity = Severity::warning,
         .code = ErrorCode::invalid_data,
         .place = topic,
         .message = format("{} bytes behind the messages are not part of their type and were dropped", bytes)});
  }
  return report;
}

int write_and_tell(const logio::LogReader& log, const WriteJob& job, Problems& problems) {
  const auto report = write_log(log, job, problems);
  log_problems(problems);
  // Errors of the request exit with 1, errors of the work with 5.
  if (!report) {
    const bool is_request =
        report.error().code == ErrorCode::invalid_argument || report.error().code == ErrorCode::invalid_option;
    return config::report_error(report.error(), is_request ? config::kExitUsage : kExitProcessing);
  }
  std::error_code ignored;
  std::string line = format("{}: {} messages", job.output.string(), report->messages);
  if (report->latched > 0) line += format(" ({} latched, from before the range)", report->latched);
  if (fs::is_regular_file(job.output, ignored)) line += ", " + human_bytes(fs::file_size(job.output, ignored));
  std::printf("%s\n", line.c_str());
  // Messages that could not be converted weigh more than damage of the input.
  if (!report->skipped.empty()) return kExitProcessing;
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
