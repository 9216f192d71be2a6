// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/foxglove/server_frames.h"

#include <bit>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::web {
namespace {

// Operation codes of binary frames.
constexpr uint8_t kMessage = 1, kTime = 2, kServiceResponse = 3, kAsset = 4, kPlayback = 5;
constexpr uint8_t kAssetFailed = 1;

// A JSON object with its "op".
JsonWriter begin(std::string_view op) {
  JsonWriter out(JsonWriter::Layout::compact);
  out.begin_object().field("op", op);
  return out;
}

std::string end(JsonWriter out) {
  out.end_object();
  return out.text();
}

uint64_t nanoseconds(Timestamp time) { return static_cast<uint64_t>(time.ns); }

// {sec, nsec}: JSON numbers cannot hold nanoseconds since 1970.
void write_time(JsonWriter& out, std::string_view key, Timestamp time) {
  constexpr int64_t kSecond = 1'000'000'000;
  out.key(key).begin_object().field("sec", time.ns / kSecond).field("nsec", time.ns % kSecond).end_object();
}

// One half of a service.
void write_half(JsonWriter& out, std::string_view key, const std::string& name, const std::string& schema) {
  out.key(key).begin_object();
  out.field("encoding", "cdr").field("schemaName", name).field("schemaEncoding", "ros2msg").field("schema", schema);
  out.end_object();
}

void write_edges(JsonWriter& out, std::string_view key, std::string_view ids, const ConnectionGraph::Edges& edges) {
  out.key(key).begin_array();
  for (const auto& [name, clients] : edges) out.begin_object().field("name", name).field(ids, clients).end_object();
  out.end_array();
}

// Names in the first two edges of `before` that are in neither of `now`.
std::vector<std::string> gone(const ConnectionGraph::Edges& before, const ConnectionGraph::Edges& now,
                              const ConnectionGraph::Edges& other) {
  std::vector<std::string> out;
  for (const auto& [name, clients] : before) {
    if (!now.contains(name) && !other.contains(name)) out.push_back(name);
  }
  return out;
}

}  // namespace

std::string server_info_text(const ServerInfo& info) {
  JsonWriter out = begin("serverInfo");
  out.field("name", info.name).field("capabilities", info.capabilities);
  out.field("supportedEncodings", info.supported_encodings);
  out.key("metadata").begin_object();
  for (const auto& [key, value] : info.metadata) out.field(key, value);
  out.end_object().field("sessionId", info.session_id);
  if (info.data_start) write_time(out, "dataStartTime", *info.data_start);
  if (info.data_end) write_time(out, "dataEndTime", *info.data_end);
  return end(std::move(out));
}

std::string advertise_text(const std::vector<AdvertisedChannel>& channels) {
  JsonWriter out = begin("advertise");
  out.key("channels").begin_array();
  for (const AdvertisedChannel& c : channels) {
    out.begin_object().field("id", c.id).field("topic", c.topic).field("encoding", c.encoding);
    out.field("schemaName", c.schema_name).field("schema", c.schema).field("schemaEncoding", c.schema_encoding);
    out.end_object();
  }
  out.end_array();
  return end(std::move(out));
}

std::string unadvertise_text(const std::vector<uint32_t>& channel_ids) {
  JsonWriter out = begin("unadvertise");
  out.field("channelIds", channel_ids);
  return end(std::move(out));
}

std::string status_text(StatusLevel level, std::string_view message, std::string_view id) {
  JsonWriter out = begin("status");
  out.field("level", static_cast<int>(level)).field("message", message);
  if (!id.empty()) out.field("id", id);
  return end(std::move(out));
}

std::string remove_status_text(std::string_view id) {
  JsonWriter out = begin("removeStatus");
  out.key("statusIds").begin_array().value(id).end_array();
  return end(std::move(out));
}

std::string parameter_values_text(const std::vector<ParameterValue>& parameters, const std::optional<std::string>& id) {
  JsonWriter out = begin("parameterValues");
  out.key("parameters").begin_array();
  for (const ParameterValue& p : parameters) {
    out.begin_object().field("name", p.name);
    if (!p.value.is_null()) {
      out.key("value");
      write_json(p.value, out);
      if (!p.type.empty()) out.field("type", p.type);
    }
    out.end_object();
  }
  out.end_array();
  if (id) out.field("id", *id);
  return end(std::move(out));
}

std::string advertise_services_text(const std::vector<AdvertisedService>& services) {
  JsonWriter out = begin("advertiseServices");
  out.key("services").begin_array();
  for (const AdvertisedService& s : services) {
    out.begin_object().field("id", s.id).field("name", s.name).field("type", s.type);
    write_half(out, "request", s.request_schema_name, s.request_schema);
    write_half(out, "response", s.response_schema_name, s.response_schema);
    // The first version of the protocol had these two in place of request and response; its clients still read them.
    out.field("requestSchema", s.request_schema).field("responseSchema", s.response_schema);
    out.end_object();
  }
  out.end_array();
  return end(std::move(out));
}

std::string service_failure_text(uint32_t service_id, uint32_t call_id, std::string_view message) {
  JsonWriter out = begin("serviceCallFailure");
  out.field("serviceId", service_id).field("callId", call_id).field("message", message);
  return end(std::move(out));
}

std::string connection_graph_text(const ConnectionGraph& now, const ConnectionGraph& before) {
  JsonWriter out = begin("connectionGraphUpdate");
  write_edges(out, "publishedTopics", "publisherIds", now.published);
  write_edges(out, "subscribedTopics", "subscriberIds", now.subscribed);
  write_edges(out, "advertisedServices", "providerIds", now.services);
  std::vector<std::string> topics = gone(before.published, now.published, now.subscribed);
  for (std::string& name : gone(before.subscribed, now.published, now.subscribed)) {
    if (!before.published.contains(name)) topics.push_back(std::move(name));
  }
  out.field("removedTopics", topics).field("removedServices", gone(before.services, now.services, {}));
  return end(std::move(out));
}

std::vector<std::byte> message_header(uint32_t subscription_id, Timestamp log_time) {
  ByteWriter out;
  out.u8(kMessage), out.u32(subscription_id), out.u64(nanoseconds(log_time));
  return std::move(out).take();
}

std::vector<std::byte> time_frame(Timestamp time) {
  ByteWriter out;
  out.u8(kTime), out.u64(nanoseconds(time));
  return std::move(out).take();
}

std::vector<std::byte> service_response_frame(uint32_t service_id, uint32_t call_id, std::string_view encoding,
                                              Bytes payload) {
  ByteWriter out;
  out.u8(kServiceResponse), out.u32(service_id), out.u32(call_id), out.string32(encoding), out.bytes(payload);
  return std::move(out).take();
}

std::vector<std::byte> asset_failure_frame(uint32_t request_id, std::string_view message) {
  ByteWriter out;
  out.u8(kAsset), out.u32(request_id), out.u8(kAssetFailed), out.string32(message);
  return std::move(out).take();
}

std::vector<std::byte> playback_state_frame(const PlaybackState& state) {
  ByteWriter out;
  out.u8(kPlayback), out.u8(static_cast<uint8_t>(state.status)), out.u64(nanoseconds(state.time));
  out.u32(std::bit_cast<uint32_t>(state.speed)), out.u8(state.did_seek ? 1 : 0), out.string32(state.request_id);
  return std::move(out).take();
}

}  // namespace gs::web
