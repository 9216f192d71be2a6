// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A command with names in braces to fill in: ["train", "--config", "{config}"].
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs {

// {name} becomes its value; {{ and }} become braces. An unknown name, a brace alone and an empty command are
// invalid_option.
Result<std::vector<std::string>> fill_command(const std::vector<std::string>& command,
                                              const std::map<std::string, std::string, std::less<>>& values);

// The command as one would type it in a shell, for logs.
std::string quoted_command(const std::vector<std::string>& command);

}  // namespace gs
