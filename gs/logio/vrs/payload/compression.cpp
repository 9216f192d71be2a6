// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/payload/compression.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "gs/core/parallel.h"
#include "gs/logio/vrs/format/file_header.h"
#include "gs/logio/vrs/payload/lz4_frame.h"

namespace gs::logio::vrs {
namespace {

// Smaller payloads are not compressed, as in the official library: the frame overhead would exceed the gain.
constexpr std::size_t kMinCompressedBytes = 250;
// Job size for parallel zstd. The job boundaries, and so the bytes, depend only on the payload.
constexpr std::size_t kZstdJobBytes = 1 << 20;

constexpr CompressionPreset kPresets[] = {
    {"none", {Codec::none, 0}, "as it is"},
    {"lz4", kQuickLz4, "LZ4, acceleration 16: quickest"},
    {"fast", {Codec::lz4, 0}, "LZ4 level 0"},
    {"tight", {Codec::lz4, 4}, "LZ4 high compression, level 4"},
    {"zstd", kDefaultCompression, "the same as zfast; default"},
    {"zfaster", {Codec::zstd, -1}, "zstd level -1"},
    {"zfast", {Codec::zstd, 1}, "zstd level 1"},
    {"zlight", {Codec::zstd, 3}, "zstd level 3"},
    {"zmedium", {Codec::zstd, 7}, "zstd level 7"},
    {"zheavy", {Codec::zstd, 12}, "zstd level 12"},
    {"zhigh", {Codec::zstd, 15}, "zstd level 15"},
    {"ztight", {Codec::zstd, 18}, "zstd level 18"},
    {"zmax", {Codec::zstd, 20}, "zstd level 20"},
};

std::size_t total_bytes(std::span<const Bytes> parts) {
  std::size_t total = 0;
  for (const Bytes& part : parts) total += part.size();
  return total;
}

// Copies the parts uncompressed.
void store_raw(std::span<const Bytes> parts, StoredPayload& out) {
  const std::size_t total = total_bytes(parts);
  std::byte* to = out.reserve(total);
  out.codec = Codec::none;
  out.uncompressed_bytes = 0;
  out.pieces.assign(total > 0 ? 1 : 0, Bytes(to, total));
  for (const Bytes& part : parts) to = std::copy(part.begin(), part.end(), to);
}

// Owner of a zstd context; one per thread.
struct CompressContext {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  CompressContext() = default;
  CompressContext(const CompressContext&) = delete;
  CompressContext& operator=(const CompressContext&) = delete;
  ~CompressContext() { ZSTD_freeCCtx(context); }
};

Result<std::size_t> check_zstd(std::size_t code) {
  if (ZSTD_isError(code)) return fail(ErrorCode::corrupt, "zstd: {}", ZSTD_getErrorName(code));
  return code;
}

// Writes one frame with content size and checksum to `to`; returns to.size() if the payload does not shrink.
Result<std::size_t> write_zstd_frame(int level, std::span<const Bytes> parts, std::size_t total, MutableBytes to) {
  thread_local CompressContext holder;
  ZSTD_CCtx* context = holder.context;
  if (context == nullptr) return fail(ErrorCode::out_of_memory, "out of memory: zstd encoder context");
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (total >= 2 * kZstdJobBytes) {
    // At least one worker, even with one thread: the output of zstd differs between zero and one worker, but not
    // between one and many.
    ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, std::clamp(thread_count(), 1, 16));
    ZSTD_CCtx_setParameter(context, ZSTD_c_jobSize, static_cast<int>(kZstdJobBytes));
  }
  ZSTD_CCtx_setPledgedSrcSize(context, total);
  ZSTD_outBuffer output{to.data(), to.size(), 0};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    ZSTD_inBuffer input{parts[i].data(), parts[i].size(), 0};
    std::size_t left = 1;
    while (last ? left != 0 : input.pos < input.size) {
      GS_TRY(left, check_zstd(ZSTD_compressStream2(context, &output, &input, last ? ZSTD_e_end : ZSTD_e_continue)));
      if (left != 0 && output.pos == output.size) return output.size;  // did not shrink
    }
  }
  return output.pos;
}

}  // namespace

