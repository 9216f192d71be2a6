// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/fragment_window.h"

namespace gs::ros2::rtps {

FragmentWindow::Answer FragmentWindow::judge(const Fragment& f) const {
  const Sizes& known = slots_[static_cast<uint64_t>(f.sequence) % kSlots];
  if (f.sequence > known.sequence) return Answer::first_of_sample;
  const bool same = f.sequence == known.sequence && known.size == f.size && known.sample_size == f.sample_size;
  return same ? Answer::same_sizes : Answer::refused;
}

void FragmentWindow::remember(const Fragment& f) {
  slots_[static_cast<uint64_t>(f.sequence) % kSlots] = {f.sequence, f.size, f.sample_size};
}

}  // namespace gs::ros2::rtps
