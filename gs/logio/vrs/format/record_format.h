// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RecordFormat: text that lists the content blocks of a record, for example "data_layout/size=16+image/raw".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/format/pixel_format.h"

namespace gs::logio::vrs {

// Kinds of content blocks.
enum class BlockType { empty, data_layout, image, audio, custom };

// Properties of an image block; 0 or empty: not stated, see the data layout or the configuration record.
struct ImageFormat {
  std::string kind;                                          // "raw", "jpg", "png", "video", "jxl", "custom_codec"
  uint32_t width = 0, height = 0, stride = 0, stride_2 = 0;  // [px], strides [bytes]
  PixelFormat pixel_format = PixelFormat::undefined;
  std::string codec;
  std::optional<uint32_t> quality;
};

// Properties of an audio block.
struct AudioFormat {
  std::string kind;    // "pcm", "opus"
  std::string sample;  // "int16le" ...
  uint32_t channels = 0, rate = 0, samples = 0, stride = 0;
};

// One block; `size` [bytes] if it is stated.
struct BlockFormat {
  BlockType type = BlockType::empty;
  std::optional<uint64_t> size{};
  ImageFormat image{};
  AudioFormat audio{};
  std::string custom_format{};
};

// Blocks of a record, in order.
struct RecordFormat {
  std::vector<BlockFormat> blocks;
};

// Parse and write the text form. Errors: unsupported for unknown blocks and attributes.
Result<RecordFormat> parse_record_format(std::string_view text);
std::string to_string(const RecordFormat& format);

}  // namespace gs::logio::vrs
