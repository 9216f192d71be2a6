// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/recorder/partial_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "gs/core/plain_file.h"

namespace gs::bridge {
namespace {

class PartialFile final : public logio::ByteSink {
 public:
  PartialFile(std::filesystem::path target, std::filesystem::path partial, int descriptor)
      : target_(std::move(target)), partial_(std::move(partial)), descriptor_(descriptor) {}
  ~PartialFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  Result<void> write(Bytes bytes) override { return write_all(descriptor_, bytes, partial_); }
  Result<void> finish() override {
    if (::fsync(descriptor_) != 0) return system_error("cannot make durable", partial_, errno);
    if (::rename(partial_.c_str(), target_.c_str()) != 0) return system_error("cannot rename to", target_, errno);
    return sync_folder();
  }

 private:
  // A rename is durable only after its folder has been synchronised.
  Result<void> sync_folder() const {
    const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return system_error("cannot open the folder", folder, errno);
    const int failed = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // Some file systems cannot synchronise folders (EINVAL); the file itself is durable there.
    if (failed != 0 && failed != EINVAL) return system_error("cannot make durable", folder, failed);
    return {};
  }
  std::filesystem::path target_, partial_;
  int descriptor_;
};

}  // namespace

Result<std::unique_ptr<logio::ByteSink>> create_partial_file(const std::filesystem::path& path) {
  std::filesystem::path partial = path;
  partial += ".partial";
  // O_EXCL: never overwrite the recording of an interrupted run.
  const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    return fail(ErrorCode::already_exists, "an unfinished recording already exists: {}", partial.string())
        .with_hint("rename or remove it, or record to another file");
  }
  if (descriptor < 0) return system_error("cannot create", partial, errno);
  return std::unique_ptr<logio::ByteSink>(std::make_unique<PartialFile>(path, partial, descriptor));
}

}  // namespace gs::bridge
