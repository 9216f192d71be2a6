// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/rebuild.h"
#include "apps/gs_world_builder/build_outcome.h"
#include "apps/gs_world_builder/commands.h"

namespace gs {

int run_rebuild(config::CommandLine& line) {
  fs::path report;
  BuildFlags flags;
  bool ignore_disk_space = false;
  line.required("report", report, "build_report.json of a workspace or a bundle");
  line.option("input", flags.inputs, "input log, if it was moved; repeated for a drive of several files");
  line.option("output", flags.output, "output folder, if it differs from that of the report");
  line.option("workspace", flags.workspace,
              "folder for intermediate results; default: .gs_world_builder_workspace/ID-HASH");
  line.option("workers", flags.workers, "number of threads; 0: all cores", Range{0, 1024});
  line.option("verbose", flags.verbose, "print more details of the steps");
  line.option("discard_edits", flags.discard_edits, kDiscardEditsHelp);
  line.option("ignore_disk_space", ignore_disk_space, kIgnoreDiskSpaceHelp);
  line.option("json_errors", flags.json_errors, "print errors as JSON");
  line.example("gs-world-builder rebuild --report my_workspace/build_report.json");
  if (const auto exit = line.parse()) return *exit;
  // All settings come from the report; the options below change only where and how the build runs.
  auto request = builder::rebuild_request(report, flags.inputs, flags.output);
  if (!request) return report_build_error(request.error(), flags.json_errors);
  if (!flags.workspace.empty()) request->workspace = flags.workspace;
  request->verbose = flags.verbose;
  request->ignore_disk_space = ignore_disk_space;
  request->discard_edits = flags.discard_edits;
  return build_and_report(*std::move(request), flags);
}

}  // namespace gs
