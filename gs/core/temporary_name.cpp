// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/temporary_name.h"

#include <unistd.h>

#include <atomic>
#include <charconv>

#include "gs/core/format.h"

namespace gs {
namespace {

constexpr std::string_view kTmp = ".tmp-", kOld = ".old-";

std::optional<long> parse_number(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

std::filesystem::path temporary_beside(const std::filesystem::path& target, TemporaryKind kind) {
  static std::atomic<unsigned> counter{0};
  const std::string_view infix = kind == TemporaryKind::being_written ? kTmp : kOld;
  return target.parent_path() /
         format(".{}{}{}-{}", target.filename().string(), infix, ::getpid(), counter.fetch_add(1));
}

std::optional<TemporaryName> parse_temporary_name(std::string_view name) {
  // The target may itself contain ".tmp-" or ".old-": the last occurrence counts.
  const std::size_t tmp = name.rfind(kTmp), old = name.rfind(kOld);
  const bool written = old == std::string_view::npos || (tmp != std::string_view::npos && tmp > old);
  const std::size_t at = written ? tmp : old;
  if (at == std::string_view::npos || at < 2 || !name.starts_with('.')) return std::nullopt;
  const std::string_view numbers = name.substr(at + kTmp.size());
  const std::size_t dash = numbers.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto process = parse_number(numbers.substr(0, dash)), count = parse_number(numbers.substr(dash + 1));
  if (!process || *process == 0 || !count) return std::nullopt;
  return TemporaryName{.target = std::string(name.substr(1, at - 1)),
                       .kind = written ? TemporaryKind::being_written : TemporaryKind::moved_aside,
                       .process = *process};
}

}  // namespace gs
