// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The two streams of phase 4C: metadata of frames, and every other message of the device. Internal.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "gs/convert/errors.h"
#include "gs/convert/layouts.h"
#include "gs/convert/output_stream.h"
#include "gs/convert/survey.h"
#include "gs/logio/vrs/ordered_writer.h"

namespace gs {

// Keys of one frame come as one message each, with the frame's log time: they are gathered into one record.
class MetadataStream {
 public:
  static constexpr vrs::StreamId kId{vrs::recordable::sensor, 1};
  static vrs::StreamTags tags();

  // frame: the stream the metadata belongs to.
  Converted<Done> write(const MessageView& message, const OutputStream& frame);
  // Writes what was gathered; call when log time moves on, or when it is full.
  Converted<Done> flush(vrs::OrderedWriter& out);
  // True when so many bytes of keys and values are gathered that they make a record of their own.
  bool is_full() const { return pending_bytes_ >= kMaxPendingBytes; }
  uint64_t count() const { return count_; }  // messages

 private:
  static constexpr std::size_t kMaxPendingBytes = 1 << 20;
  std::map<std::string, vrs_layout::FrameMetadata> pending_;  // by topic
  std::size_t pending_bytes_ = 0;
  uint64_t count_ = 0;
};

class DeviceStream {
 public:
  static constexpr vrs::StreamId kId{vrs::recordable::sensor, 2};
  static vrs::StreamTags tags();

  // Definitions of the channels' types go into the configuration; statics in front of the first record of the file.
  void begin(const std::set<const LogChannel*>& channels, const std::vector<StaticMessage>& statics,
             vrs::OrderedWriter& out);
  Converted<Done> write(const MessageView& message, double time, vrs::OrderedWriter& out);
  uint64_t count() const { return count_; }

 private:
  uint64_t count_ = 0;
};

}  // namespace gs
