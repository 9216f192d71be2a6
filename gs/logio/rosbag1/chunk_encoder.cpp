// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/chunk_encoder.h"

#include <lz4frame.h>

namespace gs::logio::rosbag1 {

struct ChunkEncoder::State {
  Codec codec = Codec::none;
  LZ4F_cctx* lz4 = nullptr;
  Encoder encoder;
  Buffer buffer;

  ~State() {
    if (lz4 != nullptr) LZ4F_freeCompressionContext(lz4);
  }

  // ROS 1 has its own LZ4 frame reader (roslz4). It accepts only frames like those of its writer: independent blocks, a
  // content checksum, no content size.
  Result<Bytes> lz4_frame(Bytes records) {
    if (lz4 == nullptr && LZ4F_isError(LZ4F_createCompressionContext(&lz4, LZ4F_VERSION))) {
      return fail(ErrorCode::out_of_memory, "no memory for the LZ4 encoder");
    }
    LZ4F_preferences_t preferences{};
    preferences.frameInfo.blockSizeID = LZ4F_max64KB;
    preferences.frameInfo.blockMode = LZ4F_blockIndependent;
    preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
    const MutableBytes room = buffer.reset(LZ4F_compressFrameBound(records.size(), &preferences));
    LZ4F_compressOptions_t options{};
    options.stableSrc = 1;
    std::size_t written = LZ4F_compressBegin(lz4, room.data(), room.size(), &preferences);
    const auto append = [&](auto&& call) {
      if (LZ4F_isError(written)) return;
      const std::size_t more = call(room.data() + written, room.size() - written);
      written = LZ4F_isError(more) ? more : written + more;
    };
    append([&](void* to, std::size_t space) {
      return LZ4F_compressUpdate(lz4, to, space, records.data(), records.size(), &options);
    });
    append([&](void* to, std::size_t space) { return LZ4F_compressEnd(lz4, to, space, &options); });
    if (LZ4F_isError(written)) return fail(ErrorCode::internal, "LZ4 failed: {}", LZ4F_getErrorName(written));
    return buffer.bytes().first(written);
  }
};

ChunkEncoder::ChunkEncoder(Codec codec) : state_(std::make_unique<State>()) { state_->codec = codec; }
ChunkEncoder::~ChunkEncoder() = default;
ChunkEncoder::ChunkEncoder(ChunkEncoder&&) noexcept = default;

Result<Bytes> ChunkEncoder::operator()(Bytes records) {
  if (state_->codec == Codec::none) return records;
  if (state_->codec == Codec::lz4) return state_->lz4_frame(records);
  GS_CHECK(state_->encoder.encode(state_->codec, 0, records, state_->buffer));
  return state_->buffer.bytes();
}

}  // namespace gs::logio::rosbag1
