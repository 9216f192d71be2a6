// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Copies messages from a log to another: the body of convert, filter, merge, sort and recover.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/logio/log.h"

namespace gs {

// What happens to channels and payloads on the way.
class MessageConverter {
 public:
  virtual ~MessageConverter() = default;
  // Called once a channel, before its messages.
  virtual Result<LogChannel> convert_channel(const LogChannel& channel) = 0;
  // Borrowed until the next call.
  virtual Result<Bytes> convert_payload(const LogChannel& channel, Bytes payload) = 0;
};

// Everything stays as it is.
class KeepMessages final : public MessageConverter {
 public:
  Result<LogChannel> convert_channel(const LogChannel& channel) override { return channel; }
  Result<Bytes> convert_payload(const LogChannel&, Bytes payload) override { return payload; }
};

struct CopyOptions {
  ReadOptions read;               // topics, times, order, threads
  bool has_publish_times = true;  // the output stores publish times and sequence numbers; else a notice counts them
  bool keep_latched = true;       // messages of latched topics from before read.begin, written at read.begin
};

struct CopyReport {
  uint64_t messages = 0;
  uint64_t bytes = 0;                       // of payloads, as read
  uint64_t latched = 0;                     // of the messages: from before the window
  std::map<std::string, uint64_t> skipped;  // topic -> messages that could not be converted
};

// A channel or message that cannot be converted is left out and reported; a failing output ends the copy. Attachments
// and metadata are copied where the output has them, a notice says where not. Channels without messages stay. The
// output is not closed.
Result<CopyReport> copy_log(const LogReader& from, LogWriter& to, MessageConverter& converter,
                            const CopyOptions& options, Progress& progress, Problems& problems);

}  // namespace gs
