// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The two additional streams of phase 4C: frame metadata, and all other messages of the device. Internal.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "gs/convert/device_info.h"
#include "gs/convert/errors.h"
#include "gs/convert/streams/layouts.h"
#include "gs/convert/streams/output_stream.h"
#include "gs/logio/vrs/ordered_writer.h"

namespace gs::convert {

// Collects the metadata of a frame in one record. In the log each key is one message with the log time of the frame.
class MetadataStream {
 public:
  static constexpr logio::vrs::StreamId kId{logio::vrs::recordable::sensor, 1};
  // Tags of the stream.
  static logio::vrs::StreamTags tags();

  // Collects one key; `frame` is the stream that the metadata belongs to.
  Converted<Done> write(const logio::MessageView& message, const OutputStream& frame);
  // Writes the collected records. Call it when the log time changes, or when is_full().
  Converted<Done> flush(logio::vrs::OrderedWriter& out);
  // True when the collected keys and values reach 1 MiB.
  bool is_full() const { return pending_bytes_ >= kMaxPendingBytes; }
  // Number of messages so far.
  uint64_t count() const { return count_; }

 private:
  static constexpr std::size_t kMaxPendingBytes = 1 << 20;
  std::map<std::string, vrs_layout::FrameMetadata> pending_;  // by topic
  std::size_t pending_bytes_ = 0;
  uint64_t count_ = 0;
};

// Stores every other message of the device unchanged, with its type definition and a JSON text.
class DeviceStream {
 public:
  static constexpr logio::vrs::StreamId kId{logio::vrs::recordable::sensor, 2};
  // Tags of the stream.
  static logio::vrs::StreamTags tags();

  // Adds the type definitions of `channels` as configuration, and the static messages, in front of the first record of
  // the file.
  void begin(const std::set<const logio::LogChannel*>& channels, const std::vector<StaticMessage>& statics,
             logio::vrs::OrderedWriter& out);
  // Writes one message with the record time [s].
  Converted<Done> write(const logio::MessageView& message, double time, logio::vrs::OrderedWriter& out);
  uint64_t count() const { return count_; }

 private:
  uint64_t count_ = 0;
};

}  // namespace gs::convert
