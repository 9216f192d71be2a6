// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses as 4 x 4 matrices in text form, as DriveStudio and NumPy's savetxt write them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::builder {

// Four rows of four numbers.
std::string matrix_text(const Rigid3d& pose);

// Reads 12 or 16 numbers, row by row. Errors: invalid_data if they are not a rotation and a translation.
Result<Rigid3d> parse_matrix(std::string_view text);
Result<Rigid3d> read_matrix(const std::filesystem::path& path);

}  // namespace gs::builder
