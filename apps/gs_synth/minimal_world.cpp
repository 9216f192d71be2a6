// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_synth/commands.h"
#include "gs/core/file.h"
#include "gs/synth/minimal/minimal_world.h"

namespace gs {

// gs-synth minimal-world DIR.
int run_minimal_world(config::CommandLine& line) {
  fs::path folder;
  bool force = false;
  line.positional("dir", folder, "folder of the new bundle, which must not exist");
  line.option("force", force, "replace an existing bundle");
  line.example("gs-synth minimal-world worlds/minimal_test --force");
  if (const auto exit = line.parse()) return *exit;
  tell_leftovers(folder);
  if (const auto written = synth::write_minimal_world(folder, force); !written) {
    constexpr int kExitWriting = 5;
    return config::report_error(written.error(), kExitWriting);
  }
  std::printf("wrote %s\n", folder.c_str());
  return 0;
}

}  // namespace gs
