// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/index.h"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "gs/core/text/enum_names.h"
#include "gs/logio/vrs/payload/compression.h"

namespace gs::logio::vrs {
namespace {

constexpr EnumNames<IndexPlace::rebuilt> kPlaceNames("at the end", "in front", "split head", "missing, rebuilt");

constexpr uint32_t kMaxStreams = 5000;
constexpr int kIndexZstdLevel = 7;

// Upper limit of the number of records, to bound allocations: each record has at least a header.
uint64_t most_records(const ChunkedFile& file, const FileHeader& header) {
  return file.size() / header.record_header_bytes;
}

// Appends index entries; offsets are the running sum of the sizes.
Result<void> parse_entries(Bytes bytes, uint32_t header_bytes, Index& index) {
  ByteReader in(bytes);
  while (in.remaining() >= kIndexEntryBytes) {
    RecordInfo info{.offset = index.end_offset};
    GS_TRY(info.timestamp, in.f64());
    GS_TRY(info.bytes, in.u32());
    GS_TRY(const uint8_t type, in.u8());
    GS_TRY(const int32_t raw_type, in.i32());
    GS_TRY(info.stream.instance, in.u16());
    GS_TRY(info.stream.type, recordable_type(raw_type));
    if (type < 1 || type > 4 || info.bytes < header_bytes) {
      return fail(ErrorCode::corrupt, "index entry {} is damaged", index.records.size());
    }
    info.type = static_cast<RecordType>(type);
    index.end_offset += info.bytes;
    index.records.push_back(info);
  }
  if (!in.at_end()) return fail(ErrorCode::corrupt, "{} bytes left behind the last index entry", in.remaining());
  return {};
}

// Classic index: u32 stream count, stream ids, u32 record count, entries.
Result<void> read_classic(Bytes payload, const RecordHeader& record, uint64_t limit, uint32_t header_bytes,
                          Index& index) {
  ByteReader in(payload);
  GS_TRY(const uint32_t streams, in.u32());
  if (streams > kMaxStreams)
    return fail(ErrorCode::limit_exceeded, "index has {} streams, more than the limit", streams);
  // Stream ids (i32 type, u16 instance) are not needed: the entries name their streams.
  GS_CHECK(in.skip(uint64_t{streams} * 6));
  GS_TRY(const uint32_t count, in.u32());
  if (count > limit) return fail(ErrorCode::corrupt, "index states {} records, the file has room for {}", count, limit);
  const uint64_t wanted = uint64_t{count} * kIndexEntryBytes;
  index.records.reserve(count);
  if (record.codec == Codec::none) {
    GS_TRY(const Bytes entries, in.bytes(wanted));
    return parse_entries(entries, header_bytes, index);
  }
  if (record.codec != Codec::zstd)
    return fail(ErrorCode::unsupported, "index is compressed with lz4, supported is zstd");
  // The space reserved for a front index may be larger than the frame; bytes behind it are unused.
  std::vector<std::byte> entries;
  if (count > 0) {
    GS_TRY(const std::size_t used, append_zstd_frame(in.rest(), wanted, entries));
    static_cast<void>(used);
  }
  if (entries.size() != wanted) {
    return fail(ErrorCode::corrupt, "the index holds {} bytes for {} records", entries.size(), count);
  }
  return parse_entries(entries, header_bytes, index);
}

// Split index: a series of zstd frames, each with the entries of some records.
Result<void> read_split(Bytes payload, uint64_t limit, uint32_t header_bytes, Index& index) {
  while (!payload.empty()) {
    std::vector<std::byte> entries;
    // No more than the records that the file can still hold, whatever the frame claims.
    const uint64_t room = (limit - std::min<uint64_t>(limit, index.records.size())) * kIndexEntryBytes;
    auto used = append_zstd_frame(payload, room, entries);
    if (!used) {
      index.complete = false;  // cut while it was written: the caller scans on from here
      return {};
    }
    GS_CHECK(parse_entries(entries, header_bytes, index));
    payload = payload.subspan(*used);
  }
  return {};
}

}  // namespace

Result<RecordHeader> read_record_header(const ChunkedFile& file, uint64_t offset, uint32_t header_bytes) {
  std::vector<std::byte> scratch;
  GS_TRY(const Bytes head, file.read(offset, header_bytes, scratch));
  return parse_record_header(head, header_bytes);
}

std::string_view to_string(IndexPlace place) { return kPlaceNames[place]; }

Result<Index> read_index(const ChunkedFile& file, const FileHeader& header, uint64_t first_record) {
  std::vector<std::byte> scratch;
  const auto offset = static_cast<uint64_t>(header.index_offset);
  GS_TRY(const RecordHeader record, read_record_header(file, offset, header.record_header_bytes));
  if (record.stream.type != recordable::index_record) {
    return fail(ErrorCode::corrupt, "no index record at offset {}", offset);
  }
  const uint64_t payload_offset = offset + header.record_header_bytes;
  const uint64_t limit = most_records(file, header);
  Index index;
  if (record.format_version == kSplitIndexVersion) {
    index.place = IndexPlace::split;
    index.end_offset = file.first_chunk_bytes();
    // The size is written at close. After a crash it is that of the header alone; the index is the rest of the chunk.
    const bool closed = record.record_bytes > header.record_header_bytes;
    const uint64_t stored = closed ? record.stored_bytes(header.record_header_bytes)
                                   : file.first_chunk_bytes() - std::min(payload_offset, file.first_chunk_bytes());
    index.complete = closed;
    GS_TRY(const Bytes payload, file.read(payload_offset, stored, scratch));
    GS_CHECK(read_split(payload, limit, header.record_header_bytes, index));
    return index;
  }
  if (record.format_version != kClassicIndexVersion) {
    return fail(ErrorCode::unsupported, "index has unsupported version {}", record.format_version);
  }
  index.end_offset = first_record;
  index.place = offset < first_record ? IndexPlace::front : IndexPlace::end;
  GS_TRY(const Bytes payload, file.read(payload_offset, record.stored_bytes(header.record_header_bytes), scratch));
  GS_CHECK(read_classic(payload, record, limit, header.record_header_bytes, index));
  return index;
}

Result<IndexPayload> write_index(const std::vector<RecordInfo>& records, const std::vector<StreamId>& streams,
                                 bool compress) {
  // Counts and sizes of an index record have 32 bits.
  const uint64_t most = (UINT32_MAX - kRecordHeaderBytes - 8 - 6 * uint64_t{streams.size()}) / kIndexEntryBytes;
  if (streams.size() > kMaxStreams || records.size() > most) {
    return fail(ErrorCode::limit_exceeded,
                "too many records or streams for a VRS index: {} and {}, the limits are {} and {}", records.size(),
                streams.size(), most, kMaxStreams);
  }
  ByteWriter entries;
  entries.reserve(records.size() * kIndexEntryBytes);
  for (const RecordInfo& info : records) {
    entries.put(info.timestamp);
    entries.u32(info.bytes);
    entries.u8(static_cast<uint8_t>(info.type));
    entries.put<int32_t>(info.stream.type);
    entries.u16(info.stream.instance);
  }
  ByteWriter out;
  out.u32(static_cast<uint32_t>(streams.size()));
  for (const StreamId& id : streams) {
    out.put<int32_t>(id.type);
    out.u16(id.instance);
  }
  out.u32(static_cast<uint32_t>(records.size()));
  const auto uncompressed = static_cast<uint32_t>(out.size() + entries.size());
  if (!compress) {
    out.bytes(entries.view());
    return IndexPayload{.bytes = std::move(out).take()};
  }
  std::vector<std::byte> frame(ZSTD_compressBound(entries.size()));
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), entries.view().data(), entries.size(), kIndexZstdLevel);
  if (ZSTD_isError(size)) return fail(ErrorCode::internal, "zstd: {}", ZSTD_getErrorName(size));
  out.bytes(Bytes(frame).first(size));
  return IndexPayload{.bytes = std::move(out).take(), .uncompressed_bytes = uncompressed};
}

bool sort_by_time(std::vector<RecordInfo>& records) {
  const auto key = [](const RecordInfo& info) {
    // NaN has no order; it would make the sort undefined.
    const double time = std::isnan(info.timestamp) ? std::numeric_limits<double>::infinity() : info.timestamp;
    return std::tuple(time, info.stream, info.offset);
  };
  const auto earlier = [&](const RecordInfo& a, const RecordInfo& b) { return key(a) < key(b); };
  if (std::is_sorted(records.begin(), records.end(), earlier)) return false;
  std::sort(records.begin(), records.end(), earlier);
  return true;
}

}  // namespace gs::logio::vrs
