// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames that a server of the Foxglove WebSocket protocol sends: JSON texts and binary frames (little endian).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/json/node.h"
#include "gs/core/time.h"

namespace gs::web {

// First frame of a connection: what the server can do, and the session its data belong to.
struct ServerInfo {
  std::string name;
  std::vector<std::string> capabilities, supported_encodings;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::string session_id;
  std::optional<Timestamp> data_start{}, data_end{};  // of a recording
};

// What a playback does.
enum class PlaybackStatus : uint8_t { playing = 0, paused = 1, buffering = 2, ended = 3 };

// Binary 0x05: state of a playback. `did_seek`: the time jumped, and messages of before no longer hold.
struct PlaybackState {
  PlaybackStatus status = PlaybackStatus::paused;
  Timestamp time;
  float speed = 1;
  bool did_seek = false;
  std::string request_id{};  // of the request that is answered; empty: none
};

// A topic of the server. The schema is a message definition with its dependencies (encoding "ros2msg").
struct AdvertisedChannel {
  uint32_t id = 0;
  std::string topic, encoding, schema_name, schema, schema_encoding;
};

// A service of the server.
struct AdvertisedService {
  uint32_t id = 0;
  std::string name, type, request_schema_name, request_schema, response_schema_name, response_schema;
};

// A parameter. `type` is empty or "float64", "float64_array", "byte_array"; a null value means "not set".
struct ParameterValue {
  std::string name;
  Node value;
  std::string type;
};

// Who publishes, subscribes and serves what: names of topics and services with the names of their clients.
struct ConnectionGraph {
  using Edges = std::map<std::string, std::vector<std::string>>;
  Edges published, subscribed, services;
};

// Importance of a status.
enum class StatusLevel { info = 0, warning = 1, error = 2 };

// JSON texts of the server.
std::string server_info_text(const ServerInfo& info);
std::string advertise_text(const std::vector<AdvertisedChannel>& channels);
std::string unadvertise_text(const std::vector<uint32_t>& channel_ids);
// `id` names a status that a later removeStatus clears; empty: none.
std::string status_text(StatusLevel level, std::string_view message, std::string_view id = {});
std::string remove_status_text(std::string_view id);
std::string parameter_values_text(const std::vector<ParameterValue>& parameters, const std::optional<std::string>& id);
std::string advertise_services_text(const std::vector<AdvertisedService>& services);
std::string service_failure_text(uint32_t service_id, uint32_t call_id, std::string_view message);
// Update that replaces the whole graph: everything in `before` that is not in `now` is listed as removed.
std::string connection_graph_text(const ConnectionGraph& now, const ConnectionGraph& before);

// Binary frames of the server. The header of a message (0x01) is sent in front of its payload, which all clients share.
std::vector<std::byte> message_header(uint32_t subscription_id, Timestamp log_time);
std::vector<std::byte> time_frame(Timestamp time);
std::vector<std::byte> service_response_frame(uint32_t service_id, uint32_t call_id, std::string_view encoding,
                                              Bytes payload);
std::vector<std::byte> asset_failure_frame(uint32_t request_id, std::string_view message);
std::vector<std::byte> playback_state_frame(const PlaybackState& state);

}  // namespace gs::web
