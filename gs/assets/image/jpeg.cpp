// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/jpeg.h"

#include <turbojpeg.h>

#include <limits>

#include "gs/core/file.h"

namespace gs::assets {
namespace {

// Bounds the size that a small file may claim: an 8 x 8 block takes at least a few bits, in progressive files a
// fraction of a bit.
constexpr uint64_t kMaxPixelsPerByte = 4096;

const unsigned char* raw(Bytes bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

}  // namespace

// TurboJPEG handles with their lifetime.
struct JpegDecoder::Handle {
  tjhandle tj = tjInitDecompress();
  ~Handle() {
    if (tj != nullptr) tjDestroy(tj);
  }
};

struct JpegEncoder::Handle {
  tjhandle tj = tjInitCompress();
  std::unique_ptr<std::byte[]> out;  // not initialised: only pages that are written take memory
  std::size_t capacity = 0;

  // Grows the output buffer; its content is lost.
  void reserve(std::size_t bytes) {
    if (bytes <= capacity) return;
    out = std::make_unique_for_overwrite<std::byte[]>(bytes);
    capacity = bytes;
  }
  ~Handle() {
    if (tj != nullptr) tjDestroy(tj);
  }
};

JpegDecoder::JpegDecoder() : handle_(make_hidden<Handle>()) {}
JpegEncoder::JpegEncoder() : handle_(make_hidden<Handle>()) {}

// Converts the library's message. A handle that failed may also fail on the next, valid file, so it is replaced.
Error JpegDecoder::failed() {
  Error error = fail(ErrorCode::corrupt, "JPEG: {}", tjGetErrorStr2(handle_->tj));
  handle_ = make_hidden<Handle>();
  return error;
}

Result<JpegInfo> JpegDecoder::inspect(Bytes file) {
  if (handle_->tj == nullptr) return fail(ErrorCode::out_of_memory, "no memory to read a JPEG");
  if (file.size() < 4) return fail(ErrorCode::truncated, "JPEG has only {} bytes", file.size());
  int width = 0, height = 0, subsampling = 0, colorspace = 0;
  if (tjDecompressHeader3(handle_->tj, raw(file), file.size(), &width, &height, &subsampling, &colorspace) != 0) {
    return failed();
  }
  if (colorspace == TJCS_CMYK || colorspace == TJCS_YCCK) {
    return fail(ErrorCode::unsupported, "JPEG has CMYK colours").with_hint("convert it to RGB");
  }
  if (width <= 0 || height <= 0) return fail(ErrorCode::corrupt, "JPEG has {} x {} pixels", width, height);
  return JpegInfo{.width = width, .height = height, .gray = colorspace == TJCS_GRAY};
}

Result<Image> JpegDecoder::decode(Bytes file, const JpegDecodeOptions& options, Image reuse) {
  GS_TRY(const JpegInfo info, inspect(file));
  const uint64_t pixels = static_cast<uint64_t>(info.width) * static_cast<uint64_t>(info.height);
  if (pixels > options.max_pixels) {
    return fail(ErrorCode::limit_exceeded, "JPEG has {} x {} pixels, more than the limit of {}", info.width,
                info.height, options.max_pixels);
  }
  if (pixels > file.size() * kMaxPixelsPerByte) {
    return fail(ErrorCode::corrupt, "JPEG claims {} x {} pixels, but has only {} bytes", info.width, info.height,
                file.size());
  }
  Image image{.width = info.width, .height = info.height, .channels = options.gray ? 1 : 3};
  // The pixels of an earlier image are overwritten, which saves the allocation.
  image.data = std::move(reuse.data);
  image.data.resize(image.row_bytes() * static_cast<std::size_t>(image.height));
  // TJFLAG_LIMITSCANS bounds the time for malicious progressive files.
  const int flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS | (options.accept_damage ? 0 : TJFLAG_STOPONWARNING);
  const int status = tjDecompress2(handle_->tj, raw(file), file.size(), image.data.data(), image.width, 0, image.height,
                                   options.gray ? TJPF_GRAY : TJPF_RGB, flags);
  // Warnings mean damage; the image is complete only in the undamaged part.
  const bool only_warning = status != 0 && tjGetErrorCode(handle_->tj) == TJERR_WARNING;
  if (status != 0 && !(only_warning && options.accept_damage)) {
    return failed();
  }
  return image;
}

Result<Bytes> JpegEncoder::encode(const PixelView& pixels, const JpegEncodeOptions& options) {
  if (handle_->tj == nullptr) return fail(ErrorCode::out_of_memory, "no memory to write a JPEG");
  if (pixels.width <= 0 || pixels.height <= 0) {
    return fail(ErrorCode::invalid_argument, "an empty image cannot be encoded as JPEG");
  }
  if (pixels.width > 65500 || pixels.height > 65500) {
    return fail(ErrorCode::invalid_argument, "JPEG takes at most 65500 x 65500 pixels, not {} x {}", pixels.width,
                pixels.height);
  }
  GS_EXPECT(options.quality >= 1 && options.quality <= 100);
  GS_EXPECT(pixels.channels == 1 || pixels.channels == 3 || pixels.channels == 4);
  GS_EXPECT(pixels.step <= std::numeric_limits<int>::max());
  // The fourth channel is padding: it is not encoded.
  const int format = pixels.channels == 1   ? TJPF_GRAY
                     : pixels.channels == 3 ? (pixels.blue_first ? TJPF_BGR : TJPF_RGB)
                                            : (pixels.blue_first ? TJPF_BGRX : TJPF_RGBX);
  const int chroma = pixels.channels == 1 ? TJSAMP_GRAY : options.full_chroma ? TJSAMP_444 : TJSAMP_420;
  // TurboJPEG must not reallocate our buffer, so it gets the worst-case size.
  handle_->reserve(tjBufSize(pixels.width, pixels.height, chroma));
  auto* out = reinterpret_cast<unsigned char*>(handle_->out.get());
  unsigned long size = handle_->capacity;
  if (tjCompress2(handle_->tj, pixels.data, pixels.width, static_cast<int>(pixels.step), pixels.height, format, &out,
                  &size, chroma, options.quality, TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT) != 0) {
    return fail(ErrorCode::internal, "JPEG: {}", tjGetErrorStr2(handle_->tj));
  }
  return Bytes(handle_->out.get(), size);
}

Result<std::vector<std::byte>> JpegEncoder::encode(const Image& image, const JpegEncodeOptions& options) {
  if (image.bytes_per_sample != 1 || image.channels == 2) {
    return fail(ErrorCode::invalid_argument, "JPEG takes 8-bit gray, RGB or RGBA");
  }
  GS_EXPECT(image.data.size() == image.row_bytes() * static_cast<std::size_t>(image.height));
  GS_TRY(const Bytes file, encode(view_of(image), options));
  return std::vector<std::byte>(file.begin(), file.end());
}

Result<Image> decode_jpeg(Bytes file, const JpegDecodeOptions& options) { return JpegDecoder().decode(file, options); }

Result<Image> read_jpeg(const std::filesystem::path& path, const JpegDecodeOptions& options) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return decode_jpeg(file.bytes(), options).with_context(path.string());
}

Result<std::vector<std::byte>> encode_jpeg(const Image& image, const JpegEncodeOptions& options) {
  return JpegEncoder().encode(image, options);
}

Result<void> write_jpeg(const std::filesystem::path& path, const Image& image, const JpegEncodeOptions& options) {
  GS_TRY(const std::vector<std::byte> bytes, encode_jpeg(image, options));
  return write_file(path, bytes);
}

}  // namespace gs::assets
