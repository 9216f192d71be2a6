// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Importer of PandaSet sequences (Hesai and Scale, 2020).
//
// clang-format off
//   001/
//     lidar/             00.pkl.gz ... (x y z i t d, points in world), poses.json, timestamps.json
//     camera/NAME/       00.jpg ..., intrinsics.json, poses.json, timestamps.json
//     annotations/       cuboids/00.pkl.gz ..., semseg/00.pkl.gz ... (the class of every point)
//     meta/              gps.json, timestamps.json
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/importers/common/import_options.h"
#include "gs/logio/api/log.h"

namespace gs::importers::pandaset {

// Why the folder is a sequence or holds some; empty if not.
std::optional<std::string> detect(const std::filesystem::path& folder);

// Writes a sequence with the topics of drive_writer.h. `folder` is the sequence or the folder of several, of which
// options.scene chooses one. Errors: not_found, invalid_data, corrupt, unsupported (a pickle that is no table of
// numbers); those of writing.
Result<ImportReport> import_sequence(const std::filesystem::path& folder, const ImportOptions& options,
                                     logio::LogWriter& log, Progress& progress, Problems& problems);

}  // namespace gs::importers::pandaset
