// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the commands share: exit codes, problems on stderr, time ranges, and writing a log from another.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gs/config/print_problems.h"
#include "gs/core/file.h"
#include "gs/core/options.h"
#include "gs/core/problems.h"
#include "gs/logio/log.h"
#include "gs/logio/tools/copy.h"

namespace gs::gs_log {

// spec/errors.md; usage is 1.
inline constexpr int kExitInput = 3;
inline constexpr int kExitMissing = 4;
inline constexpr int kExitProcessing = 5;

// Prints the error. Exit code 4 for a missing topic, 1 when the user stopped the program, else 3.
int report_input_error(const Error& error);

// Removes what killed runs left beside the output and names it on stderr.
void tell_leftovers(const std::filesystem::path& output);

struct TimeRange {
  std::optional<Timestamp> begin, end;
};
// "BEGIN:END" in seconds, either side may be empty. A number with a sign ("+2.5") counts from the start of the log.
Result<TimeRange> parse_time_range(const std::string& text, const LogInfo& info);

struct WriteOptions {
  std::string compression = "keep";
  std::string encoding = "keep";
  bool force = false;
};
void describe(auto& visit, WriteOptions& o) {
  visit("compression", o.compression, "of chunks; keep: that of the input where the output has it",
        Choices{{"keep", "none", "lz4", "zstd", "bz2"}});
  visit("encoding", o.encoding, "of messages: those of ROS 1 (ros1) or ROS 2 (cdr); keep: what the output holds",
        Choices{{"keep", "cdr", "ros1"}});
  visit("force", o.force, "replace an existing output");
}

struct WriteJob {
  std::filesystem::path output;
  WriteOptions options;
  CopyOptions copy;
  std::vector<std::filesystem::path> inputs;  // the output may neither contain them nor lie inside
  bool refuse_empty = false;                  // write nothing when damage left no message
};
// Copies log to job.output with progress on stderr.
Result<CopyReport> write_log(const LogReader& log, const WriteJob& job, Problems& problems);

// write_log, then one line about the result. Exit code 5 when messages could not be converted, 3 when the input was
// damaged, so that something may be missing in the output.
int write_and_tell(const LogReader& log, const WriteJob& job, Problems& problems);

// Threads to decode with.
int reading_threads();

}  // namespace gs::gs_log
