// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What is written on signs, plates and walls.
#pragma once

#include <cstdint>
#include <string_view>

#include "gs/assets/image/lettering.h"

namespace gs::street {

// A word for this number; the same for the same number.
std::string_view word_for(uint32_t number);

}  // namespace gs::street
