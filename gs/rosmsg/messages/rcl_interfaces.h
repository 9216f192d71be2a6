// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages and services of the ROS package rcl_interfaces: log lines, and the parameter services of every ROS 2 node.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/message_type.h"
#include "gs/rosmsg/messages/builtin_interfaces.h"

namespace gs::rosmsg::rcl_interfaces {

// rcl_interfaces/Log: one log line of a node, published on /rosout.
struct Log {
  static constexpr std::string_view kType = "rcl_interfaces/msg/Log";
  static constexpr uint8_t DEBUG = 10;
  static constexpr uint8_t INFO = 20;
  static constexpr uint8_t WARN = 30;
  static constexpr uint8_t ERROR = 40;
  static constexpr uint8_t FATAL = 50;
  builtin_interfaces::Time stamp;
  uint8_t level = 0;
  std::string name;
  std::string msg;
  std::string file;
  std::string function;
  uint32_t line = 0;

  static void describe(auto& f) {
    f.constant("DEBUG", DEBUG);
    f.constant("INFO", INFO);
    f.constant("WARN", WARN);
    f.constant("ERROR", ERROR);
    f.constant("FATAL", FATAL);
    f("stamp", &Log::stamp);
    f("level", &Log::level);
    f("name", &Log::name);
    f("msg", &Log::msg);
    f("file", &Log::file);
    f("function", &Log::function);
    f("line", &Log::line);
  }
  friend bool operator==(const Log&, const Log&) = default;
};

// rcl_interfaces/ParameterType: the constants for ParameterValue::type; it has no fields.
struct ParameterType {
  static constexpr std::string_view kType = "rcl_interfaces/msg/ParameterType";
  static constexpr uint8_t PARAMETER_NOT_SET = 0;
  static constexpr uint8_t PARAMETER_BOOL = 1;
  static constexpr uint8_t PARAMETER_INTEGER = 2;
  static constexpr uint8_t PARAMETER_DOUBLE = 3;
  static constexpr uint8_t PARAMETER_STRING = 4;
  static constexpr uint8_t PARAMETER_BYTE_ARRAY = 5;
  static constexpr uint8_t PARAMETER_BOOL_ARRAY = 6;
  static constexpr uint8_t PARAMETER_INTEGER_ARRAY = 7;
  static constexpr uint8_t PARAMETER_DOUBLE_ARRAY = 8;
  static constexpr uint8_t PARAMETER_STRING_ARRAY = 9;

  static void describe(auto& f) {
    f.constant("PARAMETER_NOT_SET", PARAMETER_NOT_SET);
    f.constant("PARAMETER_BOOL", PARAMETER_BOOL);
    f.constant("PARAMETER_INTEGER", PARAMETER_INTEGER);
    f.constant("PARAMETER_DOUBLE", PARAMETER_DOUBLE);
    f.constant("PARAMETER_STRING", PARAMETER_STRING);
    f.constant("PARAMETER_BYTE_ARRAY", PARAMETER_BYTE_ARRAY);
    f.constant("PARAMETER_BOOL_ARRAY", PARAMETER_BOOL_ARRAY);
    f.constant("PARAMETER_INTEGER_ARRAY", PARAMETER_INTEGER_ARRAY);
    f.constant("PARAMETER_DOUBLE_ARRAY", PARAMETER_DOUBLE_ARRAY);
    f.constant("PARAMETER_STRING_ARRAY", PARAMETER_STRING_ARRAY);
  }
  friend bool operator==(const ParameterType&, const ParameterType&) = default;
};

// rcl_interfaces/ParameterValue: a value of any parameter type; `type` says which field is used.
struct ParameterValue {
  static constexpr std::string_view kType = "rcl_interfaces/msg/ParameterValue";
  uint8_t type = 0;
  bool bool_value = false;
  int64_t integer_value = 0;
  double double_value = 0;
  std::string string_value;
  std::vector<uint8_t> byte_array_value;
  std::vector<uint8_t> bool_array_value;
  std::vector<int64_t> integer_array_value;
  std::vector<double> double_array_value;
  std::vector<std::string> string_array_value;

  static void describe(auto& f) {
    f("type", &ParameterValue::type);
    f("bool_value", &ParameterValue::bool_value);
    f("integer_value", &ParameterValue::integer_value);
    f("double_value", &ParameterValue::double_value);
    f("string_value", &ParameterValue::string_value);
    f("byte_array_value", &ParameterValue::byte_array_value, {.kind = Kind::byte});
    f("bool_array_value", &ParameterValue::bool_array_value, {.kind = Kind::boolean});
    f("integer_array_value", &ParameterValue::integer_array_value);
    f("double_array_value", &ParameterValue::double_array_value);
    f("string_array_value", &ParameterValue::string_array_value);
  }
  friend bool operator==(const ParameterValue&, const ParameterValue&) = default;
};

// rcl_interfaces/Parameter: a name and a value.
struct Parameter {
  static constexpr std::string_view kType = "rcl_interfaces/msg/Parameter";
  std::string name;
  ParameterValue value;

