// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Times of all messages from the MessageIndex records, which lie uncompressed behind each chunk.
#include <algorithm>

#include "gs/logio/mcap/message_picker.h"
#include "gs/logio/mcap/read_ahead.h"
#include "gs/logio/mcap/reader.h"

namespace gs::logio {

bool McapReader::visit_times(const VisitTime& visit) const {
  const mcap::NoReadAhead no_read_ahead(mapped_);
  // A hostile summary may list one index many times: real entries take 16 bytes of the file each.
  uint64_t left = bytes_.size() / 16;
  constexpr std::size_t kSegmentsBetweenDrops = 64;
  for (std::size_t i = 0; i < index_.segments.size(); ++i) {
    const mcap::Segment& segment = index_.segments[i];
    if (!segment.is_chunk || (segment.ref_count == 0 && segment.has_times())) return false;  // messages without index
    for (const mcap::ChannelRef& ref : index_.refs_of(segment)) {
      const auto entries = mcap::message_index_entries(bytes_, ref);
      const auto channel = std::ranges::lower_bound(file_ids_, ref.channel_id);
      if (!entries || channel == file_ids_.end() || *channel != ref.channel_id) return false;
      if (entries->size() / 16 > left) return false;
      left -= entries->size() / 16;
      const auto id = static_cast<uint32_t>(channel - file_ids_.begin());
      for (std::size_t at = 0; at < entries->size(); at += 16) {
        visit(id, Timestamp{static_cast<int64_t>(load_le<uint64_t>(entries->data() + at))});
      }
    }
    // The kernel maps pages around each index; they are dropped so that a large file needs little memory.
    if (mapped_ && i % kSegmentsBetweenDrops == kSegmentsBetweenDrops - 1) {
      const uint64_t from = index_.segments[i + 1 - kSegmentsBetweenDrops].offset;
      if (segment.offset > from) mapped_->drop_pages(from, segment.offset - from);
    }
  }
  return true;
}

}  // namespace gs::logio
