// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/write_log.h"
#include "gs/logio/merge/merged_log.h"

namespace gs::gs_log {

// gs-log merge IN... --output OUT: joins logs in time order; equal channels become one.
int run_merge(config::CommandLine& line) {
  WriteJob job;
  line.positional("inputs", job.inputs, "log files or folders");
  line.required("output", job.output, "NAME.mcap, NAME.bag, NAME.db3, or NAME for a rosbag2 folder");
  line.options(OptionTable::of(job.options));
  line.example("gs-log merge front.mcap rear.mcap --output drive.mcap");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  std::vector<std::unique_ptr<logio::LogReader>> logs;
  for (const std::filesystem::path& input : job.inputs) {
    auto log = logio::open_log(input, problems);
    if (!log) return log_problems(problems), report_input_error(log.error());
    logs.push_back(*std::move(log));
  }
  if (logs.empty())
    return config::report_error(fail(ErrorCode::invalid_argument, "no input given"), config::kExitUsage);
  job.copy.read.threads = reading_threads();
  return write_and_tell(*logio::merge_logs(std::move(logs)), job, problems);
}

}  // namespace gs::gs_log
