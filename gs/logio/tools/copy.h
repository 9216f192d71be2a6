// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Copies messages from one log to another. Used by gs-log convert, filter, merge, sort and recover.
//
//   KeepMessages keep;
//   GS_TRY(const CopyReport report, copy_log(*from, *to, keep, {.read = {.topics = {"/odom"}}}, progress, problems));
//   GS_CHECK(to->close());
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/logio/api/log.h"

namespace gs::logio {

// Converts channels and payloads during a copy.
class MessageConverter {
 public:
  virtual ~MessageConverter() = default;
  // Returns the output channel. Called once per channel, before its messages. An error leaves the channel out.
  virtual Result<LogChannel> convert_channel(const LogChannel& channel) = 0;
  // Returns the output payload, borrowed until the next call. An error leaves the message out.
  virtual Result<Bytes> convert_payload(const LogChannel& channel, Bytes payload) = 0;
};

// Copies channels and payloads unchanged.
class KeepMessages final : public MessageConverter {
 public:
  Result<LogChannel> convert_channel(const LogChannel& channel) override { return channel; }
  Result<Bytes> convert_payload(const LogChannel&, Bytes payload) override { return payload; }
};

// Selection and treatment of the messages.
struct CopyOptions {
  ReadOptions read;               // topics, times, order, threads
  bool has_publish_times = true;  // the output stores publish times and sequence numbers; if not, a notice counts them
  bool keep_latched = true;       // copy latched messages from before read.begin, with log time read.begin
};

// Counts of a copy.
struct CopyReport {
  uint64_t messages = 0;
  uint64_t bytes = 0;                       // sum of the payloads, before conversion
  uint64_t latched = 0;                     // latched messages from before the time window, included in `messages`
  std::map<std::string, uint64_t> skipped;  // topic -> number of messages that could not be converted
};

// Copies the selected messages. Channels or messages that cannot be converted are left out and reported; a write error
// ends the copy. Attachments and metadata are copied if the output format has them, otherwise a notice is added.
// Channels without messages are kept. Does not close the output. Errors: those of reading and writing; interrupted.
Result<CopyReport> copy_log(const LogReader& from, LogWriter& to, MessageConverter& converter,
                            const CopyOptions& options, Progress& progress, Problems& problems);

}  // namespace gs::logio
