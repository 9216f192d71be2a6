// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Untrusted input from the network: a series of datagrams, each preceded by its length, sender and time. Datagrams that
// pass the filter must be well formed, and the memory of the filter must stay within its limits.
#include <algorithm>
#include <cstdint>

#include "gs/core/expect.h"
#include "gs/ros2/rtps/filter.h"

namespace {

using namespace gs;

constexpr ros2::rtps::Address kSenders[] = {0x7f000001, 0x0a4d0002, 0x0a4d0003, 0xc0a80105};

ros2::rtps::FilterOptions options() {
  ros2::rtps::FilterOptions out{.own_networks = {{0x0a4d0001, 24}, {0x7f000001, 8}}};
  out.limits.participants = 4;
  out.limits.endpoints_per_participant = 8;
  out.limits.endpoints = 16;
  out.limits.announced_bytes = 1 << 16;
  out.limits.reassembly_bytes = 1 << 16;
  out.limits.fragmenting_writers = 4;
  return out;
}

void check_limits(const ros2::rtps::DatagramFilter& filter, const ros2::rtps::Limits& limits) {
  const auto size = filter.size();
  GS_EXPECT(size.participants <= limits.participants + 1);
  GS_EXPECT(size.endpoints <= limits.endpoints + 4 * (limits.participants + 1) + limits.endpoints_per_participant);
  GS_EXPECT(size.announced_bytes <= limits.announced_bytes);
  GS_EXPECT(size.open_bytes <= limits.reassembly_bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const ros2::rtps::FilterOptions given = options();
  ros2::rtps::DatagramFilter filter(given);
  ros2::rtps::GuidPrefix own;
  own.fill(std::byte{0x11});
  filter.set_own_prefix(own);
  Timestamp now = Timestamp::from_seconds(1000);
  // uint16 length, uint8 sender, uint8 time since the last datagram [0.1 s]; at most 64 datagrams.
  for (int i = 0; i < 64 && size >= 4; ++i) {
    const std::size_t length = std::min<std::size_t>(data[0] | data[1] << 8, size - 4);
    const ros2::rtps::Address sender = kSenders[data[2] % std::size(kSenders)];
    now = now + Duration::from_ms(100 * data[3]);
    // A copy of exactly this length, so that the address sanitizer detects a read past its end.
    const auto* first = reinterpret_cast<const std::byte*>(data) + 4;
    std::vector<std::byte> datagram(first, first + length);
    const ros2::rtps::Passed passed = filter.check(datagram, sender, now);
    GS_EXPECT(passed.size <= length && (passed.size == 0 || passed.size > ros2::rtps::kHeaderBytes));
    for (const auto& message : passed.reassembled) GS_EXPECT(message.size() > ros2::rtps::kHeaderBytes);
    check_limits(filter, given.limits);
    data += 4 + length;
    size -= 4 + length;
  }
  return 0;
}
