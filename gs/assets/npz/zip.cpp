// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/npz/zip.h"

#include <algorithm>

#include "gs/assets/deflate/deflate.h"

namespace gs::assets {
namespace {

// Signatures and sizes of records (APPNOTE 4.3).
constexpr uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50;
constexpr uint32_t kZip64End = 0x06064b50, kZip64Locator = 0x07064b50;
constexpr std::size_t kEndBytes = 22, kZip64LocatorBytes = 20, kMaxCommentBytes = 65535;
constexpr std::size_t kMaxMembers = 4096;

// Position and number of entries of the central directory.
struct Directory {
  uint64_t offset = 0, count = 0;
};

// Searches the end record backwards; a comment of up to 64 kB may follow it.
Result<std::size_t> find_end(Bytes file) {
  if (file.size() < kEndBytes) return fail(ErrorCode::truncated, "zip has only {} bytes", file.size());
  // The end record is 22 bytes, plus the comment.
  const std::size_t last = file.size() - kEndBytes;
  const std::size_t first = last > kMaxCommentBytes ? last - kMaxCommentBytes : 0;
  for (std::size_t at = last + 1; at-- > first;) {
    if (load_le<uint32_t>(file.data() + at) == kEnd) return at;
  }
  return fail(ErrorCode::truncated, "zip has no end record").with_hint("it is no zip file, or was cut off");
}

// End record (APPNOTE 4.3.16), and for zip64 its extension (4.3.14, 4.3.15).
Result<Directory> find_directory(Bytes file) {
  GS_TRY(const std::size_t end, find_end(file));
  Directory directory{.offset = load_le<uint32_t>(file.data() + end + 16),
                      .count = load_le<uint16_t>(file.data() + end + 10)};
  const bool zip64 =
      end >= kZip64LocatorBytes && load_le<uint32_t>(file.data() + end - kZip64LocatorBytes) == kZip64Locator;
  if (!zip64) return directory;
  ByteReader in(file);
  GS_CHECK(in.seek(load_le<uint64_t>(file.data() + end - kZip64LocatorBytes + 8)));
  GS_TRY(const uint32_t signature, in.u32());
  if (signature != kZip64End) return fail(ErrorCode::corrupt, "zip64 end record is damaged");
  GS_CHECK(in.skip(28));
  GS_TRY(directory.count, in.u64());
  GS_CHECK(in.skip(8));
  GS_TRY(directory.offset, in.u64());
  return directory;
}

// Extra field 1 holds, in this order, the size, compressed size and offset whose 32-bit fields are saturated (APPNOTE
// 4.5.3).
Result<void> apply_zip64(Bytes extra, ZipMember& member) {
  ByteReader in(extra);
  while (in.remaining() >= 4) {
    GS_TRY(const uint16_t id, in.u16());
    GS_TRY(const uint16_t size, in.u16());
    GS_TRY(const Bytes body, in.bytes(size));
    if (id != 1) continue;
    ByteReader values(body);
    for (uint64_t* field : {&member.bytes, &member.compressed_bytes, &member.offset}) {
      if (*field != UINT32_MAX) continue;
      GS_TRY(*field, values.u64());
    }
  }
  return {};
}

// One entry of the central directory (APPNOTE 4.3.12).
Result<ZipMember> read_central_header(ByteReader& in) {
  ZipMember member;
  GS_TRY(const uint32_t signature, in.u32());
  if (signature != kCentralHeader) return fail(ErrorCode::corrupt, "zip directory is damaged");
  GS_CHECK(in.skip(4));
  GS_TRY(const uint16_t flags, in.u16());
  if ((flags & 1) != 0) return fail(ErrorCode::unsupported, "zip is encrypted");
  GS_TRY(member.method, in.u16());
  GS_CHECK(in.skip(4));
  GS_TRY(member.crc, in.u32());
  GS_TRY(member.compressed_bytes, in.u32());
  GS_TRY(member.bytes, in.u32());
  GS_TRY(const uint16_t name_bytes, in.u16());
  GS_TRY(const uint16_t extra_bytes, in.u16());
  GS_TRY(const uint16_t comment_bytes, in.u16());
  GS_CHECK(in.skip(8));
  GS_TRY(member.offset, in.u32());
  GS_TRY(const Bytes name, in.bytes(name_bytes));
  member.name = as_text(name);
  GS_TRY(const Bytes extra, in.bytes(extra_bytes));
  GS_CHECK(in.skip(comment_bytes));
  GS_CHECK(apply_zip64(extra, member));
  return member;
}

}  // namespace

Result<std::vector<ZipMember>> list_zip(Bytes file) {
  GS_TRY(const Directory directory, find_directory(file));
  if (directory.count > kMaxMembers) {
    return fail(ErrorCode::limit_exceeded, "zip has {} members, more than the limit of {}", directory.count,
                kMaxMembers);
  }
  ByteReader in(file);
  GS_CHECK(in.seek(directory.offset));
  std::vector<ZipMember> members;
  for (uint64_t i = 0; i < directory.count; ++i) {
    GS_TRY(members.emplace_back(), read_central_header(in));
  }
  return members;
}

Result<std::vector<std::byte>> extract(Bytes file, const ZipMember& member) {
  // The local header repeats name and extra field, possibly with other lengths; sizes come from the directory.
  ByteReader in(file);
  GS_CHECK(in.seek(member.offset));
  GS_TRY(const uint32_t signature, in.u32());
  if (signature != kLocalHeader)
    return fail(ErrorCode::corrupt, "zip member '{}' has no local header at its offset", member.name);
  GS_CHECK(in.skip(22));
  GS_TRY(const uint16_t name_bytes, in.u16());
  GS_TRY(const uint16_t extra_bytes, in.u16());
  GS_CHECK(in.skip(static_cast<uint64_t>(name_bytes) + extra_bytes));
  GS_TRY(const Bytes compressed, in.bytes(member.compressed_bytes));
  // Only the two methods that NumPy and torch use.
  const bool stored = member.method == 0;
  if (!stored && member.method != 8) {
    return fail(ErrorCode::unsupported, "zip member '{}' is compressed with method {}", member.name, member.method);
  }
  if (stored ? member.bytes != compressed.size() : member.bytes / kMaxDeflateRatio > compressed.size()) {
    return fail(ErrorCode::corrupt, "zip member '{}' claims {} bytes in {}", member.name, member.bytes,
                compressed.size());
  }
  std::vector<std::byte> out;
  if (stored) {
    out.assign(compressed.begin(), compressed.end());
  } else {
    Inflater inflater(compressed, DeflateFormat::raw);
    GS_TRY(out, inflater.take(member.bytes));
    GS_CHECK(inflater.expect_end());
  }
  if (crc32_of(out) != member.crc) {
    return fail(ErrorCode::crc_mismatch, "zip member '{}' does not match its checksum", member.name);
  }
  return out;
}

}  // namespace gs::assets
