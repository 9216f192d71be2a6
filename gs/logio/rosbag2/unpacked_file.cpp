// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/unpacked_file.h"

#include <zstd.h>

#include <vector>

#include "gs/core/file.h"
#include "gs/core/ownership.h"
#include "gs/core/progress.h"
#include "gs/logio/rosbag2/db3_reader.h"
#include "gs/logio/rosbag2/nameless_file.h"

namespace gs::logio {
namespace {

using rosbag2::NamelessFile;

// Limit of decompressed / compressed size. Real logs reach 2 to 10, zeros about 30,000.
constexpr uint64_t kMostRatio = 1000;
constexpr uint64_t kAlwaysAllowedBytes = 64ull << 20;

// Errors: limit_exceeded above both limits.
Result<void> check_size(uint64_t unpacked, uint64_t packed) {
  if (unpacked <= kAlwaysAllowedBytes || unpacked / kMostRatio <= packed) return {};
  return fail(ErrorCode::limit_exceeded,
              "{} compressed bytes decompress to {} or more, the limit is {} times the compressed size", packed,
              unpacked, kMostRatio)
      .with_hint("if the file is genuine, decompress it with 'zstd -d' and open the result");
}

// Checks the size that the first frame states, before anything is decompressed.
Result<void> check_stated_size(Bytes packed, const NamelessFile& out) {
  const unsigned long long stated = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (stated == ZSTD_CONTENTSIZE_UNKNOWN || stated == ZSTD_CONTENTSIZE_ERROR) return {};
  GS_CHECK(check_size(stated, packed.size()));
  GS_TRY(const uint64_t free, out.free_bytes());
  if (stated <= free) return {};
  return fail(ErrorCode::disk_full, "decompresses to {} bytes, the folder for temporary files has {} free", stated,
              free)
      .with_hint("set TMPDIR to a folder on a larger disk");
}

// Decompresses a file block by block. Damage is reported; the bytes in front of it are kept.
Result<void> unpack(const fs::path& from, NamelessFile& out, Problems& problems) {
  GS_TRY(const MappedFile packed, MappedFile::open(from));
  GS_CHECK(check_stated_size(packed.bytes(), out));
  const std::unique_ptr<ZSTD_DCtx, FreeWith<ZSTD_freeDCtx>> context(ZSTD_createDCtx());
  if (!context) return fail(ErrorCode::out_of_memory, "no memory for the zstd decoder");
  std::vector<std::byte> block(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{packed.bytes().data(), packed.bytes().size(), 0};
  std::size_t hint = 0;
  bool more = in.size > 0;
  while (more) {
    if (interrupt_requested()) return fail(ErrorCode::interrupted, "stopped while unpacking {}", from.string());
    ZSTD_outBuffer room{block.data(), block.size(), 0};
    hint = ZSTD_decompressStream(context.get(), &room, &in);
    GS_CHECK(check_size(out.size() + room.pos, in.size));
    GS_CHECK(out.write(Bytes(block).first(room.pos)));
    if (ZSTD_isError(hint)) {
      problems.add({.file = from.filename().string(),
                    .place = format("offset {}", in.pos),
                    .message = format("zstd data is damaged: {}", ZSTD_getErrorName(hint))});
      return {};
    }
    more = in.pos < in.size || room.pos == room.size;  // after a full block, the decoder may hold more output
  }
  if (hint != 0) {
    problems.add({.code = ErrorCode::truncated, .file = from.filename().string(), .message = "the zstd data is cut"});
  }
  return {};
}

// SQLite cannot open a database in memory if it uses a write-ahead log. The file is complete without the log, so the
// two header bytes that request one are set to "rollback journal" in our copy (SQLite file format, section 1.3.3).
Result<void> forget_write_ahead_log(NamelessFile& file, Bytes bytes) {
  constexpr std::size_t kVersions = 18;
  constexpr std::byte kRollback[2] = {std::byte{1}, std::byte{1}};
  if (!is_sqlite(bytes) || bytes.size() < kVersions + 2) return {};
  return file.write_at(kVersions, kRollback);
}

// Reader of the decompressed file, which it owns.
class UnpackedLog final : public LogReader {
 public:
  UnpackedLog(NamelessFile file, std::unique_ptr<LogReader> log, uint64_t packed_bytes)
      : file_(std::move(file)), log_(std::move(log)), info_(log_->info()) {
    info_.file_bytes = packed_bytes;
    info_.chunks_by_compression["zstd (whole file)"] = 1;
  }
  const LogInfo& info() const override { return info_; }
  const std::vector<LogChannel>& channels() const override { return log_->channels(); }
  Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const override {
    return log_->read(options, problems);
  }
  Result<std::vector<LogAttachment>> attachments(Problems& problems) const override {
    return log_->attachments(problems);
  }
  Result<std::vector<LogMetadata>> metadata(Problems& problems) const override { return log_->metadata(problems); }
  Result<void> check_container(Problems& problems) const override { return log_->check_container(problems); }

 private:
  NamelessFile file_;  // must outlive log_
  std::unique_ptr<LogReader> log_;
  LogInfo info_;
};

}  // namespace

Result<std::unique_ptr<LogReader>> open_zstd_log(const fs::path& path, const OpenBytesFunction& open,
                                                 Problems& problems) {
  // The file must live as long as the reader of its bytes; UnpackedLog owns both.
  const std::string context = "in " + path.string();
  GS_TRY(NamelessFile file, NamelessFile::create());
  GS_CHECK(unpack(path, file, problems).with_context(context));
  GS_TRY(const Bytes bytes, file.map());
  GS_CHECK(forget_write_ahead_log(file, bytes));
  GS_TRY(std::unique_ptr<LogReader> log, open(bytes, path.stem().string(), problems).with_context(context));
  std::error_code ignored;
  return std::make_unique<UnpackedLog>(std::move(file), std::move(log), fs::file_size(path, ignored));
}

}  // namespace gs::logio
