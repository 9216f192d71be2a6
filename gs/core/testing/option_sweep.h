// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks that a program reads every option of its table: a test gives another value for each key, and that value must
// change the output. The test fails for a key without such a value, so that no new option is forgotten. Test code only.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gs/core/options/options.h"

namespace gs {

// The change of one option that must change the output.
struct OptionChange {
  using Values = std::vector<std::pair<std::string, std::vector<std::string>>>;
  std::vector<std::string> value{};  // differs from the value that the sweep starts from
  // Other options that must be set for this one to have an effect, as {"static_mesh.enable", {"true"}}.
  Values with{};
  // For options of speed and memory, which do not change the output: the test that covers them. Skips the check here.
  std::string shown_by{};
};
using OptionChanges = std::map<std::string, OptionChange>;

// An OptionChange in short form: "key=value" of the option, and of each option that must be set with it. List items are
// separated by commas.
struct ShortChange {
  std::string change;
  std::vector<std::string> with{};
};

namespace detail {
inline std::pair<std::string, std::vector<std::string>> split_assignment(const std::string& text) {
  const std::size_t equals = text.find('=');
  std::vector<std::string> items{""};
  for (const char c : text.substr(equals + 1)) c == ',' ? items.push_back("") : items.back().push_back(c);
  return {text.substr(0, equals), items};
}
}  // namespace detail

// Builds the changes of a sweep. `shown_by` maps options of speed and memory to the test that covers them.
inline OptionChanges option_changes(const std::vector<ShortChange>& changes,
                                    const std::map<std::string, std::string>& shown_by = {}) {
  OptionChanges out;
  for (const ShortChange& change : changes) {
    auto [key, value] = detail::split_assignment(change.change);
    OptionChange& entry = out[key];
    entry.value = std::move(value);
    for (const std::string& other : change.with) entry.with.push_back(detail::split_assignment(other));
  }
  for (const auto& [key, where] : shown_by) out[key].shown_by = where;
  return out;
}

// True if the option has a single allowed value, so that no other value can be tried.
inline bool has_one_value(const Option& option) {
  return option.choices.size() == 1 || (option.range && option.range->min == option.range->max);
}

// Runs `observe` once with the start options and once for each changed option; the two results must differ. `observe`
// returns everything that a user can see (written bytes, errors, printed lines), but no cache key.
template <class Options>
void expect_every_option_is_read(const Options& start, const OptionChanges& changes,
                                 const std::function<std::string(const Options&)>& observe) {
  std::map<std::string, std::string> seen;  // by the options that were set beside
  Options listed = start;
  const OptionTable all = OptionTable::of(listed);
  for (const auto& [key, change] : changes) EXPECT_NE(all.find(key), nullptr) << "there is no option " << key;
  for (const Option& option : all.all()) {
    const auto found = changes.find(option.name);
    if (has_one_value(option)) continue;
    if (found == changes.end()) {
      ADD_FAILURE() << "option " << option.name << " is in no sweep: list a value that changes the output";
      continue;
    }
    const OptionChange& change = found->second;
    if (!change.shown_by.empty()) continue;
    Options plain = start, changed = start;
    std::string beside;
    for (const auto& [key, value] : change.with) {
      ASSERT_TRUE(OptionTable::of(plain).set(key, value)) << key;
      ASSERT_TRUE(OptionTable::of(changed).set(key, value)) << key;
      for (const std::string& text : value) beside += key + "=" + text + "\n";
    }
    const auto set = OptionTable::of(changed).set(option.name, change.value);
    ASSERT_TRUE(set) << option.name << ": " << set.error().message;
    EXPECT_NE(OptionTable::of(plain).find(option.name)->get(), OptionTable::of(changed).find(option.name)->get())
        << option.name << " has that value already";
    if (!seen.contains(beside)) seen[beside] = observe(plain);
    EXPECT_NE(observe(changed), seen[beside]) << "option " << option.name << " changes nothing";
  }
}

}  // namespace gs
