// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads and writes options as YAML: the option "rate.position" is the key `position` in the map `rate`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/options/options.h"
#include "gs/core/result.h"

namespace gs::config {

// Sets every option that the document names, from a tree, a text or a file; the others keep their values. Errors carry
// the line; invalid_option for an unknown key (the hint names the most similar one) or a value that is not allowed. The
// first error stops the reading, and options set before it stay set.
Result<void> set_options(const Node& root, const OptionTable& table);
Result<void> read_yaml_options(std::string_view text, const OptionTable& table);
Result<void> read_yaml_options_file(const std::filesystem::path& path, const OptionTable& table);

// All options with their present values, as nested maps or as text. Programs write it beside their output.
Node options_node(const OptionTable& table);
std::string write_yaml_options(const OptionTable& table);

}  // namespace gs::config
