// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/paths.h"

#include <algorithm>

#include "gs/core/file.h"

namespace gs::world {
namespace {

constexpr std::string_view kHint = "paths in a bundle are relative, use '/' and stay inside the bundle";

// True if `folder` is a prefix of `path`, component by component.
bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

Result<void> check_bundle_path(std::string_view relative) {
  // Names that are harmless here but leave the folder on other systems (backslash, drive letter) are rejected too.
  const auto refuse = [&](std::string_view why) {
    return fail(ErrorCode::invalid_data, "path {}: '{}'", why, relative).with_hint(std::string(kHint));
  };
  if (relative.empty()) return refuse("is empty");
  if (relative.find('\0') != std::string_view::npos) return refuse("contains a zero byte");
  if (relative.find('\\') != std::string_view::npos) return refuse("contains a backslash");
  if (relative.size() > 1 && relative[1] == ':') return refuse("contains a drive letter");
  if (relative.starts_with('/')) return refuse("is absolute");
  for (const fs::path& part : fs::path(relative)) {
    if (part == "..") return refuse("contains '..'");
  }
  return {};
}

Result<fs::path> resolve_in_bundle(const fs::path& bundle, std::string_view relative) {
  GS_CHECK(check_bundle_path(relative));
  std::error_code error;
  // Resolve symbolic links on both sides before comparing.
  const fs::path root = fs::canonical(bundle, error);
  if (error) return system_error("cannot open", bundle, error.value());
  const fs::path real = fs::canonical(bundle / relative, error);
  if (error) return system_error("cannot find", bundle / relative, error.value());
  if (!is_inside(real, root)) {
    return fail(ErrorCode::invalid_data, "link leads outside of the bundle: '{}' is {}", relative, real.string())
        .with_hint(std::string(kHint));
  }
  return bundle / relative;
}

}  // namespace gs::world
