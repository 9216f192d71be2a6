// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "gs/core/plain_file.h"
#include "gs/core/temporary_name.h"

namespace gs {
namespace {

constexpr std::size_t kWriteBufferBytes = 1 << 20;

// A file descriptor that is closed with the object.
struct Descriptor {
  int value = -1;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

struct OpenFile {
  Descriptor descriptor;
  uint64_t size = 0;
};

// Opens a regular file for reading. O_NONBLOCK: opening a named pipe must not block before it is refused.
Result<void> open_regular(const fs::path& path, OpenFile& out) {
  out.descriptor.value = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (out.descriptor.value < 0) return system_error("cannot open", path, errno);
  struct stat info {};
  if (::fstat(out.descriptor.value, &info) != 0) return system_error("cannot examine", path, errno);
  if (S_ISDIR(info.st_mode)) return fail(ErrorCode::invalid_argument, "is a folder, not a file: {}", path.string());
  if (!S_ISREG(info.st_mode)) return fail(ErrorCode::invalid_argument, "is not a regular file: {}", path.string());
  out.size = static_cast<uint64_t>(info.st_size);
  return {};
}

template <class Buffer>
Result<Buffer> read_whole(const fs::path& path, uint64_t max_bytes) {
  OpenFile file;
  GS_CHECK(open_regular(path, file));
  if (file.size > max_bytes) {
    return fail(ErrorCode::limit_exceeded, "has {} bytes, more than the limit of {}: {}", file.size, max_bytes,
                path.string());
  }
  Buffer buffer;
  buffer.resize(file.size);
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t got =
        ::read(file.descriptor.value, reinterpret_cast<char*>(buffer.data()) + done, buffer.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read", path, errno);
    if (got == 0) break;  // another process has shortened the file meanwhile
    done += static_cast<std::size_t>(got);
  }
  buffer.resize(done);
  return buffer;
}

// Writes all parts with as few system calls as possible. writev may write less than asked: whole parts that are written
// are dropped, and the first one left is cut at its front.
Result<void> write_parts(int descriptor, std::span<iovec> parts, const fs::path& path) {
  constexpr std::size_t kMaxParts = 512;  // below IOV_MAX everywhere
  while (!parts.empty()) {
    const ssize_t put = ::writev(descriptor, parts.data(), static_cast<int>(std::min(parts.size(), kMaxParts)));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error("cannot write", path, errno);
    auto left = static_cast<std::size_t>(put);
    while (!parts.empty() && left >= parts.front().iov_len) {
      left -= parts.front().iov_len;
      parts = parts.subspan(1);
    }
    if (left == 0) continue;
    parts.front().iov_base = static_cast<std::byte*>(parts.front().iov_base) + left;
    parts.front().iov_len -= left;
  }
  return {};
}

// Creates the temporary file of an AtomicFile, and sets `name` to its path. The lock lasts as long as the file is open
// and tells find_leftovers() that it is in use.
Result<int> create_temporary(const fs::path& target, fs::path& name) {
  for (int i = 0; i < kMaxTemporaryNames; ++i) {
    name = temporary_beside(target);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      ::flock(descriptor, LOCK_EX | LOCK_NB);
      return descriptor;
    }
    if (errno != EEXIST) return system_error("cannot create a file beside", target, errno);
  }
  return system_error("cannot create a file beside", target, EEXIST);
}

// Refuses targets that are not regular files: the rename of commit() would replace a device or a pipe by a file.
Result<void> refuse_special_file(const fs::path& target) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (!fs::exists(status) || fs::is_regular_file(status)) return {};
  const std::string_view what = fs::is_directory(status) ? "a folder" : "no regular file";
  return fail(ErrorCode::already_exists, "is {}, so no file can be written there: {}", what, target.string())
      .with_hint("give the name of a file");
}

// Makes a rename inside `folder` durable. Errors are ignored: some file systems do not support fsync on folders.
void sync_folder(const fs::path& folder) {
  const fs::path where = folder.empty() ? fs::path(".") : folder;
  const Descriptor descriptor{::open(where.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (descriptor.value >= 0) ::fsync(descriptor.value);
}

}  // namespace

Error system_error(std::string_view doing, const fs::path& path, int error_number) {
  ErrorCode code = ErrorCode::io_error;
  std::string hint;
  if (error_number == ENOENT || error_number == ENOTDIR) code = ErrorCode::not_found, hint = "check the path";
  if (error_number == EACCES || error_number == EPERM || error_number == EROFS) {
    code = ErrorCode::permission_denied;
    hint = "check the permissions of the file and its folder";
  }
  if (error_number == ENOSPC || error_number == EDQUOT) code = ErrorCode::disk_full, hint = "free space on that disk";
  if (error_number == EFBIG)
    code = ErrorCode::disk_full, hint = "raise the limit on file sizes (ulimit -f), or use another disk";
  if (error_number == EEXIST || error_number == ENOTEMPTY) code = ErrorCode::already_exists;
  return fail(code, "{} ({}): {}", doing, std::strerror(error_number), path.string()).with_hint(std::move(hint));
}

Result<std::string> read_text_file(const fs::path& path, uint64_t max_bytes) {
  return read_whole<std::string>(path, max_bytes);
}

Result<std::vector<std::byte>> read_binary_file(const fs::path& path, uint64_t max_bytes) {
  return read_whole<std::vector<std::byte>>(path, max_bytes);
}

Result<MappedFile> MappedFile::open(const fs::path& path, Access access) {
  OpenFile file;
  GS_CHECK(open_regular(path, file));
  if (file.size == 0) return MappedFile(nullptr, 0);
  void* data = ::mmap(nullptr, file.size, PROT_READ, MAP_PRIVATE, file.descriptor.value, 0);
  if (data == MAP_FAILED) return system_error("cannot map", path, errno);
  ::madvise(data, file.size, access == Access::sequential ? MADV_SEQUENTIAL : MADV_RANDOM);
  return MappedFile(static_cast<const std::byte*>(data), file.size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::drop_pages(std::size_t offset, std::size_t count) const {
  // Only pages that lie completely inside the range are dropped.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (offset >= size_) return;
  const std::size_t begin = (offset + page - 1) / page * page;
  const std::size_t end = (offset + std::min(count, size_ - offset)) / page * page;  // offset + count may overflow
  if (begin < end) ::madvise(const_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);
}

AtomicFile::AtomicFile(fs::path target, fs::path temporary, int descriptor)
    : target_(std::move(target)), temporary_(std::move(temporary)), descriptor_(descriptor) {
  buffer_.reserve(kWriteBufferBytes);
}

Result<AtomicFile> AtomicFile::create(const fs::path& target) {
  if (target.filename().empty()) return fail(ErrorCode::invalid_argument, "is not a file name: '{}'", target.string());
  GS_CHECK(refuse_special_file(target));
  fs::path temporary;
  GS_TRY(const int descriptor, create_temporary(target, temporary));
  return AtomicFile(target, temporary, descriptor);
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      buffer_(std::move(other.buffer_)) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  std::swap(target_, other.target_);
  std::swap(temporary_, other.temporary_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (descriptor_ < 0) return;
  ::close(std::exchange(descriptor_, -1));
  ::unlink(temporary_.c_str());
}

Result<void> AtomicFile::flush() {
  GS_CHECK(write_all(descriptor_, buffer_, target_));
  buffer_.clear();
  return {};
}

Result<void> AtomicFile::write(Bytes bytes) {
  GS_EXPECT(descriptor_ >= 0);
  size_ += bytes.size();
  // Small writes are collected; one that does not fit the buffer goes straight to the file.
  if (buffer_.size() + bytes.size() > kWriteBufferBytes) GS_CHECK(flush());
  if (bytes.size() >= kWriteBufferBytes) return write_all(descriptor_, bytes, target_);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> AtomicFile::write(std::span<const Bytes> pieces) {
  std::size_t total = 0;
  for (const Bytes& piece : pieces) total += piece.size();
  // Small pieces are collected like single writes; larger ones leave together with the buffer in one system call.
  if (buffer_.size() + total <= kWriteBufferBytes) {
    for (const Bytes& piece : pieces) GS_CHECK(write(piece));
    return {};
  }
  GS_EXPECT(descriptor_ >= 0);
  size_ += total;
  std::vector<iovec> parts;
  const auto add = [&](Bytes bytes) {
    if (!bytes.empty()) parts.push_back({const_cast<std::byte*>(bytes.data()), bytes.size()});
  };
  add(buffer_);
  for (const Bytes& piece : pieces) add(piece);
  GS_CHECK(write_parts(descriptor_, parts, target_));
  buffer_.clear();
  return {};
}

Result<void> AtomicFile::write_at(uint64_t offset, Bytes bytes) {
  GS_EXPECT(offset + bytes.size() <= size_);
  GS_CHECK(flush());
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error("cannot write", target_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<uint64_t>(put);
  }
  return {};
}

Result<void> AtomicFile::commit() {
  GS_EXPECT(descriptor_ >= 0);
  GS_CHECK(flush());
  // Data first, then the name, then the folder: after a power failure the target is either the old or the whole new
  // file.
  if (::fsync(descriptor_) != 0) return system_error("cannot make durable", target_, errno);
  GS_CHECK(refuse_special_file(target_));  // the target may have appeared since create()
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return system_error("cannot rename to", target_, errno);
  ::close(std::exchange(descriptor_, -1));
  sync_folder(target_.parent_path());
  return {};
}

Result<void> write_file(const fs::path& target, Bytes bytes) {
  GS_TRY(AtomicFile file, AtomicFile::create(target));
  GS_CHECK(file.write(bytes));
  return file.commit();
}

Result<void> write_file(const fs::path& target, std::string_view text) { return write_file(target, as_bytes(text)); }

}  // namespace gs
