// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clients, subscriptions and messages. Requests are answered in hub_requests.cpp.
#include "gs/web/live/hub.h"

#include <algorithm>
#include <utility>

#include "gs/core/format.h"

namespace gs::web {
namespace {

constexpr Duration kReportPeriod = Duration::from_ms(1000);  // of messages that were left out, in simulated time

}  // namespace

std::string Hub::Client::name() const { return format("client-{}", id); }

Hub::Hub(HubOptions options, HubBackend& backend, Feed& feed)
    : options_(std::move(options)), backend_(backend), feed_(feed), table_(std::make_shared<ChannelTable>()) {}

ServerInfo Hub::info() const {
  ServerInfo out{.name = options_.name,
                 .capabilities = {"time", "parameters", "parametersSubscribe", "connectionGraph"},
                 .supported_encodings = {"cdr", "json"},
                 // Clients take the definitions of common types and the encoding of calls from the name of the
                 // distribution.
                 .metadata = {{"ROS_DISTRO", "humble"}, {"gs_version", options_.version}},
                 .session_id = format("{}-{}", table_->session_id, resets_)};
  if (options_.recording) {
    out.capabilities = {"time", "playbackControl", "connectionGraph"};
    out.data_start = options_.recording->start;
    out.data_end = options_.recording->end;
  } else if (!options_.view_only) {
    out.capabilities.insert(out.capabilities.end(), {"clientPublish", "services"});
  }
  return out;
}

// Topics and services of the present world.
void Hub::announce(Client& client) {
  client.lanes->send_text(server_info_text(info()));
  std::vector<AdvertisedChannel> channels;
  for (const Channel& channel : table_->channels) channels.push_back(channel.info);
  client.lanes->send_text(advertise_text(channels));
  if (!options_.view_only && !options_.recording) client.lanes->send_text(advertise_services_text(options_.services));
  if (playback_) client.lanes->send_binary(playback_state_frame(*playback_));
  for (const auto& [id, notice] : notices_)
    client.lanes->send_text(status_text(notice.level, notice.message, notice.id));
}

void Hub::opened(uint32_t client, std::shared_ptr<ClientLanes> lanes) {
  Client& made = clients_[client];
  made.id = client;
  made.lanes = std::move(lanes);
  announce(made);
}

void Hub::closed(uint32_t client) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  while (!found->second.subscriptions.empty()) unsubscribe(found->second, found->second.subscriptions.begin()->first);
  release_driver(found->second);
  clients_.erase(found);
  send_graphs();
}

void Hub::handle(Client& client, const Subscribe& frame) {
  for (const Subscribe::Item& item : frame.subscriptions) subscribe(client, item);
  send_graphs();
}

void Hub::subscribe(Client& client, const Subscribe::Item& item) {
  const auto refuse = [&](const std::string& why) {
    client.lanes->send_text(status_text(StatusLevel::error, "subscribe: " + why));
  };
  Channel* const channel = table_->find(item.channel_id);
  if (channel == nullptr) return refuse(format("channel {} is not advertised", item.channel_id));
  if (client.subscriptions.contains(item.id)) return refuse(format("subscription {} exists already", item.id));
  if (client.subscriptions.size() >= kMaxSubscriptions)
    return refuse(format("a client may have {} subscriptions", kMaxSubscriptions));
  client.subscriptions[item.id] = item.channel_id;
  ++channel->subscribers;
  if (const auto last = latched_.find(item.channel_id); last != latched_.end())
    client.lanes->offer(item.id, Lane::latched, last->second.log_time, last->second.payload);
  backend_.subscribed(item.channel_id);
}

void Hub::handle(Client& client, const Unsubscribe& frame) {
  for (const uint32_t id : frame.subscription_ids) {
    if (client.subscriptions.contains(id)) {
      unsubscribe(client, id);
    } else {
      client.lanes->send_text(status_text(StatusLevel::warning, format("unsubscribe: no subscription {}", id)));
    }
  }
  send_graphs();
}

void Hub::unsubscribe(Client& client, uint32_t subscription) {
  const auto found = client.subscriptions.find(subscription);
  if (Channel* channel = table_->find(found->second)) --channel->subscribers;
  client.lanes->forget(subscription);
  client.left_out.erase(subscription);
  client.subscriptions.erase(found);
}

void Hub::pump() {
  const Feed::Batch batch = feed_.take();
  if (batch.table) replace_table(batch.table);
  for (const PlaybackState& state : batch.playback) show(state);
  for (const Feed::Notice& notice : batch.notices) tell(notice);
  if (batch.time) advance(*batch.time);
  for (const Feed::Update& update : batch.updates) distribute(update);
}

