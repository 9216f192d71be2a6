// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/convert_vrs.h"
#include "apps/gs_log/write_log.h"

namespace gs::gs_log {

// gs-log convert IN OUT: writes a log in another container, compression or message encoding. The name of the output
// decides its format.
int run_convert(config::CommandLine& line) {
  std::filesystem::path input;
  WriteJob job;
  std::string order = "log_time";
  line.positional("input", input, "log file or folder, or a VRS file (converted to MCAP only)");
  line.positional("output", job.output, "NAME.mcap, NAME.bag, NAME.db3, or NAME for a rosbag2 folder");
  line.options(OptionTable::of(job.options));
  line.option("order", order, "order of messages in the output", Choices{{"log_time", "publish_time", "file"}});
  line.example("gs-log convert drive.bag drive.mcap --encoding cdr");
  if (const auto exit = line.parse()) return *exit;
  if (is_vrs_file(input)) return convert_vrs(input, job);

  Problems problems;
  const auto log = logio::open_log(input, problems);
  if (!log) return report_input_error(log.error());
  job.inputs = {input};
  job.copy.read.threads = reading_threads();
  job.copy.read.order = order == "file"           ? logio::Order::file
                        : order == "publish_time" ? logio::Order::publish_time
                                                  : logio::Order::log_time;
  return write_and_tell(**log, job, problems);
}

}  // namespace gs::gs_log
