// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages that rosbag2 compressed one by one. Recognised by content: no CDR message starts like a zstd frame.
#pragma once

#include "gs/logio/codec/codec.h"

namespace gs::rosbag2 {

bool is_zstd(Bytes bytes);

class MessageUnpacker {
 public:
  // Borrowed until the next call.
  Result<Bytes> decode(Bytes compressed);

 private:
  Decoder decoder_;
  Buffer buffer_;
};

}  // namespace gs::rosbag2
