// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Letters for pictures: a face of 5 x 7 dots with capitals, digits and .,:-+/_%
#pragma once

#include <cstdint>
#include <string_view>

namespace gs {

// True where the text has ink. (x, y) in units of one line: x to the right from the first letter, y up, both 0..1 per
// letter cell; a letter is 5/7 as wide as it is high, plus one dot of space. What the face lacks stays blank.
bool has_ink(std::string_view text, float x, float y);
// Width of a text whose letters are 1 high.
float text_width(std::string_view text);

}  // namespace gs
