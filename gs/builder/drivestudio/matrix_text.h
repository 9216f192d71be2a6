// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses as texts of four rows, the form DriveStudio and NumPy's savetxt use.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs {

std::string matrix_text(const Rigid3d& pose);

// 12 or 16 numbers, row by row. invalid_data when they are no rotation and place.
Result<Rigid3d> parse_matrix(std::string_view text);
Result<Rigid3d> read_matrix(const std::filesystem::path& path);

}  // namespace gs
