// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Content checksum as printed by the official `vrs checksum`. It covers tags, record headers and uncompressed payloads,
// but not the compression, the position of the index or the instance numbers.
#pragma once

#include <string>

#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs::logio::vrs {

// Returns 16 lower-case hexadecimal digits (XXH64, seed 0). Reads every record. Errors: those of reading; interrupted.
Result<std::string> content_checksum(const Reader& reader, Progress& progress);

}  // namespace gs::logio::vrs
