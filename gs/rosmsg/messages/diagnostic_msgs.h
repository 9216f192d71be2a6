// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package diagnostic_msgs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/message_type.h"
#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::diagnostic_msgs {

// diagnostic_msgs/KeyValue: one named value of a diagnosis, as text.
struct KeyValue {
  static constexpr std::string_view kType = "diagnostic_msgs/msg/KeyValue";
  std::string key;
  std::string value;

  static void describe(auto& f) {
    f("key", &KeyValue::key);
    f("value", &KeyValue::value);
  }
  friend bool operator==(const KeyValue&, const KeyValue&) = default;
};

// diagnostic_msgs/DiagnosticStatus: the state of one component, with a level (OK, WARN, ERROR, STALE).
struct DiagnosticStatus {
  static constexpr std::string_view kType = "diagnostic_msgs/msg/DiagnosticStatus";
  static constexpr uint8_t OK = 0;
  static constexpr uint8_t WARN = 1;
  static constexpr uint8_t ERROR = 2;
  static constexpr uint8_t STALE = 3;
  uint8_t level = 0;
  std::string name;
  std::string message;
  std::string hardware_id;
  std::vector<KeyValue> values;

  static void describe(auto& f) {
    f.constant("OK", Kind::byte, "0");
    f.constant("WARN", Kind::byte, "1");
    f.constant("ERROR", Kind::byte, "2");
    f.constant("STALE", Kind::byte, "3");
    f("level", &DiagnosticStatus::level, {.kind = Kind::byte});
    f("name", &DiagnosticStatus::name);
    f("message", &DiagnosticStatus::message);
    f("hardware_id", &DiagnosticStatus::hardware_id);
    f("values", &DiagnosticStatus::values);
  }
  friend bool operator==(const DiagnosticStatus&, const DiagnosticStatus&) = default;
};

// diagnostic_msgs/DiagnosticArray: the states of several components, as published on /diagnostics.
struct DiagnosticArray {
  static constexpr std::string_view kType = "diagnostic_msgs/msg/DiagnosticArray";
  std_msgs::Header header;
  std::vector<DiagnosticStatus> status;

  static void describe(auto& f) {
    f("header", &DiagnosticArray::header);
    f("status", &DiagnosticArray::status);
  }
  friend bool operator==(const DiagnosticArray&, const DiagnosticArray&) = default;
};

}  // namespace gs::rosmsg::diagnostic_msgs
