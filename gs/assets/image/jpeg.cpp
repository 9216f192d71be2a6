// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/jpeg.h"

#include <turbojpeg.h>

#include <limits>

#include "gs/core/file.h"

namespace gs {
namespace {

// An 8 x 8 block takes at least a few bits, a progressive one a fraction of a bit; this bounds what a small file may
// claim.
constexpr uint64_t kMaxPixelsPerByte = 4096;

const unsigned char* raw(Bytes bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

}  // namespace

struct JpegDecoder::Handle {
  tjhandle tj = tjInitDecompress();
  ~Handle() {
    if (tj != nullptr) tjDestroy(tj);
  }
};

struct JpegEncoder::Handle {
  tjhandle tj = tjInitCompress();
  ~Handle() {
    if (tj != nullptr) tjDestroy(tj);
  }
};

JpegDecoder::JpegDecoder() : handle_(std::make_unique<Handle>()) {}
JpegDecoder::~JpegDecoder() = default;
JpegDecoder::JpegDecoder(JpegDecoder&&) noexcept = default;
JpegDecoder& JpegDecoder::operator=(JpegDecoder&&) noexcept = default;
JpegEncoder::JpegEncoder() : handle_(std::make_unique<Handle>()) {}
JpegEncoder::~JpegEncoder() = default;
JpegEncoder::JpegEncoder(JpegEncoder&&) noexcept = default;
JpegEncoder& JpegEncoder::operator=(JpegEncoder&&) noexcept = default;

Result<JpegInfo> JpegDecoder::inspect(Bytes file) {
  if (handle_->tj == nullptr) return fail(ErrorCode::out_of_memory, "no memory to read a JPEG");
  if (file.size() < 4) return fail(ErrorCode::truncated, "JPEG has only {} bytes", file.size());
  int width = 0, height = 0, subsampling = 0, colorspace = 0;
  if (tjDecompressHeader3(handle_->tj, raw(file), file.size(), &width, &height, &subsampling, &colorspace) != 0) {
    return fail(ErrorCode::corrupt, "JPEG: {}", tjGetErrorStr2(handle_->tj));
  }
  if (colorspace == TJCS_CMYK || colorspace == TJCS_YCCK) {
    return fail(ErrorCode::unsupported, "JPEG has four ink colours").with_hint("convert it to RGB");
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
  image.data = std::move(reuse.data);
  image.data.resize(image.row_bytes() * static_cast<std::size_t>(image.height));
  const int flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS | (options.accept_damage ? 0 : TJFLAG_STOPONWARNING);
  const int status = tjDecompress2(handle_->tj, raw(file), file.size(), image.data.data(), image.width, 0, image.height,
                                   options.gray ? TJPF_GRAY : TJPF_RGB, flags);
  const bool only_warning = status != 0 && tjGetErrorCode(handle_->tj) == TJERR_WARNING;
  if (status != 0 && !(only_warning && options.accept_damage)) {
    return fail(ErrorCode::corrupt, "JPEG: {}", tjGetErrorStr2(handle_->tj));
  }
  return image;
}

Result<std::vector<std::byte>> JpegEncoder::encode(const Image& image, const JpegEncodeOptions& options) {
  if (handle_->tj == nullptr) return fail(ErrorCode::out_of_memory, "no memory to write a JPEG");
  if (image.empty()) return fail(ErrorCode::invalid_argument, "an empty picture cannot be a JPEG");
  if (image.bytes_per_sample != 1 || image.channels == 2) {
    return fail(ErrorCode::invalid_argument, "JPEG takes 8-bit gray, RGB or RGBA");
  }
  if (image.width > 65500 || image.height > 65500) {
    return fail(ErrorCode::invalid_argument, "JPEG takes at most 65500 x 65500 pixels, not {} x {}", image.width,
                image.height);
  }
  GS_EXPECT(options.quality >= 1 && options.quality <= 100);
  GS_EXPECT(image.data.size() == image.row_bytes() * static_cast<std::size_t>(image.height));
  const int format = image.channels == 1 ? TJPF_GRAY : image.channels == 3 ? TJPF_RGB : TJPF_RGBX;
  const int chroma = image.channels == 1 ? TJSAMP_GRAY : options.full_chroma ? TJSAMP_444 : TJSAMP_420;
  std::vector<std::byte> out(tjBufSize(image.width, image.height, chroma));
  auto* data = reinterpret_cast<unsigned char*>(out.data());
  unsigned long size = out.size();
  if (tjCompress2(handle_->tj, image.data.data(), image.width, 0, image.height, format, &data, &size, chroma,
                  options.quality, TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT) != 0) {
    return fail(ErrorCode::internal, "JPEG: {}", tjGetErrorStr2(handle_->tj));
  }
  out.resize(size);
  return out;
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

}  // namespace gs
