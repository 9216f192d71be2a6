// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/video/reference_chain.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "gs/assets/video/annex_b.h"

namespace gs::assets {
namespace {

// Bytes of a unit that are read: parameter sets with scaling lists have less than 2 kB, slices need some 20 bytes.
constexpr std::size_t kMostSetBytes = 4096, kMostSliceBytes = 64;

// Reads the bits of a unit. Reading past its end gives zeros, and ok() becomes false.
class UnitBits {
 public:
  // Without the bytes 03 that keep start codes out of the content (7.4.1.1), and without the first byte.
  UnitBits(Bytes unit, std::size_t most) {
    int zeros = 0;
    for (const std::byte byte : unit.subspan(1, std::min(unit.size() - 1, most))) {
      const bool escape = zeros >= 2 && byte == std::byte{3};
      zeros = byte == std::byte{0} ? zeros + 1 : 0;
      if (!escape) bytes_.push_back(byte);
    }
  }

  uint32_t bits(int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 1 | bit();
    return value;
  }
  bool flag() { return bit() != 0; }
  // ue(v), 9.1.
  uint32_t number() {
    int zeros = 0;
    while (ok_ && !flag()) ++zeros;
    if (zeros > 31) ok_ = false;
    return ok_ ? (uint32_t{1} << zeros) - 1 + bits(zeros) : 0;
  }
  // se(v), 9.1.1.
  int64_t signed_number() {
    const int64_t code = number();
    return code % 2 == 0 ? -code / 2 : (code + 1) / 2;
  }
  bool ok() const { return ok_; }

 private:
  uint32_t bit() {
    if (at_ >= 8 * bytes_.size()) return ok_ = false, 0;
    const auto byte = std::to_integer<uint32_t>(bytes_[at_ / 8]);
    return byte >> (7 - at_++ % 8) & 1;
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

// 7.3.2.1.1.1.
void skip_scaling_list(UnitBits& in, int size) {
  int64_t last = 8, next = 8;
  for (int i = 0; i < size && in.ok(); ++i) {
    if (next != 0) next = (last + in.signed_number() + 256) % 256;
    if (next != 0) last = next;
  }
}

// The part of 7.3.2.1.1 about chroma formats, of profiles that have it. True if colour planes are separate.
bool read_chroma(UnitBits& in) {
  const uint32_t chroma = in.number();
  const bool separate_planes = chroma == 3 && in.flag();
  in.number(), in.number(), in.flag();  // bit depths, lossless
  if (!in.flag()) return separate_planes;
  for (int i = 0; i < (chroma == 3 ? 12 : 8); ++i) {
    if (in.flag()) skip_scaling_list(in, i < 6 ? 16 : 64);
  }
  return separate_planes;
}

// pic_order_cnt_type and what belongs to it.
void skip_picture_order(UnitBits& in) {
  const uint32_t type = in.number();
  if (type == 0) in.number();
  if (type != 1) return;
  in.flag(), in.signed_number(), in.signed_number();
  const uint32_t count = in.number();
  for (uint32_t i = 0; i < count && in.ok(); ++i) in.signed_number();
}

bool has_chroma(uint32_t profile) {
  constexpr uint32_t kProfiles[] = {100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135};
  return std::ranges::find(kProfiles, profile) != std::end(kProfiles);
}

}  // namespace

void ReferenceChain::take_sequence(Bytes unit) {
  UnitBits in(unit, kMostSetBytes);
  const uint32_t profile = in.bits(8);
  in.bits(16);
  const uint32_t id = in.number();
  Sequence made;
  if (has_chroma(profile)) made.separate_planes = read_chroma(in);
  made.frame_num_bits = static_cast<int>(std::min<uint32_t>(in.number(), 32)) + 4;
  skip_picture_order(in);
  in.number();  // reference pictures that are kept
  made.gaps_allowed = in.flag();
  if (in.ok() && id < sequences_.size() && made.frame_num_bits <= 16) sequences_[id] = made;
}

void ReferenceChain::take_picture_set(Bytes unit) {
  UnitBits in(unit, kMostSetBytes);
  const uint32_t id = in.number(), sequence = in.number();
  if (in.ok() && id < sequence_of_set_.size() && sequence < sequences_.size()) sequence_of_set_[id] = sequence;
}

// 7.3.3, up to frame_num.
bool ReferenceChain::take_slice(Bytes unit) {
  const int first = std::to_integer<int>(unit[0]);
  const bool is_reference = (first >> 5 & 3) != 0, is_idr = (first & 0x1f) == 5;
  UnitBits in(unit, kMostSliceBytes);
  in.number();  // first macroblock
  const uint32_t type = in.number() % 5, set = in.number();
  if (!in.ok() || set >= sequence_of_set_.size() || !sequence_of_set_[set]) return false;
  const std::optional<Sequence>& sequence = sequences_[*sequence_of_set_[set]];
  if (!sequence) return false;
  if (sequence->separate_planes) in.bits(2);
  const uint32_t number = in.bits(sequence->frame_num_bits);
  if (!in.ok()) return false;
  has_b_frames_ = has_b_frames_ || type == 1;
  const uint32_t next = last_ ? (*last_ + 1) % (uint32_t{1} << sequence->frame_num_bits) : number;
  // After memory_management_control_operation 5 numbers begin again with 0 without an IDR picture (7.4.3).
  const bool follows = !last_ || number == *last_ || number == next || number <= 1;
  if (is_reference) last_ = number;
  return has_b_frames_ && !is_idr && !follows && !sequence->gaps_allowed;
}

bool ReferenceChain::take(Bytes packet) {
  bool missing = false;
  for_each_unit(packet, [&](Bytes unit) {
    const int type = std::to_integer<int>(unit[0]) & 0x1f;  // table 7-1
    if (type == 7) take_sequence(unit);
    if (type == 8) take_picture_set(unit);
    if (type == 1 || type == 2 || type == 5) missing |= take_slice(unit);
  });
  return missing;
}

}  // namespace gs::assets
