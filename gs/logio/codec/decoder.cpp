// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "gs/core/hash/crc32.h"
#include "gs/logio/codec/codec.h"

namespace gs::logio {
namespace {

// Number of bytes decoded, and the library's error text unless all went well.
struct Outcome {
  std::size_t produced = 0;
  const char* complaint = nullptr;
};

// Block size of a frame: bits 4 to 6 of the BD byte (the sixth) are 4 (64 KiB) to 7 (4 MiB). LZ4 frame format 1.6.1.
std::size_t lz4_block_bytes(Bytes frame) {
  const int code = frame.size() > 5 ? static_cast<int>(frame[5]) >> 4 & 7 : 4;
  return std::size_t{64 << 10} << 2 * std::clamp(code - 4, 0, 3);
}

// Splits LZ4 frames into units that can be damaged independently: frame header, block, end mark with checksum. LZ4F
// discards the output of a call that fails, so feeding one unit per call keeps all blocks in front of the damage.
class Lz4Pieces {
 public:
  explicit Lz4Pieces(Bytes in) : in_(in) {}

  // Number of bytes to pass to the decoder next, after `consumed` bytes of input.
  std::size_t next(std::size_t consumed, bool frame_open) {
    if (consumed == end_)
      end_ = consumed + std::min(piece_at(in_.subspan(consumed), frame_open), in_.size() - consumed);
    return end_ - consumed;
  }

 private:
  static constexpr std::size_t kChecksumBytes = 4, kBlockHeadBytes = 4, kFlags = 4;

  // Length of the unit at the start of `rest`. Flag bits: 4 = block checksums, 2 = content checksum.
  std::size_t piece_at(Bytes rest, bool frame_open) {
    if (!frame_open) {
      const std::size_t header = LZ4F_headerSize(rest.data(), rest.size());
      if (LZ4F_isError(header) || header > rest.size()) return rest.size();
      const auto flags = static_cast<unsigned>(rest[kFlags]);
      block_checksums_ = (flags >> 4 & 1) != 0;
      content_checksum_ = (flags >> 2 & 1) != 0;
      return header;
    }
    if (rest.size() < kBlockHeadBytes) return rest.size();
    const std::size_t block = load_le<uint32_t>(rest.data()) & 0x7FFFFFFFu;  // the highest bit: stored as it is
    if (block == 0) return kBlockHeadBytes + (content_checksum_ ? kChecksumBytes : 0);
    return kBlockHeadBytes + block + (block_checksums_ ? kChecksumBytes : 0);
  }

  Bytes in_;
  std::size_t end_ = 0;  // end offset of the current unit
  bool block_checksums_ = false, content_checksum_ = false;
};

// Skips zero padding in front of the first zstd frame.
Bytes without_leading_zeros(Bytes in) {
  const auto first = std::find_if(in.begin(), in.end(), [](std::byte b) { return b != std::byte{0}; });
  return in.subspan(static_cast<std::size_t>(first - in.begin()));
}

// bzip2 takes 32-bit sizes, so input and output are passed in steps of at most kStep bytes.
Outcome decode_bz2(Bytes in, MutableBytes out) {
  bz_stream stream{};
  if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) return {0, "out of memory"};
  constexpr std::size_t kStep = std::numeric_limits<unsigned>::max() / 2;
  Outcome done;
  std::size_t consumed = 0;
  int status = BZ_OK;
  while (status == BZ_OK && done.produced < out.size() && consumed < in.size()) {
    stream.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data() + consumed));
    stream.avail_in = static_cast<unsigned>(std::min(in.size() - consumed, kStep));
    stream.next_out = reinterpret_cast<char*>(out.data() + done.produced);
    stream.avail_out = static_cast<unsigned>(std::min(out.size() - done.produced, kStep));
    const unsigned in_before = stream.avail_in, out_before = stream.avail_out;
    status = BZ2_bzDecompress(&stream);
    consumed += in_before - stream.avail_in;
    done.produced += out_before - stream.avail_out;
    if (in_before == stream.avail_in && out_before == stream.avail_out) break;
  }
  // bzip2 verifies the checksum of the last block only after its last byte was output: ask for one more byte.
  if (status == BZ_OK && done.produced == out.size() && consumed < in.size()) {
    char extra = 0;
    stream.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data() + consumed));
    stream.avail_in = static_cast<unsigned>(std::min(in.size() - consumed, kStep));
    stream.next_out = &extra;
    stream.avail_out = 1;
    status = BZ2_bzDecompress(&stream);
    if (stream.avail_out == 0) done.complaint = "there is more data than stated";
  }
  BZ2_bzDecompressEnd(&stream);
  if (status != BZ_OK && status != BZ_STREAM_END) done.complaint = "bzip2 data error";
  return done;
}

}  // namespace

