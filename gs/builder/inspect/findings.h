// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The rules of an inspection: what is missing, and which warnings of a build are already certain.
#pragma once

#include "gs/builder/inspect/inspect_log.h"

namespace gs::builder {

// Adds a finding for every rule that the log breaks, and sets frame_known of the topics.
void add_findings(const logio::LogReader& log, const BuildRequest& request, Inspection& inspection);

}  // namespace gs::builder
