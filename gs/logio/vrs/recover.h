// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A recording that was interrupted has no index: it is rebuilt by walking from record header to record header.
#pragma once

#include "gs/core/problems.h"
#include "gs/logio/vrs/index.h"

namespace gs::vrs {

// Appends what lies behind index.end_offset to index. The walk ends at the first header that breaks a rule, disagrees
// with the record before it, or reaches past the end of the file; how much was left is in problems.
void rebuild_index(const ChunkedFile& file, const FileHeader& header, Index& index, Problems& problems);

// Entries that reach past the end of the file are dropped; what is left is whole.
void drop_missing_records(const ChunkedFile& file, Index& index, Problems& problems);

}  // namespace gs::vrs
