// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A ROS 2 node: names, endpoints, parameters and /rosout.
//
//   GS_TRY(const auto discovery, read_discovery_options(process_environment()));
//   GS_TRY(auto context, Context::create({.discovery = discovery}));
//   GS_TRY(auto node, Node::create(context, {.name = "talker"}));
//   GS_TRY(auto publisher, node->publish<std_msgs::String>("chatter"));
//   GS_CHECK(publisher.publish({.data = "hello"}));
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gs/bridge/ros2/arguments.h"
#include "gs/bridge/ros2/client.h"
#include "gs/bridge/ros2/context.h"
#include "gs/bridge/ros2/parameters.h"
#include "gs/bridge/ros2/publisher.h"
#include "gs/bridge/ros2/service.h"
#include "gs/bridge/ros2/subscription.h"
#include "gs/rosmsg/registry.h"

namespace gs::ros2 {

enum class LogLevel : uint8_t { debug = 10, info = 20, warning = 30, error = 40, fatal = 50 };

struct NodeOptions {
  std::string name;
  std::string node_namespace = "/";
  Arguments arguments{};
  // Parameters, their services, /rosout and /parameter_events: what every rclcpp node has. Off for tools that look.
  bool is_full = true;
  std::function<Timestamp()> now{};                            // stamps of /rosout; default: the wall clock
  std::function<void(LogLevel, const std::string&)> on_log{};  // what is logged is told here too
};

// Thread safe. What a node made must end before it.
class Node {
 public:
  static Result<std::unique_ptr<Node>> create(std::shared_ptr<Context> context, NodeOptions options);
  ~Node();

  const std::string& name() const { return options_.name; }
  const std::string& node_namespace() const { return options_.node_namespace; }
  std::string full_name() const;
  // Expanded and remapped: "odom" -> "/ns/odom".
  Result<std::string> resolve(std::string_view name) const;
  Context& context() { return *context_; }
  Parameters& parameters() { return parameters_; }

  template <Message M>
  Result<Publisher<M>> publish(std::string_view topic, const Qos& qos = qos::kDefault) {
    GS_TRY(auto raw, publish_raw(topic, type_of<M>(), qos));
    return Publisher<M>(std::move(raw));
  }
  // Payloads that do not decode are dropped with a rate-limited warning.
  template <Message M>
  Result<std::unique_ptr<Subscription>> subscribe(std::string_view topic, std::function<void(const M&)> callback,
                                                  const Qos& qos = qos::kDefault) {
    return subscribe_raw(topic, type_of<M>(), qos,
                         [this, name = std::string(topic), callback = std::move(callback)](const Sample& sample) {
                           const auto message = decode_cdr<M>(sample.payload);
                           if (message) return callback(*message);
                           warn_sometimes("malformed message on " + name + ": " + message.error().message, name);
                         });
  }
  template <class S>
  Result<std::unique_ptr<Service>> serve(std::string_view service,
                                         std::function<typename S::Response(const typename S::Request&)> callback,
                                         const Qos& qos = qos::kServices) {
    return serve_raw(service, type_of<typename S::Request>(), type_of<typename S::Response>(), qos,
                     typed_handler<S>(std::move(callback)));
  }
  // The same for work that takes long: `serve` returns at once, and calls its second argument when it is done.
  template <class S>
  Result<std::unique_ptr<Service>> serve_later(
      std::string_view service,
      std::function<void(const typename S::Request&, std::function<void(const typename S::Response&)>)> serve,
      const Qos& qos = qos::kServices) {
    return serve_later_raw(service, type_of<typename S::Request>(), type_of<typename S::Response>(), qos,
                           typed_later_handler<S>(std::move(serve)));
  }
  template <class S>
  Result<Client<S>> client(std::string_view service, const Qos& qos = qos::kServices) {
    GS_TRY(auto raw, client_raw(service, type_of<typename S::Request>(), type_of<typename S::Response>(), qos));
    return Client<S>(std::move(raw));
  }

  // The same for types known at run time.
  Result<std::unique_ptr<RawPublisher>> publish_raw(std::string_view topic, const MessageType& type, const Qos& qos);
  Result<std::unique_ptr<Subscription>> subscribe_raw(std::string_view topic, const MessageType& type, const Qos& qos,
                                                      Subscription::Callback callback);
  Result<std::unique_ptr<Service>> serve_raw(std::string_view service, const MessageType& request,
                                             const MessageType& response, const Qos& qos, Service::Handler handler) {
    return serve_later_raw(service, request, response, qos, at_once(std::move(handler)));
  }
  Result<std::unique_ptr<Service>> serve_later_raw(std::string_view service, const MessageType& request,
                                                   const MessageType& response, const Qos& qos,
                                                   Service::LaterHandler handler);
  Result<std::unique_ptr<RawClient>> client_raw(std::string_view service, const MessageType& request,
                                                const MessageType& response, const Qos& qos);

  // Lines below the level of --log-level go nowhere. Lines that on_log should not repeat go to /rosout alone.
  void log(LogLevel level, const std::string& text);
  void log_to_rosout(LogLevel level, const std::string& text);
  // A warning, at most once a second for its kind, whatever it says; without a kind, the text is its kind. At most 1000
  // kinds are told apart.
  void warn_sometimes(const std::string& text, const std::string& kind = {});

 private:
  Node(std::shared_ptr<Context> context, NodeOptions options);
  Result<void> start_logging();
  Result<void> start_parameters();
  Result<std::unique_ptr<RawPublisher>> publish_endpoint(const std::string& name, const EndpointOptions& endpoint);
  Timestamp now() const;

  LogLevel threshold_ = LogLevel::info;
  std::shared_ptr<Context> context_;  // shared: see Context::create
  NodeOptions options_;
  Context::NodeId id_;
  Parameters parameters_;
  std::mutex log_mutex_;
  std::map<std::string, Timestamp> last_warned_;
  std::unique_ptr<RawPublisher> rosout_, parameter_events_;
  std::vector<std::unique_ptr<Service>> parameter_services_;
};

// The six services through which others see the parameters of a node.
Result<std::vector<std::unique_ptr<Service>>> serve_parameters(Node& node);

}  // namespace gs::ros2
