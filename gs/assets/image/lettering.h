// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text in images: a font of 5 x 7 dots with capital letters, digits and .,:-+/_%
#pragma once

#include <cstdint>
#include <string_view>

namespace gs::assets {

// True if the text covers the point. x runs to the right from the first letter, y upwards from the baseline, in units
// of the letter height; a letter is 5/7 wide and followed by one dot of space. Characters that the font lacks are
// blank.
bool has_ink(std::string_view text, float x, float y);
// Width of a text in units of the letter height.
float text_width(std::string_view text);

}  // namespace gs::assets
