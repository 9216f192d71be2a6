// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stores the sizes of the fragmented samples of one writer. Fast DDS takes the sizes of a sample from its first
// fragment and does not check later ones: a later fragment with other sizes would make it read past the datagram.
#pragma once

#include <vector>

#include "gs/ros2/rtps/fragment.h"

namespace gs::ros2::rtps {

// The sizes of the newest kSlots samples, by sequence number.
class FragmentWindow {
 public:
  static constexpr std::size_t kSlots = 1024;

  // The relation of a fragment to the earlier ones of its sample.
  enum class Answer { first_of_sample, same_sizes, refused };
  // Compares a fragment with the first one of its sample. A sample whose slot holds a newer one is refused, because its
  // own sizes are lost.
  Answer judge(const Fragment& fragment) const;
  // Stores the sizes of a sample; call it with the first fragment that arrives.
  void remember(const Fragment& fragment);

 private:
  struct Sizes {
    int64_t sequence = 0;
    uint32_t size = 0, sample_size = 0;
  };
  std::vector<Sizes> slots_ = std::vector<Sizes>(kSlots);  // by sequence number modulo kSlots
};

}  // namespace gs::ros2::rtps
