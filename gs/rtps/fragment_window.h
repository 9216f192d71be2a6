// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Remembers the sizes of the fragmented samples of one writer. Fast DDS takes the sizes of a sample from its first
// fragment and trusts the numbers of later ones: a later fragment with other sizes makes it read past the datagram.
#pragma once

#include <vector>

#include "gs/rtps/fragment.h"

namespace gs::rtps {

class FragmentWindow {
 public:
  static constexpr std::size_t kSlots = 1024;

  enum class Answer { first_of_sample, same_sizes, refused };
  // Compares a fragment with the earlier ones of its sample. Samples more than kSlots older than the newest one are
  // refused, because their sizes may have been forgotten.
  Answer judge(const Fragment& fragment) const;
  // Remembers the sizes of a sample from its first fragment.
  void remember(const Fragment& fragment);

 private:
  struct Sizes {
    int64_t sequence = 0;
    uint32_t size = 0, sample_size = 0;
  };
  std::vector<Sizes> slots_ = std::vector<Sizes>(kSlots);  // by sequence number modulo kSlots
};

}  // namespace gs::rtps
