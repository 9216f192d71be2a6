// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/write_log.h"

namespace gs::gs_log {

// gs-log sort IN OUT: writes a log in time order.
int run_sort(config::CommandLine& line) {
  std::filesystem::path input;
  WriteJob job;
  std::string by = "log_time";
  line.positional("input", input, "file or folder");
  line.positional("output", job.output, "NAME.mcap, NAME.bag, NAME.db3, or NAME for a rosbag2 folder");
  line.option("by", by, "time to sort by; equal times keep their order", Choices{{"log_time", "publish_time"}});
  line.options(OptionTable::of(job.options));
  line.example("gs-log sort drive.mcap sorted.mcap");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  const auto log = logio::open_log(input, problems);
  if (!log) return report_input_error(log.error());
  job.inputs = {input};
  job.copy.read.order = by == "publish_time" ? logio::Order::publish_time : logio::Order::log_time;
  job.copy.read.threads = reading_threads();
  return write_and_tell(**log, job, problems);
}

}  // namespace gs::gs_log
