// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/format/record_format.h"

#include <array>
#include <charconv>

namespace gs::logio::vrs {
namespace {

constexpr std::array<std::string_view, 5> kTypeNames = {"empty", "data_layout", "image", "audio", "custom"};

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Decodes "%2F" to "/".
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3) {
      out.push_back(static_cast<char>(code));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

// Encodes characters that have a meaning in record formats as "%XX".
std::string escape(std::string_view text) {
  constexpr std::string_view special = "+/\\% \"'";
  std::string out;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code >= 0x7F || special.find(c) != std::string_view::npos) {
      out += format("%{:02X}", static_cast<unsigned>(code));
    } else {
      out.push_back(c);
    }
  }
  return out;
}

// "key=value", or a key alone.
struct Attribute {
  std::string_view key, value;
};

Attribute split_attribute(std::string_view word) {
  const std::size_t equal = word.find('=');
  if (equal == std::string_view::npos) return {.key = word};
  return {.key = word.substr(0, equal), .value = word.substr(equal + 1)};
}

bool set_number(std::string_view text, uint32_t& out) {
  const auto value = number(text);
  if (!value || *value > UINT32_MAX) return false;
  out = static_cast<uint32_t>(*value);
  return true;
}

// "640x480"
bool set_dimensions(std::string_view word, ImageFormat& image) {
  const std::size_t x = word.find('x');
  return x != std::string_view::npos && set_number(word.substr(0, x), image.width) &&
         set_number(word.substr(x + 1), image.height);
}

// Set one attribute of a block; false if it is unknown or invalid.
bool set_image(const Attribute& a, ImageFormat& image) {
  if (a.key == "pixel") {
    const auto found = parse_pixel_format(a.value);
    image.pixel_format = found.value_or(PixelFormat::undefined);
    return found.has_value();
  }
  if (a.key == "stride") return set_number(a.value, image.stride);
  if (a.key == "stride_2") return set_number(a.value, image.stride_2);
  if (a.key == "codec") return image.codec = unescape(a.value), true;
  if (a.key == "codec_quality") return set_number(a.value, image.quality.emplace());
  for (const char* kind : {"raw", "jpg", "png", "video", "jxl", "custom_codec"}) {
    if (a.key == kind) return image.kind = kind, true;
  }
  return set_dimensions(a.key, image);
}

// A word without a meaning of its own is the sample format ("int16le").
bool set_audio(const Attribute& a, AudioFormat& audio) {
  if (a.key == "channels") return set_number(a.value, audio.channels);
  if (a.key == "rate") return set_number(a.value, audio.rate);
  if (a.key == "samples") return set_number(a.value, audio.samples);
  if (a.key == "stride") return set_number(a.value, audio.stride);
  if (a.key == "pcm" || a.key == "opus") return audio.kind = a.key, true;
  return audio.sample = a.key, a.value.empty();
}

bool set_attribute(std::string_view word, BlockFormat& block) {
  const Attribute attribute = split_attribute(word);
  if (attribute.key == "size") return (block.size = number(attribute.value)).has_value();
  switch (block.type) {
    case BlockType::image:
      return set_image(attribute, block.image);
    case BlockType::audio:
      return set_audio(attribute, block.audio);
    case BlockType::custom:
      return block.custom_format = unescape(attribute.value), attribute.key == "format";
    case BlockType::empty:
    case BlockType::data_layout:
      break;
  }
  return false;
}

// Parses "type/attribute/attribute...".
Result<BlockFormat> parse_block(std::string_view text) {
  BlockFormat block;
  std::size_t slash = text.find('/');
  const std::string_view type = text.substr(0, slash);
  std::size_t known = 0;
  while (known < kTypeNames.size() && kTypeNames[known] != type) ++known;
  if (known == kTypeNames.size()) return fail(ErrorCode::unsupported, "record format: unknown block '{}'", type);
  block.type = static_cast<BlockType>(known);
  while (slash != std::string_view::npos) {
    const std::size_t next = text.find('/', slash + 1);
    const std::string_view word = text.substr(slash + 1, next == std::string_view::npos ? next : next - slash - 1);
    if (!set_attribute(word, block))
      return fail(ErrorCode::unsupported, "record format: unknown attribute '{}' in '{}'", word, text);
    slash = next;
  }
  return block;
}

void append(std::string& out, std::string_view name, uint32_t value) {
  if (value != 0) out += format("/{}={}", name, value);
}

// Attributes in a fixed order; those that are not stated are left out.
void append_image(const ImageFormat& image, std::string& out) {
  if (!image.kind.empty()) out += "/" + image.kind;
  if (image.width != 0) out += format("/{}x{}", image.width, image.height);
  if (image.pixel_format != PixelFormat::undefined) out += format("/pixel={}", pixel_format_name(image.pixel_format));
  append(out, "stride", image.stride);
  append(out, "stride_2", image.stride_2);
  if (!image.codec.empty()) out += "/codec=" + escape(image.codec);
  if (image.quality) out += format("/codec_quality={}", *image.quality);
}

void append_audio(const AudioFormat& audio, std::string& out) {
  if (!audio.kind.empty()) out += "/" + audio.kind;
  if (!audio.sample.empty()) out += "/" + audio.sample;
  append(out, "channels", audio.channels);
  append(out, "rate", audio.rate);
  append(out, "samples", audio.samples);
  append(out, "stride", audio.stride);
}

}  // namespace

Result<RecordFormat> parse_record_format(std::string_view text) {
  RecordFormat out;
  while (true) {
    const std::size_t plus = text.find('+');
    GS_TRY(BlockFormat block, parse_block(text.substr(0, plus)));
    out.blocks.push_back(std::move(block));
    if (plus == std::string_view::npos) return out;
    text.remove_prefix(plus + 1);
  }
}

std::string to_string(const RecordFormat& record) {
  std::string out;
  for (const BlockFormat& block : record.blocks) {
    if (!out.empty()) out += "+";
    out += kTypeNames[static_cast<std::size_t>(block.type)];
    if (block.size) out += format("/size={}", *block.size);
    if (block.type == BlockType::image) append_image(block.image, out);
    if (block.type == BlockType::audio) append_audio(block.audio, out);
    if (!block.custom_format.empty()) out += "/format=" + escape(block.custom_format);
  }
  return out;
}

}  // namespace gs::logio::vrs
