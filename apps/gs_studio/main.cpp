// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-studio: recorded runs in browsers and Foxglove. See docs/studio.md.
#include "apps/gs_studio/arguments.h"

namespace {

int run(gs::config::CommandLine& line) {
  gs::StudioArguments a;
  gs::declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  return gs::play_run(a);
}

}  // namespace

int main(int argc, char** argv) {
  return gs::config::run_program({"gs-studio", "play recorded runs in browsers and Foxglove", {{"", "", run}}}, argc,
                                 argv);
}
