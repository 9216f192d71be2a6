// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small recorded run; the content of each message is its own time as text. Test code only.
#pragma once

#include <filesystem>

#include "gs/core/time.h"

namespace gs::web {

inline constexpr Timestamp kRunStart = Timestamp{1'000'000'000'000};

// Writes a run of `seconds`: /tf_static once at the start, /vehicle/state at 100 Hz, images of /camera/front at 10 Hz
// of `image_bytes` each, one /sim/collisions after 0.2 s. The first message is at kRunStart, the last one at its end.
void write_small_run(const std::filesystem::path& path, double seconds, std::size_t image_bytes = 1000);

}  // namespace gs::web