// Another world: its channels have new ids, so all subscriptions end.
void Hub::replace_table(std::shared_ptr<ChannelTable> table) {
  std::vector<uint32_t> old;
  for (const Channel& channel : table_->channels) old.push_back(channel.info.id);
  for (auto& [id, client] : clients_) {
    while (!client.subscriptions.empty()) unsubscribe(client, client.subscriptions.begin()->first);
    client.reported.clear();
    client.lanes->send_text(unadvertise_text(old));
  }
  table_ = std::move(table);
  latched_.clear();
  for (auto& [id, client] : clients_) announce(client);
  send_graphs();
}

void Hub::distribute(const Feed::Update& update) {
  const Channel* const channel = table_->find(update.channel_id);
  if (channel == nullptr) return;
  if (channel->lane == Lane::latched) latched_[update.channel_id] = update;
  for (auto& [id, client] : clients_) {
    for (const auto& [subscription, wanted] : client.subscriptions) {
      if (wanted != update.channel_id) continue;
      client.lanes->offer(subscription, channel->lane, update.log_time, update.payload);
      client.left_out[subscription] += update.replaced;
    }
  }
}

// After a jump in time no message of before is sent.
void Hub::show(const PlaybackState& state) {
  if (state.did_seek) {
    latched_.clear();
    time_ = reported_ = state.time;
  }
  const std::vector<std::byte> frame = playback_state_frame(state);
  for (auto& [id, client] : clients_) {
    for (const auto& [subscription, channel] : client.subscriptions) {
      if (state.did_seek) client.lanes->forget(subscription);
    }
    client.lanes->send_binary(frame);
  }
  playback_ = state;
  playback_->did_seek = false;
  playback_->request_id.clear();
}

void Hub::tell(const Feed::Notice& notice) {
  notices_[notice.id] = notice;
  for (auto& [id, client] : clients_) client.lanes->send_text(status_text(notice.level, notice.message, notice.id));
}

// The time of a session never runs backwards: after a reset a new session begins.
void Hub::advance(Timestamp time) {
  if (time < time_) {
    ++resets_;
    reported_ = time;
    for (auto& [id, client] : clients_) client.lanes->send_text(server_info_text(info()));
  }
  time_ = time;
  const bool report = time - reported_ >= kReportPeriod;
  if (report) reported_ = time;
  for (auto& [id, client] : clients_) {
    client.lanes->offer_time(time);
    if (report) report_left_out(client);
  }
}

// One status a topic while messages are left out; it is removed when the client keeps up again.
void Hub::report_left_out(Client& client) {
  std::set<std::string> now;
  for (const auto& [subscription, channel_id] : client.subscriptions) {
    const uint64_t count =
        client.lanes->take_dropped(subscription) + std::exchange(client.left_out[subscription], uint64_t{0});
    const Channel* const channel = table_->find(channel_id);
    if (count == 0 || channel == nullptr) continue;
    const std::string id = "drop:" + channel->info.topic;
    now.insert(id);
    client.lanes->send_text(
        status_text(StatusLevel::warning,
                    format("{}: {} messages of the last second were left out, because the connection or the client is "
                           "slower than the topic",
                           channel->info.topic, count),
                    id));
  }
  for (const std::string& id : client.reported) {
    if (!now.contains(id)) client.lanes->send_text(remove_status_text(id));
  }
  client.reported = std::move(now);
}

ConnectionGraph Hub::graph() const {
  ConnectionGraph out;
  constexpr const char* kPublisher = "/simulator_node";
  for (const Channel& channel : table_->channels) out.published[channel.info.topic] = {kPublisher};
  if (!options_.view_only && !options_.recording) {
    for (const std::string& topic : {options_.control_topic, options_.drive_topic})
      out.subscribed[topic] = {kPublisher};
    for (const AdvertisedService& service : options_.services) out.services[service.name] = {kPublisher};
  }
  for (const auto& [id, client] : clients_) {
    std::set<std::string> topics;
    for (const auto& [subscription, channel_id] : client.subscriptions) {
      if (const Channel* channel = table_->find(channel_id)) topics.insert(channel->info.topic);
    }
    for (const std::string& topic : topics) out.subscribed[topic].push_back(client.name());
    std::set<std::string> published;
    for (const auto& [channel_id, channel] : client.publishes) published.insert(channel.topic);
    for (const std::string& topic : published) out.published[topic].push_back(client.name());
  }
  return out;
}

// Sends the graph to those who asked for it. Call it after every change.
void Hub::send_graphs() {
  const bool is_asked =
      std::any_of(clients_.begin(), clients_.end(), [](const auto& entry) { return entry.second.graph.has_value(); });
  if (!is_asked) return;
  const ConnectionGraph now = graph();
  for (auto& [id, client] : clients_) {
    if (!client.graph) continue;
    client.lanes->send_text(connection_graph_text(now, *client.graph));
    client.graph = now;
  }
}

}  // namespace gs::web
