// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/record_scan.h"

#include <algorithm>
#include <cstring>

#include "gs/logio/mcap/chunk.h"

namespace gs::logio::mcap {
namespace {

constexpr uint64_t kRunBytes = 1 << 20;  // messages outside chunks form segments of about this size
constexpr std::size_t kChannelIds = 1 << 16;
constexpr uint64_t kPassedStep = 32ull << 20;  // bytes between two calls of `passed`

Timestamp time_of(uint64_t ns) { return {static_cast<int64_t>(ns)}; }

// Scans records one by one. After damage it resumes at the next position where a record certainly begins.
class RecordScanner {
 public:
  RecordScanner(Bytes file, const ScanRange& range, FileIndex& index, Report& report)
      : file_(file), range_(range), index_(index), report_(report), at_(range.begin) {}

  void run(const std::function<void(uint64_t)>& passed) {
    // `told`: offset of the last call of `passed`.
    uint64_t told = at_;
    while (at_ < range_.end && !ended_) {
      if (!step()) skip_damage();
      if (at_ - told >= kPassedStep) passed(told = at_);
    }
    close_run();
    if (range_.to_end_of_data && !ended_) {
      forget_message_indexes();
      report_.add(Severity::error, fail(ErrorCode::truncated, "the file ends without its last records; it was cut"),
                  file_.size(), Op::data_end);
    }
  }

 private:
  // Consumes one record; false if there cannot be one at the current position.
  bool step() {
    const uint64_t left = range_.end - at_;
    if (left < kPrefixBytes) return false;
    const auto op = static_cast<Op>(file_[at_]);
    const auto length = load_le<uint64_t>(file_.data() + at_ + 1);
    if (op == Op{0}) return false;
    if (op == Op::chunk) return chunk();
    if (length > left - kPrefixBytes) return false;
    const RecordView record{op, at_, file_.subspan(at_ + kPrefixBytes, length)};
    if (!take(record)) return false;
    last_begin_ = at_;
    at_ += kPrefixBytes + length;
    return true;
  }

  // Adds a record to the index; false if its content is invalid.
  bool take(const RecordView& record) {
    switch (record.op) {
      case Op::message:
        return message(record);
      case Op::message_index:
        return message_index(record);
      case Op::schema:
        if (const auto schema = parse<Schema>(record.content)) {
          return index_.definitions.add_schema(*schema, record.offset, report_), true;
        }
        return false;
      case Op::channel:
        if (const auto channel = parse<Channel>(record.content)) {
          return index_.definitions.add_channel(*channel, record.offset, report_), true;
        }
        return false;
      case Op::attachment:
        return index_.attachments.push_back({record.offset, kPrefixBytes + record.content.size()}), true;
      case Op::metadata:
        return index_.metadata.push_back({record.offset, kPrefixBytes + record.content.size()}), true;
      case Op::data_end:
        if (record.content.size() != 4) return false;
        index_.data_end = record.offset;
        return ended_ = true;
      case Op::footer:
        return ended_ = record.content.size() == 20;
      default:
        return true;  // unknown and private opcodes are skipped by their length
    }
  }

  // Extends the current run of loose messages, or begins one.
  bool message(const RecordView& record) {
    if (record.content.size() < Message::kHeadBytes) return false;
    const auto id = load_le<uint16_t>(record.content.data());
    const Timestamp time = time_of(load_le<uint64_t>(record.content.data() + 6));
    if (!in_run_) {
      in_run_ = true;
      in_refs_.assign(kChannelIds, false);
      run_ = Segment{.offset = record.offset, .start = time, .end = time, .first_ref = index_.refs.size()};
    }
    run_.start = std::min(run_.start, time);
    run_.end = std::max(run_.end, time);
    run_.length = record.offset + kPrefixBytes + record.content.size() - run_.offset;
    if (!in_refs_[id]) index_.refs.push_back({.channel_id = id});
    in_refs_[id] = true;
    if (run_.length >= kRunBytes) close_run();
    last_chunk_ = false;
    return true;
  }

  // Ends the current run of loose messages and adds it as a segment.
  void close_run() {
    if (!in_run_) return;
    in_run_ = false;
    run_.ref_count = index_.refs.size() - run_.first_ref;
    index_.segments.push_back(run_);
  }

  // Adds a chunk as a segment. A cut chunk is accepted only at the end of the file.
  bool chunk() {
    const auto view = read_chunk_at(file_.first(range_.end), at_);
    if (!view) return false;
    if (!view->complete && (!range_.to_end_of_data || view->chunk.uncompressed_size > kMaxChunkBytes)) {
      report_.add(Severity::error,
                  fail(ErrorCode::limit_exceeded, "states {} decoded bytes, but only {} stored bytes are in the file",
                       view->chunk.uncompressed_size, view->chunk.records.size()),
                  at_, Op::chunk);
      return false;
    }
    close_run();
    const Chunk& chunk = view->chunk;
    // Complete chunks end by their record length; a cut one ends with the file.
    const auto records_end = static_cast<uint64_t>(chunk.records.data() + chunk.records.size() - file_.data());
    const uint64_t end = view->complete ? at_ + kPrefixBytes + load_le<uint64_t>(file_.data() + at_ + 1) : records_end;
    index_.segments.push_back({.offset = at_,
                               .length = end - at_,
                               .is_chunk = true,
                               .compression = chunk.compression,
                               .decoded_bytes = chunk.uncompressed_size,
                               .start = time_of(chunk.message_start_time),
                               .end = time_of(chunk.message_end_time),
                               .first_ref = index_.refs.size()});
    last_begin_ = at_;
    at_ = end;
    last_chunk_ = true;
    return true;
  }

