// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/testing/piece_reader.h"

#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

namespace gs::logio::vrs {
namespace {

// Limits of one fetch of compressed bytes, unless the piece is larger.
constexpr std::size_t kMinFetchBytes = 4 << 10, kMaxFetchBytes = 2 << 20;

// Result of one call of a streaming decoder.
struct Step {
  std::size_t consumed = 0, produced = 0;
  std::size_t wanted = 0;  // compressed bytes that the decoder asks for next
};

// Streaming decoder for both codecs.
class Decoder {
 public:
  explicit Decoder(Codec codec) : codec_(codec) { LZ4F_createDecompressionContext(&lz4_, LZ4F_VERSION); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() {
    LZ4F_freeDecompressionContext(lz4_);
    ZSTD_freeDStream(zstd_);
  }

  // Decodes from `from` to `to`; may consume and produce less than offered.
  Result<Step> step(Bytes from, MutableBytes to) {
    if (codec_ == Codec::lz4) {
      Step step{.consumed = from.size(), .produced = to.size()};
      step.wanted = LZ4F_decompress(lz4_, to.data(), &step.produced, from.data(), &step.consumed, nullptr);
      if (LZ4F_isError(step.wanted)) return fail(ErrorCode::corrupt, "lz4: {}", LZ4F_getErrorName(step.wanted));
      return step;
    }
    ZSTD_inBuffer input{from.data(), from.size(), 0};
    ZSTD_outBuffer output{to.data(), to.size(), 0};
    const std::size_t wanted = ZSTD_decompressStream(zstd_, &output, &input);
    if (ZSTD_isError(wanted)) return fail(ErrorCode::corrupt, "zstd: {}", ZSTD_getErrorName(wanted));
    return Step{.consumed = input.pos, .produced = output.pos, .wanted = wanted};
  }

 private:
  Codec codec_;
  LZ4F_dctx* lz4_ = nullptr;
  ZSTD_DStream* zstd_ = ZSTD_createDStream();
};

// Imitates the buffer of the official reader.
class PieceReader {
 public:
  PieceReader(Codec codec, Bytes stored, std::size_t plain_bytes)
      : decoder_(codec), on_disk_(stored), left_(plain_bytes) {}

  Result<void> take(MutableBytes piece) {
    const std::size_t need = piece.size();
    while (!piece.empty()) {
      // The last piece fetches everything that remains, other pieces at least their own size.
      const bool fetched = buffered_.empty() && !on_disk_.empty();
      if (fetched) fetch(need >= left_ + (need - piece.size()) ? on_disk_.size() : need);
      GS_TRY(const Step step, decoder_.step(buffered_, piece));
      buffered_ = buffered_.subspan(step.consumed);
      piece = piece.subspan(step.produced);
      left_ -= step.produced;
      wanted_ = step.wanted;
      if (!fetched && step.produced == 0) {
        return fail(ErrorCode::truncated, "piece of {} bytes: the buffer gave no byte after {} bytes", need,
                    need - piece.size());
      }
    }
    return {};
  }

 private:
  // Fetches the next compressed bytes, at least as many as the decoder asked for.
  void fetch(std::size_t bytes) {
    bytes = std::max(bytes, std::clamp(wanted_, kMinFetchBytes, kMaxFetchBytes));
    buffered_ = on_disk_.first(std::min(bytes, on_disk_.size()));
    on_disk_ = on_disk_.subspan(buffered_.size());
  }

  Decoder decoder_;
  Bytes on_disk_, buffered_;
  std::size_t left_;  // uncompressed bytes not delivered yet
  std::size_t wanted_ = 0;
};

}  // namespace

Result<std::vector<std::byte>> read_in_pieces(Codec codec, Bytes stored, std::span<const std::size_t> piece_bytes) {
  std::size_t total = 0;
  for (const std::size_t bytes : piece_bytes) total += bytes;
  std::vector<std::byte> out(total);
  if (codec == Codec::none) {
    if (stored.size() != total) return fail(ErrorCode::truncated, "{} bytes stored for {}", stored.size(), total);
    std::copy(stored.begin(), stored.end(), out.begin());
    return out;
  }
  PieceReader reader(codec, stored, total);
  MutableBytes rest = out;
  for (const std::size_t bytes : piece_bytes) {
    GS_CHECK(reader.take(rest.first(bytes)));
    rest = rest.subspan(bytes);
  }
  return out;
}

std::vector<std::size_t> piece_bytes_of(const RecordContent& content) {
  std::vector<std::size_t> sizes;
  for (const ContentBlock& block : content.blocks) {
    std::size_t fixed = 0;
    if (block.layout) {
      const DataLayout& layout = block.layout->layout();
      fixed = layout.fixed_bytes() + 8 * layout.variable_count();
      sizes.push_back(fixed);
    }
    sizes.push_back(block.bytes.size() - fixed);
  }
  return sizes;
}

Result<PieceCounts> read_file_in_pieces(const std::filesystem::path& path) {
  Problems problems;
  GS_TRY(const MappedFile file, MappedFile::open(path));
  GS_TRY(const Reader reader, Reader::open(path, problems));
  ContentReader contents(reader);
  PieceCounts counts;
  std::vector<std::byte> buffer;
  for (std::size_t i = 0; i < reader.records().size(); ++i) {
    const RecordInfo& info = reader.records()[i];
    GS_TRY(const Record record, reader.read(info, buffer));
    GS_TRY(const RecordContent content, contents.decode(i, record));
    if (info.type != RecordType::data) continue;
    // Decode the stored bytes again, in pieces.
    const uint32_t head = reader.header().record_header_bytes;
    const Bytes stored = file.bytes().subspan(info.offset + head, info.bytes - head);
    const auto pieces = read_in_pieces(record.header.codec, stored, piece_bytes_of(content));
    const bool same =
        pieces && std::equal(pieces->begin(), pieces->end(), record.payload.begin(), record.payload.end());
    if (content.image() != nullptr) {
      ++(same ? counts.images : counts.failed_images);
    } else {
      ++(same ? counts.others : counts.failed_others);
    }
  }
  return counts;
}

}  // namespace gs::logio::vrs
