// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts between types of Fast DDS and of this library. Private: includes Fast DDS.
#pragma once

#include <fastdds/rtps/common/Guid.h>
#include <fastdds/rtps/common/InstanceHandle.h>
#include <fastdds/rtps/common/SampleIdentity.h>
#include <algorithm>
#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>

#include "gs/ros2/wire/endpoint.h"

namespace gs::ros2 {

namespace dds = eprosima::fastdds::dds;
namespace fast = eprosima::fastrtps::rtps;

// Flow controller of paced writers; defined in participant.cpp.
inline constexpr const char* kPacedController = "gs_paced";

// Conversions, field by field.
inline Guid to_guid(const fast::GUID_t& from) {
  Guid out;
  std::copy_n(from.guidPrefix.value, 12, out.bytes.begin());
  std::copy_n(from.entityId.value, 4, out.bytes.begin() + 12);
  return out;
}

// Inverse of to_guid.
inline fast::GUID_t to_fast(const Guid& from) {
  fast::GUID_t out;
  std::copy_n(from.bytes.begin(), 12, out.guidPrefix.value);
  std::copy_n(from.bytes.begin() + 12, 4, out.entityId.value);
  return out;
}

// An unknown sequence number becomes 0.
inline SampleId to_sample_id(const fast::SampleIdentity& from) {
  SampleId out{.writer = to_guid(from.writer_guid())};
  if (from.sequence_number() != fast::SequenceNumber_t::unknown())
    out.sequence = static_cast<int64_t>(from.sequence_number().to64long());
  return out;
}

// Inverse of to_sample_id.
inline fast::SampleIdentity to_fast(const SampleId& from) {
  fast::SampleIdentity out;
  out.writer_guid(to_fast(from.writer));
  out.sequence_number(from.sequence == 0 ? fast::SequenceNumber_t::unknown()
                                         : fast::SequenceNumber_t(static_cast<uint64_t>(from.sequence)));
  return out;
}

// Nanoseconds to seconds and nanoseconds.
inline eprosima::fastrtps::Duration_t to_fast(Duration d) {
  return {static_cast<int32_t>(d.ns / 1'000'000'000), static_cast<uint32_t>(d.ns % 1'000'000'000)};
}

// QoS of Fast DDS for an endpoint, with the settings that ROS 2 peers need.
dds::DataWriterQos writer_qos(const EndpointOptions& options);
dds::DataReaderQos reader_qos(const EndpointOptions& options);

}  // namespace gs::ros2
