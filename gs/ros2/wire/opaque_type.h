// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// DDS type for encoded CDR bytes under any type name; the only one this library registers. Private: includes Fast DDS.
#pragma once

#include <fastdds/dds/topic/TopicDataType.hpp>
#include <string>
#include <vector>

#include "gs/core/bytes.h"

namespace gs::ros2 {

// Data of the type: borrowed bytes when writing, owned bytes when reading.
struct OpaqueSample {
  Bytes outgoing{};
  std::vector<std::byte> incoming{};
};

// Copies payloads without interpreting them.
class OpaqueType final : public eprosima::fastdds::dds::TopicDataType {
 public:
  explicit OpaqueType(const std::string& dds_type_name);
  bool serialize(void* data, eprosima::fastrtps::rtps::SerializedPayload_t* payload) override;
  bool deserialize(eprosima::fastrtps::rtps::SerializedPayload_t* payload, void* data) override;
  std::function<uint32_t()> getSerializedSizeProvider(void* data) override;
  void* createData() override { return new OpaqueSample; }
  void deleteData(void* data) override { delete static_cast<OpaqueSample*>(data); }
  bool getKey(void*, eprosima::fastrtps::rtps::InstanceHandle_t*, bool) override { return false; }
};

}  // namespace gs::ros2
