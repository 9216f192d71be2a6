// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/commands.h"

int main(int argc, char** argv) {
  const gs::config::Program program{
      "gs-world-builder",
      "build world bundles from recorded drives; validate, edit, export and render them",
      {
          {"inspect", "look at a log before a build: topics, rates, clocks, what is missing", gs::run_inspect},
          {"build", "build a world bundle from a recorded drive", gs::run_build_command},
          {"run-step", "run one step of a build again", gs::run_run_step},
          {"rebuild", "repeat the build of a build_report.json", gs::run_rebuild},
          {"validate-config", "check a configuration file", gs::run_validate_config},
          {"validate", "check a world bundle against every rule of its format", gs::run_validate},
          {"export", "export the Gaussians of a bundle as PLY, .splat or .spz", gs::run_export},
          {"render", "render one image of a world", gs::run_render},
          {"render-path", "render a video along a trajectory through a world", gs::run_render_path},
          {"actors", "list, show and remove the actors of a bundle", gs::run_actors},
      }};
  return gs::config::run_program(program, argc, argv);
}
