// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/time_range.h"
#include "apps/gs_log/write_log.h"
#include "gs/logio/tools/topics.h"

namespace gs::gs_log {

// gs-log filter IN OUT: keeps some topics and a time range; latched messages from before the range are kept too.
int run_filter(config::CommandLine& line) {
  std::filesystem::path input;
  WriteJob job;
  std::vector<std::string> topics, exclude;
  std::string time_range;
  line.positional("input", input, "file or folder");
  line.positional("output", job.output, "NAME.mcap, NAME.bag, NAME.db3, or NAME for a rosbag2 folder");
  line.option("topics", topics, "topics to keep; '*' matches any text; default: all");
  line.option("exclude", exclude, "topics to leave out; '*' matches any text");
  line.option("time_range", time_range, "BEGIN:END in seconds; '+2.5' counts from the start of the log");
  line.option("keep_latched", job.copy.keep_latched,
              "keep messages of latched topics (/tf_static) from before the range, written at its start");
  line.options(OptionTable::of(job.options));
  line.example("gs-log filter drive.mcap cut.mcap --topics '/camera/*,/tf*' --time-range +10:+20");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  const auto log = logio::open_log(input, problems);
  if (!log) return report_input_error(log.error());
  const auto selected = logio::select_topics(**log, topics, exclude);
  if (!selected) return config::report_error(selected.error(), kExitMissing);
  if (selected->empty()) {
    return config::report_error(fail(ErrorCode::invalid_argument, "no topic is left after --exclude"),
                                config::kExitUsage);
  }
  const auto range = parse_time_range(time_range, (*log)->info());
  if (!range) return config::report_error(range.error(), config::kExitUsage);
  job.inputs = {input};
  job.copy.read.topics = *selected;
  job.copy.read.begin = range->begin;
  job.copy.read.end = range->end;
  job.copy.read.threads = reading_threads();
  return write_and_tell(**log, job, problems);
}

}  // namespace gs::gs_log
