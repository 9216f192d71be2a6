// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds lost pictures of H.264 in the bytes of its packets. Needed for streams with B frames, where neither the stamps
// nor the numbers of the packets show that a single one is missing. Private to the library.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gs/core/bytes.h"

namespace gs::assets {

// Follows frame_num, which counts the pictures that others refer to (ITU-T H.264, 7.4.3).
class ReferenceChain {
 public:
  // Takes the next packet, in Annex B. True if a picture that later ones may refer to is missing before it. Always
  // false before the first B frame, in streams whose parameter sets allow such gaps, and at IDR pictures.
  bool take(Bytes packet);

 private:
  // What a sequence parameter set says about slices.
  struct Sequence {
    int frame_num_bits = 0;
    bool separate_planes = false, gaps_allowed = false;
  };
  void take_sequence(Bytes unit);
  void take_picture_set(Bytes unit);
  bool take_slice(Bytes unit);

  std::array<std::optional<Sequence>, 32> sequences_{};         // by seq_parameter_set_id
  std::array<std::optional<uint32_t>, 256> sequence_of_set_{};  // by pic_parameter_set_id
  std::optional<uint32_t> last_;                                // frame_num of the last reference picture
  bool has_b_frames_ = false;
};

}  // namespace gs::assets
