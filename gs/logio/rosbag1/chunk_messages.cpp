// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/chunk_messages.h"

#include <algorithm>

namespace gs::logio::rosbag1 {
namespace {

// Selected index entries of a chunk.
struct WantedEntries {
  std::vector<std::pair<uint32_t, IndexEntry>> entries;  // (connection id, entry)
  uint32_t needed_bytes = 0;                             // decoded bytes up to the end of the last selected message
};

// Selects index entries of the chunk; nullopt if its index is missing or incomplete.
std::optional<WantedEntries> wanted_entries(Bytes file, const BagIndex& index, const ChunkRef& chunk,
                                            const Selection& selection) {
  // Splits the index into selected and other messages.
  const auto chunk_index = read_chunk_index(file, chunk);
  if (!chunk_index) return std::nullopt;
  WantedEntries wanted;
  std::vector<uint32_t> others;
  uint32_t last = 0;
  uint64_t indexed = 0;
  for (const IndexData& data : *chunk_index) {
    indexed += data.entries.size();
    const auto channel = index.position_of_id.find(data.connection);
    if (channel == index.position_of_id.end()) return std::nullopt;
    for (const IndexEntry& entry : data.entries) {
      if (selection.wants(channel->second) && selection.wants(entry.time)) {
        wanted.entries.emplace_back(data.connection, entry);
        last = std::max(last, entry.offset);
      } else {
        others.push_back(entry.offset);
      }
    }
  }
  // An index that lacks messages of the chunk would lose them silently.
  if (indexed != chunk.message_count()) return std::nullopt;
  // The last selected message ends where the next other message begins.
  wanted.needed_bytes = chunk.size;
  for (const uint32_t offset : others) {
    if (offset > last) wanted.needed_bytes = std::min(wanted.needed_bytes, offset);
  }
  return wanted;
}

// Reads only the selected messages, and decodes the chunk only up to the last of them. False if the index disagrees
// with the content; then the whole chunk is parsed.
bool read_by_index(Bytes file, const BagIndex& index, const ChunkRef& chunk, const Selection& selection,
                   Decoder& decoder, Run& run) {
  const auto wanted = wanted_entries(file, index, chunk, selection);
  if (!wanted) return false;
  if (wanted->entries.empty()) return true;
  const auto records = decode_chunk_start(file, chunk, wanted->needed_bytes, decoder, run.buffer);
  if (!records) return false;
  for (const auto& [connection, entry] : wanted->entries) {
    const auto message = message_at(*records, entry.offset);
    if (!message || message->connection != connection || message->time != entry.time) return false;
    run.messages.push_back(*message);
  }
  run.records = *records;
  std::ranges::sort(run.messages, {}, &ChunkMessage::offset);
  return true;
}

// Removes messages that are not selected, and replaces connection ids by channel ids.
void select(std::vector<ChunkMessage>& messages, const BagIndex& index, const Selection& selection) {
  uint32_t last_id = 0, last_channel = 0;
  bool known = false;
  std::erase_if(messages, [&](ChunkMessage& message) {
    if (!known || message.connection != last_id) {
      const auto found = index.position_of_id.find(message.connection);
      if (found == index.position_of_id.end()) return true;
      last_id = message.connection;
      last_channel = found->second;
      known = true;
    }
    message.connection = last_channel;
    return !selection.wants(last_channel) || !selection.wants(message.time);
  });
}

}  // namespace

bool may_match(const BagIndex& index, const ChunkRef& chunk, const Selection& selection) {
  // By the time range and connections of the chunk info.
  if (chunk.counts.empty()) return false;
  if (selection.begin && chunk.end < *selection.begin) return false;
  if (selection.end && chunk.start >= *selection.end) return false;
  return std::ranges::any_of(chunk.counts, [&](const auto& entry) {
    return entry.second > 0 && selection.wants(index.position_of_id.at(entry.first));
  });
}

namespace {

// Decodes a whole chunk and adds all its messages to the run.
class ChunkWalk {
 public:
  ChunkWalk(Bytes file, std::string_view name, const BagIndex& index, const ChunkRef& chunk, Run& run)
      : file_(file), name_(name), index_(index), chunk_(chunk), run_(run) {}

  void take(bool salvage, Decoder& decoder) {
    const ChunkRecords decoded = decode_chunk(file_, chunk_, decoder, run_.buffer);
    // With a wrong checksum, the decoded messages may never have been recorded like that.
    if (decoded.damage && !chunk_.cut && !salvage) return skip(*decoded.damage);
    run_.records = decoded.records;
    if (decoded.damage) report(decoded.damage->code, decoded.damage->message);
    ChunkContents contents = read_contents(file_, chunk_, run_.records);
    run_.messages = std::move(contents.messages);
    if (contents.damage && !decoded.damage) {
      report(contents.damage->code,
             format("chunk damaged at its byte {}: {}", contents.damage_offset, contents.damage->message));
    }
    if (run_.messages.size() < chunk_.message_count()) {
      report(ErrorCode::corrupt, format("{} of {} messages of the chunk are lost",
                                        chunk_.message_count() - run_.messages.size(), chunk_.message_count()));
    }
  }

 private:
  void skip(const Error& damage) {
    add(damage.code, format("{}; the chunk with its {} messages is skipped", damage.message, chunk_.message_count()),
        "'gs-log recover' keeps its decodable messages");
  }
  void report(ErrorCode code, std::string message) {
    if (index_.from_index) add(code, std::move(message), "");  // otherwise the scan has reported it
  }
  void add(ErrorCode code, std::string message, std::string hint) {
    run_.problems.push_back({.severity = Severity::error,
                             .code = code,
                             .file = std::string(name_),
                             .place = at_offset(chunk_.position),
                             .message = std::move(message),
                             .hint = std::move(hint)});
  }

  Bytes file_;
  std::string_view name_;
  const BagIndex& index_;
  const ChunkRef& chunk_;
  Run& run_;
};

}  // namespace

Run make_run(Bytes file, std::string_view name, const BagIndex& index, uint32_t chunk_number,
             const Selection& selection, Decoder& decoder) {
  const ChunkRef& chunk = index.chunks[chunk_number];
  Run run{.chunk = chunk_number};
  // Only topic filters use the index; with a time range alone, most chunks are needed as a whole.
  const bool pick = !selection.whole_chunks && !selection.channels.empty();
  if (!pick || !read_by_index(file, index, chunk, selection, decoder, run)) {
    run.messages.clear();
    ChunkWalk(file, name, index, chunk, run).take(selection.salvage, decoder);
  }
  select(run.messages, index, selection);
  if (selection.sort && !std::ranges::is_sorted(run.messages, {}, &ChunkMessage::time)) {
    std::ranges::stable_sort(run.messages, {}, &ChunkMessage::time);
  }
  return run;
}

void reload(Run& run, Bytes file, const BagIndex& index, Decoder& decoder) {
  run.records = decode_chunk(file, index.chunks[run.chunk], decoder, run.buffer).records;
}

}  // namespace gs::logio::rosbag1
