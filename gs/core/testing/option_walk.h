// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Proves that every option of a table acts: a changed value must change what the caller calls the effect (output bytes,
// a refusal, printed lines). An option that nobody reads, and an option that the list forgets, fail the test. Test code
// only.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gs/core/options.h"

namespace gs {

// A changed option, both as "key=value". `given` is set on both sides of the comparison: what the option needs to
// matter.
struct OptionProbe {
  std::string change;
  std::vector<std::string> given{};
};

// An option of speed or memory: it must not change an output. `shown_by` names the test or report that shows it.
struct OptionWithoutOutput {
  std::string name;
  std::string shown_by;
};

namespace detail {
template <class Options>
void assign_all(Options& options, const std::vector<std::string>& assignments) {
  const OptionTable table = OptionTable::of(options);
  for (const std::string& assignment : assignments) {
    const auto set = table.set_assignment(assignment);
    ASSERT_TRUE(set) << assignment << ": " << set.error().message;
  }
}
}  // namespace detail

// `effect` returns everything a user can see of a run with these options, refusals included, as one text. It must be
// the same for the same options. Options with a single allowed value need no probe.
template <class Options>
void expect_every_option_acts(const Options& base, const std::vector<OptionProbe>& probes,
                              const std::vector<OptionWithoutOutput>& without_output,
                              const std::function<std::string(const Options&)>& effect) {
  std::set<std::string> covered;
  for (const OptionWithoutOutput& option : without_output) {
    EXPECT_FALSE(option.shown_by.empty()) << option.name;
    covered.insert(option.name);
  }
  for (const OptionProbe& probe : probes) {
    covered.insert(probe.change.substr(0, probe.change.find('=')));
    Options before = base;
    detail::assign_all(before, probe.given);
    Options after = before;
    detail::assign_all(after, {probe.change});
    EXPECT_NE(effect(before), effect(after)) << "nothing changes with " << probe.change;
  }
  Options defaults = base;
  const OptionTable table = OptionTable::of(defaults);
  for (const Option& option : table.all()) {
    const bool one_value = option.choices.size() == 1 || (option.range && option.range->min == option.range->max);
    EXPECT_TRUE(one_value || covered.erase(option.name) == 1) << "no probe for option " << option.name;
  }
  EXPECT_TRUE(covered.empty()) << "no such option: " << *covered.begin();
}

}  // namespace gs
