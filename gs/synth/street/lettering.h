// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Words on signs and walls.
#pragma once

#include <cstdint>
#include <string_view>

#include "gs/assets/image/lettering.h"

namespace gs::synth::street {

// A word chosen by the number; equal numbers give equal words.
std::string_view word_for(uint32_t number);

}  // namespace gs::synth::street
