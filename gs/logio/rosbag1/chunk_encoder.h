// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The stored form of a chunk's records.
#pragma once

#include <memory>

#include "gs/logio/codec/codec.h"

namespace gs::rosbag1 {

class ChunkEncoder {
 public:
  explicit ChunkEncoder(Codec codec);  // none, lz4 or bz2
  ~ChunkEncoder();
  ChunkEncoder(ChunkEncoder&&) noexcept;
  ChunkEncoder& operator=(ChunkEncoder&&) = delete;

  // Borrowed until the next call; with Codec::none the input itself.
  Result<Bytes> operator()(Bytes records);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gs::rosbag1
