// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Letters for signs, plates and walls: a face of 5 x 7 dots.
#pragma once

#include <cstdint>
#include <string_view>

namespace gs::street {

// True where the text has ink. (x, y) in units of one line: x to the right from the first letter, y up, both 0..1 per
// letter cell; a letter is 5/7 as wide as it is high, plus one dot of space.
bool has_ink(std::string_view text, float x, float y);
// Width of a text whose letters are 1 high.
float text_width(std::string_view text);
// A word for this number; the same for the same number.
std::string_view word_for(uint32_t number);

}  // namespace gs::street
