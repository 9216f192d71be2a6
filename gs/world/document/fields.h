// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One list of fields per bundle file, for both directions. Called with a reader, it fills a struct from a document and
// reports every problem; called with a writer, it builds the document. The rules of a field stand beside it.
//
//   void timebase_fields(Fields& f, Timebase& t) {
//     f.version(t.version);
//     f.group("simulation", [&](Fields& g) { g("dt", t.dt, kPositive); });
//   }
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/json/node.h"
#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/quaternion.h"

namespace gs::world {

// optional: a missing key keeps the default.
enum class Need { required, optional };

// Allowed range of a number; it must always be finite.
struct Bounds {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // min itself is excluded
};
inline constexpr Bounds kAny{};
inline constexpr Bounds kPositive{.min = 0, .above_min = true};
inline constexpr Bounds kNotNegative{.min = 0};
// Range as text for messages: "a finite number > 0".
std::string to_string(const Bounds& bounds);

// Rule for a text: a function and its description for messages.
struct TextRule {
  std::string_view allowed = "a text that is not empty";
  bool (*accepts)(std::string_view) = nullptr;  // null: any text that is not empty
};
// A sensor id: lower case letters, digits, underscore.
extern const TextRule kSensorId;
// A folder name: letters, digits, '_', '-', '.', not starting with a dot or dash.
extern const TextRule kSceneId;
// A name of a coordinate frame.
extern const TextRule kFrameId;
// A path relative to the bundle that stays inside it (paths.h).
extern const TextRule kBundlePath;
// Any text that is not empty.
extern const TextRule kAnyText;

// Quaternions whose norm is off by more than kMaxQuaternionError are errors; those off by more than
// kQuaternionTolerance are warnings and are normalised.
inline constexpr double kMaxQuaternionError = 1e-3;
inline constexpr double kQuaternionTolerance = 1e-6;

// Interface of reader and writer; operator() visits one field.
class Fields {
 public:
  using Group = std::function<void(Fields&)>;
  virtual ~Fields() = default;

  // True for a reader. The functions below visit the field `key` of the current map: a reader checks and assigns
  // `value`, a writer adds it to the document.
  virtual bool reading() const = 0;
  virtual void real(std::string_view key, double& value, const Bounds& bounds, Need need) = 0;
  virtual void integer(std::string_view key, int64_t& value, const Bounds& bounds, Need need) = 0;
  virtual void boolean(std::string_view key, bool& value, Need need) = 0;
  virtual void text(std::string_view key, std::string& value, const TextRule& rule, Need need) = 0;
  // Lists; count: required length, 0: any.
  virtual void reals(std::string_view key, std::vector<double>& values, std::size_t count, const Bounds& bounds,
                     Need need) = 0;
  virtual void texts(std::string_view key, std::vector<std::string>& values, const TextRule& rule, Need need) = 0;
  // A nested map; `fields` is not called if it is missing.
  virtual void group(std::string_view key, const Group& fields, Need need = Need::required) = 0;
  // A list of maps. A writer visits `count` entries; a reader visits every entry of the document.
  virtual void list(std::string_view key, std::size_t count,
                    const std::function<void(Fields&, std::size_t)>& fields) = 0;
  // Keys of this map; empty for a writer.
  virtual std::vector<std::string> keys() const = 0;
  virtual bool has(std::string_view key) const = 0;
  // Marks a key as known without reading it.
  virtual void ignore(std::string_view key) = 0;
  // Reports a problem of a field; key "" means the map itself. A writer ignores it.
  virtual void report(Severity severity, std::string_view key, std::string message, std::string allowed = {},
                      std::string hint = {}) = 0;
  // The key "version", checked by check_format_version().
  virtual void version(std::string& value, Need need = Need::required) = 0;

  // report() with a fixed severity.
  void error(std::string_view key, std::string message, std::string allowed = {}, std::string hint = {}) {
    report(Severity::error, key, std::move(message), std::move(allowed), std::move(hint));
  }
  void warning(std::string_view key, std::string message, std::string allowed = {}, std::string hint = {}) {
    report(Severity::warning, key, std::move(message), std::move(allowed), std::move(hint));
  }

