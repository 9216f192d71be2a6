// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the sources and programs of this build lie, for tests that read testdata/ or worlds/, or run a program. Test
// code only.
#pragma once

#include <filesystem>

namespace gs {

std::filesystem::path source_folder();
std::filesystem::path program_folder();  // of the programs of this build

}  // namespace gs
