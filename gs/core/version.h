// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The version of the whole project, printed by --version and written into every output file that names its producer.
#pragma once

#include <string_view>

namespace gs {
inline constexpr std::string_view kVersion = GS_VERSION;  // from CMake's project()
}
