// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services of the ROS package std_srvs.
#pragma once

#include <string>
#include <string_view>

namespace gs::rosmsg::std_srvs {

// std_srvs/Empty: triggers an action that cannot fail.
struct Empty {
  static constexpr std::string_view kType = "std_srvs/srv/Empty";
  // Has no fields.
  struct Request {
    static constexpr std::string_view kType = "std_srvs/srv/Empty_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Has no fields.
  struct Response {
    static constexpr std::string_view kType = "std_srvs/srv/Empty_Response";

    static void describe(auto&) {}
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// std_srvs/SetBool: switches something on or off.
struct SetBool {
  static constexpr std::string_view kType = "std_srvs/srv/SetBool";
  // The new value.
  struct Request {
    static constexpr std::string_view kType = "std_srvs/srv/SetBool_Request";
    bool data = false;

    static void describe(auto& f) { f("data", &Request::data); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Whether it worked, with a text.
  struct Response {
    static constexpr std::string_view kType = "std_srvs/srv/SetBool_Response";
    bool success = false;
    std::string message;

    static void describe(auto& f) {
      f("success", &Response::success);
      f("message", &Response::message);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// std_srvs/Trigger: triggers an action that can fail.
struct Trigger {
  static constexpr std::string_view kType = "std_srvs/srv/Trigger";
  // Has no fields.
  struct Request {
    static constexpr std::string_view kType = "std_srvs/srv/Trigger_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  // Whether it worked, with a text.
  struct Response {
    static constexpr std::string_view kType = "std_srvs/srv/Trigger_Response";
    bool success = false;
    std::string message;

    static void describe(auto& f) {
      f("success", &Response::success);
      f("message", &Response::message);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

}  // namespace gs::rosmsg::std_srvs
