// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/testing/source_folder.h"

namespace gs {

// The one object that knows the checkout's path: every other test object is the same in every checkout, and comes from
// the compiler's cache.
std::filesystem::path source_folder() { return GS_SOURCE_DIR; }
std::filesystem::path program_folder() { return GS_PROGRAM_DIR; }

}  // namespace gs
