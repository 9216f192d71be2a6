// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one door of all importers: a table of the kinds of data sets, and the search for the kind of a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/importers/common/import_options.h"
#include "gs/logio/api/log.h"

namespace gs::importers {

// One kind of data set.
struct Importer {
  std::string_view kind;   // "kitti-raw", as the user types it
  std::string_view marks;  // what its folders look like, for messages
  // Why `folder` is of this kind, in words; empty if it is not. Looks at names only.
  std::optional<std::string> (*detect)(const std::filesystem::path& folder);
  // Writes all messages in order of time; does not close the log.
  Result<ImportReport> (*import)(const std::filesystem::path& folder, const ImportOptions& options,
                                 logio::LogWriter& log, Progress& progress, Problems& problems);
};

// All importers, in the order in which a folder is tried.
std::span<const Importer> importers();

// An importer and why it was chosen.
struct ChosenImporter {
  const Importer* importer = nullptr;
  std::string reason;
};

// The importer named `kind`, or, if `kind` is empty, the first that recognises the folder. Errors: not_found for an
// unknown kind or folder (the hint lists what each kind looks like), unsupported for a log or a set without importer.
Result<ChosenImporter> choose_importer(const std::string& kind, const std::filesystem::path& folder);

}  // namespace gs::importers
