// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rebuilds the index of a bag by scanning it, after an interrupted recording or damage.
#include <algorithm>
#include <map>

#include "gs/logio/rosbag1/index.h"

namespace gs::logio::rosbag1 {
namespace {

// Messages outside chunks are collected in runs of about this many bytes.
constexpr uint64_t kMaxBareRunBytes = 64ull << 20;

// Parses record after record; after damage it resumes at the next chunk record.
class Scan {
 public:
  Scan(Bytes file, std::string_view name, Problems& problems) : file_(file), name_(name), problems_(problems) {}

  BagIndex run() {
    uint64_t offset = kMagic.size();
    while (offset < file_.size()) offset = step(offset);
    return std::move(index_);
  }

 private:
  // Takes the record at `offset` and returns the offset of the next one.
  uint64_t step(uint64_t offset) {
    const auto record = read_record(file_, offset);
    if (!record) return cut_or_damaged(offset, record.error());
    const auto fields = Fields::parse(record->header);
    const auto op = fields ? op_of(*fields) : Result<Op>(fields.error());
    if (!op) return damaged(offset, op.error());
    switch (*op) {
      case Op::chunk: {
        auto chunk = read_chunk_ref(file_, offset);
        if (!chunk) return damaged(offset, chunk.error());
        take(*std::move(chunk));
        break;
      }
      case Op::connection: {
        auto connection = parse_connection(*fields, record->data);
        auto added = connection ? index_.add(*std::move(connection)) : Result<void>(connection.error());
        if (!added) report(Severity::error, added.error(), offset);
        break;
      }
      case Op::message:
        take_bare(*record);
        break;
      default:
        break;
    }
    return record->end;
  }

  // Decodes a chunk and adds its messages and connections.
  void take(ChunkRef chunk) {
    chunk.index_offset = chunk.cut ? 0 : chunk.data_offset + chunk.stored_bytes;
    const ChunkRecords decoded = decode_chunk(file_, chunk, decoder_, buffer_);
    ChunkContents contents = read_contents(file_, chunk, decoded.records);
    if (decoded.damage) {
      report(Severity::error, *decoded.damage, chunk.position);
    } else if (contents.damage) {
      report(Severity::error,
             fail(contents.damage->code, "chunk damaged at its byte {}: {}", contents.damage_offset,
                  contents.damage->message),
             chunk.position);
    }
    add_contents(std::move(contents), std::move(chunk));
  }

  // Adds a message outside chunks: to the run directly in front of it, or to a new run.
  void take_bare(const Record& record) {
    const bool extends = !index_.chunks.empty() && index_.chunks.back().position == 0 &&
                         index_.chunks.back().data_offset + index_.chunks.back().stored_bytes == record.offset &&
                         index_.chunks.back().stored_bytes < kMaxBareRunBytes;
    ChunkRef run = extends ? std::move(index_.chunks.back()) : ChunkRef{.data_offset = record.offset};
    if (extends) index_.chunks.pop_back();
    run.stored_bytes = record.end - run.data_offset;
    run.size = static_cast<uint32_t>(run.stored_bytes);
    ChunkContents contents;
    walk_chunk(file_.subspan(record.offset, record.end - record.offset), 0, contents);
    add_contents(std::move(contents), std::move(run));
  }

  // Merges connections, message counts and time range into the index. Messages without a connection record are dropped.
  void add_contents(ChunkContents contents, ChunkRef chunk) {
    for (Connection& connection : contents.connections) {
      if (const auto added = index_.add(std::move(connection)); !added) {
        report(Severity::error, added.error(), chunk.position);
      }
    }
    // `chunk` may be a run of bare messages that grows by one message per call.
    std::map<uint32_t, uint32_t> counts(chunk.counts.begin(), chunk.counts.end());
    uint64_t orphans = 0;
    bool first = chunk.counts.empty();
    for (const ChunkMessage& message : contents.messages) {
      if (!index_.position_of_id.contains(message.connection)) {
        ++orphans;
        continue;
      }
      ++counts[message.connection];
      chunk.start = first ? message.time : std::min(chunk.start, message.time);
      chunk.end = first ? message.time : std::max(chunk.end, message.time);
      first = false;
    }
    if (orphans > 0) {
      report(Severity::error,
             fail(ErrorCode::corrupt, "{} messages dropped: their connections have no record", orphans),
             chunk.position);
    }
    chunk.counts.assign(counts.begin(), counts.end());
    index_.chunks.push_back(std::move(chunk));
  }

  // The record runs past the end of the file. Keeps the readable part if it is a chunk.
  uint64_t cut_or_damaged(uint64_t offset, const Error& error) {
    auto chunk = read_chunk_ref(file_, offset);
    if (!chunk) return damaged(offset, error);
    // Either the file ends inside this chunk, or its length is wrong and the next chunk begins inside it.
    const uint64_t next = find_chunk(chunk->data_offset, file_.size());
    chunk->stored_bytes = std::min<uint64_t>(chunk->stored_bytes, next - chunk->data_offset);
    report(Severity::error, fail(ErrorCode::truncated, "a chunk is cut after {} bytes", chunk->stored_bytes), offset);
    take(*std::move(chunk));
    return next;
  }

  // Skips to the next chunk record.
  uint64_t damaged(uint64_t offset, const Error& error) {
    const uint64_t next = find_chunk(offset + 1, file_.size());
    report(Severity::error, fail(error.code, "{}; {} bytes are skipped", error.message, next - offset), offset);
    return next;
  }

  // First offset from `begin` on where a chunk record parses; `end` if there is none. Searches for the op field first.
  uint64_t find_chunk(uint64_t begin, uint64_t end) const {
    static constexpr std::string_view kMark("\x04\0\0\0op=\x05", 8);
    const std::string_view text = as_text(file_);
    for (std::size_t at = text.find(kMark, begin); at != std::string_view::npos && at < end;
         at = text.find(kMark, at + 1)) {
      // Few and short fields precede "op", so the record starts at most 64 bytes earlier.
      const uint64_t earliest = std::max<uint64_t>(begin, at > 64 ? at - 64 : 0);
      for (uint64_t start = at >= 4 ? at - 4 : 0; start >= earliest && start > 0; --start) {
        if (read_chunk_ref(file_, start)) return start;
      }
    }
    return end;
  }

  void report(Severity severity, const Error& error, uint64_t offset) {
    problems_.add({.severity = severity,
                   .code = error.code,
                   .file = std::string(name_),
                   .place = at_offset(offset),
                   .message = error.message,
                   .hint = error.hint});
  }

  Bytes file_;
  std::string_view name_;
  Problems& problems_;
  BagIndex index_;
  Decoder decoder_;
  Buffer buffer_;
};

}  // namespace

BagIndex scan_bag(Bytes file, std::string_view name, Problems& problems) { return Scan(file, name, problems).run(); }

}  // namespace gs::logio::rosbag1
