// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/picture.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace gs::report {
namespace {

constexpr std::string_view kBase64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// "image/jpeg" or "image/png" by the first bytes; empty for other files.
std::string_view media_type(std::span<const std::byte> file) {
  const auto begins = [&](std::initializer_list<int> bytes) {
    std::size_t i = 0;
    for (const int b : bytes) {
      if (i >= file.size() || std::to_integer<int>(file[i++]) != b) return false;
    }
    return true;
  };
  if (begins({0xFF, 0xD8, 0xFF})) return "image/jpeg";
  if (begins({0x89, 'P', 'N', 'G'})) return "image/png";
  return {};
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    uint32_t group = 0;  // 24 bits, missing bytes are zero
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? std::to_integer<uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? kBase64Letters[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

Html image(const Picture& picture, std::string_view description) {
  const std::string_view type = media_type(picture.file);
  if (type.empty()) return paragraph(description);
  return void_element("img", {{"src", "data:" + std::string(type) + ";base64," + base64(picture.file)},
                              {"alt", std::string(description)},
                              {"width", std::to_string(picture.width)},
                              {"height", std::to_string(picture.height)}});
}

Html comparison(const Comparison& c) {
  const Html handle =
      void_element("input", {{"type", "range"},
                             {"min", "0"},
                             {"max", "100"},
                             {"value", "50"},
                             {"aria-label", "border between " + c.before_name + " and " + c.after_name}});
  const Html names = element("span", Html::text(c.before_name), {{"class", "left"}}) +
                     element("span", Html::text(c.after_name), {{"class", "right"}});
  // The second image lies over the first and is cut at the handle (custom property --at, set by the script).
  const Html pair =
      element("div",
              image(c.before, c.title + ", " + c.before_name) +
                  element("div", image(c.after, c.title + ", " + c.after_name), {{"class", "over"}}) + names + handle,
              {{"class", "pair"}});
  Html content = pair;
  if (!c.extra.file.empty()) {
    content += element("details",
                       element("summary", Html::text(c.extra_name)) + image(c.extra, c.title + ", " + c.extra_name));
  }
  return element("figure", content + element("figcaption", Html::text(c.title)), {{"class", "comparison"}});
}

}  // namespace gs::report
