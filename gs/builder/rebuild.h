// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Build requests from stored reports: a build repeated from its report gives the same bundle, and a single step runs
// with the settings of its workspace.
#pragma once

#include "gs/builder/pipeline.h"

namespace gs::builder {

// Request that repeats the build of a report. `input` and `output` replace those of the report if not empty. The log is
// searched at the path of the report, then beside the report. Errors: MCAP_READ_ERROR if the log is not found or its
// MD5 differs.
BuildResult<BuildRequest> rebuild_request(const fs::path& report, const fs::path& input, const fs::path& output);

// Request of the last build or step in a workspace (request.json); an empty request if there is none.
BuildResult<BuildRequest> remembered_request(const fs::path& workspace);

}  // namespace gs::builder
