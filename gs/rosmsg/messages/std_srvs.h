// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// std_srvs.
#pragma once

#include <string>
#include <string_view>

namespace gs::std_srvs {

struct Empty {
  static constexpr std::string_view kType = "std_srvs/srv/Empty";
  struct Request {
    static constexpr std::string_view kType = "std_srvs/srv/Empty_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  struct Response {
    static constexpr std::string_view kType = "std_srvs/srv/Empty_Response";

    static void describe(auto&) {}
    friend bool operator==(const Response&, const Response&) = default;
  };
};

struct SetBool {
  static constexpr std::string_view kType = "std_srvs/srv/SetBool";
  struct Request {
    static constexpr std::string_view kType = "std_srvs/srv/SetBool_Request";
    bool data = false;

    static void describe(auto& f) { f("data", &Request::data); }
    friend bool operator==(const Request&, const Request&) = default;
  };
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

struct Trigger {
  static constexpr std::string_view kType = "std_srvs/srv/Trigger";
  struct Request {
    static constexpr std::string_view kType = "std_srvs/srv/Trigger_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
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

}  // namespace gs::std_srvs
