// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/message_zstd.h"

#include <zstd.h>

namespace gs::logio::rosbag2 {
namespace {
constexpr uint64_t kMaxMessageBytes = 1ull << 30;
}

bool is_zstd(Bytes bytes) { return bytes.size() >= 4 && load_le<uint32_t>(bytes.data()) == ZSTD_MAGICNUMBER; }

Result<Bytes> MessageUnpacker::decode(Bytes compressed) {
  // rosbag2 writes frames with a content size; it is checked before memory is allocated.
  const unsigned long long size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return fail(ErrorCode::corrupt, "a compressed message does not state its size");
  }
  GS_CHECK(check_decoded_size(Codec::zstd, compressed.size(), size, kMaxMessageBytes));
  GS_CHECK(decoder_.decode(Codec::zstd, compressed, buffer_.reset(size)));
  return buffer_.bytes();
}

}  // namespace gs::logio::rosbag2
