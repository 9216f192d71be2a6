// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The flags that build and run-step share, and how they become a BuildRequest.
#pragma once

#include "gs/builder/pipeline.h"
#include "gs/config/command_line.h"

namespace gs {

struct BuildFlags {
  fs::path input, output, config, gs_config, geometry_config, workspace;
  std::string scene_id;
  std::string backend = "auto";
  int workers = 0;
  bool verbose = false, json_errors = false, discard_edits = false;
};

inline constexpr const char* kDiscardEditsHelp =
    "delete files that were added to the bundle or to results of steps, or changed in them, instead of stopping";

void add_build_flags(CommandLine& line, BuildFlags& flags);

// Reads the configuration files and fills in what follows from the rest.
BuildResult<BuildRequest> make_request(const BuildFlags& flags);
// The same for one step: what is not given is as in the last command on the workspace.
BuildResult<BuildRequest> make_step_request(const BuildFlags& flags, Step step);

// Runs the build and prints what came out; the exit code.
int build_and_report(BuildRequest request, const BuildFlags& flags);

// Prints the error as text or JSON, last on stderr, and gives its exit code.
int report_build_error(const BuildError& error, bool json);

}  // namespace gs