  static void describe(auto& f) {
    f("name", &Parameter::name);
    f("value", &Parameter::value);
  }
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// rcl_interfaces/FloatingPointRange: limits of a parameter; step 0 means any value.
struct FloatingPointRange {
  static constexpr std::string_view kType = "rcl_interfaces/msg/FloatingPointRange";
  double from_value = 0;
  double to_value = 0;
  double step = 0;

  static void describe(auto& f) {
    f("from_value", &FloatingPointRange::from_value);
    f("to_value", &FloatingPointRange::to_value);
    f("step", &FloatingPointRange::step);
  }
  friend bool operator==(const FloatingPointRange&, const FloatingPointRange&) = default;
};

// rcl_interfaces/IntegerRange: limits of a parameter; step 0 means any value.
struct IntegerRange {
  static constexpr std::string_view kType = "rcl_interfaces/msg/IntegerRange";
  int64_t from_value = 0;
  int64_t to_value = 0;
  uint64_t step = 0;

  static void describe(auto& f) {
    f("from_value", &IntegerRange::from_value);
    f("to_value", &IntegerRange::to_value);
    f("step", &IntegerRange::step);
  }
  friend bool operator==(const IntegerRange&, const IntegerRange&) = default;
};

// rcl_interfaces/ParameterDescriptor: type, help text and limits of a parameter.
struct ParameterDescriptor {
  static constexpr std::string_view kType = "rcl_interfaces/msg/ParameterDescriptor";
  std::string name;
  uint8_t type = 0;
  std::string description;
  std::string additional_constraints;
  bool read_only = false;
  bool dynamic_typing = false;
  std::vector<FloatingPointRange> floating_point_range;
  std::vector<IntegerRange> integer_range;

  static void describe(auto& f) {
    f("name", &ParameterDescriptor::name);
    f("type", &ParameterDescriptor::type);
    f("description", &ParameterDescriptor::description);
    f("additional_constraints", &ParameterDescriptor::additional_constraints);
    f("read_only", &ParameterDescriptor::read_only, {.default_text = "false"});
    f("dynamic_typing", &ParameterDescriptor::dynamic_typing, {.default_text = "false"});
    f("floating_point_range", &ParameterDescriptor::floating_point_range, {.bound = 1});
    f("integer_range", &ParameterDescriptor::integer_range, {.bound = 1});
  }
  friend bool operator==(const ParameterDescriptor&, const ParameterDescriptor&) = default;
};

// rcl_interfaces/ParameterEvent: new, changed and deleted parameters of a node, published on /parameter_events.
struct ParameterEvent {
  static constexpr std::string_view kType = "rcl_interfaces/msg/ParameterEvent";
  builtin_interfaces::Time stamp;
  std::string node;  // fully qualified name
  std::vector<Parameter> new_parameters;
  std::vector<Parameter> changed_parameters;
  std::vector<Parameter> deleted_parameters;

  static void describe(auto& f) {
    f("stamp", &ParameterEvent::stamp);
    f("node", &ParameterEvent::node);
    f("new_parameters", &ParameterEvent::new_parameters);
    f("changed_parameters", &ParameterEvent::changed_parameters);
    f("deleted_parameters", &ParameterEvent::deleted_parameters);
  }
  friend bool operator==(const ParameterEvent&, const ParameterEvent&) = default;
};

// rcl_interfaces/SetParametersResult: whether a parameter was set; if not, the reason.
struct SetParametersResult {
  static constexpr std::string_view kType = "rcl_interfaces/msg/SetParametersResult";
  bool successful = false;
  std::string reason;

  static void describe(auto& f) {
    f("successful", &SetParametersResult::successful);
    f("reason", &SetParametersResult::reason);
  }
  friend bool operator==(const SetParametersResult&, const SetParametersResult&) = default;
};

// rcl_interfaces/ListParametersResult: parameter names and the prefixes (groups) they lie in.
struct ListParametersResult {
  static constexpr std::string_view kType = "rcl_interfaces/msg/ListParametersResult";
  std::vector<std::string> names;
  std::vector<std::string> prefixes;

