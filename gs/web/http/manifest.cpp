// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/http/manifest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace gs::web {
namespace {

class TextContent final : public Content {
 public:
  explicit TextContent(std::string text) : text_(std::move(text)) {}
  uint64_t size() const override { return text_.size(); }
  Result<void> read(uint64_t offset, MutableBytes out) const override {
    GS_EXPECT(offset + out.size() <= text_.size());
    std::memcpy(out.data(), text_.data() + offset, out.size());
    return {};
  }

 private:
  std::string text_;
};

class ConstantContent final : public Content {
 public:
  explicit ConstantContent(Bytes bytes) : bytes_(bytes) {}
  uint64_t size() const override { return bytes_.size(); }
  Result<void> read(uint64_t offset, MutableBytes out) const override {
    GS_EXPECT(offset + out.size() <= bytes_.size());
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    return {};
  }

 private:
  Bytes bytes_;
};

// Read with pread, not mapped: a file that becomes shorter while it is mapped would end the program (SIGBUS).
class FileContent final : public Content {
 public:
  FileContent(int descriptor, uint64_t size) : descriptor_(descriptor), size_(size) {}
  FileContent(const FileContent&) = delete;
  FileContent& operator=(const FileContent&) = delete;
  ~FileContent() override { ::close(descriptor_); }
  uint64_t size() const override { return size_; }
  Result<void> read(uint64_t offset, MutableBytes out) const override {
    while (!out.empty()) {
      const ssize_t count = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return fail(ErrorCode::io_error, "reading a served file: {}", std::strerror(errno));
      if (count == 0) return fail(ErrorCode::truncated, "a served file has become shorter than {} bytes", size_);
      out = out.subspan(static_cast<std::size_t>(count));
      offset += static_cast<uint64_t>(count);
    }
    return {};
  }

 private:
  int descriptor_;
  uint64_t size_;
};

}  // namespace

std::shared_ptr<const Content> text_content(std::string text) {
  return std::make_shared<const TextContent>(std::move(text));
}

std::shared_ptr<const Content> constant_content(Bytes bytes) { return std::make_shared<const ConstantContent>(bytes); }

Result<std::shared_ptr<const Content>> file_content(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    const ErrorCode code = errno == ENOENT ? ErrorCode::not_found : ErrorCode::io_error;
    return fail(code, "cannot open {}: {}", path.string(), std::strerror(errno));
  }
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return fail(ErrorCode::invalid_argument, "{} is not a regular file", path.string());
  }
  return std::shared_ptr<const Content>(
      std::make_shared<const FileContent>(descriptor, static_cast<uint64_t>(status.st_size)));
}

const Resource* Manifest::find(std::string_view url_path) const {
  const auto found = resources_.find(url_path);
  return found == resources_.end() ? nullptr : &found->second;
}

}  // namespace gs::web
