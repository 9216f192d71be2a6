// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/opaque_type.h"

#include <cstring>

namespace gs::ros2 {

OpaqueType::OpaqueType(const std::string& dds_type_name) {
  setName(dds_type_name.c_str());
  m_typeSize = 1024;  // initial size of buffers; they grow with the samples
  m_isGetKeyDefined = false;
  // Peers match by type name only, as all ROS 2 nodes do.
  auto_fill_type_object(false);
  auto_fill_type_information(false);
}

bool OpaqueType::serialize(void* data, eprosima::fastrtps::rtps::SerializedPayload_t* payload) {
  const Bytes bytes = static_cast<const OpaqueSample*>(data)->outgoing;
  if (bytes.size() > payload->max_size) return false;
  if (!bytes.empty()) std::memcpy(payload->data, bytes.data(), bytes.size());
  payload->length = static_cast<uint32_t>(bytes.size());
  // The bytes contain their own encapsulation header, which is little endian.
  payload->encapsulation = CDR_LE;
  return true;
}

bool OpaqueType::deserialize(eprosima::fastrtps::rtps::SerializedPayload_t* payload, void* data) {
  const auto* from = reinterpret_cast<const std::byte*>(payload->data);
  static_cast<OpaqueSample*>(data)->incoming.assign(from, from + payload->length);
  return true;
}

std::function<uint32_t()> OpaqueType::getSerializedSizeProvider(void* data) {
  const auto size = static_cast<uint32_t>(static_cast<const OpaqueSample*>(data)->outgoing.size());
  return [size] { return size; };
}

}  // namespace gs::ros2