struct Decoder::Contexts {
  std::unique_ptr<LZ4F_dctx, FreeWith<LZ4F_freeDecompressionContext>> lz4;
  std::unique_ptr<ZSTD_DCtx, FreeWith<ZSTD_freeDCtx>> zstd;

  // whole: read the frame to its end, so that its checksum is verified. prefix: stop once `out` is full.
  enum class Extent { whole, prefix };

  // Calls produced(part) for each part of `out` as soon as it is decoded.
  template <class Produced>
  Outcome decode_lz4(Bytes in, MutableBytes out, Extent extent, Produced&& produced) {
    if (lz4 == nullptr) {
      LZ4F_dctx* made = nullptr;
      if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION))) return {0, "out of memory"};
      lz4.reset(made);
    }
    LZ4F_resetDecompressionContext(lz4.get());
    LZ4F_decompressOptions_t options{};
    options.stableDst = 1;
    const std::size_t step = lz4_block_bytes(in);
    Outcome done;
    std::size_t consumed = 0;
    bool frame_open = false;
    Lz4Pieces pieces(in);
    while (consumed < in.size() && (done.produced < out.size() || (frame_open && extent == Extent::whole))) {
      // One block per call: large enough that LZ4F decodes into `out` without an extra copy, small enough for the
      // cache.
      std::size_t out_bytes = std::min(out.size() - done.produced, step);
      std::size_t in_bytes = extent == Extent::whole ? in.size() - consumed : pieces.next(consumed, frame_open);
      const std::size_t status =
          LZ4F_decompress(lz4.get(), out.data() + done.produced, &out_bytes, in.data() + consumed, &in_bytes, &options);
      if (LZ4F_isError(status)) {
        done.complaint = LZ4F_getErrorName(status);
        break;
      }
      produced(Bytes(out).subspan(done.produced, out_bytes));
      consumed += in_bytes;
      done.produced += out_bytes;
      frame_open = status != 0;
      if (in_bytes == 0 && out_bytes == 0) {
        if (frame_open && done.produced == out.size()) done.complaint = "there is more data than stated";
        break;
      }
    }
    return done;
  }

  // Creates the context at first use; false if out of memory.
  bool make_zstd() {
    if (zstd == nullptr) zstd.reset(ZSTD_createDCtx());
    return zstd != nullptr;
  }

  // Decodes frame by frame as far as possible, for padded, cut and damaged input. zstd discards the output of a call
  // that fails, so damaged input is decoded a second time, block by block.
  Outcome stream_zstd(Bytes in, MutableBytes out) {
    in = without_leading_zeros(in);
    const Outcome fast = stream_zstd(in, out, Pieces::all_at_once);
    if (fast.complaint == nullptr) return fast;
    // All blocks may be intact and only the final checksum wrong; the error of the first pass is kept.
    return {stream_zstd(in, out, Pieces::blocks).produced, fast.complaint};
  }

  enum class Pieces { all_at_once, blocks };
  Outcome stream_zstd(Bytes in, MutableBytes out, Pieces pieces) {
    if (!make_zstd()) return {0, "out of memory"};
    ZSTD_DCtx_reset(zstd.get(), ZSTD_reset_session_only);
    ZSTD_inBuffer from{in.data(), 0, 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const char* complaint = nullptr;
    std::size_t wanted = 5;  // input bytes that zstd asks for next; a frame header has at least 5
    while (from.pos < in.size() && to.pos < to.size) {
      const std::size_t in_before = from.pos, out_before = to.pos;
      from.size = pieces == Pieces::all_at_once ? in.size() : from.pos + std::min(wanted, in.size() - from.pos);
      const std::size_t status = ZSTD_decompressStream(zstd.get(), &to, &from);
      if (ZSTD_isError(status)) {
        complaint = ZSTD_getErrorName(status);
        break;
      }
      if (in_before == from.pos && out_before == to.pos) break;
      wanted = std::max<std::size_t>(status, 1);  // 0: end of the frame; another one may follow
    }
    return {to.pos, complaint};
  }

  // Fast path: one call for the whole input. If it fails, stream_zstd() decides whether the input is padded or damaged.
  Outcome decode_zstd(Bytes in, MutableBytes out) {
    if (!make_zstd()) return {0, "out of memory"};
    const std::size_t status = ZSTD_decompressDCtx(zstd.get(), out.data(), out.size(), in.data(), in.size());
    if (!ZSTD_isError(status)) return {status, nullptr};
    Outcome done = stream_zstd(in, out);
    if (done.produced < out.size() && done.complaint == nullptr) done.complaint = ZSTD_getErrorName(status);
    return done;
  }

  Outcome decode(Codec codec, Bytes in, MutableBytes out) {
    switch (codec) {
      case Codec::none: {
        const std::size_t count = std::min(in.size(), out.size());
        if (count > 0) std::memcpy(out.data(), in.data(), count);
        return {count, nullptr};
      }
      case Codec::lz4:
        return decode_lz4(in, out, Extent::whole, [](Bytes) {});
      case Codec::zstd:
        return decode_zstd(in, out);
      case Codec::bz2:
        return decode_bz2(in, out);
    }
    return {0, "unknown method"};
  }
};

