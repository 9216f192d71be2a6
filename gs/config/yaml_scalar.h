// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides which type a plain (unquoted) YAML scalar has.
#pragma once

#include <string>

#include "gs/core/json/node.h"

namespace gs::config {

// The typed value of a plain scalar by YAML 1.2.2, section 10.3.2 (core schema): null, true, 0x1F, 0o17, 1e3, .inf,
// .nan; everything else is a text. An integer that does not fit an int64 becomes a real.
Node resolve_plain_scalar(std::string text, int line);

}  // namespace gs::config
