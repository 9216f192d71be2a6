// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Paths of the source tree and of the built programs, for tests that read testdata/ or run a program. Test code only.
#pragma once

#include <filesystem>
#include <string_view>

namespace gs {

std::filesystem::path source_folder();  // root of the repository
// Path of a file below testdata/: testdata("assets/palette.png").
inline std::filesystem::path testdata(std::string_view name) { return source_folder() / "testdata" / name; }
std::filesystem::path program_folder();  // holds the programs of this build

}  // namespace gs
