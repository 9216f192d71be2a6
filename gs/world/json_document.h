// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON text <-> Node. Reading is bounded in nesting and in the number of values; duplicate keys are refused.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/config/node.h"
#include "gs/core/result.h"

namespace gs {

constexpr uint64_t kMaxJsonBytes = 64u << 20;

Result<Node> parse_json(std::string_view text, const DocumentLimits& limits = {});
Result<Node> read_json(const std::filesystem::path& path, const DocumentLimits& limits = {});

// Two-space indent; lists of numbers on one line.
std::string write_json(const Node& root);

}  // namespace gs
