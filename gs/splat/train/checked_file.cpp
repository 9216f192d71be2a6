// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/checked_file.h"

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"

namespace gs::splat::train {

Result<uint32_t> read_version(ByteReader& in, const FileFormat& format) {
  GS_TRY(const Bytes magic, in.bytes(format.magic.size()));
  if (as_text(magic) != format.magic) {
    return fail(ErrorCode::corrupt, "not a {}: the file does not begin with {}", format.name, format.magic);
  }
  GS_TRY(const uint32_t version, in.u32());
  if (version >= format.oldest && version <= format.newest) return version;
  if (format.oldest == format.newest) {
    return fail(ErrorCode::version_mismatch, "unsupported version {}: this program reads version {}", version,
                format.newest);
  }
  return fail(ErrorCode::version_mismatch, "unsupported version {}: this program reads versions {} to {}", version,
              format.oldest, format.newest);
}

Result<void> write_with_checksum(const std::filesystem::path& path, std::span<const Bytes> parts) {
  uint32_t checksum = 0;
  for (const Bytes part : parts) checksum = crc32(part, checksum);
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  for (const Bytes part : parts) GS_CHECK(file.write(part));
  GS_CHECK(file.write(std::as_bytes(std::span(&checksum, 1))));
  return file.commit();
}

}  // namespace gs::splat::train
