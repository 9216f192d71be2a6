// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JPEG by libjpeg-turbo (TurboJPEG).
//
// A decoder or encoder object keeps its tables between pictures and belongs to one thread; the free functions make one
// for a single picture.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

struct JpegInfo {
  int width = 0, height = 0;
  bool gray = false;
};

struct JpegDecodeOptions {
  bool gray = false;           // one channel instead of RGB
  bool accept_damage = false;  // a picture with warnings (cut off, stray bytes) instead of an error
  uint64_t max_pixels = kMaxImagePixels;
};

class JpegDecoder {
 public:
  JpegDecoder();
  ~JpegDecoder();
  JpegDecoder(JpegDecoder&&) noexcept;
  JpegDecoder& operator=(JpegDecoder&&) noexcept;

  Result<JpegInfo> inspect(Bytes file);
  // 8 bit, RGB or gray. The memory of reuse becomes that of the result.
  Result<Image> decode(Bytes file, const JpegDecodeOptions& options = {}, Image reuse = {});

 private:
  struct Handle;
  Error failed();
  std::unique_ptr<Handle> handle_;
};

struct JpegEncodeOptions {
  int quality = 90;          // 1 to 100
  bool full_chroma = false;  // 4:4:4 instead of 4:2:0
};

class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(JpegEncoder&&) noexcept;
  JpegEncoder& operator=(JpegEncoder&&) noexcept;

  // Straight from where the pixels lie. The file is in the encoder's memory, until its next call.
  Result<Bytes> encode(const PixelView& pixels, const JpegEncodeOptions& options = {});
  // 8 bit gray, RGB or RGBA (alpha is dropped). Same picture, same bytes.
  Result<std::vector<std::byte>> encode(const Image& image, const JpegEncodeOptions& options = {});

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

Result<Image> decode_jpeg(Bytes file, const JpegDecodeOptions& options = {});
Result<Image> read_jpeg(const std::filesystem::path& path, const JpegDecodeOptions& options = {});
Result<std::vector<std::byte>> encode_jpeg(const Image& image, const JpegEncodeOptions& options = {});
Result<void> write_jpeg(const std::filesystem::path& path, const Image& image, const JpegEncodeOptions& options = {});

}  // namespace gs
