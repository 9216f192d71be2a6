// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The processor that heavy work runs on. One enum for cameras, LiDARs and training, so that all obey the same flag.
#pragma once

#include <optional>
#include <string_view>

namespace gs {

// automatic: the GPU if a usable one is found, else the CPU.
enum class Backend { automatic, cpu, cuda };
std::string_view to_string(Backend backend);  // "auto", "cpu", "cuda"
// The inverse of to_string(); empty for any other name.
std::optional<Backend> backend_from_string(std::string_view name);

}  // namespace gs
