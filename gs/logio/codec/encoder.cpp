// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>
#include <lz4frame.h>
#include <zstd.h>

#include <cstring>
#include <limits>

#include "gs/logio/codec/codec.h"

namespace gs::logio {
namespace {

constexpr int kDefaultZstdLevel = 1;
constexpr int kDefaultBz2Level = 9;

// Independent 64 KiB blocks fit the encoder's hash table and the first-level cache. The content size lets readers
// allocate the output once.
LZ4F_preferences_t lz4_preferences(int level, std::size_t content_bytes) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.blockSizeID = LZ4F_max64KB;
  preferences.frameInfo.blockMode = LZ4F_blockIndependent;
  preferences.frameInfo.contentSize = content_bytes;
  preferences.compressionLevel = level;
  return preferences;
}

// An encoder that fails on valid input is an internal error.
Error refused(Codec codec, const char* complaint) {
  return fail(ErrorCode::internal, "the {} encoder failed ({})", to_string(codec), complaint);
}

Result<void> encode_bz2(int level, Bytes in, Buffer& out) {
  if (in.size() > std::numeric_limits<unsigned>::max() / 2) {
    return fail(ErrorCode::limit_exceeded, "{} bytes are more than one bzip2 call can encode", in.size());
  }
  const MutableBytes room = out.reset(in.size() + in.size() / 100 + 600);  // upper bound of the bzip2 manual
  auto size = static_cast<unsigned>(room.size());
  char nothing = 0;  // bzip2 rejects a null pointer even for zero bytes
  char* from = in.empty() ? &nothing : const_cast<char*>(reinterpret_cast<const char*>(in.data()));
  const int status =
      BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(room.data()), &size, from, static_cast<unsigned>(in.size()),
                               level == 0 ? kDefaultBz2Level : level, 0, 0);
  if (status != BZ_OK) return refused(Codec::bz2, "see the level");
  out.shrink(size);
  return {};
}

}  // namespace

struct Encoder::Contexts {
  std::unique_ptr<ZSTD_CCtx, FreeWith<ZSTD_freeCCtx>> zstd;
  std::unique_ptr<LZ4F_cctx, FreeWith<LZ4F_freeCompressionContext>> lz4;

  Result<void> encode_zstd(int level, Bytes in, Buffer& out) {
    if (zstd == nullptr) zstd.reset(ZSTD_createCCtx());
    if (zstd == nullptr) return fail(ErrorCode::out_of_memory, "no memory for the zstd encoder");
    const MutableBytes room = out.reset(ZSTD_compressBound(in.size()));
    const std::size_t size = ZSTD_compressCCtx(zstd.get(), room.data(), room.size(), in.data(), in.size(),
                                               level == 0 ? kDefaultZstdLevel : level);
    if (ZSTD_isError(size)) return refused(Codec::zstd, ZSTD_getErrorName(size));
    out.shrink(size);
    return {};
  }

  Result<void> encode_lz4(int level, Bytes in, Buffer& out) {
    if (lz4 == nullptr) {
      LZ4F_cctx* made = nullptr;
      if (LZ4F_isError(LZ4F_createCompressionContext(&made, LZ4F_VERSION))) {
        return fail(ErrorCode::out_of_memory, "no memory for the lz4 encoder");
      }
      lz4.reset(made);
    }
    // The explicit steps reuse our context; LZ4F_compressFrame() creates one per call.
    const LZ4F_preferences_t preferences = lz4_preferences(level, in.size());
    const MutableBytes room = out.reset(LZ4F_compressFrameBound(in.size(), &preferences));
    std::size_t size = LZ4F_compressBegin(lz4.get(), room.data(), room.size(), &preferences);
    if (LZ4F_isError(size)) return refused(Codec::lz4, LZ4F_getErrorName(size));
    LZ4F_compressOptions_t options{};
    options.stableSrc = 1;
    const std::size_t body =
        LZ4F_compressUpdate(lz4.get(), room.data() + size, room.size() - size, in.data(), in.size(), &options);
    if (LZ4F_isError(body)) return refused(Codec::lz4, LZ4F_getErrorName(body));
    size += body;
    const std::size_t end = LZ4F_compressEnd(lz4.get(), room.data() + size, room.size() - size, &options);
    if (LZ4F_isError(end)) return refused(Codec::lz4, LZ4F_getErrorName(end));
    out.shrink(size + end);
    return {};
  }
};

Encoder::Encoder() : contexts_(make_hidden<Contexts>()) {}

Result<void> Encoder::encode(Codec codec, int level, Bytes in, Buffer& out) {
  switch (codec) {
    case Codec::none:
      if (const MutableBytes room = out.reset(in.size()); !in.empty()) std::memcpy(room.data(), in.data(), in.size());
      return {};
    case Codec::lz4:
      return contexts_->encode_lz4(level, in, out);
    case Codec::zstd:
      return contexts_->encode_zstd(level, in, out);
    case Codec::bz2:
      return encode_bz2(level, in, out);
  }
  return refused(codec, "unknown method");
}

}  // namespace gs::logio
