// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/document/fields.h"

#include <algorithm>

#include "gs/core/format.h"
#include "gs/world/paths.h"

namespace gs::world {
namespace {

bool consists_of(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz0123456789_";
constexpr std::string_view kName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
constexpr std::size_t kMaxNameLength = 200;

}  // namespace

const TextRule kAnyText{};
const TextRule kSensorId{"lower case letters, digits and '_'",
                         [](std::string_view t) { return consists_of(t, kLower) && t.size() <= kMaxNameLength; }};
const TextRule kSceneId{"letters, digits, '_', '-' and '.', not starting with '.' or '-'", [](std::string_view t) {
                          return consists_of(t, kName) && t[0] != '.' && t[0] != '-' && t.size() <= kMaxNameLength;
                        }};
const TextRule kFrameId{
    "a frame name of letters, digits, '_', '-', '.' and '/', not starting with '/'", [](std::string_view t) {
      const bool good =
          std::all_of(t.begin(), t.end(), [](char c) { return c == '/' || kName.find(c) != std::string_view::npos; });
      return good && !t.empty() && t[0] != '/' && t.size() <= kMaxNameLength;
    }};
const TextRule kBundlePath{"a relative path with '/' that stays inside the bundle",
                           [](std::string_view t) { return check_bundle_path(t).has_value(); }};

std::string to_string(const Bounds& bounds) {
  const bool has_min = std::isfinite(bounds.min), has_max = std::isfinite(bounds.max);
  if (has_min && has_max) {
    return format("a number {} {}, at most {}", bounds.above_min ? "above" : "from", bounds.min, bounds.max);
  }
  if (has_min) return format("a finite number {} {}", bounds.above_min ? ">" : ">=", bounds.min);
  if (has_max) return format("a finite number <= {}", bounds.max);
  return "a finite number";
}

// Integers are read as 64 bits and limited to the range of int.
void Fields::operator()(std::string_view key, int& value, const Bounds& bounds, Need need) {
  int64_t wide = value;
  Bounds narrow = bounds;
  narrow.min = std::max<double>(narrow.min, std::numeric_limits<int>::min());
  narrow.max = std::min<double>(narrow.max, std::numeric_limits<int>::max());
  integer(key, wide, narrow, need);
  value = static_cast<int>(wide);
}

void Fields::operator()(std::string_view key, Vec3d& value, const Bounds& bounds, Need need) {
  std::vector<double> values{value.x, value.y, value.z};
  reals(key, values, 3, bounds, need);
  value = {values[0], values[1], values[2]};
}

// Optional fields: a reader skips missing keys, a writer skips empty values.
void Fields::operator()(std::string_view key, std::optional<double>& value, const Bounds& bounds) {
  if (reading() ? !has(key) : !value) return ignore(key);
  double inner = value.value_or(0);
  real(key, inner, bounds, Need::required);
  value = inner;
}

void Fields::operator()(std::string_view key, std::optional<int64_t>& value, const Bounds& bounds) {
  if (reading() ? !has(key) : !value) return ignore(key);
  int64_t inner = value.value_or(0);
  integer(key, inner, bounds, Need::required);
  value = inner;
}

void Fields::operator()(std::string_view key, std::optional<bool>& value) {
  if (reading() ? !has(key) : !value) return ignore(key);
  bool inner = value.value_or(false);
  boolean(key, inner, Need::required);
  value = inner;
}

void Fields::operator()(std::string_view key, std::optional<std::string>& value, const TextRule& rule) {
  if (reading() ? !has(key) : !value) return ignore(key);
  std::string inner = value.value_or("");
  text(key, inner, rule, Need::required);
  value = std::move(inner);
}

void Fields::operator()(std::string_view key, std::optional<Vec3d>& value, const Bounds& bounds) {
  if (reading() ? !has(key) : !value) return ignore(key);
  Vec3d inner = value.value_or(Vec3d{});
  (*this)(key, inner, bounds);
  value = inner;
}

// Both forms are checked and normalised by check_quaternion().
void Fields::quaternion(std::string_view key, Quaterniond& value) {
  std::vector<double> q{value.x, value.y, value.z, value.w};
  reals(key, q, 4, kAny, Need::required);
  value = {q[0], q[1], q[2], q[3]};
  check_quaternion(key, value);
}

void Fields::quaternion_members(Quaterniond& value) {
  (*this)("x", value.x);
  (*this)("y", value.y);
  (*this)("z", value.z);
  (*this)("w", value.w);
  check_quaternion("", value);
}

// A quaternion of unit length is not normalised again: its bits stay equal when files are read and written.
void Fields::check_quaternion(std::string_view key, Quaterniond& value) {
  if (!reading()) return;
  const double length = norm(value), off = std::abs(length - 1.0);
  if (!(off <= kMaxQuaternionError)) {
    error(key, format("INVALID_QUATERNION: norm is {}", length), "1 within 1e-6 (readers accept 1e-3)",
          "normalise it; the order is [x, y, z, w]");
    value = {};
    return;
  }
  if (off > kQuaternionTolerance) {
    warning(key, format("quaternion has norm {}", length), "1 within 1e-6",
            "readers normalise it; write it normalised");
  }
  if (off > 1e-15) value = normalized(value);
}

std::optional<Error> first_error(const Problems& problems) {
  for (const Problem& problem : problems) {
    if (problem.severity != Severity::error) continue;
    Problem shown = problem;
    // The hint has its own field in Error.
    shown.hint.clear();
    const std::string line = to_string(shown).substr(std::string_view("error: ").size());
    return Error{.code = problem.code, .message = line, .hint = problem.hint};
  }
  return std::nullopt;
}

}  // namespace gs::world
