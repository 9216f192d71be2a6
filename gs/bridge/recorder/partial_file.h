// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Output file that is already readable while it is written: its name is NAME.partial, and finish() renames it to NAME.
// An unfinished file is kept under its partial name.
#pragma once

#include <filesystem>
#include <memory>

#include "gs/logio/api/sink.h"

namespace gs::bridge {

// Creates NAME.partial. Errors: already_exists if NAME.partial exists, because it holds the data of an interrupted run;
// those of the file system.
Result<std::unique_ptr<logio::ByteSink>> create_partial_file(const std::filesystem::path& path);

}  // namespace gs::bridge
