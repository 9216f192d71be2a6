// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/clock_window.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

namespace gs::builder {
namespace {

constexpr Duration kJump = Duration::from_ms(60'000);     // longest step forward within a clock run
constexpr Duration kDisorder = Duration::from_ms(1'000);  // longest step back within a clock run
constexpr Duration kNext{1};
// Later than every ROS stamp (2106), and small enough that no difference of two stamps overflows.
constexpr Timestamp kFarthest{4'400'000'000'000'000'000};

// Stamps without a clock jump between them.
struct Run {
  Timestamp oldest{}, newest{};
  std::size_t count = 0;

  void add(Timestamp stamp) {
    oldest = count == 0 ? stamp : std::min(oldest, stamp);
    newest = count == 0 ? stamp : std::max(newest, stamp);
    ++count;
  }
  // Removes the interval that the other run also covers; the longer rest is kept.
  void leave_to(const Run& other) {
    if (other.newest < oldest || other.oldest > newest) return;
    const bool keep_end = newest - other.newest > other.oldest - oldest;
    (keep_end ? oldest : newest) = keep_end ? other.newest + kNext : other.oldest - kNext;
  }
};

// Segment tree of maxima over the stamps in time order: finds the latest run whose newest stamp lies in a range in
// O(log n). A broken clock may start a new run with every message.
class LastRun {
 public:
  // Sorts the stamps once; places_ maps a message to its leaf.
  explicit LastRun(std::span<const Timestamp> stamps)
      : leaves_(std::bit_ceil(stamps.size())), places_(stamps.size()), tree_(2 * leaves_, 0) {
    std::vector<std::size_t> order(stamps.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return stamps[i]; });
    for (std::size_t place = 0; place < order.size(); ++place) {
      sorted_.push_back(stamps[order[place]]);
      places_[order[place]] = place;
    }
  }

  // Assigns a run to the message with its newest stamp. Runs are numbered from 1; 0: none.
  void set(std::size_t message, std::size_t run) {
    std::size_t node = leaves_ + places_[message];
    for (tree_[node] = run; node > 1;) {
      node /= 2;
      tree_[node] = std::max(tree_[2 * node], tree_[2 * node + 1]);
    }
  }
  // Latest run whose newest stamp lies in [oldest, newest]; 0 if there is none.
  std::size_t among(Timestamp oldest, Timestamp newest) const {
    const auto place = [&](auto it) { return leaves_ + static_cast<std::size_t>(it - sorted_.begin()); };
    std::size_t begin = place(std::ranges::lower_bound(sorted_, oldest));
    std::size_t end = place(std::ranges::upper_bound(sorted_, newest));
    std::size_t last = 0;
    for (; begin < end; begin /= 2, end /= 2) {
      if (begin % 2 == 1) last = std::max(last, tree_[begin++]);
      if (end % 2 == 1) last = std::max(last, tree_[--end]);
    }
    return last;
  }

 private:
  std::size_t leaves_;
  std::vector<std::size_t> places_;  // position of each message in time order
  std::vector<std::size_t> tree_;    // the children of node n are 2 n and 2 n + 1; leaves are the last half
  std::vector<Timestamp> sorted_;
};

// Assigns each stamp to the latest run that it continues, or starts a new run.
std::vector<Run> runs_of(std::span<const Timestamp> stamps) {
  std::vector<Run> runs;
  std::vector<std::size_t> newest;  // by run: index of the message with its newest stamp
  LastRun last_run(stamps);
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    // A run is continued if its newest stamp is at most 60 s before or 1 s after this one.
    std::size_t number = last_run.among(stamps[i] - kJump, stamps[i] + kDisorder);
    if (number == 0) {
      runs.emplace_back();
      newest.push_back(i);
      number = runs.size();
    }
    Run& run = runs[number - 1];
    run.add(stamps[i]);
    if (stamps[i] < run.newest) continue;
    // Move the entry of the run to its new newest message.
    last_run.set(newest[number - 1], 0);
    last_run.set(newest[number - 1] = i, number);
  }
  return runs;
}

}  // namespace

ClockWindow longest_clock_run(std::span<const Timestamp> stamps) {
  // Clamp first, so that differences of broken stamps cannot overflow.
  std::vector<Timestamp> near(stamps.begin(), stamps.end());
  for (Timestamp& stamp : near) stamp = std::clamp(stamp, Timestamp{-kFarthest.ns}, kFarthest);
  std::vector<Run> runs = runs_of(near);
  if (runs.empty()) return {};
  // The run with the most messages wins; its overlap with every other run is cut off.
  const auto longest = std::ranges::max_element(runs, {}, &Run::count);
  for (auto other = runs.begin(); other != runs.end(); ++other) {
    if (other != longest) longest->leave_to(*other);
  }
  return {longest->oldest, longest->newest, runs.size() > 1};
}

}  // namespace gs::builder
