// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/summary.h"

#include "gs/core/hash/crc32.h"

namespace gs::logio::mcap {
namespace {

// Adds one record of the summary section; unknown kinds are skipped.
Result<void> add_record(const RecordView& record, uint64_t offset, Summary& out, Report& report) {
  switch (record.op) {
    case Op::schema: {
      GS_TRY(const Schema schema, parse<Schema>(record.content));
      out.definitions.add_schema(schema, offset, report);
      return {};
    }
    case Op::channel: {
      GS_TRY(const Channel channel, parse<Channel>(record.content));
      out.definitions.add_channel(channel, offset, report);
      return {};
    }
    case Op::chunk_index: {
      GS_TRY(ChunkIndex index, parse<ChunkIndex>(record.content));
      out.chunks.push_back(std::move(index));
      return {};
    }
    case Op::attachment_index: {
      GS_TRY(const AttachmentIndex index, parse<AttachmentIndex>(record.content));
      out.attachments.push_back({index.offset, index.length});
      return {};
    }
    case Op::metadata_index: {
      GS_TRY(const MetadataIndex index, parse<MetadataIndex>(record.content));
      out.metadata.push_back({index.offset, index.length});
      return {};
    }
    case Op::statistics: {
      GS_TRY(out.statistics, parse<Statistics>(record.content));
      return {};
    }
    default:
      return {};
  }
}

// Verifies the checksum, which covers the section and the footer up to its own field, then parses all records.
Result<Summary> parse_summary(Bytes file, const Footer& footer, Report& report) {
  const uint64_t footer_at = file.size() - kTailBytes;
  Summary summary{.begin = footer.summary_start};
  if (footer.summary_crc != 0) {
    const Bytes covered = file.subspan(footer.summary_start, file.size() - 12 - footer.summary_start);
    if (const uint32_t crc = crc32(covered); crc != footer.summary_crc) {
      return fail(ErrorCode::crc_mismatch, "checksum of the summary is {:08x}, {:08x} was written", crc,
                  footer.summary_crc);
    }
    summary.checked = true;
  }
  RecordCursor cursor(file.first(footer_at), footer.summary_start);
  for (RecordView record; cursor.next(record);) {
    GS_CHECK(add_record(record, record.offset, summary, report));
  }
  if (cursor.cut()) return fail(ErrorCode::corrupt, "a record of the summary runs into the footer");
  return summary;
}

// The footer of a file with a summary. It has a fixed size, so it is found from the end: footer record, magic.
std::optional<Footer> find_footer(Bytes file) {
  if (file.size() < kMagic.size() + kTailBytes) return std::nullopt;
  const Bytes tail = file.last(kTailBytes);
  if (as_text(tail.last(kMagic.size())) != kMagic || static_cast<Op>(tail[0]) != Op::footer ||
      load_le<uint64_t>(tail.data() + 1) != kFooterBytes - kPrefixBytes) {
    return std::nullopt;
  }
  const auto footer = parse<Footer>(tail.subspan(kPrefixBytes, 20));
  if (!footer || footer->summary_start == 0) return std::nullopt;
  return *footer;
}

}  // namespace

bool has_summary(Bytes file) { return find_footer(file).has_value(); }

std::optional<Summary> read_summary(Bytes file, Report& report) {
  const auto footer = find_footer(file);
  if (!footer) return std::nullopt;
  const uint64_t footer_at = file.size() - kTailBytes;
  if (footer->summary_start < kMagic.size() || footer->summary_start > footer_at) {
    report.add(
        Severity::warning,
        fail(ErrorCode::corrupt, "states offset {} for the summary, outside the file; the file is scanned instead",
             footer->summary_start),
        footer_at, Op::footer);
    return std::nullopt;
  }
  auto summary = parse_summary(file, *footer, report);
  if (summary) return *std::move(summary);
  Error error = std::move(summary).error();
  error.message += "; the file is scanned instead";
  report.add(Severity::warning, std::move(error), footer_at, Op::footer);
  return std::nullopt;
}

}  // namespace gs::logio::mcap
