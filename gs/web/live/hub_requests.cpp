// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Requests of clients: commands, services, parameters, connection graph, assets.
#include <algorithm>
#include <utility>

#include "gs/core/format.h"
#include "gs/core/text/printable.h"
#include "gs/rosmsg/message_type.h"
#include "gs/web/live/hub.h"

namespace gs::web {
namespace {

constexpr const char* kViewOnly = "the server was started with --view-only";
constexpr const char* kRecording = "the server plays a recording, which cannot be changed";

bool names_all_or(const std::set<std::string>& names, const std::string& name) {
  return names.empty() || names.contains(name);
}

}  // namespace

void Hub::text(uint32_t client, std::string_view frame) { receive(client, parse_text_frame(frame)); }
void Hub::binary(uint32_t client, Bytes frame) { receive(client, parse_binary_frame(frame)); }

// A malformed frame is an error of that frame; the connection stays open.
void Hub::receive(uint32_t client, const Result<ClientFrame>& frame) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  if (!frame) {
    found->second.lanes->send_text(status_text(StatusLevel::error, "the frame was ignored: " + frame.error().message));
    return;
  }
  if (refuse_change(found->second, *frame)) return;
  std::visit([&](const auto& known) { handle(found->second, known); }, *frame);
}

bool Hub::refuse_change(Client& client, const ClientFrame& frame) {
  if (!options_.view_only && !options_.recording) return false;
  const char* const why = options_.recording ? kRecording : kViewOnly;
  if (const auto* call = std::get_if<ServiceRequest>(&frame)) {
    client.lanes->send_text(service_failure_text(call->service_id, call->call_id, why));
    return true;
  }
  if (const auto* set = std::get_if<SetParameters>(&frame)) {
    client.lanes->send_text(status_text(StatusLevel::error, format("setParameters: {}", why)));
    std::vector<std::string> names;
    for (const SetParameters::Parameter& parameter : set->parameters) names.push_back(parameter.name);
    if (!names.empty()) send_parameters(client, names, set->id);
    return true;
  }
  if (!std::holds_alternative<Advertise>(frame) && !std::holds_alternative<ClientMessage>(frame)) return false;
  client.lanes->send_text(status_text(StatusLevel::error, format("publishing: {}", why)));
  return true;
}

bool Hub::is_for_driving(const std::string& topic) const {
  return topic == options_.control_topic || topic == options_.drive_topic;
}

std::string Hub::refusal_of(const Advertise::Channel& channel) const {
  if (!is_for_driving(channel.topic)) return {};
  const bool is_control = channel.topic == options_.control_topic;
  const std::string_view encoding = is_control ? "cdr" : "json";
  if (channel.encoding != encoding)
    return format("the encoding must be {}, not {}", encoding, excerpt(channel.encoding));
  if (is_control && rosmsg::ros2_type_name(channel.schema_name) != options_.control_type)
    return format("the type must be {}, not {}", options_.control_type, excerpt(channel.schema_name));
  return {};
}

void Hub::handle(Client& client, const Advertise& frame) {
  for (const Advertise::Channel& channel : frame.channels) {
    const auto tell = [&](StatusLevel level, const std::string& why) {
      client.lanes->send_text(status_text(level, format("advertise {}: {}", excerpt(channel.topic), why)));
    };
    if (client.publishes.contains(channel.id)) {
      tell(StatusLevel::error, format("channel {} exists already", channel.id));
    } else if (client.publishes.size() >= kMaxClientChannels) {
      tell(StatusLevel::error, format("a client may publish on {} channels", kMaxClientChannels));
    } else if (const std::string refusal = refusal_of(channel); !refusal.empty()) {
      tell(StatusLevel::error, refusal);
    } else {
      if (!is_for_driving(channel.topic)) tell(StatusLevel::warning, "nothing subscribes to this topic");
      client.publishes[channel.id] = channel;
    }
  }
  send_graphs();
}

void Hub::handle(Client& client, const Unadvertise& frame) {
  for (const uint32_t id : frame.channel_ids) client.publishes.erase(id);
  const bool still = std::any_of(client.publishes.begin(), client.publishes.end(),
                                 [&](const auto& entry) { return is_for_driving(entry.second.topic); });
  if (!still) release_driver(client);
  send_graphs();
}

// A vehicle that was driven by hand then brakes immediately; otherwise when simulation.control_timeout_sec has passed.
void Hub::release_driver(const Client& client) {
  if (driver_ != client.id) return;
  driver_ = 0;
  backend_.drive_ended();
  for (auto& [id, other] : clients_) other.told_who_drives = false;
}

