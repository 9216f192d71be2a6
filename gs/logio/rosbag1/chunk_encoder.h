// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compresses the records of a chunk.
#pragma once

#include <memory>

#include "gs/logio/codec/codec.h"

namespace gs::logio::rosbag1 {

// Encoder of one bag, with reused memory.
class ChunkEncoder {
 public:
  explicit ChunkEncoder(Codec codec);  // none, lz4 or bz2
  ~ChunkEncoder();
  ChunkEncoder(ChunkEncoder&&) noexcept;
  ChunkEncoder& operator=(ChunkEncoder&&) = delete;

  // Returns the stored form of `records`, borrowed until the next call. With Codec::none it is the input itself.
  Result<Bytes> operator()(Bytes records);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gs::logio::rosbag1
