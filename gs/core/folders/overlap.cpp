// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/folders/overlap.h"

#include <algorithm>

#include "gs/core/folders/replace.h"

namespace gs {
namespace {

// The absolute path, with links resolved as far as the path exists, and without a final slash.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error) real = fs::absolute(path, error).lexically_normal();
  return real.filename().empty() && real.has_relative_path() ? real.parent_path() : real;
}

// True if `inner` is `outer` or lies below it, by path components.
bool contains(const fs::path& outer, const fs::path& inner) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

Result<void> check_apart(const NamedPath& a, const NamedPath& b) {
  if (a.path.empty() || b.path.empty()) return {};
  const fs::path first = real_path(a.path), second = real_path(b.path);
  const auto refuse = [&](std::string_view how, const NamedPath& inner, const NamedPath& outer) {
    return fail(ErrorCode::invalid_argument, "the {} {} the {}: {}, {}", inner.role, how, outer.role,
                inner.path.string(), outer.path.string())
        .with_hint("give folders and files that lie apart: writing one must not delete another");
  };
  std::error_code ignored;
  if (first == second || fs::equivalent(first, second, ignored)) return refuse("is the same as", a, b);
  if (contains(first, second)) return refuse("lies inside", b, a);
  if (contains(second, first)) return refuse("lies inside", a, b);
  return {};
}

Result<void> check_apart(const std::vector<NamedPath>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = i + 1; j < paths.size(); ++j) GS_CHECK(check_apart(paths[i], paths[j]));
  }
  return {};
}

Result<void> check_apart_from_inputs(const fs::path& output, const std::vector<fs::path>& inputs) {
  for (const fs::path& input : inputs) GS_CHECK(check_apart({"input", input}, {"output", output}));
  return {};
}

Result<void> check_output_file(const fs::path& input, const fs::path& output, bool force) {
  GS_CHECK(check_apart({"input", input}, {"output", output}));
  return may_overwrite(output, force);
}

}  // namespace gs
