// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/write_log.h"
#include "gs/logio/recover.h"

namespace gs::gs_log {
namespace {
constexpr int kExitLossy = 3;       // messages were recovered, but the input was damaged
constexpr int kExitNothing = 1;     // no message could be recovered
constexpr bool kWithHints = false;  // hints of damaged files suggest this very command
}  // namespace

// gs-log recover IN OUT: copies every readable message of a damaged log to a new, indexed one.
int run_recover(config::CommandLine& line) {
  std::filesystem::path input;
  WriteJob job;
  line.positional("input", input, "damaged file or folder");
  line.positional("output", job.output, "NAME.mcap, NAME.bag, NAME.db3, or NAME for a rosbag2 folder");
  line.options(OptionTable::of(job.options));
  line.example("gs-log recover broken.mcap repaired.mcap");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  const auto log = logio::open_damaged_log(input, problems);
  if (!log) {
    log_problems(problems, Severity::notice, kWithHints);
    const bool is_missing = log.error().code == ErrorCode::not_found;
    return config::report_error(log.error(), is_missing ? kExitInput : kExitNothing);
  }
  job.inputs = {input};
  // An existing output must survive a recovery that finds nothing.
  job.refuse_empty = true;
  job.copy.read.salvage = true;
  job.copy.read.threads = reading_threads();
  const auto report = write_log(**log, job, problems);
  log_problems(problems, Severity::notice, kWithHints);
  if (!report) {
    const ErrorCode code = report.error().code;
    // corrupt: write_log() found no message to write.
    if (code == ErrorCode::corrupt) return config::report_error(report.error(), kExitNothing);
    return config::report_error(report.error(),
                                code == ErrorCode::invalid_argument ? config::kExitUsage : kExitProcessing);
  }
  const bool lossy = problems.has_errors();
  std::printf("%s: %llu messages recovered%s\n", job.output.c_str(), static_cast<unsigned long long>(report->messages),
              lossy ? "; the input was damaged, see above" : ", complete");
  return lossy ? kExitLossy : 0;
}

}  // namespace gs::gs_log
