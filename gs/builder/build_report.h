// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// build_report.json: what was built from what, how, and in what time.
#pragma once

#include <string>

#include "gs/builder/pack_inputs.h"
#include "gs/builder/world_bundle_packer.h"

namespace gs {

// in_workspace: with folders of this machine and times. in_bundle: without, so that the same input gives the same file.
enum class ReportCopy { in_workspace, in_bundle };

struct ReportParts {
  const PackInputs* inputs = nullptr;  // none: the build failed before
  const PackReport* pack = nullptr;
  const BuildError* error = nullptr;  // none: success
};

std::string write_build_report(const PackOptions& options, const ReportParts& parts, ReportCopy copy);

// "gs_world_builder-0.1.0"
std::string builder_version();

}  // namespace gs
