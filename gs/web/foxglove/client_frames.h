// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames that a client of the Foxglove WebSocket protocol sends (subprotocols foxglove.websocket.v1 and
// foxglove.sdk.v1, which are equal): JSON texts with an "op", and binary frames whose first byte is the operation.
// Everything is little endian. Nothing here knows the network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs::web {

// Names of the subprotocol, in the order in which the server prefers them.
inline constexpr std::string_view kSubprotocols[] = {"foxglove.sdk.v1", "foxglove.websocket.v1"};

// Limits on one frame; beyond them parsing returns limit_exceeded.
inline constexpr uint64_t kMaxFrameBytes = 1u << 20;
inline constexpr std::size_t kMaxFrameItems = 1024;  // subscriptions, channels, names or parameters in one frame

// "subscribe": the client chooses the id of a subscription, the server that of a channel.
struct Subscribe {
  struct Item {
    uint32_t id = 0, channel_id = 0;
  };
  std::vector<Item> subscriptions;
};
// "unsubscribe".
struct Unsubscribe {
  std::vector<uint32_t> subscription_ids;
};
// "advertise": channels on which the client will publish; their ids are the client's.
struct Advertise {
  struct Channel {
    uint32_t id = 0;
    std::string topic, encoding, schema_name;
  };
  std::vector<Channel> channels;
};
// "unadvertise".
struct Unadvertise {
  std::vector<uint32_t> channel_ids;
};
// "getParameters": without names, all parameters are meant. The answer repeats the id.
struct GetParameters {
  std::vector<std::string> names;
  std::optional<std::string> id;
};
// "setParameters": a parameter without a value is to be unset.
struct SetParameters {
  struct Parameter {
    std::string name;
    std::optional<Node> value;
  };
  std::vector<Parameter> parameters;
  std::optional<std::string> id;
};
// "subscribeParameterUpdates" and "unsubscribeParameterUpdates".
struct WatchParameters {
  bool begin = true;
  std::vector<std::string> names;
};
// "subscribeConnectionGraph" and "unsubscribeConnectionGraph".
struct WatchConnectionGraph {
  bool begin = true;
};
// "fetchAsset".
struct FetchAsset {
  std::string uri;
  uint32_t request_id = 0;
};
// Binary 0x01: a message on a channel of the client. The payload borrows from the frame.
struct ClientMessage {
  uint32_t channel_id = 0;
  Bytes payload;
};
// Binary 0x02: a call of a service. The views borrow from the frame.
struct ServiceRequest {
  uint32_t service_id = 0, call_id = 0;
  std::string_view encoding;
  Bytes payload;
};
// Binary 0x03: play or pause, speed, and a time to seek to.
struct PlaybackControl {
  bool pause = false;
  float speed = 1;
  std::optional<uint64_t> seek_ns;
  std::string_view request_id;
};

// Any frame of a client.
using ClientFrame =
    std::variant<Subscribe, Unsubscribe, Advertise, Unadvertise, GetParameters, SetParameters, WatchParameters,
                 WatchConnectionGraph, FetchAsset, ClientMessage, ServiceRequest, PlaybackControl>;

// Parse one text or binary frame. Errors: corrupt for bytes that are no JSON object, truncated, invalid_data for a
// member that is missing or has another type, unsupported for an unknown operation, limit_exceeded. Messages name the
// operation and the member.
Result<ClientFrame> parse_text_frame(std::string_view text);
Result<ClientFrame> parse_binary_frame(Bytes bytes);

}  // namespace gs::web
