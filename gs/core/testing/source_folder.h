// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the sources and programs of this build lie, for tests that read testdata/ or worlds/, or run a program. Test
// code only.
#pragma once

#include <filesystem>
#include <string_view>

namespace gs {

std::filesystem::path source_folder();
// testdata("assets/palette.png")
inline std::filesystem::path testdata(std::string_view name) { return source_folder() / "testdata" / name; }
std::filesystem::path program_folder();  // of the programs of this build

}  // namespace gs
