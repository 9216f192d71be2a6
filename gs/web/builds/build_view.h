// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The state of a build, read from its workspace (gs/builder/workspace.h). Nothing is written, locked or created there,
// and the builder is not asked, so watching costs a build nothing but the reading of a few small files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/web/http/manifest.h"

namespace gs::web {

// True if a folder is a workspace of gs-world-builder, by its mark.
bool is_workspace(const std::filesystem::path& folder);

// A text that changes when a build has something new to show: times and sizes of the files that are read, and whether
// the builder runs.
std::string build_stamp(const std::filesystem::path& workspace);

// What clients may get of a build, by URL path: "/api/builds/ID.json" and below "/builds/ID/" the images of the
// previews, build_report.json and report.html. No other file of the workspace, no log, and no file behind a link that
// leads out of the workspace. `now`: time since the UNIX epoch, for the remaining time. A file that is missing or
// damaged is left out.
std::map<std::string, Resource> build_resources(const std::filesystem::path& workspace, std::string_view id,
                                                Timestamp now);

// The folders in which a running build creates what is shown, for a watch.
std::vector<std::filesystem::path> build_folders(const std::filesystem::path& workspace);

}  // namespace gs::web
