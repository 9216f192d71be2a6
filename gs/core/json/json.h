// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON text (RFC 8259) <-> Node. Depth and number of values are limited; duplicate keys are errors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs {

// Longest JSON text that is read.
constexpr uint64_t kMaxJsonBytes = 64u << 20;

// Parses one JSON document, from text or from a file; only white space may follow it, and a byte order mark may stand
// before it. Numbers without fraction and exponent that fit an int64 are integers, all others reals with every bit of
// the nearest double. Errors: corrupt with line and byte offset (grammar, text that is not UTF-8, a key twice in one
// object, a number beyond the range of double), limit_exceeded.
Result<Node> parse_json(std::string_view text, const DocumentLimits& limits = {});
Result<Node> read_json(const std::filesystem::path& path, const DocumentLimits& limits = {});

// JSON text of a tree with an indent of two spaces and a line break at its end. Lists of numbers stay on one line.
std::string write_json(const Node& root);

}  // namespace gs
