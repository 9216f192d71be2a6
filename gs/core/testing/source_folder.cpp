// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/testing/source_folder.h"

namespace gs {

// Only this file is compiled with the path of the checkout. All other test objects are therefore the same in every
// checkout, and a compiler cache can reuse them.
std::filesystem::path source_folder() { return GS_SOURCE_DIR; }
std::filesystem::path program_folder() { return GS_PROGRAM_DIR; }

}  // namespace gs
