// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What computes: a processor or a GPU. Named once, so that cameras, LiDARs and training obey the same flag.
#pragma once

#include <optional>
#include <string_view>

namespace gs {

enum class Backend { automatic, cpu, cuda };
std::string_view to_string(Backend backend);  // "auto", "cpu", "cuda"
std::optional<Backend> backend_from_string(std::string_view name);

}  // namespace gs
