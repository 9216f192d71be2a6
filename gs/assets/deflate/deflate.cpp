// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/deflate/deflate.h"

#include <zlib.h>

#include <algorithm>

namespace gs::assets {
namespace {

// zlib counts in unsigned int, so larger ranges are passed in pieces.
constexpr std::size_t kPiece = 1 << 30;

// Initial allocation of take() [bytes]; it doubles while the stream goes on.
constexpr uint64_t kFirstTake = 1 << 20;

// windowBits of zlib: negative for raw deflate, +16 for gzip.
constexpr int kWindowBits = 15;
constexpr int window_bits(DeflateFormat format) {
  return format == DeflateFormat::raw ? -kWindowBits : kWindowBits + 16;
}

Bytef* raw(const std::byte* bytes) { return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes)); }

}  // namespace

// zlib stream and the input not yet passed to it.
struct Inflater::State {
  z_stream stream{};
  Bytes rest;
  bool ready = false, ended = false;
  ~State() {
    if (ready) inflateEnd(&stream);
  }
  // One call of inflate(); the caller has set the output range.
  Result<void> step() {
    if (stream.avail_in == 0 && !rest.empty()) {
      const std::size_t count = std::min(rest.size(), kPiece);
      stream.next_in = raw(rest.data());
      stream.avail_in = static_cast<uInt>(count);
      rest = rest.subspan(count);
    }
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      ended = true;
      return {};
    }
    if (status == Z_BUF_ERROR) return fail(ErrorCode::truncated, "compressed data are truncated");
    if (status == Z_MEM_ERROR) return fail(ErrorCode::out_of_memory, "no memory to decompress");
    if (status != Z_OK) return fail(ErrorCode::corrupt, "compressed data are corrupt");
    return {};
  }
};

Inflater::Inflater(Bytes compressed, DeflateFormat format) : state_(std::make_unique<State>()) {
  state_->rest = compressed;
  state_->ready = inflateInit2(&state_->stream, window_bits(format)) == Z_OK;
}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;

// Pieces of at most 1 GB, because zlib counts in 32 bits.
Result<void> Inflater::read(MutableBytes out) {
  if (!state_->ready) return fail(ErrorCode::out_of_memory, "no memory to decompress");
  while (!out.empty()) {
    if (state_->ended) return fail(ErrorCode::truncated, "compressed data end {} bytes too early", out.size());
    const std::size_t count = std::min(out.size(), kPiece);
    state_->stream.next_out = raw(out.data());
    state_->stream.avail_out = static_cast<uInt>(count);
    GS_CHECK(state_->step());
    out = out.subspan(count - state_->stream.avail_out);
  }
  return {};
}

Result<std::vector<std::byte>> Inflater::take(uint64_t count) {
  std::vector<std::byte> out;
  while (out.size() < count) {
    const std::size_t have = out.size();
    out.resize(std::min<uint64_t>(count, std::max<uint64_t>(kFirstTake, 2 * uint64_t{have})));
    GS_CHECK(read(MutableBytes(out).subspan(have)));
  }
  return out;
}

Result<void> Inflater::expect_end() {
  // Decompress one more byte: the stream must end without producing it.
  std::byte spare{};
  while (!state_->ended) {
    state_->stream.next_out = raw(&spare);
    state_->stream.avail_out = 1;
    GS_CHECK(state_->step());
    if (state_->stream.avail_out == 0) return fail(ErrorCode::corrupt, "compressed data are longer than expected");
  }
  return {};
}

Result<std::vector<std::byte>> compress(Bytes plain, DeflateFormat format, int level) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits(format), 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    return fail(ErrorCode::out_of_memory, "no memory to compress");
  }
  // The bound makes a second allocation unnecessary.
  std::vector<std::byte> out(deflateBound(&stream, plain.size()));
  MutableBytes room = out;
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t in_count = std::min(plain.size(), kPiece), out_count = std::min(room.size(), kPiece);
    stream.next_in = raw(plain.data());
    stream.avail_in = static_cast<uInt>(in_count);
    stream.next_out = raw(room.data());
    stream.avail_out = static_cast<uInt>(out_count);
    status = deflate(&stream, in_count == plain.size() ? Z_FINISH : Z_NO_FLUSH);
    plain = plain.subspan(in_count - stream.avail_in);
    room = room.subspan(out_count - stream.avail_out);
  }
  deflateEnd(&stream);
  if (status != Z_STREAM_END) return fail(ErrorCode::internal, "zlib could not compress (status {})", status);
  out.resize(out.size() - room.size());
  return out;
}

uint32_t crc32_of(Bytes bytes) {
  uLong crc = ::crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kPiece);
    crc = ::crc32(crc, raw(bytes.data()), static_cast<uInt>(count));
    bytes = bytes.subspan(count);
  }
  return static_cast<uint32_t>(crc);
}

}  // namespace gs::assets
