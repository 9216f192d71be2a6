// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/compression.h"

#include <bzlib.h>
#include <lz4frame.h>

#include <algorithm>
#include <cstring>

namespace gs::rosbag1 {
namespace {

constexpr std::size_t kFirstReserveBytes = 16u << 20;

// Room for at least one more byte, without trusting size beyond what decoding has proven.
bool make_room(ChunkBuffer& out, uint32_t size) {
  if (out.view().size() >= size) return false;
  if (out.free_space().empty()) {
    out.reserve(std::min<std::size_t>(size, std::max(kFirstReserveBytes, out.capacity() * 2)));
  }
  return true;
}

// What is left of the claimed size: a chunk cut or damaged where the stream ends.
std::optional<Error> missing(const ChunkBuffer& out, uint32_t size) {
  if (out.view().size() == size) return std::nullopt;
  return fail(ErrorCode::truncated, "the chunk ends after {} of {} bytes", out.view().size(), size);
}

// The largest block of a frame, from its descriptor byte (LZ4 frame format 1.6.1, "BD byte").
std::size_t lz4_block_bytes(Bytes frame) {
  const unsigned id = frame.size() > 5 ? static_cast<unsigned>(frame[5]) >> 4 & 7 : 7;
  return std::size_t{1} << (8 + 2 * std::clamp(id, 4u, 7u));
}

// The decoder keeps pointers into out, so its room is fixed before: LZ4 cannot expand more than 255 times. One block
// more than needed lets it write every block straight to its place.
std::optional<Error> decompress_lz4(Bytes stored, uint32_t size, ChunkBuffer& out) {
  LZ4F_dctx* raw = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&raw, LZ4F_VERSION))) {
    return fail(ErrorCode::out_of_memory, "no memory for an LZ4 decoder");
  }
  const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> context(raw, LZ4F_freeDecompressionContext);
  const uint64_t possible = std::min<uint64_t>(size, uint64_t{stored.size()} * 255);
  out.reserve(possible + lz4_block_bytes(stored));
  LZ4F_decompressOptions_t options{};
  options.stableDst = 1;
  std::size_t hint = 1;
  while (hint != 0 && !stored.empty()) {
    std::size_t produced = out.free_space().size(), consumed = stored.size();
    hint = LZ4F_decompress(raw, out.free_space().data(), &produced, stored.data(), &consumed, &options);
    if (LZ4F_isError(hint)) return fail(ErrorCode::corrupt, "LZ4 data is damaged: {}", LZ4F_getErrorName(hint));
    out.added(produced);
    stored = stored.subspan(consumed);
    if (produced == 0 && consumed == 0) break;
  }
  if (out.view().size() > size) return fail(ErrorCode::corrupt, "the chunk is longer than {} bytes", size);
  if (hint != 0 && out.view().size() == size) return fail(ErrorCode::truncated, "the LZ4 frame has no end");
  return missing(out, size);
}

std::optional<Error> decompress_bz2(Bytes stored, uint32_t size, ChunkBuffer& out) {
  bz_stream stream{};
  if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) return fail(ErrorCode::out_of_memory, "no memory for bzip2");
  const std::unique_ptr<bz_stream, decltype(&BZ2_bzDecompressEnd)> guard(&stream, BZ2_bzDecompressEnd);
  stream.next_in = const_cast<char*>(reinterpret_cast<const char*>(stored.data()));
  stream.avail_in = static_cast<unsigned>(stored.size());
  int status = BZ_OK;
  while (status == BZ_OK) {
    const bool room = make_room(out, size);
    char end_of_stream_probe;
    const std::size_t space = room ? std::min<std::size_t>(out.free_space().size(), size - out.view().size()) : 0;
    stream.next_out = room ? reinterpret_cast<char*>(out.free_space().data()) : &end_of_stream_probe;
    stream.avail_out = room ? static_cast<unsigned>(space) : 1;
    const unsigned before_in = stream.avail_in, before_out = stream.avail_out;
    status = BZ2_bzDecompress(&stream);
    if (room) out.added(before_out - stream.avail_out);
    if (!room && stream.avail_out == 0) return fail(ErrorCode::corrupt, "the chunk is longer than {} bytes", size);
    if (status == BZ_OK && before_in == stream.avail_in && before_out == stream.avail_out) break;  // cut
  }
  if (status == BZ_DATA_ERROR || status == BZ_DATA_ERROR_MAGIC) {
    return fail(ErrorCode::corrupt, "bzip2 data is damaged");
  }
  if (status != BZ_STREAM_END && status != BZ_OK) return fail(ErrorCode::corrupt, "bzip2 failed with {}", status);
  return missing(out, size);
}

}  // namespace

