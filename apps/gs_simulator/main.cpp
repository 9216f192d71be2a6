// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/commands.h"

int main(int argc, char** argv) {
  return gs::run_program({"gs-simulator",
                          "drive in a world bundle",
                          {{"run", "load a world and close the loop", gs::run_simulator},
                           {"parameters", "print the default of every parameter as YAML", gs::print_parameters}}},
                         argc, argv);
}
