// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A build told by the report of an earlier one: the same log and settings, so the same bundle. A step told by the
// workspace it runs in.
#pragma once

#include "gs/builder/pipeline.h"

namespace gs {

// input and output replace what the report says where they are not empty. The log is looked for where the report says,
// then beside the report. MCAP_READ_ERROR when it is not there or its md5 is another one.
BuildResult<BuildRequest> rebuild_request(const fs::path& report, const fs::path& input, const fs::path& output);

// What the last build or step of a workspace was asked for; an empty request where there was none.
BuildResult<BuildRequest> remembered_request(const fs::path& workspace);

}  // namespace gs
