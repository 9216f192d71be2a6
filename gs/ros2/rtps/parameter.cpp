// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/parameter.h"

namespace gs::ros2::rtps {
namespace {

Form good_if(bool condition) { return condition ? Form::good : Form::bad; }

// Reads strings, sequences and numbers inside one parameter. ok() is true if all of them lay inside it.
class Value {
 public:
  Value(const View& view, const Parameter& p) : view_(view), at_(p.at), end_(p.at + p.length) {}

  bool ok() const { return ok_; }
  uint32_t u32() {
    if (!has(4)) return 0;
    at_ += 4;
    return view_.u32(at_ - 4);
  }
  void skip(std::size_t count) {
    if (has(count)) at_ += count;
  }
  // A string: uint32 length, then that many bytes, of which the last and only the last is 0; padded to 4 bytes.
  void string() {
    const uint32_t length = u32();
    if (length == 0 || !has(length)) return fail();
    for (std::size_t i = 0; i < length; ++i) {
      if ((view_.u8(at_ + i) == 0) != (i + 1 == length)) return fail();
    }
    at_ += std::min<std::size_t>((length + 3u) & ~3u, end_ - at_);
  }
  void strings(uint32_t each) {
    const uint32_t count = u32();
    for (uint32_t i = 0; ok_ && i < uint64_t{count} * each; ++i) string();
  }

 private:
  bool has(std::size_t count) {
    if (ok_ && end_ - at_ >= count) return true;
    ok_ = false;
    return false;
  }
  void fail() { ok_ = false; }
  const View& view_;
  std::size_t at_, end_;
  bool ok_ = true;
};

Form string_form(const View& view, const Parameter& p) {
  Value value(view, p);
  value.string();
  return good_if(value.ok());
}

Form strings_form(const View& view, const Parameter& p, uint32_t each) {
  Value value(view, p);
  value.strings(each);
  return good_if(value.ok());
}

Form sequence_form(const View& view, const Parameter& p, uint32_t element_bytes) {
  Value value(view, p);
  value.skip(std::size_t{value.u32()} * element_bytes);
  return good_if(value.ok());
}

// Checks a value of `bytes` bytes that starts with an enumerator in [least, most].
Form kind_form(const View& view, const Parameter& p, std::size_t bytes, uint32_t least, uint32_t most) {
  return good_if(p.length == bytes && view.u32(p.at) >= least && view.u32(p.at) <= most);
}

}  // namespace

// Sizes and value ranges follow RTPS 2.3 (9.6.2) and the enumerations of DDS. A parameter that is not listed is
// unknown and will be blanked.
Form discovery_form(const View& view, const Parameter& p) {
  switch (p.pid) {
    case Pid::pad:
      return Form::good;
    case Pid::protocol_version:
    case Pid::vendor:
    case Pid::ownership_strength:
    case Pid::expects_inline_qos:
    case Pid::no_positive_acks:
    case Pid::builtin_endpoints:
      return good_if(p.length == 4);
    case Pid::lease_duration:
    case Pid::time_based_filter:
    case Pid::deadline:
    case Pid::latency_budget:
    case Pid::lifespan:
      return good_if(p.length == 8);
    case Pid::ownership:
    case Pid::destination_order:
      return kind_form(view, p, 4, 0, 1);
    case Pid::durability:
      return kind_form(view, p, 4, 0, 3);
    case Pid::presentation:
      return kind_form(view, p, 8, 0, 2);
    case Pid::liveliness:
      return kind_form(view, p, 12, 0, 2);
    case Pid::reliability:
      return kind_form(view, p, 12, 1, 2);
    case Pid::durability_service:
      return good_if(p.length == 28);
    case Pid::topic_name:
    case Pid::type_name:
    case Pid::entity_name:
      return string_form(view, p);
    case Pid::partition:
      return strings_form(view, p, 1);
    case Pid::properties:
      return strings_form(view, p, 2);
    case Pid::user_data:
    case Pid::group_data:
    case Pid::topic_data:
      return sequence_form(view, p, 1);
    case Pid::data_representation:
      return sequence_form(view, p, 2);
    case Pid::participant_guid:
    case Pid::endpoint_guid:
    case Pid::key_hash:
      return good_if(p.length == 16);
    case Pid::unicast_locator:
    case Pid::default_unicast_locator:
    case Pid::metatraffic_unicast_locator:
      return good_if(p.length == 24);
    default:
      return Form::unknown;
  }
}

Form inline_form(const Parameter& p) {
  switch (p.pid) {
    case Pid::pad:
      return Form::good;
    case Pid::key_hash:
      return good_if(p.length == 16);
    case Pid::status_info:
      return good_if(p.length == 4);
    case Pid::related_sample_identity:
    case Pid::fast_related_sample_identity:
      return good_if(p.length == 24);
    default:
      return Form::unknown;
  }
}

void blank(View& view, const Parameter& p) { view.put_u16(p.at - 4, static_cast<uint16_t>(Pid::pad)); }

}  // namespace gs::ros2::rtps
