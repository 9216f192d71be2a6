// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Logs compressed as a whole (x.db3.zstd, x.mcap.zstd). They are decompressed first, because reading needs random
// access.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Opens a log in memory. `bytes` outlive the reader; `name` is the file name in problems.
using OpenBytesFunction =
    std::function<Result<std::unique_ptr<LogReader>>(Bytes bytes, const std::string& name, Problems& problems)>;

// Decompresses into a nameless file in the folder for temporary files (TMPDIR) and opens its bytes with `open`. No file
// is left behind, even if the program is killed. Cut or damaged input gives the content in front of the damage, and a
// problem. Errors: limit_exceeded if the content is larger than 64 MiB and than 1000 times the file; disk_full;
// interrupted.
Result<std::unique_ptr<LogReader>> open_zstd_log(const std::filesystem::path& path, const OpenBytesFunction& open,
                                                 Problems& problems);

}  // namespace gs::logio
