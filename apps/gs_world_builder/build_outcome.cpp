// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/build_outcome.h"

#include <cstdio>
#include <optional>

#include "gs/core/log.h"
#include "gs/core/parallel.h"

namespace gs {

int build_and_report(builder::BuildRequest request, const BuildFlags& flags) {
  attach_to_terminal(request);
  // Ctrl-C stops the running step at its next check; finished steps are reused by the next build.
  install_interrupt_handler();
  TerminalProgress progress;
  std::optional<ScopedThreadCount> workers;
  if (flags.workers > 0) workers.emplace(flags.workers);
  const auto report = builder::run_build(request, progress);
  if (!report) return report_build_error(report.error(), flags.json_errors);
  const std::string output = request.output.string();
  if (!request.config.enabled[static_cast<std::size_t>(builder::Step::world_bundle_packer)]) {
    std::printf("%s: results of the steps; no bundle was written (pipeline.enable_world_bundle_packer is false)\n",
                request.workspace.c_str());
    return 0;
  }
  // Every step was up to date, so the packer did not run.
  if (report->pack.bundle_bytes == 0) {
    std::printf("%s: unchanged\n", output.c_str());
    return 0;
  }
  std::printf("%s: %s, %.0f m driven, %llu Gaussians\n", output.c_str(), human_bytes(report->pack.bundle_bytes).c_str(),
              report->pack.trajectory_length_m, static_cast<unsigned long long>(report->pack.gaussians));
  std::printf("report  %s/build_report.json\nquality %s/quality.json\npreview %s/preview/overview.png\n",
              request.workspace.c_str(), output.c_str(), output.c_str());
  return 0;
}

int report_build_error(const builder::BuildError& error, bool json) {
  std::fputs((json ? to_json(error) : builder::to_text(error)).c_str(), stderr);
  return builder::exit_code(error);
}

}  // namespace gs
