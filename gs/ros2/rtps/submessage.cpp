// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/submessage.h"

namespace gs::ros2::rtps {
namespace {

constexpr uint32_t kMostBits = 256;  // longest bitmap of sequence or fragment numbers in RTPS
constexpr uint8_t kInlineQos = 0x02, kData = 0x04, kKey = 0x08, kFragmentedKey = 0x04;

bool is_sequence(int64_t sequence, const Limits& limits) { return sequence >= 1 && sequence <= limits.sequence; }

// Returns the bytes of a bitmap behind its bit count at `at`, count included; 0 when it does not end before `end`.
std::size_t bitmap_bytes(const View& view, std::size_t at, std::size_t end) {
  if (at + 4 > end) return 0;
  const uint32_t bits = view.u32(at);
  if (bits > kMostBits) return 0;
  const std::size_t bytes = 4 + (bits + 31) / 32 * 4;
  return bytes <= end - at ? bytes : 0;
}

// Checks the bitmap whose bit count is at `offset` of the body, and that the 4 bytes of a count follow it.
Rule check_bitmap(const View& view, const Submessage& s, std::size_t offset) {
  const std::size_t bitmap = bitmap_bytes(view, s.body + offset, s.end);
  return bitmap == 0 || offset + bitmap + 4 > s.length() ? Rule::malformed : Rule::accepted;
}

// Reads the parameter list in front of the payload, blanks unknown parameters, and moves fields.payload behind it.
void read_inline_qos(View& view, const Submessage& s, DataFields& fields) {
  const std::size_t end = walk_parameters(view, fields.payload, s.end, [&](const Parameter& p) {
    const Form form = inline_form(p);
    if (form == Form::unknown) blank(view, p);
    if (form != Form::good) return form == Form::unknown;
    if (p.pid == Pid::key_hash) fields.key_hash = p.at;
    if (p.pid == Pid::status_info) fields.status = view.u8(p.at + 3) & 3;
    return true;
  });
  if (end == 0) fields.rule = Rule::bad_inline_qos;
  fields.payload = end;
}

}  // namespace

std::optional<Submessage> read_submessage(const View& view, std::size_t at) {
  const std::size_t size = view.bytes.size();
  if (at + kSubmessageHeaderBytes > size) return {};
  Submessage s{view.u8(at), view.u8(at + 1), at, at + kSubmessageHeaderBytes, 0};
  std::size_t length = View{view.bytes, (s.flags & 1) != 0}.u16(at + 2);
  const bool may_be_empty =
      s.id == static_cast<uint8_t>(Kind::pad) || s.id == static_cast<uint8_t>(Kind::info_timestamp);
  if (length == 0 && !may_be_empty) length = size - s.body;  // length 0: the last submessage extends to the end
  if (length > size - s.body) return {};
  s.end = s.body + length;
  if (length % 4 != 0 && s.end != size) return {};
  return s;
}

// Body of DATA and DATA_FRAG: extra flags (0), offset to inline QoS (2), reader (4), writer (8), sequence number (12);
// DATA_FRAG adds first fragment (20), count (24), fragment size (26) and sample size (28).
DataFields read_data_fields(View& view, const Submessage& s, const Limits& limits) {
  const bool fragmented = s.id == static_cast<uint8_t>(Kind::data_frag);
  const std::size_t fixed_bytes = fragmented ? 32 : 20;
  DataFields out;
  if (s.length() < fixed_bytes || view.u16(s.body + 2) != fixed_bytes - 4) {
    out.rule = Rule::malformed;
    return out;
  }
  out.reader = view.entity(s.body + 4);
  out.writer = view.entity(s.body + 8);
  out.sequence = view.sequence(s.body + 12);
  out.payload = s.body + fixed_bytes;
  out.has_data = fragmented || (s.flags & kData) != 0;
  out.has_key = (s.flags & (fragmented ? kFragmentedKey : kKey)) != 0;
  if (!is_sequence(out.sequence, limits)) out.rule = Rule::sequence_number;
  if (out.has_data && out.has_key) out.rule = Rule::malformed;
  if (out.rule == Rule::accepted && (s.flags & kInlineQos) != 0) read_inline_qos(view, s, out);
  if (out.rule == Rule::accepted && (out.has_data || out.has_key) && out.payload == s.end) out.rule = Rule::malformed;
  return out;
}

Fragment read_fragment(const View& view, const Submessage& s) {
  return {.sequence = view.sequence(s.body + 12),
          .start = view.u32(s.body + 20),
          .count = view.u16(s.body + 24),
          .size = view.u16(s.body + 26),
          .sample_size = view.u32(s.body + 28)};
}

// Body: reader (0), writer (4), base (8), number of bits (16), bitmap (20), count. A base of 0 means that the reader
// has received nothing.
Rule check_acknack(const View& view, const Submessage& s, const Limits& limits) {
  if (s.length() < 24) return Rule::malformed;
  const int64_t base = view.sequence(s.body + 8);
  if (base < 0 || base > limits.sequence) return Rule::sequence_number;
  return check_bitmap(view, s, 16);
}

// first may be last + 1: the writer has no samples.
Rule check_heartbeat(const View& view, const Submessage& s, const Limits& limits) {
  if (s.length() < 28) return Rule::malformed;
  const int64_t first = view.sequence(s.body + 8), last = view.sequence(s.body + 16);
  return is_sequence(first, limits) && last >= first - 1 && last <= limits.sequence ? Rule::accepted
                                                                                    : Rule::sequence_number;
}

Rule check_gap(const View& view, const Submessage& s, const Limits& limits) {
  if (s.length() < 28) return Rule::malformed;
  const int64_t start = view.sequence(s.body + 8), base = view.sequence(s.body + 16);
  if (!is_sequence(start, limits) || base < start || base > limits.sequence) return Rule::sequence_number;
  return bitmap_bytes(view, s.body + 24, s.end) == 0 ? Rule::malformed : Rule::accepted;
}

// Body: reader (0), writer (4), sequence number (8), first fragment (16), number of bits (20), bitmap (24), count.
Rule check_nack_frag(const View& view, const Submessage& s, const Limits& limits) {
  if (s.length() < 28) return Rule::malformed;
  if (!is_sequence(view.sequence(s.body + 8), limits)) return Rule::sequence_number;
  const uint32_t base = view.u32(s.body + 16);
  if (base < 1 || base > limits.sample_bytes) return Rule::bad_fragment;
  return check_bitmap(view, s, 20);
}

Rule check_heartbeat_frag(const View& view, const Submessage& s, const Limits& limits) {
  if (s.length() < 24) return Rule::malformed;
  return is_sequence(view.sequence(s.body + 8), limits) ? Rule::accepted : Rule::sequence_number;
}

}  // namespace gs::ros2::rtps
