// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/nameless_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "gs/core/file.h"

namespace gs::logio::rosbag2 {
namespace {

constexpr uint64_t kReserveBytes = 16ull << 20;  // kept free for other programs
constexpr uint64_t kCheckStep = 16ull << 20;     // bytes written between two checks of the free space

constexpr const char* kHint = "free some space there, or set TMPDIR to a folder on a larger disk";

// On file systems without O_TMPFILE, the file has a name for a moment.
int open_nameless(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return descriptor;
  std::string name = folder / "gs-log-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

Result<NamelessFile> NamelessFile::create() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (error) folder = "/tmp";
  const int descriptor = open_nameless(folder);
  if (descriptor < 0) return system_error("cannot create a temporary file", folder, errno).with_hint(kHint);
  return NamelessFile(descriptor, std::move(folder));
}

NamelessFile::NamelessFile(NamelessFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      folder_(std::move(other.folder_)),
      size_(other.size_),
      checked_(other.checked_),
      mapped_(std::exchange(other.mapped_, {})) {}

NamelessFile::~NamelessFile() {
  if (!mapped_.empty()) ::munmap(const_cast<std::byte*>(mapped_.data()), mapped_.size());
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<uint64_t> NamelessFile::free_bytes() const {
  struct statvfs disk {};
  if (::fstatvfs(descriptor_, &disk) != 0) return system_error("cannot read the free disk space of", folder_, errno);
  const uint64_t free = uint64_t{disk.f_bavail} * disk.f_frsize;
  return free > kReserveBytes ? free - kReserveBytes : 0;
}

Result<void> NamelessFile::write(Bytes bytes) {
  // statvfs() for every block would be slow, so the free space is checked every kCheckStep bytes.
  if (size_ + bytes.size() >= checked_ + kCheckStep) {
    checked_ = size_ + bytes.size();
    GS_TRY(const uint64_t free, free_bytes());
    if (free < kCheckStep) {
      return fail(ErrorCode::disk_full, "no space for more than {} bytes in the folder for temporary files: {}", size_,
                  folder_.string())
          .with_hint(kHint);
    }
  }
  GS_CHECK(write_at(size_, bytes));
  size_ += bytes.size();
  return {};
}

Result<void> NamelessFile::write_at(uint64_t offset, Bytes bytes) {
  while (!bytes.empty()) {
    // pwrite() may write less than asked, or be interrupted by a signal.
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return system_error("cannot write a temporary file in", folder_, errno).with_hint(kHint);
    offset += static_cast<uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<Bytes> NamelessFile::map() {
  if (size_ == 0) return Bytes{};
  void* at = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
  if (at == MAP_FAILED) return system_error("cannot map a temporary file in", folder_, errno);
  mapped_ = {static_cast<const std::byte*>(at), size_};
  return mapped_;
}

}  // namespace gs::logio::rosbag2
