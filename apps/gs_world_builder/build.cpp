// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_world_builder/build_outcome.h"
#include "apps/gs_world_builder/commands.h"
#include "gs/core/log.h"

namespace gs {
namespace {

// Prints topic mapping, missing inputs, expected disk space and time; writes nothing.
int print_dry_run(const builder::BuildRequest& request, bool json_errors) {
  const auto plan = builder::dry_run(request);
  if (!plan) return report_build_error(plan.error(), json_errors);
  std::fputs(builder::to_text(plan->mapping).c_str(), stdout);
  for (const Problem& warning : plan->mapping.warnings) log_message(LogLevel::warning, to_string(warning));
  for (const Problem& warning : plan->mapping.clocks.warnings) log_message(LogLevel::warning, to_string(warning));
  for (const std::string& missing : plan->missing) std::printf("missing: %s\n", missing.c_str());
  std::printf("log: %s, %s; %llu images, %llu sweeps\n", human_bytes(plan->log_bytes).c_str(),
              human_duration(plan->duration_s).c_str(), static_cast<unsigned long long>(plan->plan.images),
              static_cast<unsigned long long>(plan->plan.sweeps));
  std::printf("expected: %s in the workspace, up to %s in the output, about %s\n",
              human_bytes(plan->plan.workspace_bytes).c_str(), human_bytes(plan->plan.bundle_bytes).c_str(),
              human_duration(plan->plan.total_s()).c_str());
  // One line per step, in the order of the folder numbers, which is not the run order.
  for (std::size_t i = 0; i < builder::kStepCount; ++i) {
    std::printf("  %-28s %s\n", std::string(to_string(static_cast<builder::Step>(i))).c_str(),
                human_duration(plan->plan.seconds[i]).c_str());
  }
  std::printf("output: %s, workspace: %s\n", request.output.c_str(), request.workspace.c_str());
  return plan->failure ? report_build_error(*plan->failure, json_errors) : 0;
}

}  // namespace

int run_build_command(config::CommandLine& line) {
  BuildFlags flags;
  bool dry = false, force = false, clean = false, ignore_disk_space = false;
  add_build_flags(line, flags);
  line.option("dry_run", dry, "print the topic mapping, missing inputs, disk space and time; write nothing");
  line.option("force", force, "run every step, and replace an existing bundle");
  line.option("clean", clean, "remove the files of the build from the workspace after success");
  line.option("ignore_disk_space", ignore_disk_space, kIgnoreDiskSpaceHelp);
  line.example("gs-world-builder build --input drive.mcap --output worlds/my_scene");
  if (const auto exit = line.parse()) return *exit;
  auto request = make_request(flags);
  if (!request) return report_build_error(request.error(), flags.json_errors);
  request->force = force, request->clean = clean, request->ignore_disk_space = ignore_disk_space;
  if (dry) return print_dry_run(*request, flags.json_errors);

  return build_and_report(*std::move(request), flags);
}

}  // namespace gs