Decoder::Decoder() : contexts_(make_hidden<Contexts>()) {}

namespace {

// Converts an Outcome to an error unless exactly `wanted` bytes were decoded.
Result<void> check(Codec codec, const Outcome& done, std::size_t wanted) {
  if (done.complaint != nullptr) {
    return fail(ErrorCode::corrupt, "{} data is damaged after {} of {} bytes ({})", to_string(codec), done.produced,
                wanted, done.complaint);
  }
  if (done.produced < wanted) {
    return fail(ErrorCode::truncated, "{} data ends after {} of {} bytes", to_string(codec), done.produced, wanted);
  }
  return {};
}

}  // namespace

Result<void> Decoder::decode(Codec codec, Bytes in, MutableBytes out) {
  return check(codec, contexts_->decode(codec, in, out), out.size());
}

Result<uint32_t> Decoder::decode_with_crc32(Codec codec, Bytes in, MutableBytes out) {
  if (codec != Codec::lz4) {
    // zstd and bzip2 have no step per block here; their checksum is computed after decoding.
    GS_CHECK(decode(codec, in, out));
    return crc32(out);
  }
  uint32_t crc = 0;
  GS_CHECK(check(codec,
                 contexts_->decode_lz4(in, out, Contexts::Extent::whole, [&](Bytes part) { crc = crc32(part, crc); }),
                 out.size()));
  return crc;
}

std::size_t Decoder::decode_prefix(Codec codec, Bytes in, MutableBytes out) {
  if (codec == Codec::zstd) return contexts_->stream_zstd(in, out).produced;
  if (codec == Codec::lz4) return contexts_->decode_lz4(in, out, Contexts::Extent::prefix, [](Bytes) {}).produced;
  return contexts_->decode(codec, in, out).produced;
}

}  // namespace gs::logio