// The first client that publishes a command or an input drives until it unadvertises the topic or leaves.
void Hub::handle(Client& client, const ClientMessage& frame) {
  const auto channel = client.publishes.find(frame.channel_id);
  if (channel == client.publishes.end()) {
    client.lanes->send_text(
        status_text(StatusLevel::error, format("message data: channel {} is not advertised", frame.channel_id)));
    return;
  }
  const std::string& topic = channel->second.topic;
  if (!is_for_driving(topic)) return;
  if (driver_ != 0 && driver_ != client.id) {
    if (!std::exchange(client.told_who_drives, true))
      client.lanes->send_text(status_text(
          StatusLevel::warning, format("{} drives; commands of other clients are ignored", clients_[driver_].name())));
    return;
  }
  const auto taken =
      topic == options_.drive_topic ? backend_.drive(client.name(), frame.payload) : backend_.command(frame.payload);
  if (!taken) {
    client.lanes->send_text(status_text(StatusLevel::error, format("{}: {}", topic, taken.error().message), "command"));
    return;
  }
  driver_ = client.id;
}

void Hub::handle(Client& client, const ServiceRequest& frame) {
  const uint32_t service = frame.service_id, call = frame.call_id;
  const auto refuse = [&](const std::string& why) {
    client.lanes->send_text(service_failure_text(service, call, why));
  };
  const bool is_known = std::any_of(options_.services.begin(), options_.services.end(),
                                    [&](const AdvertisedService& known) { return known.id == service; });
  if (!is_known) return refuse(format("service {} is not advertised", service));
  if (frame.encoding != "cdr") return refuse("the encoding must be cdr, not " + excerpt(frame.encoding));
  if (client.calls >= kMaxCalls) return refuse(format("{} calls of this client wait for their answer", kMaxCalls));
  const auto answer = [this, id = client.id, service, call](const Result<std::vector<std::byte>>& response) {
    const auto found = clients_.find(id);
    if (found == clients_.end()) return;  // it left meanwhile
    --found->second.calls;
    ClientLanes& lanes = *found->second.lanes;
    response ? lanes.send_binary(service_response_frame(service, call, "cdr", *response))
             : lanes.send_text(service_failure_text(service, call, response.error().message));
  };
  if (const auto queued = backend_.call(service, frame.payload, answer); !queued) return refuse(queued.error().message);
  ++client.calls;
}

void Hub::send_parameters(Client& client, const std::vector<std::string>& names, const std::optional<std::string>& id) {
  std::vector<ParameterValue> values = backend_.parameters();
  const std::set<std::string> wanted(names.begin(), names.end());
  std::erase_if(values, [&](const ParameterValue& value) { return !names_all_or(wanted, value.name); });
  client.lanes->send_text(parameter_values_text(values, id));
}

void Hub::handle(Client& client, const GetParameters& frame) { send_parameters(client, frame.names, frame.id); }

// Answers with the values after the change, and tells the others who watch one of them.
void Hub::handle(Client& client, const SetParameters& frame) {
  std::vector<std::string> names;
  for (const SetParameters::Parameter& parameter : frame.parameters) {
    names.push_back(parameter.name);
    const auto set = backend_.set_parameter(parameter.name, parameter.value ? &*parameter.value : nullptr);
    if (!set) client.lanes->send_text(status_text(StatusLevel::error, "setParameters: " + set.error().message));
  }
  if (names.empty()) return;
  for (auto& [id, other] : clients_) {
    std::vector<std::string> watched;
    for (const std::string& name : names) {
      if (other.watched && names_all_or(*other.watched, name)) watched.push_back(name);
    }
    if (!watched.empty() && other.id != client.id) send_parameters(other, watched, std::nullopt);
  }
  send_parameters(client, names, frame.id);
}

void Hub::handle(Client& client, const WatchParameters& frame) {
  if (frame.names.empty()) {
    client.watched.reset();
    if (frame.begin) client.watched.emplace();
    return;
  }
  if (frame.begin && !client.watched) {
    client.watched.emplace(frame.names.begin(), frame.names.end());
  } else if (client.watched && frame.begin && !client.watched->empty()) {
    if (client.watched->size() + frame.names.size() <= kMaxFrameItems)
      client.watched->insert(frame.names.begin(), frame.names.end());
  } else if (client.watched && !frame.begin) {
    for (const std::string& name : frame.names) client.watched->erase(name);
    if (client.watched->empty()) client.watched.reset();  // an empty set would mean all
  }
}

void Hub::handle(Client& client, const WatchConnectionGraph& frame) {
  client.graph.reset();
  if (!frame.begin) return;
  client.graph = graph();
  client.lanes->send_text(connection_graph_text(*client.graph, {}));
}

void Hub::handle(Client& client, const FetchAsset& frame) {
  client.lanes->send_binary(asset_failure_frame(frame.request_id, "this server has no assets"));
}

Result<void> HubBackend::play(const PlaybackControl&) {
  return fail(ErrorCode::unsupported, "the server shows a running simulation, not a recording");
}

void Hub::handle(Client& client, const PlaybackControl& frame) {
  if (const auto done = backend_.play(frame); !done)
    client.lanes->send_text(status_text(StatusLevel::error, "playback control: " + done.error().message));
}

}  // namespace gs::web
