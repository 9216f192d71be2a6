// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a log from another one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/core/problems.h"
#include "gs/logio/api/log.h"
#include "gs/logio/tools/copy.h"

namespace gs::gs_log {

// Options of all commands that write a log.
struct WriteOptions {
  std::string compression = "keep";
  std::string encoding = "keep";
  bool force = false;
};
void describe(auto& visit, WriteOptions& o) {
  visit("compression", o.compression, "compression of chunks; keep: as the input, if the output format supports it",
        Choices{{"keep", "none", "lz4", "zstd", "bz2"}});
  visit("encoding", o.encoding,
        "message encoding: ROS 1 (ros1) or ROS 2 (cdr); keep: as the input, if the output allows",
        Choices{{"keep", "cdr", "ros1"}});
  visit("force", o.force, "replace an existing output");
}

// One output and how to write it.
struct WriteJob {
  std::filesystem::path output;
  WriteOptions options;
  logio::CopyOptions copy;
  std::vector<std::filesystem::path> inputs;  // must not contain the output, nor lie inside it
  bool refuse_empty = false;                  // write nothing if damage left no message
};
// Copies `log` to job.output, with progress on stderr. Errors: invalid_option, invalid_argument, already_exists,
// interrupted; corrupt with refuse_empty; those of writing.
Result<logio::CopyReport> write_log(const logio::LogReader& log, const WriteJob& job, Problems& problems);

// Calls write_log(), prints problems and one line about the result. Returns the exit code: 5 if messages could not be
// converted, 3 if the input was damaged, so that the output may be incomplete.
int write_and_tell(const logio::LogReader& log, const WriteJob& job, Problems& problems);

// Number of threads for decoding: at most 4.
int reading_threads();

}  // namespace gs::gs_log
