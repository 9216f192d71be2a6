// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/tools/check.h"

#include <cstdio>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"

namespace gs::gs_log {

// gs-log check LOG: compares the content of a log with its index, counts and checksums. Exit code 3 if they differ.
int run_check(config::CommandLine& line) {
  std::filesystem::path path;
  line.positional("log", path, "file or folder");
  line.example("gs-log check drive.mcap");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  TerminalProgress progress;
  const auto report = logio::check_log(path, progress, problems);
  log_problems(problems);
  if (!report) return report_input_error(report.error());
  // Messages out of order are allowed, so they do not change the exit code.
  const std::string order = report->out_of_order == 0 ? "stored in time order"
                                                      : format("{} stored after a later message", report->out_of_order);
  std::printf("%s: %llu messages, %s: %s\n", path.c_str(), static_cast<unsigned long long>(report->messages),
              order.c_str(), problems.has_errors() ? "damaged" : "intact");
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
