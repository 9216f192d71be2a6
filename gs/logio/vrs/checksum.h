// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The official content checksum: it depends on tags, record headers and uncompressed payloads, and not on compression,
// on the place of the index or on instance numbers.
#pragma once

#include <string>

#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs::vrs {

// 16 lower-case hexadecimal digits (XXH64, seed 0). Reads every record.
Result<std::string> content_checksum(const Reader& reader, Progress& progress);

}  // namespace gs::vrs
