// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Command templates with placeholders in braces: ["train", "--config", "{config}"].
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs::builder {

// Replaces {name} by its value and {{ and }} by braces. Errors: invalid_option for an unknown name, a single brace or
// an empty command.
Result<std::vector<std::string>> fill_command(const std::vector<std::string>& command,
                                              const std::map<std::string, std::string, std::less<>>& values);

// The command quoted for a shell, for logs.
std::string quoted_command(const std::vector<std::string>& command);

}  // namespace gs::builder
