// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RecordFormat: the string that says which content blocks a record has, e.g. "data_layout/size=16+image/raw".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/pixel_format.h"

namespace gs::vrs {

enum class BlockType { empty, data_layout, image, audio, custom };

struct ImageFormat {
  std::string kind;  // "raw", "jpg", "png", "video", "jxl", "custom_codec"; empty: not said
  uint32_t width = 0, height = 0, stride = 0, stride_2 = 0;  // 0: not said
  PixelFormat pixel_format = PixelFormat::undefined;
  std::string codec;
  std::optional<uint32_t> quality;
};

struct AudioFormat {
  std::string kind;    // "pcm", "opus"
  std::string sample;  // "int16le" ...
  uint32_t channels = 0, rate = 0, samples = 0, stride = 0;
};

struct BlockFormat {
  BlockType type = BlockType::empty;
  std::optional<uint64_t> size{};
  ImageFormat image{};
  AudioFormat audio{};
  std::string custom_format{};
};

struct RecordFormat {
  std::vector<BlockFormat> blocks;
};

Result<RecordFormat> parse_record_format(std::string_view text);
std::string to_string(const RecordFormat& format);

}  // namespace gs::vrs