std::span<const CompressionPreset> compression_presets() { return kPresets; }

Result<Compression> parse_compression(std::string_view name) {
  // Collects the names for the hint.
  std::string known;
  for (const CompressionPreset& preset : kPresets) {
    if (preset.name == name) return preset.compression;
    known += (known.empty() ? "" : ", ") + std::string(preset.name);
  }
  return fail(ErrorCode::invalid_option, "unknown compression '{}'", name).with_hint("one of: " + known);
}

std::size_t StoredPayload::size() const { return total_bytes(pieces); }

std::byte* StoredPayload::reserve(std::size_t count) {
  if (capacity_ < count) {
    memory_ = std::make_unique_for_overwrite<std::byte[]>(count);
    capacity_ = count;
  }
  return memory_.get();
}

Result<void> compress_payload(Compression compression, std::span<const Bytes> parts, StoredPayload& out) {
  const std::size_t total = total_bytes(parts);
  if (total >= UINT32_MAX - kRecordHeaderBytes) {
    return fail(ErrorCode::limit_exceeded, "record of {} bytes is too large: a VRS record has less than 4 GiB", total);
  }
  if (compression.codec == Codec::none || total < kMinCompressedBytes) return store_raw(parts, out), Result<void>{};
  if (compression.codec == Codec::lz4) {
    write_lz4_frame(compression.level, parts, out);
  } else {
    std::byte* to = out.reserve(total);
    GS_TRY(const std::size_t size, write_zstd_frame(compression.level, parts, total, {to, total}));
    out.pieces.assign(1, Bytes(to, size));
  }
  // No gain: store the payload uncompressed.
  if (out.size() >= total) return store_raw(parts, out), Result<void>{};
  out.codec = compression.codec;
  out.uncompressed_bytes = static_cast<uint32_t>(total);
  return {};
}

Result<std::size_t> append_zstd_frame(Bytes frame, uint64_t max_bytes, std::vector<std::byte>& out) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) return fail(ErrorCode::out_of_memory, "out of memory: zstd decoder context");
  const std::size_t base = out.size();
  // Other frames may follow; the output buffer must not grow with them.
  const std::size_t found = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (!ZSTD_isError(found)) frame = frame.first(found);
  ZSTD_inBuffer input{frame.data(), frame.size(), 0};
  for (std::size_t left = 1; left != 0;) {
    const std::size_t have = out.size() - base;
    // Double the output as it fills, so that a frame with a false size costs only memory for its real content.
    const uint64_t step = std::min<uint64_t>(max_bytes - have + 1, std::max<uint64_t>(have, frame.size() * 8 + 4096));
    out.resize(base + have + step);
    ZSTD_outBuffer output{out.data() + base + have, step, 0};
    const std::size_t before = input.pos;
    left = ZSTD_decompressStream(context.get(), &output, &input);
    out.resize(base + have + output.pos);
    if (ZSTD_isError(left)) return fail(ErrorCode::corrupt, "zstd: {}", ZSTD_getErrorName(left));
    if (out.size() - base > max_bytes)
      return fail(ErrorCode::corrupt, "zstd frame holds more than {} bytes", max_bytes);
    if (left != 0 && output.pos == 0 && input.pos == before) return fail(ErrorCode::truncated, "zstd frame is cut");
  }
  return input.pos;
}

Result<void> decompress_payload(Codec codec, Bytes stored, uint32_t uncompressed_bytes, std::vector<std::byte>& out) {
  out.clear();
  if (codec == Codec::none) {
    out.assign(stored.begin(), stored.end());
    return {};
  }
  if (codec == Codec::lz4) return read_lz4_frame(stored, uncompressed_bytes, out);
  GS_TRY(const std::size_t used, append_zstd_frame(stored, uncompressed_bytes, out));
  static_cast<void>(used);
  if (out.size() != uncompressed_bytes) {
    return fail(ErrorCode::corrupt, "zstd frame holds {} bytes, {} expected", out.size(), uncompressed_bytes);
  }
  return {};
}

}  // namespace gs::logio::vrs
