// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Build requests from stored reports: a build repeated from its report gives the same bundle, and a single step runs
// with the settings of its workspace.
#pragma once

#include <vector>

#include "gs/builder/pipeline.h"

namespace gs::builder {

// Request that repeats the build of a report. `inputs` and `output` replace those of the report if not empty. Each log
// of the report is searched at its path, then beside the report. Errors: MCAP_READ_ERROR if a log is not found or the
// MD5 differs.
BuildResult<BuildRequest> rebuild_request(const fs::path& report, const std::vector<fs::path>& inputs,
                                          const fs::path& output);

// Request of the last build or step in a workspace (request.json); an empty request if there is none.
BuildResult<BuildRequest> remembered_request(const fs::path& workspace);

}  // namespace gs::builder
