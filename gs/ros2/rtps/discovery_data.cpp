// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/discovery_data.h"

namespace gs::ros2::rtps {
namespace {

constexpr uint32_t kUdpV4 = 1;  // kind of locator
constexpr uint32_t kFirstPort = 1024, kLastPort = 65'535;
constexpr std::size_t kMostAddresses = 16;
// Bits of the built-in endpoints that stay: discovery of participants, writers and readers, and liveliness; not type
// lookup and security.
constexpr uint32_t kBuiltinEndpoints = 0x00000c3f;

// Checks the parameters of one list in order; parameter() returns false at the first one that is wrong.
class Check {
 public:
  Check(View& view, const DiscoveryRules& options) : view_(view), options_(options) {}

  bool parameter(const Parameter& p) {
    // A parameter of the wrong form makes the list invalid. An unknown one is blanked: the middleware behind this
    // filter could misread it.
    const Form form = discovery_form(view_, p);
    if (form == Form::bad) return fail(Rule::bad_discovery);
    if (form == Form::unknown) blank(view_, p);
    switch (p.pid) {
      case Pid::participant_guid:
      case Pid::endpoint_guid:
      case Pid::key_hash:
        return guid(p);
      case Pid::unicast_locator:
      case Pid::default_unicast_locator:
      case Pid::metatraffic_unicast_locator:
        locator(p);
        return true;
      case Pid::builtin_endpoints:
        view_.put_u32(p.at, view_.u32(p.at) & kBuiltinEndpoints);
        return true;
      case Pid::lease_duration:
        return lease(p);
      default:
        return true;
    }
  }
  DiscoveryData result(bool is_whole) {
    if (!is_whole && out_.rule == Rule::accepted) out_.rule = Rule::bad_discovery;
    if (!has_name_) out_.entity = 0;
    return out_;
  }

 private:
  bool fail(Rule rule) {
    out_.rule = rule;
    return false;
  }
  // All GUIDs must belong to the sender, and must name the same entity.
  bool guid(const Parameter& p) {
    if (view_.prefix(p.at) != options_.sender) return fail(Rule::foreign_guid);
    const EntityId entity = view_.entity(p.at + 12);
    if (p.pid == Pid::participant_guid && entity != kParticipant) return fail(Rule::foreign_guid);
    if (p.pid == Pid::participant_guid && !options_.is_participant) return true;
    if (p.pid == Pid::endpoint_guid && options_.is_participant) return fail(Rule::bad_discovery);
    if (out_.entity != 0 && out_.entity != entity) return fail(Rule::foreign_guid);
    out_.entity = entity;
    // A list with a key hash but without a GUID does not name the entity that it announces.
    if (p.pid != Pid::key_hash) has_name_ = true;
    return true;
  }
  // Locator: kind (0), port (4), 16 bytes of address (8), of which IPv4 uses the last four. A locator that may not stay
  // is blanked.
  void locator(const Parameter& p) {
    const Address address = View{view_.bytes, false}.u32(p.at + 20);
    const uint32_t port = view_.u32(p.at + 4);
    const bool is_udp = view_.u32(p.at) == kUdpV4;
    if (is_udp && out_.addresses.size() < kMostAddresses) out_.addresses.push_back(address);
    if (is_udp && port >= kFirstPort && port <= kLastPort && options_.may_name(address)) {
      ++out_.kept_locators;
      if (p.pid == Pid::metatraffic_unicast_locator && out_.metatraffic.size() < kMostAddresses)
        out_.metatraffic.push_back({address, static_cast<uint16_t>(port)});
      return;
    }
    if (is_udp) ++out_.blanked_locators;
    blank(view_, p);
  }
  // A lease that is too long is shortened; one that is negative or too short is refused.
  bool lease(const Parameter& p) {
    const auto seconds = static_cast<int32_t>(view_.u32(p.at));
    const Duration fraction{static_cast<int64_t>(uint64_t{view_.u32(p.at + 4)} * 1'000'000'000 >> 32)};
    out_.lease = Duration{1'000'000'000} * seconds + fraction;
    if (seconds < 0 || out_.lease < options_.limits.shortest_lease) return fail(Rule::bad_discovery);
    if (out_.lease <= options_.limits.longest_lease) return true;
    out_.lease = options_.limits.longest_lease;
    view_.put_u32(p.at, static_cast<uint32_t>(out_.lease.ns / 1'000'000'000));
    view_.put_u32(p.at + 4, 0);
    return true;
  }

  View& view_;
  const DiscoveryRules& options_;
  DiscoveryData out_{};
  bool has_name_ = false;
};

}  // namespace

DiscoveryData check_discovery_data(MutableBytes payload, const DiscoveryRules& options) {
  constexpr uint8_t kBigEndianList = 2, kLittleEndianList = 3;
  View view{payload};
  if (payload.size() < 8 || view.u8(0) != 0 || (view.u8(1) != kBigEndianList && view.u8(1) != kLittleEndianList))
    return Check(view, options).result(false);
  view.little = view.u8(1) == kLittleEndianList;
  Check check(view, options);
  return check.result(
      walk_parameters(view, 4, payload.size(), [&](const Parameter& p) { return check.parameter(p); }) != 0);
}

}  // namespace gs::ros2::rtps
