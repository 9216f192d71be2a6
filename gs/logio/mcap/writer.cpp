// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/writer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "gs/core/hash/crc32.h"
#include "gs/logio/mcap/chunk_builder.h"

namespace gs::logio {
namespace {

using namespace mcap;

constexpr std::size_t kLooseBytes = 1 << 20;  // buffer size for records outside chunks

struct ChannelState {
  LogChannel channel;
  uint16_t schema_id = 0;
  uint64_t message_count = 0;
  bool written = false;
};
struct SchemaState {
  LogSchema schema;
  bool written = false;
};

uint64_t raw(Timestamp time) { return static_cast<uint64_t>(time.ns); }

Schema record_of(const LogSchema& schema, std::size_t index) {
  return {static_cast<uint16_t>(index + 1), schema.name, schema.encoding, as_bytes(schema.data)};
}

Channel record_of(const ChannelState& state, std::size_t index) {
  Channel record{
      static_cast<uint16_t>(index + 1), state.schema_id, state.channel.topic, state.channel.message_encoding, {}};
  for (const auto& [key, value] : state.channel.metadata) record.metadata.emplace_back(key, value);
  return record;
}

// Equal in everything but the id.
bool same_channel(const LogChannel& a, const LogChannel& b) {
  const auto all = [](const LogChannel& c) {
    return std::tie(c.topic, c.message_encoding, c.schema.name, c.schema.encoding, c.schema.data, c.metadata);
  };
  return all(a) == all(b);
}

}  // namespace

struct McapWriter::State {
  State(std::unique_ptr<ByteSink> s, const McapWriterOptions& o, const PackOptions& pack)
      : sink(std::move(s)), options(o), packer(pack, o.chunks ? o.threads : 0), chunk(packer.fresh()) {}

  std::unique_ptr<ByteSink> sink;
  McapWriterOptions options;
  ChunkPacker packer;
  std::unique_ptr<ChunkBuilder> chunk;
  ByteWriter loose;     // records outside chunks, not yet written
  ByteWriter scratch;   // chunk heads and message indexes
  uint64_t offset = 0;  // of the next byte of the file
  uint32_t data_crc = 0;
  bool closed = false;

  std::vector<SchemaState> schemas;
  std::vector<ChannelState> channels;
  std::vector<ChunkIndex> chunk_indexes;  // `compression` views point to string constants
  ByteWriter attachment_indexes, metadata_indexes;
  Statistics statistics;

  Result<void> must_be_open() const {
    if (!closed) return {};
    return fail(ErrorCode::invalid_argument, "the log was closed already");
  }

  // Writes bytes of the data section.
  Result<void> emit(Bytes bytes) {
    if (options.data_crc) data_crc = crc32(bytes, data_crc);
    offset += bytes.size();
    return sink->write(bytes);
  }

  Result<void> flush_loose() {
    if (loose.size() == 0) return {};
    GS_CHECK(emit(loose.view()));
    loose.clear();
    return {};
  }

  // Writes the channel, and its schema if new, in front of the first message.
  void define(ChannelState& state) {
    ByteWriter& out = options.chunks ? chunk->records() : loose;
    if (state.schema_id != 0 && !schemas[state.schema_id - 1u].written) {
      append(out, record_of(schemas[state.schema_id - 1u].schema, state.schema_id - 1u));
      schemas[state.schema_id - 1u].written = true;
    }
    append(out, record_of(state, static_cast<std::size_t>(&state - channels.data())));
    state.written = true;
  }

  // Statistics record: counts and time range.
  void count(const Message& message, ChannelState& state) {
    const bool first = statistics.message_count++ == 0;
    ++state.message_count;
    statistics.message_start_time =
        first ? message.log_time : std::min(statistics.message_start_time, message.log_time);
    statistics.message_end_time = first ? message.log_time : std::max(statistics.message_end_time, message.log_time);
  }

  Result<void> write(const Message& message) {
    ChannelState& state = channels[message.channel_id - 1u];
    // A large message gets its own chunk: readers of small topics then need not decode it.
    const auto chunk_bytes = static_cast<uint64_t>(options.chunk_bytes);
    if (options.chunks && message.data.size() >= chunk_bytes) GS_CHECK(end_chunk());
    if (!state.written) define(state);
    count(message, state);
    if (!options.chunks) {
      append(loose, message);
      return loose.size() >= kLooseBytes ? flush_loose() : Result<void>{};
    }
    chunk->add(message);
    return chunk->size() >= chunk_bytes ? end_chunk() : Result<void>{};
  }

