// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The target of an HTTP request: path and query, decoded once and checked.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gs/core/result.h"

namespace gs::web {

// Path and query of a request. Paths are keys of a manifest; they are never joined to a folder.
struct Target {
  std::string path;  // decoded, begins with '/'
  std::map<std::string, std::string, std::less<>> query;

  // Value of a query parameter; empty if it is missing.
  std::string_view parameter(std::string_view name) const;
};

// Decodes "/path?key=value". Errors: invalid_argument for targets that are not a path (absolute URIs), broken escapes,
// control characters, backslashes and path segments "." and "..", before and after decoding.
Result<Target> parse_target(std::string_view text);

}  // namespace gs::web
