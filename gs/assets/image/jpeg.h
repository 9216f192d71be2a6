// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JPEG by libjpeg-turbo (TurboJPEG).
//
// A decoder or encoder object reuses its tables between images and belongs to one thread; the free functions create one
// for a single image.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/bytes.h"
#include "gs/core/ownership.h"
#include "gs/core/result.h"

namespace gs::assets {

// Content of the header.
struct JpegInfo {
  int width = 0, height = 0;
  bool gray = false;
};

// Options of decoding.
struct JpegDecodeOptions {
  bool gray = false;           // decode to one channel instead of RGB
  bool accept_damage = false;  // return an image despite warnings (truncated, stray bytes) instead of an error
  uint64_t max_pixels = kMaxImagePixels;
};

// Decodes JPEG files; not thread-safe.
class JpegDecoder {
 public:
  JpegDecoder();

  // Reads the header. Errors: corrupt, truncated, unsupported (CMYK).
  Result<JpegInfo> inspect(Bytes file);
  // Decodes to 8-bit RGB or gray. The result takes over the memory of `reuse`. Errors: as inspect(), limit_exceeded.
  Result<Image> decode(Bytes file, const JpegDecodeOptions& options = {}, Image reuse = {});

 private:
  struct Handle;
  Error failed();
  Hidden<Handle> handle_;
};

// Options of encoding.
struct JpegEncodeOptions {
  int quality = 90;          // 1 to 100
  bool full_chroma = false;  // 4:4:4 instead of 4:2:0
};

// Encodes JPEG files; not thread-safe.
class JpegEncoder {
 public:
  JpegEncoder();

  // Encodes pixels in place. The file is in the encoder's memory and valid until its next call. Errors:
  // invalid_argument for an empty or too large image.
  Result<Bytes> encode(const PixelView& pixels, const JpegEncodeOptions& options = {});
  // Encodes 8-bit gray, RGB or RGBA (alpha is dropped). The same image gives the same bytes.
  Result<std::vector<std::byte>> encode(const Image& image, const JpegEncodeOptions& options = {});

 private:
  struct Handle;
  Hidden<Handle> handle_;
};

// Decode, read, encode or write a single image; files are written atomically.
Result<Image> decode_jpeg(Bytes file, const JpegDecodeOptions& options = {});
Result<Image> read_jpeg(const std::filesystem::path& path, const JpegDecodeOptions& options = {});
Result<std::vector<std::byte>> encode_jpeg(const Image& image, const JpegEncodeOptions& options = {});
Result<void> write_jpeg(const std::filesystem::path& path, const Image& image, const JpegEncodeOptions& options = {});

}  // namespace gs::assets
