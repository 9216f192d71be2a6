// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/convert_vrs.h"

#include <cstdio>

#include "gs/config/command_line.h"
#include "gs/convert/from_vrs/vrs_to_log.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/folders/replace.h"
#include "gs/core/progress.h"
#include "gs/logio/mcap/writer.h"

namespace gs::gs_log {
namespace {

Result<void> check_output(const fs::path& input, const WriteJob& job) {
  if (job.output.extension() != ".mcap") {
    return fail(ErrorCode::unsupported, "a VRS file can be converted to MCAP only, not to {}", job.output.string())
        .with_hint("use the output NAME.mcap; gs-log convert can convert that to other formats");
  }
  if (job.options.encoding == "ros1")
    return fail(ErrorCode::unsupported, "a VRS file can be converted to ROS 2 messages (cdr) only");
  if (job.options.compression == "bz2") return fail(ErrorCode::unsupported, "MCAP does not support bz2 compression");
  GS_CHECK(check_apart_from_inputs(job.output, {input}));
  return may_overwrite(job.output, job.options.force);
}

Result<convert::VrsToLogReport> convert(const logio::vrs::Reader& reader, const WriteJob& job, Problems& problems) {
  TerminalProgress progress;
  const std::string compression = job.options.compression == "keep" ? "zstd" : job.options.compression;
  GS_TRY(const auto log, logio::McapWriter::create(job.output, {.profile = "ros2", .compression = compression}));
  GS_TRY(convert::VrsToLogReport report, convert::write_vrs_to_log(reader, *log, problems, progress));
  // An empty log would look like a success.
  if (report.messages.empty()) {
    return fail(ErrorCode::unsupported, "none of {} records can be converted to a ROS message; no output was written",
                reader.records().size())
        .with_hint("vrs-inspect lists the streams of the file, vrs-play --extract writes their content");
  }
  GS_CHECK(log->close());
  return report;
}

}  // namespace

bool is_vrs_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return false;
  const auto file = MappedFile::open(path);
  return file && as_text(file->bytes()).starts_with("VisionRe");
}

int convert_vrs(const fs::path& input, const WriteJob& job) {
  if (const auto possible = check_output(input, job); !possible)
    return config::report_error(possible.error(), kExitProcessing);
  tell_leftovers(job.output);
  Problems problems;
  const auto reader = logio::vrs::Reader::open(input, problems);
  if (!reader) return config::report_error(reader.error(), kExitInput);
  const auto report = convert(*reader, job, problems);
  log_problems(problems);
  if (!report) return config::report_error(report.error(), kExitProcessing);
  uint64_t messages = 0;
  for (const auto& [topic, count] : report->messages) messages += count;
  std::printf("wrote %s: %llu messages on %zu topics\n", job.output.c_str(), static_cast<unsigned long long>(messages),
              report->messages.size());
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
