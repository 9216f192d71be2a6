// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Logs compressed as a whole (x.db3.zstd, x.mcap.zstd): random access needs them unpacked.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "gs/logio/log.h"

namespace gs {

using OpenLogFunction = std::function<Result<std::unique_ptr<LogReader>>(const std::filesystem::path&, Problems&)>;

// Unpacks into the system's folder for temporary files and opens the result with open; the copy is removed with the
// reader. A cut or damaged file gives what came before, and a problem.
Result<std::unique_ptr<LogReader>> open_zstd_log(const std::filesystem::path& path, const OpenLogFunction& open,
                                                 Problems& problems);

}  // namespace gs