  // Queues the current chunk for packing and writes the chunks that are ready.
  Result<void> end_chunk() {
    if (chunk->empty()) return {};
    packer.put(std::move(chunk));
    chunk = packer.fresh();
    return write_packed(false);
  }

  // Writes packed chunks in order: those that are ready, or all of them.
  Result<void> write_packed(bool all) {
    while (true) {
      GS_TRY(auto packed, packer.get(all || packer.is_full()));
      if (packed == nullptr) return {};
      GS_CHECK(write_chunk(*packed));
      packer.recycle(std::move(packed));
    }
  }

  // Chunk record, then its MessageIndex records.
  Result<void> write_chunk(const ChunkBuilder& packed) {
    ChunkIndex index = packed.index();
    index.chunk_start_offset = offset;
    scratch.clear();
    packed.append_head(scratch);
    GS_CHECK(emit(scratch.view()));
    GS_CHECK(emit(packed.body()));
    index.chunk_length = offset - index.chunk_start_offset;
    ++statistics.chunk_count;
    if (options.message_index) {
      scratch.clear();
      index.message_index_offsets = packed.append_message_indexes(scratch);
      for (auto& [id, at] : index.message_index_offsets) at += offset;
      index.message_index_length = scratch.size();
      GS_CHECK(emit(scratch.view()));
    }
    if (options.chunk_index) chunk_indexes.push_back(std::move(index));
    return {};
  }

  // Writes an attachment or metadata record behind all chunks so far, so that its offset does not depend on threads.
  // Returns the offset.
  Result<uint64_t> emit_between(Bytes record) {
    GS_CHECK(write_packed(true));
    GS_CHECK(flush_loose());
    const uint64_t at = offset;
    GS_CHECK(emit(record));
    return at;
  }

  // Appends one group of records to the summary, and its SummaryOffset record. `fill` appends the records.
  void group(ByteWriter& summary, ByteWriter& offsets, uint64_t summary_start, Op op, auto fill) const {
    const std::size_t begin = summary.size();
    fill(summary);
    if (summary.size() == begin) return;
    append(offsets, SummaryOffset{static_cast<uint8_t>(op), summary_start + begin, summary.size() - begin});
  }

  // Summary section, SummaryOffset section, footer, magic. The checksum covers all bytes in front of its own field.
  Result<void> write_summary() {
    const uint64_t start = offset;
    ByteWriter summary, offsets;
    group(summary, offsets, start, Op::schema, [&](ByteWriter& out) {
      if (!options.repeat_schemas) return;
      for (std::size_t i = 0; i < schemas.size(); ++i) append(out, record_of(schemas[i].schema, i));
    });
    group(summary, offsets, start, Op::channel, [&](ByteWriter& out) {
      if (!options.repeat_channels) return;
      for (std::size_t i = 0; i < channels.size(); ++i) append(out, record_of(channels[i], i));
    });
    group(summary, offsets, start, Op::statistics, [&](ByteWriter& out) {
      if (options.statistics) append(out, statistics);
    });
    group(summary, offsets, start, Op::metadata_index, [&](ByteWriter& out) { out.bytes(metadata_indexes.view()); });
    group(summary, offsets, start, Op::attachment_index,
          [&](ByteWriter& out) { out.bytes(attachment_indexes.view()); });
    group(summary, offsets, start, Op::chunk_index, [&](ByteWriter& out) {
      for (const ChunkIndex& index : chunk_indexes) append(out, index);
    });
    // Offsets of 0 in the footer mean that the section is empty.
    Footer footer{.summary_start = summary.size() > 0 ? start : 0};
    if (options.summary_offsets && offsets.size() > 0) {
      footer.summary_offset_start = start + summary.size();
      summary.bytes(offsets.view());
    }
    append(summary, footer);
    if (options.summary_crc) {
      summary.patch(summary.size() - 4, crc32(summary.view().first(summary.size() - 4)));
    }
    summary.text(kMagic);
    return sink->write(summary.view());
  }

