// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the sources of this build lie, for tests that read testdata/, worlds/ or config/. Test code only.
#pragma once

#include <filesystem>

namespace gs {

std::filesystem::path source_folder();

}  // namespace gs
