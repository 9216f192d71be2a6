// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// OptionTable <-> YAML: the dotted name "learning_rate.position" is the key `position` in the map `learning_rate`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/config/node.h"
#include "gs/core/options.h"
#include "gs/core/result.h"

namespace gs {

// Sets every option the document names; the others keep their values. An unknown key is an error with its line and the
// nearest known name. The first error ends the reading; options set until then stay set.
Result<void> set_options(const Node& root, const OptionTable& table);
Result<void> read_yaml_options(std::string_view text, const OptionTable& table);
Result<void> read_yaml_options_file(const std::filesystem::path& path, const OptionTable& table);

// All options with their present values, as nested maps; what a run writes beside its output.
Node options_node(const OptionTable& table);
std::string write_yaml_options(const OptionTable& table);

}  // namespace gs
