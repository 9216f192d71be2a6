// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rebuilds the index of an interrupted recording by walking from record header to record header.
#pragma once

#include "gs/core/problems.h"
#include "gs/logio/vrs/index.h"

namespace gs::logio::vrs {

// Appends the records behind index.end_offset to `index`. Stops at the first header that is invalid, disagrees with the
// previous record, or reaches past the end of the file; the number of remaining bytes goes to problems.
void rebuild_index(const ChunkedFile& file, const FileHeader& header, Index& index, Problems& problems);

// Removes entries that reach past the end of the file, and reports how many.
void drop_missing_records(const ChunkedFile& file, Index& index, Problems& problems);

}  // namespace gs::logio::vrs
