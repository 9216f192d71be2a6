// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/file_index.h"

#include <algorithm>
#include <set>

#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/record_scan.h"
#include "gs/logio/mcap/summary.h"

namespace gs::logio::mcap {
namespace {

using Passed = std::function<void(uint64_t)>;

Timestamp time_of(uint64_t ns) { return {static_cast<int64_t>(ns)}; }

// True if the range, prefix included, lies inside the first `end` bytes of the file.
bool lies_before(Place place, uint64_t end) {
  return place.length >= kPrefixBytes && place.offset < end && place.length <= end - place.offset;
}

// True if the file holds a record of this kind and length at `place`.
bool record_is_at(Bytes file, Place place, Op op) {
  return lies_before(place, file.size()) && static_cast<Op>(file[place.offset]) == op &&
         load_le<uint64_t>(file.data() + place.offset + 1) == place.length - kPrefixBytes;
}

// Builds the index in three steps: summary or scan, missing channel definitions from chunks, message counts.
class Builder {
 public:
  Builder(Bytes file, const std::string& name, const Passed& passed) : file_(file), passed_(passed), report_{name} {}

  Result<FileIndex> build(Problems& problems) {
    // 1. Segments, attachments and metadata: from the summary, else by scanning the whole file.
    uint64_t begin = std::min(kMagic.size(), file_.size());
    read_header(begin);
    auto summary = read_summary(file_, report_);
    if (summary) {
      take_summary(*summary, begin);
    } else {
      survey(file_, {begin, file_.size(), true}, index_, report_, passed_);
    }
    std::sort(index_.segments.begin(), index_.segments.end(),
              [](const Segment& a, const Segment& b) { return a.offset < b.offset; });
    // 2. Definitions that exist only inside chunks. 3. Message counts and time range.
    learn_from_chunks();
    finish_counts();
    report_.hand_over(problems);
    return std::move(index_);
  }

 private:
  // Reads profile and library, and moves `begin` behind the header. A missing header is a warning only.
  void read_header(uint64_t& begin) {
    RecordCursor cursor(file_, begin);
    RecordView record;
    if (!cursor.next(record) || record.op != Op::header) {
      report_.add(Severity::warning, fail(ErrorCode::corrupt, "the file does not begin with a header"), begin,
                  Op::header);
      return;
    }
    begin = cursor.offset();
    const auto header = parse<Header>(record.content);
    if (!header) {
      report_.add(Severity::warning, header.error(), record.offset, Op::header);
      return;
    }
    index_.profile = header->profile;
    index_.library = header->library;
  }

  // Uses the records that the summary lists, and scans the gaps between them for messages outside chunks and for chunks
  // and attachments without an index.
  void take_summary(Summary& summary, uint64_t begin) {
    index_.from_summary = true;
    index_.definitions = std::move(summary.definitions);
    index_.statistics = std::move(summary.statistics);
    std::vector<Place> known;
    for (const ChunkIndex& chunk : summary.chunks) take_chunk_index(chunk, summary, known);
    take_places(summary.attachments, Op::attachment, summary, index_.attachments, known);
    take_places(summary.metadata, Op::metadata, summary, index_.metadata, known);
    std::sort(known.begin(), known.end(), [](Place a, Place b) { return a.offset < b.offset; });
    for (const Place& place : known) {
      if (place.offset > begin) survey(file_, {begin, place.offset, false}, index_, report_, passed_);
      begin = std::max(begin, place.offset + place.length);
    }
    if (begin < summary.begin) survey(file_, {begin, summary.begin, false}, index_, report_, passed_);
    drop_double_chunks();
  }

