// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-train: trains clouds of Gaussians, and prepares or converts data of training.
#include <array>
#include <string_view>

#include "apps/gs_train/commands.h"
#include "gs/core/progress.h"

int main(int argc, char** argv) {
  gs::install_interrupt_handler();
  struct Row {
    std::string_view name;
    const char *program, *what;
    int (*run)(gs::config::CommandLine&);
  };
  constexpr std::array<Row, 3> kCommands{
      {{"pack", "gs-train pack", "pack a data set into one file that is read without image libraries", gs::run_pack},
       {"import", "gs-train import", "convert Gaussians of another trainer to a PLY", gs::run_import},
       {"drivestudio", "gs-train drivestudio", "write a data set for DriveStudio", gs::run_drivestudio}}};
  // `gs-train DATASET` trains; only these first arguments are commands.
  for (const Row& row : kCommands) {
    if (argc > 1 && row.name == argv[1]) {
      return gs::config::run_program({row.program, row.what, {{"", "", row.run}}}, argc - 1, argv + 1);
    }
  }
  return gs::config::run_program(
      {"gs-train", "train a cloud of Gaussians from images with known poses", {{"", "", gs::run_train}}}, argc, argv);
}
