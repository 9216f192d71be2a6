// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_synth/commands.h"

int main(int argc, char** argv) {
  const gs::config::Program program{
      "gs-synth",
      "make test data with known ground truth",
      {
          {"drive", "write a synthetic drive as a ROS 2 log", gs::run_drive},
          {"truth", "write the ground truth of a drive", gs::run_truth},
          {"preview", "write overview images of a drive", gs::run_preview},
          {"gaussians", "write a street-like cloud of Gaussians", gs::run_gaussians},
          {"minimal-world", "write the smallest complete world bundle", gs::run_minimal_world},
          {"d435i", "write a RealSense recording of any length", gs::run_d435i},
      }};
  return gs::config::run_program(program, argc, argv);
}
