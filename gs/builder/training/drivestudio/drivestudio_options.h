// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The group `drivestudio` of gs_training_config.yaml: how the external trainer is started.
#pragma once

#include <string>
#include <vector>

#include "gs/core/options/options.h"

namespace gs::builder {

// How DriveStudio is started.
struct DriveStudioOptions {
  // A program and its arguments, started without a shell. Placeholders: {config}, {dataset}, {output}, {iterations},
  // {seed} and {directory}; {{ and }} stand for braces.
  std::vector<std::string> command{"env",           "PYTHONPATH={directory}",
                                   "python3",       "{directory}/tools/train.py",
                                   "--config_file", "{config}",
                                   "--output_root", "{output}",
                                   "--project",     "drivestudio",
                                   "--run_name",    "background"};
  std::string directory;  // DriveStudio checkout, for the command and for the commit in reports
  std::string commit;     // for reports; empty: read from the checkout
  double timeout_s = 0;   // 0: no limit
};
void describe(auto& visit, DriveStudioOptions& o) {
  visit("command", o.command,
        "program and arguments; placeholders {config} {dataset} {output} {iterations} {seed} {directory}");
  visit("directory", o.directory, "folder of the DriveStudio checkout");
  visit("commit", o.commit, "version of DriveStudio for reports; default: read from the checkout");
  visit("timeout_s", o.timeout_s, "time limit of the training [s]; 0: no limit", Range{0, 1e9});
}

}  // namespace gs::builder
