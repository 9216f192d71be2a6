// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/plain_file.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "gs/core/file.h"

namespace gs {

Result<void> write_plain(const fs::path& path, std::span<const Bytes> pieces) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return system_error("creating", path, errno);
  bool ok = true;
  for (const Bytes piece : pieces) ok = ok && std::fwrite(piece.data(), 1, piece.size(), file) == piece.size();
  // fclose() may change errno; keep that of the failed write.
  const int error = errno;
  if (std::fclose(file) != 0 || !ok) return system_error("writing", path, ok ? errno : error);
  return {};
}

Result<void> write_plain(const fs::path& path, std::string_view text) {
  return write_plain(path, std::array{as_bytes(text)});
}

Result<void> write_all(int descriptor, Bytes bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error("cannot write", path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error) return {};
  // Other file systems and some network mounts have no hard links.
  fs::copy_file(from, to, error);
  if (error) return system_error("copying", from, error.value());
  return {};
}

}  // namespace gs
