// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_synth/commands.h"
#include "gs/core/folders/leftovers.h"
#include "gs/core/folders/replace.h"
#include "gs/core/log.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/log_truth.h"
#include "gs/synth/drive/planted_errors.h"

namespace gs {

void add_drive_options(config::CommandLine& line, synth::DriveOptions& options) {
  line.option("seed", options.street.seed, "seed of all random numbers (same as --street-seed)",
              Range{0, 4294967295.0});
  line.option("duration", options.duration_s, "length of the drive [s] (same as --duration-s)", Range{0.2, 3600});
  line.options(OptionTable::of(options), "config");
}

int exit_code_of(const Error& error) {
  constexpr int kExitWriting = 5;
  return error.code == ErrorCode::invalid_option ? config::kExitConfiguration : kExitWriting;
}

void tell_leftovers(const std::filesystem::path& output) {
  for (const std::string& sentence : clear_leftovers(find_leftovers(output))) {
    log_message(LogLevel::info, sentence);
  }
}

std::optional<int> refuse_outputs(const std::vector<std::filesystem::path>& files, bool force) {
  for (const fs::path& file : files) {
    if (const auto allowed = may_overwrite(file, force); !allowed) {
      return config::report_error(allowed.error(), exit_code_of(allowed.error()));
    }
    tell_leftovers(file);
  }
  return std::nullopt;
}

// gs-synth drive OUT.mcap.
int run_drive(config::CommandLine& line) {
  fs::path out;
  bool force = false, truth = false;
  synth::DriveOptions options;
  line.positional("out", out, "MCAP file to write; a log with planted errors has its truth in <out>.truth/");
  line.option("truth", truth, "write the truth also of a log without planted errors");
  line.option("force", force, "replace an existing file");
  add_drive_options(line, options);
  line.example("gs-synth drive drive.mcap --seed 7 --duration 10 --cameras front,left,right --lidar os1_64 --traffic");
  if (const auto exit = line.parse()) return *exit;
  if (const auto exit = refuse_outputs({out}, force)) return *exit;
  install_interrupt_handler();
  TerminalProgress progress;
  const fs::path truth_folder = synth::truth_folder_of(out);
  // An existing truth folder would be wrong beside a new log: it is replaced with the log or is an error.
  truth = truth || synth::has_planted_errors(options) || fs::exists(truth_folder);
  const auto report =
      truth ? synth::write_drive_with_truth(out, force, options, progress) : synth::write_drive(out, options, progress);
  if (!report) return config::report_error(report.error(), exit_code_of(report.error()));
  std::printf("%s: %llu messages, %llu images, %llu sweeps, %llu points, %.0f m driven\n", out.c_str(),
              static_cast<unsigned long long>(report->messages), static_cast<unsigned long long>(report->images),
              static_cast<unsigned long long>(report->sweeps), static_cast<unsigned long long>(report->points),
              report->distance_m);
  if (truth) std::printf("%s: true poses and planted errors\n", truth_folder.c_str());
  return 0;
}

}  // namespace gs
