// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON text <-> Node. Depth and number of values are limited; duplicate keys are errors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs::world {

// Longest JSON text that is read.
constexpr uint64_t kMaxJsonBytes = 64u << 20;

// Parse a text or a file. Errors: corrupt with the line number; limit_exceeded.
Result<Node> parse_json(std::string_view text, const DocumentLimits& limits = {});
Result<Node> read_json(const std::filesystem::path& path, const DocumentLimits& limits = {});

// JSON text with an indent of two spaces; lists of numbers stay on one line.
std::string write_json(const Node& root);

}  // namespace gs::world
