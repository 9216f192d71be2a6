// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Transport of Fast DDS that passes every received datagram through the filter of gs/ros2/rtps. Private: includes Fast
// DDS.
#pragma once

#include <memory>
#include <vector>

#include <fastdds/rtps/transport/ChainingTransportDescriptor.h>

#include "gs/ros2/rtps/filter.h"

namespace gs::ros2 {

// Returns the IPv4 addresses of this host's interfaces with their network masks.
std::vector<rtps::Network> own_networks();

// Describes a transport that filters what `below` receives. The filter is shared by the caller, who reads its counts,
// and by the receiving threads of the transport.
std::shared_ptr<eprosima::fastdds::rtps::ChainingTransportDescriptor> filtered(
    std::shared_ptr<eprosima::fastdds::rtps::TransportDescriptorInterface> below,
    std::shared_ptr<rtps::DatagramFilter> filter);

}  // namespace gs::ros2
