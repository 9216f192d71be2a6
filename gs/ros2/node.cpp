// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/node.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "gs/ros2/wire/names.h"
#include "gs/ros2/wire/user_data.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::ros2 {
namespace {

Timestamp wall_clock() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
              .count()};
}

// Graph entry of an endpoint of this process.
EndpointInfo local_info(const Guid& guid, bool is_writer, const EndpointOptions& options) {
  return {.guid = guid,
          .is_writer = is_writer,
          .topic = options.topic,
          .type = options.type,
          .qos = options.qos,
          .user_data = parse_user_data(options.user_data)};
}

// Id that links the request and the reply endpoint of a server or client for Cyclone peers; any text that is unique in
// the domain.
std::string pair_id(const Guid& participant, std::string_view name, const void* unique) {
  std::string out;
  for (const uint8_t byte : participant.bytes) out += format("{:02x}", byte);
  return out + format(".{:x}", std::hash<std::string_view>()(name) ^ reinterpret_cast<uintptr_t>(unique));
}

// Endpoint of a service or client; `key` ("serviceid", "clientid") and `id` link it to the other endpoint of its pair.
EndpointOptions pair_endpoint(std::string topic, const rosmsg::MessageType& type, const Qos& qos, std::string_view key,
                              const std::string& id) {
  return {.topic = std::move(topic),
          .type = dds_type(type.name),
          .qos = qos,
          .user_data = service_user_data(key, id, rosmsg::type_hash(type))};
}

// Parses "debug", or "node:=debug", which applies to that node only.
Result<LogLevel> parse_log_level(std::string_view text, std::string_view node) {
  if (const std::size_t at = text.find(":="); at != std::string_view::npos)
    text = text.substr(0, at) == node ? text.substr(at + 2) : std::string_view();
  if (text.empty()) return LogLevel::info;
  static constexpr std::pair<std::string_view, LogLevel> kLevels[] = {
      {"debug", LogLevel::debug},     {"info", LogLevel::info},   {"warn", LogLevel::warning},
      {"warning", LogLevel::warning}, {"error", LogLevel::error}, {"fatal", LogLevel::fatal}};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const auto& [name, level] : kLevels) {
    if (lower == name) return level;
  }
  return fail(ErrorCode::invalid_argument, "unknown log level '{}'", text)
      .with_hint("use debug, info, warn, error or fatal");
}

}  // namespace

Node::Node(std::shared_ptr<Context> context, NodeOptions options)
    : context_(std::move(context)),
      options_(std::move(options)),
      id_(context_->add_node(options_.node_namespace, options_.name)) {}

Result<std::unique_ptr<Node>> Node::create(std::shared_ptr<Context> context, NodeOptions options) {
  options.name = options.arguments.node_name.value_or(options.name);
  GS_CHECK(check_node_name(options.name));
  GS_TRY(options.node_namespace, normal_namespace(options.arguments.node_namespace.value_or(options.node_namespace)));
  GS_TRY(const LogLevel threshold, parse_log_level(options.arguments.log_level, options.name));
  std::unique_ptr<Node> out(new Node(std::move(context), std::move(options)));
  out->threshold_ = threshold;
  if (!out->options_.is_full) return out;
  GS_CHECK(out->start_logging());
  GS_CHECK(out->start_parameters());
  return out;
}

Node::~Node() {
  // The listener uses the publisher of this node; parameter services must end before the node.
  parameters_.set_listener({});
  parameter_services_.clear();
  context_->remove_node(id_);
}

std::string Node::full_name() const { return join_name(options_.node_namespace, options_.name); }
Timestamp Node::now() const { return options_.now ? options_.now() : wall_clock(); }

Result<std::string> Node::resolve(std::string_view name) const {
  GS_TRY(const std::string expanded, expand_name(name, options_.node_namespace, options_.name));
  // The first matching rule wins; both sides are expanded before they are compared.
  for (const Remap& remap : options_.arguments.remaps) {
    if (!remap.node.empty() && remap.node != options_.name) continue;
    const auto from = expand_name(remap.from, options_.node_namespace, options_.name);
    if (from && *from == expanded) return expand_name(remap.to, options_.node_namespace, options_.name);
  }
  return expanded;
}

Result<void> Node::start_logging() {
  GS_TRY(rosout_, publish_raw("/rosout", rosmsg::type_of<rosmsg::rcl_interfaces::Log>(), qos::kRosout));
  return {};
}

Result<void> Node::start_parameters() {
  GS_TRY(auto overrides, parameter_overrides(options_.arguments, full_name()));
  parameters_.set_overrides(std::move(overrides));
  GS_TRY(parameter_events_,
         publish_raw("/parameter_events", rosmsg::type_of<rosmsg::rcl_interfaces::ParameterEvent>(), qos::kParameters));
  parameters_.set_listener([this](const rosmsg::rcl_interfaces::ParameterEvent& event) {
    rosmsg::rcl_interfaces::ParameterEvent out = event;
    out.stamp = now();
    out.node = full_name();
    // A failure to send the event does not affect the parameter.
    [[maybe_unused]] const auto sent = parameter_events_->publish(rosmsg::encode_cdr(out));
  });
  GS_CHECK(parameters_.declare({.name = "use_sim_time", .value = parameter_value(false)}));
  GS_TRY(parameter_services_, serve_parameters(*this));
  return {};
}

