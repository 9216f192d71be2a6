// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the package service_msgs, and the types that rosidl derives from a service. A service is a struct with
// kType, Request and Response.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/message_type.h"
#include "gs/rosmsg/messages/builtin_interfaces.h"

namespace gs::rosmsg::service_msgs {

// service_msgs/ServiceEventInfo: the event and the call that service introspection reports. client_gid and
// sequence_number identify the call.
struct ServiceEventInfo {
  static constexpr std::string_view kType = "service_msgs/msg/ServiceEventInfo";
  static constexpr uint8_t REQUEST_SENT = 0;
  static constexpr uint8_t REQUEST_RECEIVED = 1;
  static constexpr uint8_t RESPONSE_SENT = 2;
  static constexpr uint8_t RESPONSE_RECEIVED = 3;
  uint8_t event_type = 0;
  builtin_interfaces::Time stamp;
  std::array<uint8_t, 16> client_gid{};
  int64_t sequence_number = 0;

  static void describe(auto& f) {
    f.constant("REQUEST_SENT", REQUEST_SENT);
    f.constant("REQUEST_RECEIVED", REQUEST_RECEIVED);
    f.constant("RESPONSE_SENT", RESPONSE_SENT);
    f.constant("RESPONSE_RECEIVED", RESPONSE_RECEIVED);
    f("event_type", &ServiceEventInfo::event_type);
    f("stamp", &ServiceEventInfo::stamp);
    f("client_gid", &ServiceEventInfo::client_gid, {.kind = Kind::character});
    f("sequence_number", &ServiceEventInfo::sequence_number);
  }
  friend bool operator==(const ServiceEventInfo&, const ServiceEventInfo&) = default;
};

// The message "std_srvs/srv/Trigger_Event" of a service S, which service introspection publishes.
template <class S>
struct Event {
  static inline const std::string kType = std::string(S::kType).append("_Event");
  ServiceEventInfo info;
  std::vector<typename S::Request> request;
  std::vector<typename S::Response> response;

  static void describe(auto& f) {
    f("info", &Event::info);
    f("request", &Event::request, {.bound = 1});
    f("response", &Event::response, {.bound = 1});
  }
  friend bool operator==(const Event&, const Event&) = default;
};

// The type "std_srvs/srv/Trigger" of a service S. It is never sent; its type hash identifies the service.
template <class S>
struct Whole {
  static constexpr std::string_view kType = S::kType;
  typename S::Request request_message;
  typename S::Response response_message;
  Event<S> event_message;

  static void describe(auto& f) {
    f("request_message", &Whole::request_message);
    f("response_message", &Whole::response_message);
    f("event_message", &Whole::event_message);
  }
  friend bool operator==(const Whole&, const Whole&) = default;
};

}  // namespace gs::rosmsg::service_msgs
