// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Delivers the messages of a bag in file or time order. Used by LogReader::read().
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gs/logio/api/log.h"
#include "gs/logio/rosbag1/index.h"

namespace gs::logio::rosbag1 {

// References from a stream to its reader.
struct BagView {
  Bytes file;
  std::string_view name;
  const BagIndex& index;
  const std::vector<LogChannel>& channels;
};

// Starts a read. Publish-time order equals log-time order: bags store one time. Errors: topic_not_found.
Result<std::unique_ptr<MessageStream>> make_stream(const BagView& bag, const ReadOptions& options, Problems& problems);

}  // namespace gs::logio::rosbag1
