// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads and writes YAML text. Nesting, the number of values and the expansion of aliases are limited, so that a small
// file cannot become a large tree.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs::config {

constexpr uint64_t kMaxYamlBytes = 16u << 20;  // 16 MiB of text

// Parses one YAML document, from text or from a file. Plain scalars get the types of YAML 1.2's core schema, quoted
// ones are texts. An empty document is null. Errors, with the line: corrupt (syntax, duplicate keys, an alias that
// contains itself), unsupported (keys that are not scalars, several documents), limit_exceeded.
Result<Node> parse_yaml(std::string_view text, const DocumentLimits& limits = {});
Result<Node> read_yaml(const std::filesystem::path& path, const DocumentLimits& limits = {});

// YAML text of a tree whose root is a map or null: block maps, lists of scalars on one line, texts quoted, and each
// number in its shortest form that reads back equal.
std::string write_yaml(const Node& root);

}  // namespace gs::config
