// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images inside a page, and a slider between two of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gs/report/html.h"

namespace gs::report {

// The bytes as base64 text (RFC 4648, with padding).
std::string base64(std::span<const std::byte> bytes);

// An encoded image; its first bytes decide whether it is a JPEG or a PNG.
struct Picture {
  std::vector<std::byte> file;  // the whole file
  int width = 0, height = 0;    // [px]; reserves the space before the image is decoded
};

// The image with a text for readers who do not see it. A file that is neither JPEG nor PNG becomes that text.
Html image(const Picture& picture, std::string_view description);

// Two images of one size, one over the other: the slider moves the border between them. `extra`, if not empty, is shown
// below, for example the difference of the two.
struct Comparison {
  std::string title;                    // "camera_front, 12.4 s: 24.1 dB"
  Picture before, after, extra{};       // extra.file may be empty
  std::string before_name, after_name;  // "recorded", "rendered"
  std::string extra_name{};
};
Html comparison(const Comparison& compared);

}  // namespace gs::report
