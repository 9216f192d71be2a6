// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes ROS 1 bags for rosbag and other players.
//
//   GS_TRY(auto bag, create_rosbag1("drive.bag", {.codec = Codec::lz4}));
//   GS_TRY(const uint32_t odom, bag->add_channel(channel));  // message_encoding "ros1"
//   GS_CHECK(bag->write(odom, stamp, stamp, 0, bytes));
//   GS_CHECK(bag->close());
#pragma once

#include <filesystem>
#include <memory>

#include "gs/logio/api/log.h"
#include "gs/logio/codec/codec.h"

namespace gs::logio {

// Compression and chunk size.
struct Rosbag1WriterOptions {
  Codec codec = Codec::none;          // none, lz4 or bz2
  uint32_t chunk_bytes = 768u << 10;  // a chunk is closed at this size; the default of rosbag
};

// Creates a bag. Channels must hold ROS 1 messages (message_encoding "ros1") with md5sum in the metadata. Attachments
// and metadata records return unsupported. Needs memory for one chunk. Errors: invalid_option for zstd.
Result<std::unique_ptr<LogWriter>> create_rosbag1(const std::filesystem::path& path,
                                                  const Rosbag1WriterOptions& options);

}  // namespace gs::logio