  // Adds a chunk of the summary if its byte range lies in the data section. Without a summary checksum the record
  // itself is checked too.
  void take_chunk_index(const ChunkIndex& chunk, const Summary& summary, std::vector<Place>& known) {
    // The MessageIndex records follow the chunk directly; both must end before the summary.
    const Place place{chunk.chunk_start_offset, chunk.chunk_length};
    const bool inside =
        lies_before(place, summary.begin) && chunk.message_index_length <= summary.begin - place.offset - place.length;
    if (!inside || (!summary.checked && !record_is_at(file_, place, Op::chunk))) {
      report_.add(Severity::error,
                  fail(ErrorCode::corrupt, "the summary lists a chunk at this offset, but there is none"), place.offset,
                  Op::chunk_index);
      return;
    }
    Segment segment{.offset = place.offset,
                    .length = place.length,
                    .is_chunk = true,
                    .compression = chunk.compression,
                    .decoded_bytes = chunk.uncompressed_size,
                    .start = time_of(chunk.message_start_time),
                    .end = time_of(chunk.message_end_time),
                    .first_ref = index_.refs.size(),
                    .ref_count = chunk.message_index_offsets.size()};
    for (const auto& [id, offset] : chunk.message_index_offsets) index_.refs.push_back({id, offset});
    index_.segments.push_back(segment);
    known.push_back({place.offset, place.length + chunk.message_index_length});
    passed_(place.offset);
  }

  // Adds attachments or metadata of the summary. Some writers state a length without the prefix, so only the offset is
  // used. A record with a wrong offset is still found: the scan of the gaps finds it.
  void take_places(const std::vector<Place>& places, Op op, const Summary& summary, std::vector<Place>& out,
                   std::vector<Place>& known) {
    for (const Place& place : places) {
      RecordCursor cursor(file_.first(summary.begin), std::min(place.offset, summary.begin));
      RecordView record;
      if (!cursor.next(record) || record.op != op) {
        report_.add(Severity::warning,
                    fail(ErrorCode::corrupt, "the summary lists a record at this offset, but there is none"),
                    place.offset, op);
        continue;
      }
      out.push_back({record.offset, cursor.offset() - record.offset});
      known.push_back(out.back());
    }
  }

  // Removes segments that overlap an earlier one, so that no message is delivered twice.
  void drop_double_chunks() {
    std::stable_sort(index_.segments.begin(), index_.segments.end(),
                     [](const Segment& a, const Segment& b) { return a.offset < b.offset; });
    uint64_t end = 0;
    const auto overlaps = [&](const Segment& segment) {
      if (segment.offset < end) {
        report_.add(Severity::error, fail(ErrorCode::corrupt, "overlaps the previous chunk and is ignored"),
                    segment.offset, Op::chunk);
        return true;
      }
      end = segment.offset + segment.length;
      return false;
    };
    std::erase_if(index_.segments, overlaps);
  }

  // True if every channel that has messages, according to the statistics, is defined outside chunks.
  bool statistics_name_only_known_channels() const {
    if (!index_.statistics) return false;
    const auto& counts = index_.statistics->channel_message_counts;
    if (counts.empty() && index_.statistics->message_count > 0) return false;
    return std::all_of(counts.begin(), counts.end(),
                       [&](const auto& entry) { return index_.definitions.is_complete(entry.first); });
  }

  // Decodes chunks that may define channels not yet known. A definition stands in front of the first message that uses
  // it, so each channel is searched in its first chunk only.
  void learn_from_chunks() {
    const bool told = statistics_name_only_known_channels();
    std::set<uint16_t> looked_for;
    for (Segment& segment : index_.segments) {
      bool wanted = segment.ref_count == 0 && !told;
      for (const ChannelRef& ref : index_.refs_of(segment)) {
        wanted |= !index_.definitions.is_complete(ref.channel_id) && looked_for.insert(ref.channel_id).second;
      }
      if (segment.is_chunk && wanted) learn(segment);
      passed_(segment.offset);
    }
  }

