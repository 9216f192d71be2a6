// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_errors.h"
#include "apps/gs_ros2/tool_node.h"
#include "gs/core/progress.h"
#include "gs/ros2/text_message.h"
#include "gs/rosmsg/json.h"

namespace gs {
namespace {

// Calls a service with a request in YAML and prints the response as JSON.
Result<void> call(ros2::Node& node, const std::string& name, const std::string& request, double limit_s) {
  GS_TRY(const rosmsg::ServiceType* type, find_service(node, name, limit_s));
  GS_TRY([[maybe_unused]] const auto tried,
         ros2::encode_text(*type->request, request, 0));  // report a malformed request before calling
  GS_TRY(auto client, node.client_raw(name, *type->request, *type->response, ros2::qos::kServices));
  const auto encode = [&](std::size_t header_bytes) {
    return ros2::encode_text(*type->request, request, header_bytes).value();
  };
  GS_TRY(const auto reply,
         client->call(encode, std::chrono::milliseconds(static_cast<int64_t>(limit_s * 1e3)), interrupt_requested));
  GS_TRY(const std::vector<std::byte> body, ros2::reply_body(reply));
  GS_TRY(const std::string text, rosmsg::message_to_json(*type->response, rosmsg::MessageEncoding::cdr, body));
  std::printf("%s\n", text.c_str());
  return {};
}

}  // namespace

// gs-ros2 service list|call.
int run_service(config::CommandLine& line) {
  std::string verb, name, request;
  double limit_s = 5.0;
  line.positional("verb", verb, "action", Choices{{"list", "call"}});
  line.optional_positional("service", name, "name of the service: /sim/pause");
  line.optional_positional("request", request, "request as YAML; default: all fields zero");
  line.option("timeout", limit_s, "longest wait for an answer [s]; list: time for discovery", Range{0.0, 3600.0});
  line.example("gs-ros2 service call /sim/pause");
  if (const auto exit = line.parse()) return *exit;
  if (verb == "call" && name.empty())
    return report_missing(verb, "the name of a service", "gs-ros2 service call /sim/pause");
  auto node = make_tool_node();
  if (!node) return report_failure(node.error());
  if (verb == "call") {
    const Result<void> done = call(**node, name, request, limit_s);
    return done ? 0 : report_failure(done.error());
  }
  look_around(**node, line.was_given("timeout") ? limit_s : 2.0);
  const auto services = ros2::services_of((*node)->context().graph().endpoints());
  if (services.empty()) say_nobody();
  for (const auto& [service, types] : services) std::printf("%s  %s\n", service.c_str(), types.front().c_str());
  return 0;
}

}  // namespace gs