  // Last chunk, DataEnd record, summary. The file appears only if all of it was written.
  Result<void> close() {
    GS_CHECK(end_chunk());
    GS_CHECK(write_packed(true));
    GS_CHECK(flush_loose());
    ByteWriter end;
    append(end, DataEnd{options.data_crc ? data_crc : 0});
    GS_CHECK(emit(end.view()));
    statistics.schema_count = static_cast<uint16_t>(schemas.size());
    statistics.channel_count = static_cast<uint32_t>(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (channels[i].message_count == 0) continue;
      statistics.channel_message_counts.emplace_back(static_cast<uint16_t>(i + 1), channels[i].message_count);
    }
    GS_CHECK(write_summary());
    closed = true;
    return sink->finish();
  }
};

McapWriter::McapWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
McapWriter::~McapWriter() = default;

Result<std::unique_ptr<McapWriter>> McapWriter::create(const fs::path& path, const McapWriterOptions& options) {
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  return create(std::make_unique<FileSink>(std::move(file)), options);
}

Result<std::unique_ptr<McapWriter>> McapWriter::create(std::unique_ptr<ByteSink> sink,
                                                       const McapWriterOptions& options) {
  // bz2 is a codec of ROS 1 bags only.
  const auto codec = parse_codec(options.compression);
  if (!codec || *codec == Codec::bz2) {
    return fail(ErrorCode::invalid_option, "compression '{}' is not one of none, lz4, zstd", options.compression);
  }
  const PackOptions pack{.codec = *codec, .level = options.level, .crc = options.chunk_crc};
  auto state = std::make_unique<State>(std::move(sink), options, pack);
  ByteWriter head;
  head.text(kMagic);
  append(head, Header{options.profile, options.library});
  GS_CHECK(state->emit(head.view()));
  return std::unique_ptr<McapWriter>(new McapWriter(std::move(state)));
}

Result<uint32_t> McapWriter::add_channel(const LogChannel& channel) {
  // Ids in the file begin with 1: schema id 0 means "no schema".
  auto& channels = state_->channels;
  const auto same = std::find_if(channels.begin(), channels.end(),
                                 [&](const ChannelState& known) { return same_channel(known.channel, channel); });
  if (same != channels.end()) return static_cast<uint32_t>(same - channels.begin());
  auto& schemas = state_->schemas;
  constexpr std::size_t kMaxIds = std::numeric_limits<uint16_t>::max();
  if (channels.size() == kMaxIds || schemas.size() == kMaxIds) {
    return fail(ErrorCode::limit_exceeded, "an MCAP file holds at most {} channels; topic {}", kMaxIds, channel.topic);
  }
  const LogSchema& schema = channel.schema;
  uint16_t schema_id = 0;
  if (!schema.name.empty() || !schema.encoding.empty() || !schema.data.empty()) {
    const auto known = std::find_if(schemas.begin(), schemas.end(), [&](const SchemaState& s) {
      return s.schema.name == schema.name && s.schema.encoding == schema.encoding && s.schema.data == schema.data;
    });
    schema_id = static_cast<uint16_t>(known - schemas.begin() + 1);
    if (known == schemas.end()) schemas.push_back({schema});
  }
  channels.push_back({.channel = channel, .schema_id = schema_id});
  return static_cast<uint32_t>(channels.size() - 1);
}

Result<void> McapWriter::write(uint32_t channel_id, Timestamp log_time, Timestamp publish_time, uint32_t sequence,
                               Bytes data) {
  GS_CHECK(state_->must_be_open());
  if (channel_id >= state_->channels.size()) {
    return fail(ErrorCode::invalid_argument, "channel {} was not added to this log", channel_id);
  }
  return state_->write({static_cast<uint16_t>(channel_id + 1), sequence, raw(log_time), raw(publish_time), data});
}

Result<void> McapWriter::write_attachment(const LogAttachment& attachment) {
  GS_CHECK(state_->must_be_open());
  ByteWriter record;
  append(record, Attachment{raw(attachment.log_time), raw(attachment.create_time), attachment.name,
                            attachment.media_type, attachment.data, 0});
  // The CRC covers the content in front of its own field.
  const Bytes covered = record.view().subspan(kPrefixBytes, record.size() - kPrefixBytes - 4);
  record.patch(record.size() - 4, crc32(covered));
  GS_TRY(const uint64_t offset, state_->emit_between(record.view()));
  ++state_->statistics.attachment_count;
  if (!state_->options.attachment_index) return {};
  append(state_->attachment_indexes,
         AttachmentIndex{offset, record.size(), raw(attachment.log_time), raw(attachment.create_time),
                         attachment.data.size(), attachment.name, attachment.media_type});
  return {};
}

Result<void> McapWriter::write_metadata(const LogMetadata& metadata) {
  GS_CHECK(state_->must_be_open());
  Metadata content{.name = metadata.name};
  for (const auto& [key, value] : metadata.values) content.metadata.emplace_back(key, value);
  ByteWriter record;
  append(record, content);
  GS_TRY(const uint64_t offset, state_->emit_between(record.view()));
  ++state_->statistics.metadata_count;
  if (state_->options.metadata_index) {
    append(state_->metadata_indexes, MetadataIndex{offset, record.size(), metadata.name});
  }
  return {};
}

Result<void> McapWriter::close() {
  GS_CHECK(state_->must_be_open());
  return state_->close();
}

}  // namespace gs::logio