  // Reads the definitions of one chunk, and lists its channels if the chunk has no message index.
  void learn(Segment& segment) {
    const auto view = read_chunk_at(file_, segment.offset);
    if (!view) return;  // reported when it is read
    const auto decoded = decode_chunk(*view, {.verify_crc = false, .damaged = Damaged::salvage}, decoder_, buffer_);
    if (!decoded) return;
    RecordCursor cursor(decoded->records);
    std::map<uint16_t, uint64_t> counts;
    for (RecordView record; cursor.next(record);) {
      if (record.op == Op::schema) {
        if (const auto schema = parse<Schema>(record.content)) {
          index_.definitions.add_schema(*schema, segment.offset, report_);
        }
      } else if (record.op == Op::channel) {
        if (const auto channel = parse<Channel>(record.content)) {
          index_.definitions.add_channel(*channel, segment.offset, report_);
        }
      } else if (record.op == Op::message && record.content.size() >= Message::kHeadBytes) {
        ++counts[load_le<uint16_t>(record.content.data())];
      }
    }
    if (segment.ref_count > 0 || counts.empty()) return;
    segment.first_ref = index_.refs.size();
    segment.ref_count = counts.size();
    for (const auto& [id, count] : counts) index_.refs.push_back({.channel_id = id});
  }

  // Takes counts and times from the Statistics record, else counts every segment.
  void finish_counts() {
    if (index_.statistics) {
      const Statistics& statistics = *index_.statistics;
      index_.message_count = statistics.message_count;
      for (const auto& [id, count] : statistics.channel_message_counts) index_.message_counts[id] = count;
      if (statistics.message_count == 0) return;
      index_.start = time_of(statistics.message_start_time);
      index_.end = time_of(statistics.message_end_time);
      return;
    }
    for (const Segment& segment : index_.segments) {
      count(segment);
      passed_(segment.offset);
    }
  }

  void extend(Timestamp time) {
    index_.start = index_.start ? std::min(*index_.start, time) : time;
    index_.end = index_.end ? std::max(*index_.end, time) : time;
  }

  // Counts the messages of a segment, by its message indexes if possible, else by reading it.
  void count(const Segment& segment) {
    if (segment.is_chunk && count_by_index(segment)) return;
    Bytes records = file_.subspan(segment.offset, segment.length);
    if (segment.is_chunk) {
      const auto view = read_chunk_at(file_, segment.offset);
      if (!view) return;
      const auto decoded = decode_chunk(*view, {.verify_crc = false, .damaged = Damaged::salvage}, decoder_, buffer_);
      if (!decoded) return;
      records = decoded->records;
    }
    RecordCursor cursor(records);
    for (RecordView record; cursor.next(record);) {
      if (record.op != Op::message || record.content.size() < Message::kHeadBytes) continue;
      ++index_.message_count;
      ++index_.message_counts[load_le<uint16_t>(record.content.data())];
      extend(time_of(load_le<uint64_t>(record.content.data() + 6)));
    }
  }

  // A MessageIndex record has 16 bytes per message. False if an index record is missing or invalid.
  bool count_by_index(const Segment& segment) {
    const auto refs = index_.refs_of(segment);
    if (refs.empty() || !segment.has_times()) return false;
    std::map<uint16_t, uint64_t> counts;
    for (const ChannelRef& ref : refs) {
      RecordCursor cursor(file_, std::min<uint64_t>(ref.message_index_offset, file_.size()));
      RecordView record;
      if (ref.message_index_offset == 0 || !cursor.next(record)) return false;
      if (record.op != Op::message_index || record.content.size() < 6) return false;
      const uint64_t entries = load_le<uint32_t>(record.content.data() + 2) / 16;
      if (entries * 16 > record.content.size() - 6) return false;
      counts[ref.channel_id] += entries;
    }
    for (const auto& [id, entries] : counts) {
      index_.message_counts[id] += entries;
      index_.message_count += entries;
    }
    extend(segment.start), extend(segment.end);
    return true;
  }

  Bytes file_;
  const Passed& passed_;
  Report report_;
  FileIndex index_;
  Decoder decoder_;
  Buffer buffer_;
};

}  // namespace

Result<FileIndex> build_file_index(Bytes file, const std::string& name, Magic magic, Problems& problems,
                                   const Passed& passed) {
  if (!as_text(file).starts_with(kMagic)) {
    Error error = fail(ErrorCode::corrupt, "not an MCAP file (wrong first bytes): {}", name);
    if (magic == Magic::needed) return error;
    problems.add(Severity::error, std::move(error), name);
  }
  return Builder(file, name, passed).build(problems);
}

}  // namespace gs::logio::mcap