  // The field functions above, by type; optional values may be missing.
  void operator()(std::string_view key, double& value, const Bounds& bounds = kAny, Need need = Need::required) {
    real(key, value, bounds, need);
  }
  void operator()(std::string_view key, int& value, const Bounds& bounds = kAny, Need need = Need::required);
  void operator()(std::string_view key, std::string& value, const TextRule& rule = kAnyText,
                  Need need = Need::required) {
    text(key, value, rule, need);
  }
  void operator()(std::string_view key, Vec3d& value, const Bounds& bounds = kAny, Need need = Need::required);
  void operator()(std::string_view key, std::optional<double>& value, const Bounds& bounds = kAny);
  void operator()(std::string_view key, std::optional<int64_t>& value, const Bounds& bounds = kAny);
  void operator()(std::string_view key, std::optional<bool>& value);
  void operator()(std::string_view key, std::optional<std::string>& value, const TextRule& rule = kAnyText);
  void operator()(std::string_view key, std::optional<Vec3d>& value, const Bounds& bounds = kAny);
  // A quaternion as a list [x, y, z, w].
  void quaternion(std::string_view key, Quaterniond& value);
  // A quaternion as members x, y, z, w of this map.
  void quaternion_members(Quaterniond& value);

  // An enumerator, written as one of the words of a table of {word, value}.
  template <class E, std::size_t N>
  void choice(std::string_view key, E& value, const std::array<std::pair<std::string_view, E>, N>& words,
              Need need = Need::required) {
    std::string word, allowed;
    for (const auto& [name, e] : words) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(name);
      if (e == value) word = name;
    }
    const bool present = !reading() || has(key);
    text(key, word, kAnyText, need);
    if (!reading() || !present) return;
    for (const auto& [name, e] : words) {
      if (word == name) return void(value = e);
    }
    error(key, "is '" + word + "'", "one of: " + allowed);
  }

  // A nested map that may be missing.
  template <class T, class Inner>
  void optional_group(std::string_view key, std::optional<T>& value, const Inner& fields) {
    if (reading() && has(key)) value.emplace();
    if (!value) return ignore(key);
    group(key, [&](Fields& f) { fields(f, *value); });
  }

  // A map from ids to entries with a member `id`.
  template <class Entry>
  void entries(std::string_view key, std::vector<Entry>& entries, void (*fields)(Fields&, Entry&), Need need) {
    const Group all = [&](Fields& f) {
      if (f.reading()) {
        for (const std::string& id : f.keys()) entries.emplace_back().id = id;
      }
      for (Entry& entry : entries) f.group(entry.id, [&](Fields& g) { fields(g, entry); });
    };
    group(key, all, need);
  }

 private:
  void check_quaternion(std::string_view key, Quaterniond& value);
};

namespace detail {
// Untyped implementations of read_fields() and write_fields().
void read_document(const Result<Node>& document, std::string_view file, Problems& problems,
                   const Fields::Group& fields);
Node write_document(const Fields::Group& fields);
}  // namespace detail

// Fills a T from a document. All problems are reported; the readable part is returned.
template <class T>
T read_fields(const Result<Node>& document, std::string_view file, Problems& problems, void (*fields)(Fields&, T&)) {
  T value{};
  detail::read_document(document, file, problems, [&](Fields& f) { fields(f, value); });
  return value;
}

// Document of a T.
template <class T>
Node write_fields(const T& value, void (*fields)(Fields&, T&)) {
  T copy = value;  // a writer does not modify it, but the field list takes a non-const reference
  return detail::write_document([&](Fields& f) { fields(f, copy); });
}

// The first error as an Error, for callers that need a Result: "sensors/calibration.yaml: cameras.front.fx: is nan
// (allowed: ...)". Empty if there is none.
std::optional<Error> first_error(const Problems& problems);

// Reads a file and parses it with one of the parse_ functions of the bundle files. Errors: the first error found.
template <class T>
Result<T> load_checked(const fs::path& path, T (*parse)(std::string_view text, std::string_view file, Problems&)) {
  GS_TRY(const std::string text, read_text_file(path));
  Problems problems;
  T value = parse(text, path.filename().string(), problems);
  if (auto error = first_error(problems)) return std::move(*error);
  return value;
}

}  // namespace gs::world
