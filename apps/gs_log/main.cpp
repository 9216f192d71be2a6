// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/commands.h"
#include "gs/core/progress.h"

int main(int argc, char** argv) {
  gs::install_interrupt_handler();
  return gs::config::run_program(gs::gs_log::program(), argc, argv);
}
