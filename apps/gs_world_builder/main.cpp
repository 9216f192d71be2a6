// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/commands.h"

int main(int argc, char** argv) {
  const gs::Program program{"gs-world-builder",
                            "turn a recorded drive into a world bundle, and look after bundles",
                            {
                                {"build", "make a world bundle from a recorded drive", gs::run_build_command},
                                {"run-step", "run one step of a build again", gs::run_run_step},
                                {"rebuild", "build again what a report tells of", gs::run_rebuild},
                                {"validate-config", "check a configuration file", gs::run_validate_config},
                                {"validate", "check a world bundle against every rule of its format", gs::run_validate},
                                {"export", "write the Gaussians of a bundle for public viewers", gs::run_export},
                                {"render", "one picture of a world", gs::run_render},
                                {"render-path", "a video along a drive through a world", gs::run_render_path},
                            }};
  return gs::run_program(program, argc, argv);
}
