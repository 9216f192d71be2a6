// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// YAML text <-> Node. Reading is bounded: nesting, number of values and the expansion of aliases have limits, so a
// small file cannot grow into a large tree.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/config/node.h"
#include "gs/core/result.h"

namespace gs {

constexpr uint64_t kMaxYamlBytes = 16u << 20;

// One document. Plain scalars get the types of YAML 1.2's core schema; quoted ones are texts. Refused: duplicate keys,
// keys that are no scalars, several documents, aliases that contain themselves.
Result<Node> parse_yaml(std::string_view text, const DocumentLimits& limits = {});
Result<Node> read_yaml(const std::filesystem::path& path, const DocumentLimits& limits = {});

// Block maps, lists of scalars on one line, texts quoted, numbers shortest that read back equal. The root is a map.
std::string write_yaml(const Node& root);

}  // namespace gs
