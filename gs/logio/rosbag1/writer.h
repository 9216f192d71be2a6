// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes ROS 1 bags that rosbag, and everything else, plays.
#pragma once

#include <filesystem>
#include <memory>

#include "gs/logio/codec/codec.h"
#include "gs/logio/log.h"

namespace gs {

struct Rosbag1WriterOptions {
  Codec codec = Codec::none;          // none, lz4 or bz2
  uint32_t chunk_bytes = 768u << 10;  // a chunk is closed when it holds this much; rosbag's default
};

// Channels must carry ROS 1 messages (message_encoding "ros1") with their md5sum in the metadata. A bag has no
// attachments and no metadata: those calls return unsupported. Memory: one chunk.
Result<std::unique_ptr<LogWriter>> create_rosbag1(const std::filesystem::path& path,
                                                  const Rosbag1WriterOptions& options);

}  // namespace gs
