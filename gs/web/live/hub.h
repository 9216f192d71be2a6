// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The server side of the Foxglove protocol for all clients of one run: announces topics and services, distributes
// messages, answers requests. It knows no network; everything is called on one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/web/foxglove/client_frames.h"
#include "gs/web/foxglove/server_frames.h"
#include "gs/web/lanes/client_lanes.h"
#include "gs/web/lanes/feed.h"

namespace gs::web {

// Functions of the running simulation that the hub calls. They must not block.
class HubBackend {
 public:
  virtual ~HubBackend() = default;
  // Queues a command in CDR. Errors: those of decoding it.
  virtual Result<void> command(Bytes cdr) = 0;
  // Takes the input of a person who drives by hand; `driver` is the name of the client. Errors: those of parsing it.
  virtual Result<void> drive(const std::string& driver, Bytes json) = 0;
  // The client that drove does so no longer.
  virtual void drive_ended() = 0;
  // All parameters with their values, and a change of one (nullptr: unset). Errors: of a value that is not allowed.
  virtual std::vector<ParameterValue> parameters() = 0;
  virtual Result<void> set_parameter(const std::string& name, const Node* value) = 0;
  // Calls a service. `done` is called later, on the thread of the hub. Errors: limit_exceeded; `done` is then not
  // called.
  using Done = std::function<void(Result<std::vector<std::byte>>)>;
  virtual Result<void> call(uint32_t service, Bytes request, Done done) = 0;
  // Plays, pauses or seeks. Errors: unsupported unless the data are a recording.
  virtual Result<void> play(const PlaybackControl& request);
  // A client subscribed to a channel. A recording then publishes the newest message again.
  virtual void subscribed(uint32_t /*channel*/) {}
};

// First and last time of a recording.
struct RecordedTime {
  Timestamp start, end;
};

// What the hub announces.
struct HubOptions {
  std::string name, version;
  std::optional<RecordedTime> recording{};  // the data are a recording, which clients can play but not change
  bool view_only = false;                   // no commands, services and changes of parameters
  std::string control_topic;                // topic on which one client at a time may publish
  std::string control_type;                 // its type: "ackermann_msgs/msg/AckermannDriveStamped"
  std::string drive_topic;                  // topic of the same client for inputs by hand, in JSON
  std::vector<AdvertisedService> services;
};

// Limits on one client.
inline constexpr std::size_t kMaxSubscriptions = 256, kMaxClientChannels = 64, kMaxCalls = 4;

// The clients and their subscriptions. Not thread-safe.
class Hub {
 public:
  // Feed and backend must outlive the hub, and the hub all functions that it gave to the backend.
  Hub(HubOptions options, HubBackend& backend, Feed& feed);

  // A client came, sent a frame, or left.
  void opened(uint32_t client, std::shared_ptr<ClientLanes> lanes);
  void text(uint32_t client, std::string_view frame);
  void binary(uint32_t client, Bytes frame);
  void closed(uint32_t client);
  // Takes what the feed holds and offers it to the clients.
  void pump();

 private:
  struct Client {
    uint32_t id = 0;
    std::shared_ptr<ClientLanes> lanes;          // shared with the connection
    std::map<uint32_t, uint32_t> subscriptions;  // id of the client -> channel
    std::map<uint32_t, Advertise::Channel> publishes;
    std::optional<std::set<std::string>> watched;  // names of parameters; an empty set: all
    std::optional<ConnectionGraph> graph;          // the last one sent; empty: not asked for
    std::map<uint32_t, uint64_t> left_out;         // messages by subscription, since the last report
    std::set<std::string> reported;                // ids of statuses about messages that were left out
    std::size_t calls = 0;                         // services that have not answered
    bool told_who_drives = false;
    std::string name() const;
  };

  void receive(uint32_t client, const Result<ClientFrame>& frame);
  // True, with a status to the client, if the frame would change the run of a view-only server.
  bool refuse_change(Client& client, const ClientFrame& frame);
  void handle(Client& client, const Subscribe& frame);
  void handle(Client& client, const Unsubscribe& frame);
  void handle(Client& client, const Advertise& frame);
  void handle(Client& client, const Unadvertise& frame);
  void handle(Client& client, const GetParameters& frame);
  void handle(Client& client, const SetParameters& frame);
  void handle(Client& client, const WatchParameters& frame);
  void handle(Client& client, const WatchConnectionGraph& frame);
  void handle(Client& client, const FetchAsset& frame);
  void handle(Client& client, const ClientMessage& frame);
  void handle(Client& client, const ServiceRequest& frame);
  void handle(Client& client, const PlaybackControl& frame);

  void subscribe(Client& client, const Subscribe::Item& item);
  void unsubscribe(Client& client, uint32_t subscription);
  void send_parameters(Client& client, const std::vector<std::string>& names, const std::optional<std::string>& id);
  void replace_table(std::shared_ptr<ChannelTable> table);
  void distribute(const Feed::Update& update);
  void advance(Timestamp time);
  void show(const PlaybackState& state);
  void tell(const Feed::Notice& notice);
  void report_left_out(Client& client);
  void announce(Client& client);
  ServerInfo info() const;
  void send_graphs();
  ConnectionGraph graph() const;
  // Why a client may not publish on a channel; empty: it may.
  std::string refusal_of(const Advertise::Channel& channel) const;
  bool is_for_driving(const std::string& topic) const;
  void release_driver(const Client& client);

  HubOptions options_;
  HubBackend& backend_;
  Feed& feed_;
  std::shared_ptr<ChannelTable> table_;       // shared with the stepping thread
  std::map<uint32_t, Feed::Update> latched_;  // last message by channel
  std::map<uint32_t, Client> clients_;
  uint32_t driver_ = 0;                          // client that publishes commands or inputs; 0: nobody
  Timestamp time_, reported_;                    // of the last batch; of the last report of messages left out
  uint32_t resets_ = 0;                          // how often the time went back
  std::optional<PlaybackState> playback_;        // the last one, without request and jump
  std::map<std::string, Feed::Notice> notices_;  // by id
};

}  // namespace gs::web
