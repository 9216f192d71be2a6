// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-studio: recorded runs, and the worlds, runs and builds of a folder, in browsers and Foxglove. See docs/studio.md.
#include "apps/gs_studio/arguments.h"

namespace {

int run(gs::config::CommandLine& line) {
  gs::StudioArguments a;
  gs::declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  std::error_code ignored;
  return std::filesystem::is_directory(a.path, ignored) ? gs::serve_folder(a) : gs::play_run(a);
}

}  // namespace

int main(int argc, char** argv) {
  return gs::config::run_program(
      {"gs-studio", "show worlds, recorded runs and builds in browsers and Foxglove", {{"", "", run}}}, argc, argv);
}
