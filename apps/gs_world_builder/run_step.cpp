// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>

#include "apps/gs_world_builder/build_outcome.h"
#include "apps/gs_world_builder/commands.h"
#include "gs/core/parallel.h"

namespace gs {

int run_run_step(config::CommandLine& line) {
  BuildFlags flags;
  std::string name;
  std::vector<std::string> names;
  // Same names as in pipeline.enable_NAME of config.yaml.
  for (std::size_t i = 0; i < builder::kStepCount; ++i) names.emplace_back(to_string(static_cast<builder::Step>(i)));
  line.positional("step", name, "name of the step", Choices{names});
  add_build_flags(line, flags);
  line.example("gs-world-builder run-step geometry_builder --workspace my_workspace");
  if (const auto exit = line.parse()) return *exit;
  auto request = make_step_request(flags, *builder::find_step(name));
  if (!request) return report_build_error(request.error(), flags.json_errors);

  install_interrupt_handler();
  TerminalProgress progress;
  std::optional<ScopedThreadCount> workers;
  if (flags.workers > 0) workers.emplace(flags.workers);
  const auto report = builder::run_step(*request, *builder::find_step(name), progress);
  if (!report) return report_build_error(report.error(), flags.json_errors);
  std::printf("%s: finished, results in %s\n", name.c_str(),
              (request->workspace / builder::folder_of(*builder::find_step(name))).c_str());
  return 0;
}

}  // namespace gs
