// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/format/file_header.h"

namespace gs::logio::vrs {
namespace {

constexpr std::string_view kMagicFront = "VisionRe";
constexpr std::string_view kMagicBack = "cord";
// Later versions may have longer headers; a larger difference is damage.
constexpr uint32_t kMaxHeaderGrowth = 200;

Result<void> check_size(uint32_t size, uint32_t minimum, std::string_view what) {
  if (size < minimum || size > minimum + kMaxHeaderGrowth) {
    return fail(ErrorCode::corrupt, "{} of {} bytes, expected {} to {}", what, size, minimum,
                minimum + kMaxHeaderGrowth);
  }
  return {};
}

}  // namespace

Result<FileHeader> parse_file_header(Bytes file) {
  ByteReader in(file);
  GS_TRY(const Bytes front, in.bytes(8));
  if (as_text(front) != kMagicFront) return fail(ErrorCode::corrupt, "not a VRS file (wrong first bytes)");
  FileHeader header;
  GS_TRY(header.creation_id, in.u64());
  GS_TRY(header.file_header_bytes, in.u32());
  GS_TRY(header.record_header_bytes, in.u32());
  GS_TRY(header.index_offset, in.i64());
  GS_TRY(header.description_offset, in.i64());
  GS_TRY(header.first_record_offset, in.i64());
  // Three reserved 64-bit fields.
  GS_CHECK(in.skip(24));
  GS_TRY(const Bytes back, in.bytes(4));
  if (as_text(back) != kMagicBack) return fail(ErrorCode::corrupt, "the VRS file header is damaged");
  GS_TRY(const uint32_t version, in.u32());
  header.version = static_cast<FormatVersion>(version);
  switch (header.version) {
    case FormatVersion::classic:
    case FormatVersion::front_index:
    case FormatVersion::zstd_trial:
      break;
    default:
      return fail(ErrorCode::version_mismatch, "unknown VRS format version {:08x}; supported: VRS1, VRS2, VRS3",
                  version);
  }
  GS_CHECK(check_size(header.file_header_bytes, kFileHeaderBytes, "file header"));
  GS_CHECK(check_size(header.record_header_bytes, kRecordHeaderBytes, "record headers"));
  if (header.index_offset < 0 || header.description_offset < 0 || header.first_record_offset < 0) {
    return fail(ErrorCode::corrupt, "the VRS file header holds a negative offset");
  }
  return header;
}

void write_file_header(const FileHeader& header, ByteWriter& out) {
  out.text(kMagicFront);
  out.u64(header.creation_id);
  out.u32(header.file_header_bytes);
  out.u32(header.record_header_bytes);
  out.put(header.index_offset);
  out.put(header.description_offset);
  out.put(header.first_record_offset);
  for (int i = 0; i < 3; ++i) out.u64(0);
  out.text(kMagicBack);
  out.u32(static_cast<uint32_t>(header.version));
}

}  // namespace gs::logio::vrs
