// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/message_picker.h"

#include <algorithm>

namespace gs::logio::mcap {
namespace {

constexpr uint64_t kEntryBytes = 16;

// Index entry of a selected message.
struct Pick {
  uint64_t offset = 0;  // in the decoded records
  uint64_t log_time = 0;
  uint16_t channel_id = 0;
};

// All selected messages of a chunk.
struct Picks {
  std::vector<Pick> wanted;  // by offset
  uint64_t end = 0;          // decode up to here: offset of the message after the last selected one, or the end
};

// Calls use(log time, offset) for each entry.
template <class Use>
void for_each_entry(Bytes entries, Use&& use) {
  for (std::size_t at = 0; at < entries.size(); at += kEntryBytes) {
    use(load_le<uint64_t>(entries.data() + at), load_le<uint64_t>(entries.data() + at + 8));
  }
}

// False if the indexes have more entries than messages fit into the chunk. A hostile summary may list one index many
// times, and each time would cost memory and time.
bool entries_fit(const Selection& selection, const Segment& segment, uint64_t records_bytes) {
  uint64_t left = records_bytes / (kPrefixBytes + Message::kHeadBytes);
  for (const ChannelRef& ref : selection.index->refs_of(segment)) {
    const uint64_t entries = message_index_entries(selection.file, ref).value_or(Bytes{}).size() / kEntryBytes;
    if (entries > left) return false;
    left -= entries;
  }
  return true;
}

// Collects the selected entries by offset, and the end of the last selected message. nullopt if an index is missing.
std::optional<Picks> find_picks(const Selection& selection, const Segment& segment, uint64_t records_bytes) {
  Picks picks;
  const auto refs = selection.index->refs_of(segment);
  for (const ChannelRef& ref : refs) {
    if (!selection.wants(ref.channel_id)) continue;
    const auto entries = message_index_entries(selection.file, ref);
    if (!entries) return std::nullopt;
    for_each_entry(*entries, [&](uint64_t time, uint64_t offset) {
      if (selection.wants(Timestamp{static_cast<int64_t>(time)}))
        picks.wanted.push_back({offset, time, ref.channel_id});
    });
  }
  // Decode up to the first message, of any channel, behind the last selected one.
  if (picks.wanted.empty()) return picks;
  std::sort(picks.wanted.begin(), picks.wanted.end(), [](const Pick& a, const Pick& b) { return a.offset < b.offset; });
  picks.end = records_bytes;
  const uint64_t last = picks.wanted.back().offset;
  for (const ChannelRef& ref : refs) {
    for_each_entry(message_index_entries(selection.file, ref).value_or(Bytes{}), [&](uint64_t, uint64_t offset) {
      if (offset > last) picks.end = std::min(picks.end, offset);
    });
  }
  return picks;
}

// Message record that the index entry refers to; null if opcode, length, channel or time disagree.
const std::byte* record_of(const Pick& pick, Bytes records) {
  if (pick.offset > records.size() || records.size() - pick.offset < kPrefixBytes + Message::kHeadBytes) return nullptr;
  const std::byte* at = records.data() + pick.offset;
  const auto length = load_le<uint64_t>(at + 1);
  const bool agrees = static_cast<Op>(*at) == Op::message && length >= Message::kHeadBytes &&
                      length <= records.size() - pick.offset - kPrefixBytes &&
                      load_le<uint16_t>(at + kPrefixBytes) == pick.channel_id &&
                      load_le<uint64_t>(at + kPrefixBytes + 6) == pick.log_time;
  return agrees ? at : nullptr;
}

// Decodes the records up to picks.end; nullopt if that is more than half of the chunk, or fails.
std::optional<Bytes> records_for(const Picks& picks, const Chunk& chunk, Decoder& decoder, Buffer& buffer) {
  const auto codec = parse_codec(chunk.compression);
  if (codec == Codec::none) return chunk.records;
  const bool pays = picks.end <= chunk.uncompressed_size / 2;
  if (!codec || !pays) return std::nullopt;
  if (!check_decoded_size(*codec, chunk.records.size(), chunk.uncompressed_size, kMaxChunkBytes)) return std::nullopt;
  if (decoder.decode_prefix(*codec, chunk.records, buffer.reset(picks.end)) < picks.end) return std::nullopt;
  return buffer.bytes();
}

}  // namespace

std::optional<Bytes> message_index_entries(Bytes file, const ChannelRef& ref) {
  if (ref.message_index_offset == 0 || ref.message_index_offset > file.size()) return std::nullopt;
  RecordCursor cursor(file, ref.message_index_offset);
  RecordView record;
  if (!cursor.next(record) || record.op != Op::message_index || record.content.size() < 6) return std::nullopt;
  if (load_le<uint16_t>(record.content.data()) != ref.channel_id) return std::nullopt;
  const uint32_t bytes = load_le<uint32_t>(record.content.data() + 2);
  if (bytes % kEntryBytes != 0 || bytes > record.content.size() - 6) return std::nullopt;
  return record.content.subspan(6, bytes);
}

bool pick_messages(const Selection& selection, const Segment& segment, const ChunkView& view, Decoder& decoder,
                   LoadedSegment& out) {
  if (segment.ref_count == 0 || !view.complete) return false;
  const auto codec = parse_codec(view.chunk.compression);
  if (!codec) return false;
  const uint64_t possible = std::min(kMaxChunkBytes, max_decoded_bytes(*codec, view.chunk.records.size()));
  if (!entries_fit(selection, segment, std::min(view.chunk.uncompressed_size, possible))) return false;
  const auto picks = find_picks(selection, segment, view.chunk.uncompressed_size);
  if (!picks) return false;
  if (picks->wanted.empty()) return true;
  const auto records = records_for(*picks, view.chunk, decoder, out.buffer);
  if (!records) return false;
  uint64_t picked_bytes = 0;
  for (const Pick& pick : picks->wanted) {
    const std::byte* at = record_of(pick, *records);
    if (at == nullptr) return out.messages.clear(), false;
    const auto length = load_le<uint64_t>(at + 1);
    picked_bytes += length;
    out.messages.push_back(view_of(selection.channel_by_id[pick.channel_id], at + kPrefixBytes, length));
  }
  // Above a quarter of the chunk, reading it whole is nearly as fast and verifies its checksum.
  if (picked_bytes <= view.chunk.uncompressed_size / 4) return true;
  return out.messages.clear(), false;
}

}  // namespace gs::logio::mcap