  static void describe(auto& f) {
    f("names", &ListParametersResult::names);
    f("prefixes", &ListParametersResult::prefixes);
  }
  friend bool operator==(const ListParametersResult&, const ListParametersResult&) = default;
};

// rcl_interfaces/GetParameters: reads parameters of a node.
struct GetParameters {
  static constexpr std::string_view kType = "rcl_interfaces/srv/GetParameters";
  // Names of the parameters.
  struct Request {
    static constexpr std::string_view kType = "rcl_interfaces/srv/GetParameters_Request";
    std::vector<std::string> names;

    static void describe(auto& f) { f("names", &Request::names); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Their values in the same order; not set if unknown.
  struct Response {
    static constexpr std::string_view kType = "rcl_interfaces/srv/GetParameters_Response";
    std::vector<ParameterValue> values;

    static void describe(auto& f) { f("values", &Response::values); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// rcl_interfaces/GetParameterTypes: reads the types of parameters.
struct GetParameterTypes {
  static constexpr std::string_view kType = "rcl_interfaces/srv/GetParameterTypes";
  // Names of the parameters.
  struct Request {
    static constexpr std::string_view kType = "rcl_interfaces/srv/GetParameterTypes_Request";
    std::vector<std::string> names;

    static void describe(auto& f) { f("names", &Request::names); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Constants of ParameterType, in the same order.
  struct Response {
    static constexpr std::string_view kType = "rcl_interfaces/srv/GetParameterTypes_Response";
    std::vector<uint8_t> types;

    static void describe(auto& f) { f("types", &Response::types); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// rcl_interfaces/SetParameters: sets parameters one by one.
struct SetParameters {
  static constexpr std::string_view kType = "rcl_interfaces/srv/SetParameters";
  // Names and new values.
  struct Request {
    static constexpr std::string_view kType = "rcl_interfaces/srv/SetParameters_Request";
    std::vector<Parameter> parameters;

    static void describe(auto& f) { f("parameters", &Request::parameters); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // One result per parameter, in the same order.
  struct Response {
    static constexpr std::string_view kType = "rcl_interfaces/srv/SetParameters_Response";
    std::vector<SetParametersResult> results;

    static void describe(auto& f) { f("results", &Response::results); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// rcl_interfaces/SetParametersAtomically: sets all parameters, or none if one is refused.
struct SetParametersAtomically {
  static constexpr std::string_view kType = "rcl_interfaces/srv/SetParametersAtomically";
  // Names and new values.
  struct Request {
    static constexpr std::string_view kType = "rcl_interfaces/srv/SetParametersAtomically_Request";
    std::vector<Parameter> parameters;

    static void describe(auto& f) { f("parameters", &Request::parameters); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // One result for all of them.
  struct Response {
    static constexpr std::string_view kType = "rcl_interfaces/srv/SetParametersAtomically_Response";
    SetParametersResult result;

    static void describe(auto& f) { f("result", &Response::result); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// rcl_interfaces/DescribeParameters: reads the descriptors of parameters.
struct DescribeParameters {
  static constexpr std::string_view kType = "rcl_interfaces/srv/DescribeParameters";
  // Names of the parameters.
  struct Request {
    static constexpr std::string_view kType = "rcl_interfaces/srv/DescribeParameters_Request";
    std::vector<std::string> names;

    static void describe(auto& f) { f("names", &Request::names); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Their descriptors, in the same order.
  struct Response {
    static constexpr std::string_view kType = "rcl_interfaces/srv/DescribeParameters_Response";
    std::vector<ParameterDescriptor> descriptors;

    static void describe(auto& f) { f("descriptors", &Response::descriptors); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// rcl_interfaces/ListParameters: lists the parameters of a node.
struct ListParameters {
  static constexpr std::string_view kType = "rcl_interfaces/srv/ListParameters";
  // Prefixes to search below, and how many levels deep (0: all).
  struct Request {
    static constexpr std::string_view kType = "rcl_interfaces/srv/ListParameters_Request";
    static constexpr uint64_t DEPTH_RECURSIVE = 0;
    std::vector<std::string> prefixes;
    uint64_t depth = 0;

    static void describe(auto& f) {
      f.constant("DEPTH_RECURSIVE", DEPTH_RECURSIVE);
      f("prefixes", &Request::prefixes);
      f("depth", &Request::depth);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The names found.
  struct Response {
    static constexpr std::string_view kType = "rcl_interfaces/srv/ListParameters_Response";
    ListParametersResult result;

    static void describe(auto& f) { f("result", &Response::result); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

}  // namespace gs::rosmsg::rcl_interfaces
