// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Quality of service settings that ROS 2 uses, and its standard profiles.
#pragma once

#include <cstdint>
#include <optional>

#include "gs/core/time.h"

namespace gs::ros2 {

// QoS of a publisher or a subscription. depth: length of the history unless keep_all.
struct Qos {
  bool reliable = true;
  bool transient_local = false;
  bool keep_all = false;
  int32_t depth = 10;
  std::optional<Duration> lifespan{};
  // True: send large best-effort samples spread over time, because a receive buffer is smaller than an image.
  bool paced = false;

  friend bool operator==(const Qos&, const Qos&) = default;
};

// Profiles of the ROS 2 interfaces; values follow rmw_qos_profiles and rclcpp.
namespace qos {

inline constexpr Qos kDefault{};
inline constexpr Qos kSensorData{.reliable = false, .depth = 5, .paced = true};
inline constexpr Qos kServices{};
inline constexpr Qos kParameters{.depth = 1000};
inline constexpr Qos kLatched{.transient_local = true, .depth = 1};
inline constexpr Qos kClock{.depth = 1};
inline constexpr Qos kRosout{.transient_local = true, .depth = 1000, .lifespan = Duration{10'000'000'000}};
inline constexpr Qos kDiscoveryWriter{.transient_local = true, .depth = 1};
inline constexpr Qos kDiscoveryReader{.transient_local = true, .keep_all = true};

}  // namespace qos

}  // namespace gs::ros2
