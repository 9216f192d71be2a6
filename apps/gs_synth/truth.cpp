// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_synth/commands.h"
#include "gs/core/file.h"
#include "gs/synth/truth/truth.h"

namespace gs {

// gs-synth truth DIR.
int run_truth(config::CommandLine& line) {
  fs::path out;
  synth::DriveOptions drive;
  synth::TruthOptions truth;
  bool force = false;
  line.positional("out_dir", out, "folder to write, which must not exist");
  line.option("force", force, "replace an existing ground-truth folder");
  line.options(OptionTable::of(truth));
  add_drive_options(line, drive);
  line.example("gs-synth truth truth/ --seed 7 --duration 10 --cameras front --every 10");
  if (const auto exit = line.parse()) return *exit;
  tell_leftovers(out);
  install_interrupt_handler();
  TerminalProgress progress;
  const auto report = synth::write_truth(out, force, drive, truth, progress);
  if (!report) return config::report_error(report.error(), exit_code_of(report.error()));
  std::printf("%s: %d frames, %d held-out views, %d sweeps of %llu points, %llu of them moving\n", out.c_str(),
              report->frames, report->held_out, report->sweeps.sweeps,
              static_cast<unsigned long long>(report->sweeps.points),
              static_cast<unsigned long long>(report->sweeps.moving));
  return 0;
}

}  // namespace gs
