// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// vrs-inspect: lists the content of a VRS file and checks that it is readable. See docs/rosbag-to-vrs.md.
#include <cstdio>

#include "gs/config/command_line.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/log.h"
#include "gs/core/progress.h"
#include "gs/logio/vrs/report/checksum.h"
#include "gs/logio/vrs/report/summary.h"
#include "gs/logio/vrs/report/summary_text.h"

namespace {

constexpr int kExitInput = 3, kExitMissingStream = 4;

struct Arguments {
  gs::fs::path file;
  std::string stream;
  bool verbose = false, json = false, check = false, checksum = false;
};

// Result of --check and --checksum.
struct Health {
  bool healthy = true;
  std::string checksum;
  gs::logio::vrs::CheckReport report;
};

void declare(gs::config::CommandLine& line, Arguments& a) {
  line.positional("file", a.file, "VRS file; its chunks (file_1, file_2 ...) are read too");
  line.option("stream", a.stream, "print one stream only: VRS id (200-1) or logical id (1001)");
  line.option("verbose", a.verbose, "print also formats, configurations, tags and all gaps");
  line.option("json", a.json, "print JSON");
  line.option("check", a.check, "read and decode every record; exit code 3 if one is damaged");
  line.option("checksum", a.checksum, "compute the official content checksum");
  line.example("vrs-inspect recording.vrs --check --checksum");
}

// Runs the requested checks; their problems are added to `problems`.
gs::Result<Health> examine(const gs::logio::vrs::Reader& reader, const Arguments& a, gs::Problems& problems) {
  gs::TerminalProgress progress;
  Health health;
  if (a.check) {
    GS_TRY(health.report, gs::logio::vrs::check_contents(reader, problems, progress));
  }
  if (a.checksum) {
    GS_TRY(health.checksum, gs::logio::vrs::content_checksum(reader, progress));
  }
  health.healthy = !problems.has_errors();
  return health;
}

// Member "health" of the JSON output.
std::string health_json(const Health& health, const Arguments& a, const gs::Problems& problems) {
  gs::JsonWriter json;
  json.begin_object();
  if (a.check) json.field("healthy", health.healthy).field("bad_records", health.report.bad_records);
  if (a.checksum) json.field("checksum", health.checksum);
  json.key("problems").begin_array();
  for (const gs::Problem& problem : problems) json.value(to_string(problem));
  json.end_array().end_object();
  return json.text();
}

int run(gs::config::CommandLine& line) {
  Arguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  gs::install_interrupt_handler();
  gs::Problems problems;
  const auto reader = gs::logio::vrs::Reader::open(a.file, problems);
  if (!reader) return gs::config::report_error(reader.error(), kExitInput);
  // An unknown stream is exit code 4, like a missing topic of a log.
  const auto only = reader->choose_stream(a.stream);
  if (!only) return gs::config::report_error(only.error(), kExitMissingStream);
  const gs::logio::vrs::SummaryText options{.verbose = a.verbose, .only = *only};
  const auto summary = gs::logio::vrs::summarise(*reader, problems);
  if (!summary) return gs::config::report_error(summary.error(), kExitInput);
  const auto health = examine(*reader, a, problems);
  if (!health) return gs::config::report_error(health.error(), kExitInput);
  if (a.json) {
    std::fputs(to_json(*summary, options, health_json(*health, a, problems)).c_str(), stdout);
  } else {
    std::fputs(to_text(*summary, options).c_str(), stdout);
    if (a.checksum) std::printf("\nchecksum %s\n", health->checksum.c_str());
    if (a.check) std::printf("\n%s\n", health->healthy ? "healthy: every record was read and decoded" : "NOT healthy");
    gs::log_problems(problems);
  }
  return a.check && !health->healthy ? kExitInput : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return gs::config::run_program({"vrs-inspect", "list the content of a VRS file and check it", {{"", "", run}}}, argc,
                                 argv);
}
