// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "apps/gs_log/write_log.h"
#include "gs/logio/tools/report.h"

namespace gs::gs_log {
namespace {
// Larger logs are not read in full by default; their index gives all but gaps and exact rates.
constexpr uint64_t kReadThroughBytes = 1ull << 30;
}  // namespace

// gs-log info LOG: prints topics, types, counts, rates and gaps, as text or JSON.
int run_info(config::CommandLine& line) {
  std::filesystem::path path;
  bool json = false;
  std::optional<bool> gaps;
  line.positional("log", path, "file or folder");
  line.option("json", json, "print JSON");
  line.option("gaps", gaps, "read all messages to find rates and gaps; default: for logs up to 1 GiB");
  line.example("gs-log info drive.mcap");
  if (const auto exit = line.parse()) return *exit;

  Problems problems;
  const auto log = logio::open_log(path, problems);
  if (!log) return report_input_error(log.error());
  TerminalProgress progress;
  const bool timing = gaps.value_or((*log)->info().file_bytes <= kReadThroughBytes);
  const auto report = logio::make_report(**log, {.timing = timing, .threads = reading_threads()}, progress, problems);
  log_problems(problems);
  if (!report) return report_input_error(report.error());
  std::printf("%s", (json ? logio::to_json(*report) : logio::to_text(*report)).c_str());
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
