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

#include "gs/ros2/arguments.h"
#include "gs/ros2/client.h"
#include "gs/ros2/context.h"
#include "gs/ros2/parameters.h"
#include "gs/ros2/publisher.h"
#include "gs/ros2/service.h"
#include "gs/ros2/subscription.h"
#include "gs/rosmsg/registry.h"

namespace gs::ros2 {

// Severity of a log line; values are those of rcl_interfaces/Log.
enum class LogLevel : uint8_t { debug = 10, info = 20, warning = 30, error = 40, fatal = 50 };

// How a node is created.
struct NodeOptions {
  std::string name;
  std::string node_namespace = "/";
  Arguments arguments{};
  // Whether the node has parameters, parameter services, /rosout and /parameter_events, as every rclcpp node has.
  // False for command line tools.
  bool is_full = true;
  std::function<Timestamp()> now{};                            // clock for the stamps of /rosout; default: wall clock
  std::function<void(LogLevel, const std::string&)> on_log{};  // also called with every log line
};

// A node and its endpoints. Thread-safe. Publishers, subscriptions, services and clients of a node must be destroyed
// before it.
class Node {
 public:
  // Name, namespace and log level of options.arguments replace those of the options. Errors: invalid_argument for a bad
  // name or log level; those of the endpoints.
  static Result<std::unique_ptr<Node>> create(std::shared_ptr<Context> context, NodeOptions options);
  ~Node();

  // "node", "/ns" and "/ns/node".
  const std::string& name() const { return options_.name; }
  const std::string& node_namespace() const { return options_.node_namespace; }
  std::string full_name() const;
  // Expands a name and applies the remaps: "odom" -> "/ns/odom".
  Result<std::string> resolve(std::string_view name) const;
  // Shared objects of the process, and the parameters of this node.
  Context& context() { return *context_; }
  Parameters& parameters() { return parameters_; }

  // Creates a publisher. `topic` is resolved first. Errors: invalid_argument for a bad name; already_exists if the
  // process uses the topic with another type; network_error.
  template <rosmsg::Message M>
  Result<Publisher<M>> publish(std::string_view topic, const Qos& qos = qos::kDefault) {
    GS_TRY(auto raw, publish_raw(topic, rosmsg::type_of<M>(), qos));
    return Publisher<M>(std::move(raw));
  }
  // Creates a subscription; `callback` runs on the thread for topics. Payloads that do not decode are dropped with a
  // rate-limited warning.
  template <rosmsg::Message M>
  Result<std::unique_ptr<Subscription>> subscribe(std::string_view topic, std::function<void(const M&)> callback,
                                                  const Qos& qos = qos::kDefault) {
    return subscribe_raw(topic, rosmsg::type_of<M>(), qos,
                         [this, name = std::string(topic), callback = std::move(callback)](const Sample& sample) {
                           const auto message = rosmsg::decode_cdr<M>(sample.payload);
                           if (message) return callback(*message);
                           warn_sometimes("malformed message on " + name + ": " + message.error().message, name);
                         });
  }
  // Creates a service; `callback` runs on the thread for services and must return soon.
  template <class S>
  Result<std::unique_ptr<Service>> serve(std::string_view service,
                                         std::function<typename S::Response(const typename S::Request&)> callback,
                                         const Qos& qos = qos::kServices) {
    return serve_raw(service, rosmsg::type_of<typename S::Request>(), rosmsg::type_of<typename S::Response>(), qos,
                     typed_handler<S>(std::move(callback)));
  }
  // Creates a service for long work: `serve` must return soon; it or another thread calls the second argument with the
  // response.
  template <class S>
  Result<std::unique_ptr<Service>> serve_later(
      std::string_view service,
      std::function<void(const typename S::Request&, std::function<void(const typename S::Response&)>)> serve,
      const Qos& qos = qos::kServices) {
    return serve_later_raw(service, rosmsg::type_of<typename S::Request>(), rosmsg::type_of<typename S::Response>(),
                           qos, typed_later_handler<S>(std::move(serve)));
  }
  // Creates a client of a service.
  template <class S>
  Result<Client<S>> client(std::string_view service, const Qos& qos = qos::kServices) {
    GS_TRY(auto raw,
           client_raw(service, rosmsg::type_of<typename S::Request>(), rosmsg::type_of<typename S::Response>(), qos));
    return Client<S>(std::move(raw));
  }

  // The same functions for types that are known only at run time; payloads are CDR.
  Result<std::unique_ptr<RawPublisher>> publish_raw(std::string_view topic, const rosmsg::MessageType& type,
                                                    const Qos& qos);
  Result<std::unique_ptr<Subscription>> subscribe_raw(std::string_view topic, const rosmsg::MessageType& type,
                                                      const Qos& qos, Subscription::Callback callback);
  Result<std::unique_ptr<Service>> serve_raw(std::string_view service, const rosmsg::MessageType& request,
                                             const rosmsg::MessageType& response, const Qos& qos,
                                             Service::Handler handler) {
    return serve_later_raw(service, request, response, qos, at_once(std::move(handler)));
  }
  Result<std::unique_ptr<Service>> serve_later_raw(std::string_view service, const rosmsg::MessageType& request,
                                                   const rosmsg::MessageType& response, const Qos& qos,
                                                   Service::LaterHandler handler);
  Result<std::unique_ptr<RawClient>> client_raw(std::string_view service, const rosmsg::MessageType& request,
                                                const rosmsg::MessageType& response, const Qos& qos);

  // Write a log line to /rosout; log() also calls on_log. Lines below the level of --log-level are dropped.
  void log(LogLevel level, const std::string& text);
  void log_to_rosout(LogLevel level, const std::string& text);
  // Logs a warning, at most once per second for each kind. Without a kind, the text itself is the kind. The memory for
  // kinds is limited to 1000; it is then cleared.
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

// Creates the six parameter services of a node (get, get types, set, set atomically, describe, list).
Result<std::vector<std::unique_ptr<Service>>> serve_parameters(Node& node);

}  // namespace gs::ros2
