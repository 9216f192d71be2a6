// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Logs compressed as a whole (x.db3.zstd, x.mcap.zstd): random access needs them unpacked.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "gs/logio/log.h"

namespace gs {

// Opens the bytes of a log, which outlive the reader; problems call them by the name.
using OpenBytesFunction =
    std::function<Result<std::unique_ptr<LogReader>>(Bytes bytes, const std::string& name, Problems& problems)>;

// Unpacks into a nameless file in the system's folder for temporary files (TMPDIR) and opens its bytes with `open`. The
// file has no name, so nothing of it is left however the program ends. A cut or damaged input gives what came before,
// and a problem. Errors: limit_exceeded when the content is more than 64 MiB and more than 1000 times as large as the
// file; disk_full when it does not fit; interrupted.
Result<std::unique_ptr<LogReader>> open_zstd_log(const std::filesystem::path& path, const OpenBytesFunction& open,
                                                 Problems& problems);

}  // namespace gs