Result<std::unique_ptr<RawPublisher>> Node::publish_endpoint(const std::string& name, const EndpointOptions& endpoint) {
  GS_TRY(auto writer, context_->participant().create_writer(endpoint));
  auto announcement = std::make_unique<Announcement>(context_, id_, local_info(writer->guid(), true, endpoint));
  return std::make_unique<RawPublisher>(name, std::move(writer), std::move(announcement));
}

Result<std::unique_ptr<RawPublisher>> Node::publish_raw(std::string_view topic, const rosmsg::MessageType& type,
                                                        const Qos& qos) {
  GS_TRY(const std::string name, resolve(topic));
  return publish_endpoint(name, {.topic = dds_topic(name),
                                 .type = dds_type(type.name),
                                 .qos = qos,
                                 .user_data = type_hash_user_data(rosmsg::type_hash(type))});
}

Result<std::unique_ptr<Subscription>> Node::subscribe_raw(std::string_view topic, const rosmsg::MessageType& type,
                                                          const Qos& qos, Subscription::Callback callback) {
  GS_TRY(const std::string name, resolve(topic));
  const EndpointOptions endpoint{.topic = dds_topic(name),
                                 .type = dds_type(type.name),
                                 .qos = qos,
                                 .user_data = type_hash_user_data(rosmsg::type_hash(type))};
  GS_TRY(auto out, Subscription::create(context_, context_->topic_executor(), endpoint, std::move(callback)));
  out->announce(id_, local_info(out->reader().guid(), false, endpoint));
  return out;
}

Result<std::unique_ptr<Service>> Node::serve_later_raw(std::string_view service, const rosmsg::MessageType& request,
                                                       const rosmsg::MessageType& response, const Qos& qos,
                                                       Service::LaterHandler handler) {
  GS_TRY(const std::string name, resolve(service));
  auto out = std::make_unique<Service>(name, std::move(handler),
                                       [this, name](const Error& error) { warn_sometimes(error.message, name); });
  const std::string id = pair_id(context_->participant().guid(), name, out.get());
  const EndpointOptions replies = pair_endpoint(dds_reply_topic(name), response, qos, "serviceid", id);
  const EndpointOptions requests = pair_endpoint(dds_request_topic(name), request, qos, "serviceid", id);
  GS_TRY(auto writer, publish_endpoint(name, replies));
  // The subscription is created last, so that the first request finds the service complete.
  Service* self = out.get();
  self->set_replies(std::move(writer), context_->service_executor());
  GS_TRY(auto reader, Subscription::create(context_, context_->service_executor(), requests,
                                           [self](const Sample& sample) { self->answer(sample); }));
  reader->announce(id_, local_info(reader->reader().guid(), false, requests));
  self->set_requests(std::move(reader));
  return out;
}

Result<std::unique_ptr<RawClient>> Node::client_raw(std::string_view service, const rosmsg::MessageType& request,
                                                    const rosmsg::MessageType& response, const Qos& qos) {
  GS_TRY(const std::string name, resolve(service));
  const std::string id = pair_id(context_->participant().guid(), name, this);
  const EndpointOptions requests = pair_endpoint(dds_request_topic(name), request, qos, "clientid", id);
  const EndpointOptions replies = pair_endpoint(dds_reply_topic(name), response, qos, "clientid", id);
  GS_TRY(auto out, RawClient::create(context_, name, requests, replies));
  out->announce(id_, local_info(out->writer().guid(), true, requests),
                local_info(out->reader().guid(), false, replies));
  return out;
}

void Node::log(LogLevel level, const std::string& text) {
  if (level < threshold_) return;
  if (options_.on_log) options_.on_log(level, text);
  log_to_rosout(level, text);
}

void Node::log_to_rosout(LogLevel level, const std::string& text) {
  if (level < threshold_ || rosout_ == nullptr) return;
  rosmsg::rcl_interfaces::Log message;
  message.stamp = now();
  message.level = static_cast<uint8_t>(level);
  // Logger name of rcl: "/ns/node" -> "ns.node".
  message.name = full_name().substr(1);
  std::replace(message.name.begin(), message.name.end(), '/', '.');
  message.msg = text;
  // A failure to send a log line does not affect the run.
  [[maybe_unused]] const auto sent = rosout_->publish(rosmsg::encode_cdr(message));
}

void Node::warn_sometimes(const std::string& text, const std::string& kind) {
  {
    const std::lock_guard lock(log_mutex_);
    const Timestamp time = wall_clock();
    constexpr std::size_t kMaxKinds = 1000;
    if (last_warned_.size() >= kMaxKinds) last_warned_.clear();
    Timestamp& last = last_warned_[kind.empty() ? text : kind];
    if (time - last < Duration::from_ms(1000)) return;
    last = time;
  }
  log(LogLevel::warning, text);
}

}  // namespace gs::ros2
