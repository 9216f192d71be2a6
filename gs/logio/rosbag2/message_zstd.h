// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages that rosbag2 compressed one by one. Recognized by the zstd magic: no CDR message begins with it.
#pragma once

#include "gs/logio/codec/codec.h"

namespace gs::logio::rosbag2 {

// True if the message begins with the zstd magic.
bool is_zstd(Bytes bytes);

// Decompresses messages with reused memory.
class MessageUnpacker {
 public:
  // Returns the decompressed message, borrowed until the next call. Errors: corrupt; limit_exceeded above 1 GiB.
  Result<Bytes> decode(Bytes compressed);

 private:
  Decoder decoder_;
  Buffer buffer_;
};

}  // namespace gs::logio::rosbag2
