// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/unpacked_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "gs/core/file.h"

namespace gs {
namespace {

class TemporaryFile {
 public:
  // Keeps the name of the original inside, so that messages about it stay readable.
  static Result<TemporaryFile> create(const std::string& name) {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    std::string folder = (error ? fs::path("/tmp") : base) / "gs-log-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) return system_error("cannot create a temporary folder", folder, errno);
    return TemporaryFile(folder, name);
  }
  TemporaryFile(TemporaryFile&& other) noexcept
      : folder_(std::exchange(other.folder_, {})), path_(std::move(other.path_)) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    if (folder_.empty()) return;
    fs::remove(path_, ignored);
    fs::remove(folder_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  TemporaryFile(fs::path folder, const std::string& name) : folder_(std::move(folder)), path_(folder_ / name) {}
  fs::path folder_, path_;
};

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

Result<void> unpack(const fs::path& from, const fs::path& to, Problems& problems) {
  GS_TRY(const MappedFile packed, MappedFile::open(from));
  GS_TRY(AtomicFile out, AtomicFile::create(to));
  const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (!context) return fail(ErrorCode::out_of_memory, "no memory for the zstd decoder");
  std::vector<std::byte> block(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{packed.bytes().data(), packed.bytes().size(), 0};
  std::size_t hint = 0;
  while (in.pos < in.size) {
    ZSTD_outBuffer room{block.data(), block.size(), 0};
    hint = ZSTD_decompressStream(context.get(), &room, &in);
    GS_CHECK(out.write(Bytes(block).first(room.pos)));
    if (!ZSTD_isError(hint)) continue;
    problems.add({.file = from.filename().string(),
                  .place = format("offset {}", in.pos),
                  .message = format("zstd data is damaged: {}", ZSTD_getErrorName(hint))});
    return out.commit();
  }
  if (hint != 0) {
    problems.add({.code = ErrorCode::truncated, .file = from.filename().string(), .message = "the zstd data is cut"});
  }
  return out.commit();
}

class UnpackedLog final : public LogReader {
 public:
  UnpackedLog(TemporaryFile file, std::unique_ptr<LogReader> log, uint64_t packed_bytes)
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

 private:
  TemporaryFile file_;  // outlives the reader of it
  std::unique_ptr<LogReader> log_;
  LogInfo info_;
};

}  // namespace

Result<std::unique_ptr<LogReader>> open_zstd_log(const fs::path& path, const OpenLogFunction& open,
                                                 Problems& problems) {
  GS_TRY(TemporaryFile file, TemporaryFile::create(path.stem().string()));
  GS_CHECK(unpack(path, file.path(), problems));
  GS_TRY(std::unique_ptr<LogReader> log, open(file.path(), problems).with_context("in " + path.string()));
  std::error_code ignored;
  return std::make_unique<UnpackedLog>(std::move(file), std::move(log), fs::file_size(path, ignored));
}

}  // namespace gs