  // Assigns an index to the chunk in front of it. Chunks from the summary have their own list and are skipped here.
  bool message_index(const RecordView& record) {
    if (record.content.size() < 6) return false;
    if (!last_chunk_) return true;
    index_.refs.push_back({load_le<uint16_t>(record.content.data()), record.offset});
    ++index_.segments.back().ref_count;
    return true;
  }

  // If damage follows directly, the last MessageIndex records of a chunk may be missing: its list cannot be used to
  // find all messages.
  void forget_message_indexes() {
    if (last_chunk_) index_.segments.back().ref_count = 0;
  }

  void skip_damage() {
    forget_message_indexes();
    // The length of the previous record may be wrong, so search from inside it. The length of a chunk was checked.
    const uint64_t from = last_chunk_ ? at_ + 1 : std::max(range_.begin, last_begin_) + 1;
    const uint64_t next = find_next_record(file_, std::max(from, searched_), range_.end, index_.definitions);
    searched_ = next + 1;
    const uint64_t damage = next < at_ ? last_begin_ : at_;
    if (next < at_) drop_last_record();
    close_run();
    // An incomplete record at the very end means that the file was cut; run() reports that as an error.
    const Op op = static_cast<Op>(file_[damage]);
    const uint64_t lost = next - damage;
    if (next == range_.end && range_.to_end_of_data) {
      report_.add(Severity::warning, fail(ErrorCode::truncated, "no complete record in the last {} bytes", lost),
                  damage, op);
    } else {
      report_.add(Severity::error, fail(ErrorCode::corrupt, "no valid record; {} bytes are skipped", lost), damage, op);
    }
    at_ = next;
    last_begin_ = next;
    last_chunk_ = false;
  }

  // Removes the last message: a valid record begins inside it, so its length was wrong.
  void drop_last_record() {
    close_run();
    if (index_.segments.empty() || index_.segments.back().is_chunk) return;
    Segment& run = index_.segments.back();
    if (run.offset + run.length <= last_begin_) return;
    if (run.offset == last_begin_) return index_.segments.pop_back();
    run.length = last_begin_ - run.offset;
  }

  Bytes file_;
  ScanRange range_;
  FileIndex& index_;
  Report& report_;
  uint64_t at_, last_begin_ = 0, searched_ = 0;
  bool ended_ = false, in_run_ = false, last_chunk_ = false;
  Segment run_;
  std::vector<bool> in_refs_;  // by channel id: named in the refs of run_
};

// Length of the record at `offset`, prefix included; 0 if the opcode or the length is invalid.
uint64_t plausible_record(Bytes file, uint64_t offset, uint64_t end) {
  if (offset > end || end - offset < kPrefixBytes) return 0;
  const auto op = static_cast<Op>(file[offset]);
  const auto length = load_le<uint64_t>(file.data() + offset + 1);
  if (op < Op::header || op > Op::data_end || length > end - offset - kPrefixBytes) return 0;
  return kPrefixBytes + length;
}

// True if a chunk record begins at `offset`: known compression, and record length = header + stored bytes.
bool is_chunk_at(Bytes file, uint64_t offset, uint64_t end) {
  const auto view = read_chunk_at(file.first(end), offset);
  if (!view || (!view->complete && end != file.size())) return false;
  const Chunk& chunk = view->chunk;
  const bool known = chunk.compression.empty() || chunk.compression == "lz4" || chunk.compression == "zstd";
  const std::size_t head = 8 + 8 + 8 + 4 + 4 + chunk.compression.size() + 8;
  const auto length = load_le<uint64_t>(file.data() + offset + 1);
  return known && chunk.uncompressed_size <= kMaxChunkBytes && chunk.uncompressed_size > 0 &&
         (!view->complete || length == head + chunk.records.size());
}

// True if kChain consecutive records have valid opcodes and lengths, and messages refer to defined channels. One record
// alone could match by chance.
bool is_message_run_at(Bytes file, uint64_t offset, uint64_t end, const Definitions& definitions) {
  constexpr int kChain = 3;
  for (int i = 0; i < kChain; ++i) {
    const uint64_t length = plausible_record(file, offset, end);
    if (length == 0) return false;
    const auto op = static_cast<Op>(file[offset]);
    if (op == Op::message) {
      if (length < kPrefixBytes + Message::kHeadBytes) return false;
      if (!definitions.has_channel(load_le<uint16_t>(file.data() + offset + kPrefixBytes))) return false;
    }
    offset += length;
    if (offset == end || op == Op::data_end) return i > 0;
  }
  return true;
}

}  // namespace

uint64_t find_next_record(Bytes file, uint64_t from, uint64_t end, const Definitions& definitions) {
  for (uint64_t at = from; at + kPrefixBytes < end; ++at) {
    const auto op = static_cast<Op>(file[at]);
    // No record is 2^40 bytes long: this one comparison rules out most offsets.
    if ((op != Op::chunk && op != Op::message) || load_le<uint64_t>(file.data() + at + 1) >> 40 != 0) continue;
    if (op == Op::chunk && is_chunk_at(file, at, end)) return at;
    if (op == Op::message && is_message_run_at(file, at, end, definitions)) return at;
  }
  return end;
}

void survey(Bytes file, const ScanRange& range, FileIndex& index, Report& report,
            const std::function<void(uint64_t)>& passed) {
  const uint64_t end = std::min<uint64_t>(range.end, file.size());
  RecordScanner(file, {std::min(range.begin, end), end, range.to_end_of_data}, index, report).run(passed);
}

}  // namespace gs::logio::mcap