std::string_view to_string(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "none";
    case Compression::lz4:
      return "lz4";
    case Compression::bz2:
      return "bz2";
  }
  return "none";
}

Result<Compression> parse_compression(std::string_view word) {
  if (word == "none") return Compression::none;
  if (word == "lz4") return Compression::lz4;
  if (word == "bz2") return Compression::bz2;
  return fail(ErrorCode::unsupported, "unknown chunk compression '{}'", word);
}

void ChunkBuffer::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto grown = std::make_unique_for_overwrite<std::byte[]>(capacity);
  if (size_ > 0) std::memcpy(grown.get(), data_.get(), size_);
  data_ = std::move(grown);
  capacity_ = capacity;
}

std::optional<Error> decompress(Compression compression, Bytes stored, uint32_t size, ChunkBuffer& out) {
  out.clear();
  switch (compression) {
    case Compression::none:
      out.reserve(stored.size());
      if (!stored.empty()) std::memcpy(out.free_space().data(), stored.data(), stored.size());
      out.added(stored.size());
      return std::nullopt;
    case Compression::lz4:
      return decompress_lz4(stored, size, out);
    case Compression::bz2:
      return decompress_bz2(stored, size, out);
  }
  return std::nullopt;
}

struct Compressor::State {
  Compression compression;
  LZ4F_cctx* lz4 = nullptr;
  std::vector<std::byte> buffer;

  ~State() {
    if (lz4 != nullptr) LZ4F_freeCompressionContext(lz4);
  }

  // The frame the ROS 1 reader accepts: independent blocks, a content checksum, no content size.
  Result<Bytes> frame(Bytes records) {
    LZ4F_preferences_t preferences{};
    preferences.frameInfo.blockSizeID = LZ4F_max1MB;
    preferences.frameInfo.blockMode = LZ4F_blockIndependent;
    preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
    preferences.autoFlush = 1;  // no block is copied before it is compressed
    buffer.resize(LZ4F_HEADER_SIZE_MAX + LZ4F_compressBound(records.size(), &preferences));
    std::size_t written = LZ4F_compressBegin(lz4, buffer.data(), buffer.size(), &preferences);
    const auto append = [&](auto&& call) {
      if (LZ4F_isError(written)) return;
      const std::size_t more = call(buffer.data() + written, buffer.size() - written);
      written = LZ4F_isError(more) ? more : written + more;
    };
    append([&](void* to, std::size_t room) {
      return LZ4F_compressUpdate(lz4, to, room, records.data(), records.size(), nullptr);
    });
    append([&](void* to, std::size_t room) { return LZ4F_compressEnd(lz4, to, room, nullptr); });
    if (LZ4F_isError(written)) return fail(ErrorCode::internal, "LZ4 failed: {}", LZ4F_getErrorName(written));
    return Bytes(buffer).first(written);
  }

  Result<Bytes> bzip(Bytes records) {
    buffer.resize(records.size() + records.size() / 100 + 601);  // bzip2's stated worst case
    auto written = static_cast<unsigned>(buffer.size());
    const int status =
        BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(buffer.data()), &written,
                                 const_cast<char*>(reinterpret_cast<const char*>(records.data())),
                                 static_cast<unsigned>(records.size()), /*blockSize100k=*/9, 0, /*workFactor=*/30);
    if (status != BZ_OK) return fail(ErrorCode::internal, "bzip2 failed with {}", status);
    return Bytes(buffer).first(written);
  }
};

Compressor::Compressor(Compression compression) : state_(std::make_unique<State>()) {
  state_->compression = compression;
  if (compression == Compression::lz4) LZ4F_createCompressionContext(&state_->lz4, LZ4F_VERSION);
}
Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;

Result<Bytes> Compressor::operator()(Bytes records) {
  if (state_->compression == Compression::lz4) return state_->frame(records);
  if (state_->compression == Compression::bz2) return state_->bzip(records);
  return records;
}

}  // namespace gs::rosbag1
