// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/segment_loader.h"

#include <algorithm>

#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/message_picker.h"

namespace gs::logio::mcap {
namespace {

// Goes through the records of a segment, collects the selected messages and reports invalid records.
class Walk {
 public:
  Walk(const Selection& selection, uint64_t file_offset, bool in_chunk, LoadedSegment& out)
      : selection_(selection), file_offset_(file_offset), in_chunk_(in_chunk), out_(out) {}

  // Inner loop of reading: no function call per message, no allocation except the growing list.
  void run(Bytes records) {
    const std::byte* at = records.data();
    const std::byte* const end = at + records.size();
    // In locals: the compiler must assume that push_back() changes what members point to.
    const LogChannel* const* channels = selection_.channel_by_id.data();
    const uint8_t* wanted = selection_.wanted_by_id.data();
    const std::size_t ids = selection_.channel_by_id.size();
    const bool all_times = selection_.all_times();
    while (static_cast<std::size_t>(end - at) >= kPrefixBytes) {
      const auto op = static_cast<Op>(*at);
      const auto length = load_le<uint64_t>(at + 1);
      const std::byte* content = at + kPrefixBytes;
      // Behind a length that does not fit nothing can be found; rest_bytes() tells how much that is.
      if (length > static_cast<std::size_t>(end - content)) break;
      if (op == Op::message && length >= Message::kHeadBytes) {
        const auto id = load_le<uint16_t>(content);
        if (id < ids && wanted[id] != 0) {
          const MessageView view = view_of(channels[id], content, length);
          if (all_times || selection_.wants(view.log_time)) out_.messages.push_back(view);
        } else if (id >= ids || channels[id] == nullptr) {
          undeclared(id, static_cast<uint64_t>(at - records.data()));
        }
      } else {
        other({op, static_cast<uint64_t>(at - records.data()), {content, length}});
      }
      at = content + length;
    }
    rest_bytes_ = static_cast<uint64_t>(end - at);
  }
  uint64_t rest_bytes() const { return rest_bytes_; }

 private:
  // Inside chunks, offsets count in the decoded records, so the problem is placed at the chunk.
  void add(Severity severity, Error error, uint64_t offset, Op op) {
    if (in_chunk_) error.message += format(" ({} bytes into the chunk's records)", offset);
    out_.report.add(severity, std::move(error), in_chunk_ ? file_offset_ : file_offset_ + offset, op);
  }

  // Reported once per segment.
  void undeclared(uint16_t id, uint64_t offset) {
    if (std::exchange(undeclared_told_, true)) return;
    add(Severity::error, fail(ErrorCode::corrupt, "message of channel {}, which the file does not define", id), offset,
        Op::message);
  }

  // Checks a record that is not a usable message.
  void other(const RecordView& record) {
    switch (record.op) {
      case Op::message:
        return add(Severity::error,
                   fail(ErrorCode::corrupt, "a message of {} bytes is too short", record.content.size()), record.offset,
                   record.op);
      case Op::chunk:
        if (!in_chunk_) return;
        return add(Severity::error, fail(ErrorCode::corrupt, "a chunk inside a chunk is not allowed; it is skipped"),
                   record.offset, record.op);
      case Op::schema:
        if (const auto schema = parse<Schema>(record.content)) return check(*schema, schema->name, record);
        return add(Severity::error, fail(ErrorCode::corrupt, "schema cannot be read"), record.offset, record.op);
      case Op::channel:
        if (const auto channel = parse<Channel>(record.content)) return check(*channel, channel->topic, record);
        return add(Severity::error, fail(ErrorCode::corrupt, "channel cannot be read"), record.offset, record.op);
      default:
        return;
    }
  }

  // Definitions were collected when the file was opened; a conflicting one inside a chunk is reported here.
  template <class Definition>
  void check(const Definition& found, std::string_view called, const RecordView& record) {
    if (selection_.index->definitions.compare(found) != Definitions::Match::conflict) return;
    add(Severity::error,
        fail(ErrorCode::corrupt, "{} id {} has a second, different definition '{}'; the first is kept",
             record.op == Op::channel ? "channel" : "schema", found.id, called),
        record.offset, record.op);
  }

  const Selection& selection_;
  uint64_t file_offset_;
  bool in_chunk_;
  LoadedSegment& out_;
  uint64_t rest_bytes_ = 0;
  bool undeclared_told_ = false;
};

// Loads a chunk: selected messages through the index if possible, else the whole chunk with its checksum.
void load_chunk(const Selection& selection, const Segment& segment, Decoder& decoder, LoadedSegment& out) {
  const auto view = read_chunk_at(selection.file, segment.offset);
  if (!view) return out.report.add(Severity::error, view.error(), segment.offset, Op::chunk);
  // The chunk header is used; a different size in the summary is reported.
  if (view->chunk.uncompressed_size != segment.decoded_bytes) {
    out.report.add(Severity::error,
                   fail(ErrorCode::corrupt, "the chunk states {} decoded bytes, the summary {}",
                        view->chunk.uncompressed_size, segment.decoded_bytes),
                   segment.offset, Op::chunk);
  }
  // 1. Single messages through the index.
  const bool selective = !selection.whole_chunks && (!selection.all_channels || !selection.all_times());
  if (selective && pick_messages(selection, segment, *view, decoder, out)) return;
  // 2. The whole chunk; if it is damaged, skip it or decode it again as far as possible.
  DecodeOptions options{.verify_crc = selection.verify_crc};
  auto decoded = decode_chunk(*view, options, decoder, out.buffer);
  if (!decoded) {
    Error error = decoded.error();
    error.message += selection.salvage ? "; its readable messages are delivered" : "; the chunk is skipped";
    out.report.add(Severity::error, std::move(error), segment.offset, Op::chunk);
    if (!selection.salvage) return;
    options.damaged = Damaged::salvage;
    decoded = decode_chunk(*view, options, decoder, out.buffer);
    if (!decoded) return;
  }
  // 3. Collect its messages, and report bytes that are missing or not a record.
  Walk walk(selection, segment.offset, true, out);
  walk.run(decoded->records);
  if (decoded->missing_bytes > 0) {
    out.report.add(
        Severity::error,
        fail(ErrorCode::truncated, "the last {} of {} bytes of the chunk are missing; {} messages are delivered",
             decoded->missing_bytes, view->chunk.uncompressed_size, out.messages.size()),
        segment.offset, Op::chunk);
  } else if (walk.rest_bytes() > 0 && !selection.salvage) {
    out.report.add(Severity::error,
                   fail(ErrorCode::corrupt, "the last {} bytes of the chunk are not a record", walk.rest_bytes()),
                   segment.offset, Op::chunk);
  }
}

}  // namespace

void load_segment(const Selection& selection, std::size_t position, Decoder& decoder, LoadedSegment& out) {
  const Segment& segment = selection.index->segments[position];
  out.position = position;
  out.messages.clear();
  out.report.file = selection.name;
  if (segment.is_chunk) {
    load_chunk(selection, segment, decoder, out);
  } else {
    Walk(selection, segment.offset, false, out).run(selection.file.subspan(segment.offset, segment.length));
  }
  // Stable sort: equal times keep their file order. Most segments are sorted already.
  if (selection.order == Order::file) return;
  const auto earlier = [order = selection.order](const MessageView& a, const MessageView& b) {
    return key_of(a, order) < key_of(b, order);
  };
  if (!std::is_sorted(out.messages.begin(), out.messages.end(), earlier)) {
    std::stable_sort(out.messages.begin(), out.messages.end(), earlier);
  }
}

}  // namespace gs::logio::mcap
