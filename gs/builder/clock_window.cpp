// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/clock_window.h"

#include <algorithm>
#include <vector>

namespace gs {
namespace {

constexpr Duration kJump = Duration::from_ms(60'000);     // forward
constexpr Duration kDisorder = Duration::from_ms(1'000);  // back, before it is a jump
constexpr Duration kNext{1};

struct Run {
  Timestamp oldest{}, newest{};
  std::size_t count = 0;

  bool continues_with(Timestamp stamp) const { return stamp >= newest - kDisorder && stamp <= newest + kJump; }
  void add(Timestamp stamp) {
    oldest = count == 0 ? stamp : std::min(oldest, stamp);
    newest = count == 0 ? stamp : std::max(newest, stamp);
    ++count;
  }
  // Cuts off what the other run covers too.
  void leave_to(const Run& other) {
    if (other.newest < oldest || other.oldest > newest) return;
    const bool keep_end = newest - other.newest > other.oldest - oldest;
    (keep_end ? oldest : newest) = keep_end ? other.newest + kNext : other.oldest - kNext;
  }
};

}  // namespace

ClockWindow longest_clock_run(std::span<const Timestamp> stamps) {
  std::vector<Run> runs;
  for (const Timestamp stamp : stamps) {
    auto fits = std::find_if(runs.rbegin(), runs.rend(), [&](const Run& r) { return r.continues_with(stamp); });
    if (fits == runs.rend()) {
      runs.emplace_back();
      fits = runs.rbegin();
    }
    fits->add(stamp);
  }
  if (runs.empty()) return {};
  const auto longest = std::ranges::max_element(runs, {}, &Run::count);
  for (auto other = runs.begin(); other != runs.end(); ++other) {
    if (other != longest) longest->leave_to(*other);
  }
  return {longest->oldest, longest->newest, runs.size() > 1};
}

}  // namespace gs
