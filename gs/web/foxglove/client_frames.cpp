// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/foxglove/client_frames.h"

#include <cmath>
#include <utility>

#include "gs/core/json/json.h"
#include "gs/core/text/printable.h"

namespace gs::web {
namespace {

// A frame of a client is small; the depth is that of a parameter's value.
constexpr DocumentLimits kFrameLimits{.max_depth = 16, .max_nodes = 20'000, .max_bytes = kMaxFrameBytes};

Error wrong(std::string_view op, std::string_view member, std::string_view wanted, const Node& found) {
  return fail(ErrorCode::invalid_data, "{}: {} must be {}, not {}", op, member, wanted, name_of(found.kind));
}

Result<uint32_t> id_of(std::string_view op, const Node& owner, std::string_view member) {
  const auto value = owner[member].index();
  if (!value || *value > UINT32_MAX)
    return fail(ErrorCode::invalid_data, "{}: {} must be a whole number from 0 to 4294967295", op, member);
  return static_cast<uint32_t>(*value);
}

Result<std::string> text_of(std::string_view op, const Node& owner, std::string_view member) {
  const Node& value = owner[member];
  if (!value.is_text()) return wrong(op, member, "a text", value);
  return value.text;
}

// The optional id that an answer repeats.
Result<std::optional<std::string>> answer_id(std::string_view op, const Node& root) {
  if (root["id"].is_null()) return std::optional<std::string>{};
  GS_TRY(std::string id, text_of(op, root, "id"));
  return std::optional(std::move(id));
}

Result<const std::vector<Node>*> list_of(std::string_view op, const Node& root, std::string_view member) {
  const Node& value = root[member];
  if (!value.is_list()) return wrong(op, member, "a list", value);
  if (value.items.size() > kMaxFrameItems)
    return fail(ErrorCode::limit_exceeded, "{}: {} has {} items, the limit is {}", op, member, value.items.size(),
                kMaxFrameItems);
  return &value.items;
}

// Converts every item of a list with `convert(item)`, which returns a Result.
template <class T, class Convert>
Result<std::vector<T>> items_of(std::string_view op, const Node& root, std::string_view member, Convert convert) {
  GS_TRY(const std::vector<Node>* const items, list_of(op, root, member));
  std::vector<T> out;
  out.reserve(items->size());
  for (const Node& item : *items) {
    GS_TRY(T converted, convert(item));
    out.push_back(std::move(converted));
  }
  return out;
}

Result<std::vector<uint32_t>> ids_of(std::string_view op, const Node& root, std::string_view member) {
  return items_of<uint32_t>(op, root, member, [&](const Node& item) -> Result<uint32_t> {
    const auto value = item.index();
    if (!value || *value > UINT32_MAX)
      return fail(ErrorCode::invalid_data, "{}: {} must hold whole numbers from 0 to 4294967295", op, member);
    return static_cast<uint32_t>(*value);
  });
}

Result<std::vector<std::string>> names_of(std::string_view op, const Node& root) {
  return items_of<std::string>(op, root, "parameterNames", [&](const Node& item) -> Result<std::string> {
    if (!item.is_text()) return wrong(op, "an item of parameterNames", "a text", item);
    return item.text;
  });
}

using Parse = Result<ClientFrame> (*)(std::string_view op, const Node& root);

Result<ClientFrame> subscribe(std::string_view op, const Node& root) {
  GS_TRY(auto items,
         items_of<Subscribe::Item>(op, root, "subscriptions", [&](const Node& item) -> Result<Subscribe::Item> {
           GS_TRY(const uint32_t id, id_of(op, item, "id"));
           GS_TRY(const uint32_t channel, id_of(op, item, "channelId"));
           return Subscribe::Item{id, channel};
         }));
  return ClientFrame(Subscribe{std::move(items)});
}

Result<ClientFrame> unsubscribe(std::string_view op, const Node& root) {
  GS_TRY(auto ids, ids_of(op, root, "subscriptionIds"));
  return ClientFrame(Unsubscribe{std::move(ids)});
}

Result<ClientFrame> advertise(std::string_view op, const Node& root) {
  GS_TRY(auto channels,
         items_of<Advertise::Channel>(op, root, "channels", [&](const Node& item) -> Result<Advertise::Channel> {
           Advertise::Channel out;
           GS_TRY(out.id, id_of(op, item, "id"));
           GS_TRY(out.topic, text_of(op, item, "topic"));
           GS_TRY(out.encoding, text_of(op, item, "encoding"));
           GS_TRY(out.schema_name, text_of(op, item, "schemaName"));
           return out;
         }));
  return ClientFrame(Advertise{std::move(channels)});
}

Result<ClientFrame> unadvertise(std::string_view op, const Node& root) {
  GS_TRY(auto ids, ids_of(op, root, "channelIds"));
  return ClientFrame(Unadvertise{std::move(ids)});
}

Result<ClientFrame> get_parameters(std::string_view op, const Node& root) {
  GetParameters out;
  GS_TRY(out.names, names_of(op, root));
  GS_TRY(out.id, answer_id(op, root));
  return ClientFrame(std::move(out));
}

Result<ClientFrame> set_parameters(std::string_view op, const Node& root) {
  using Parameter = SetParameters::Parameter;
  SetParameters out;
  GS_TRY(out.parameters, items_of<Parameter>(op, root, "parameters", [&](const Node& item) -> Result<Parameter> {
           Parameter parameter;
           GS_TRY(parameter.name, text_of(op, item, "name"));
           if (const Node* value = item.find("value"); value != nullptr && !value->is_null()) parameter.value = *value;
           return parameter;
         }));
  GS_TRY(out.id, answer_id(op, root));
  return ClientFrame(std::move(out));
}

template <bool kBegin>
Result<ClientFrame> watch_parameters(std::string_view op, const Node& root) {
  GS_TRY(auto names, names_of(op, root));
  return ClientFrame(WatchParameters{kBegin, std::move(names)});
}

template <bool kBegin>
Result<ClientFrame> watch_graph(std::string_view, const Node&) {
  return ClientFrame(WatchConnectionGraph{kBegin});
}

Result<ClientFrame> fetch_asset(std::string_view op, const Node& root) {
  FetchAsset out;
  GS_TRY(out.uri, text_of(op, root, "uri"));
  GS_TRY(out.request_id, id_of(op, root, "requestId"));
  return ClientFrame(std::move(out));
}

constexpr std::pair<std::string_view, Parse> kOperations[] = {
    {"subscribe", subscribe},
    {"unsubscribe", unsubscribe},
    {"advertise", advertise},
    {"unadvertise", unadvertise},
    {"getParameters", get_parameters},
    {"setParameters", set_parameters},
    {"subscribeParameterUpdates", watch_parameters<true>},
    {"unsubscribeParameterUpdates", watch_parameters<false>},
    {"subscribeConnectionGraph", watch_graph<true>},
    {"unsubscribeConnectionGraph", watch_graph<false>},
    {"fetchAsset", fetch_asset},
};

Result<ClientFrame> service_request(ByteReader in) {
  ServiceRequest out;
  GS_TRY(out.service_id, in.u32());
  GS_TRY(out.call_id, in.u32());
  GS_TRY(out.encoding, in.string32());
  out.payload = in.rest();
  return ClientFrame(out);
}

Result<ClientFrame> playback_control(ByteReader in) {
  PlaybackControl out;
  GS_TRY(const uint8_t command, in.u8());
  GS_TRY(out.speed, in.f32());
  GS_TRY(const uint8_t had_seek, in.u8());
  GS_TRY(const uint64_t seek_ns, in.u64());
  GS_TRY(out.request_id, in.string32());
  if (command > 1) return fail(ErrorCode::unsupported, "command {} is unknown; use 0 (play) or 1 (pause)", command);
  if (had_seek > 1) return fail(ErrorCode::invalid_data, "the seek flag must be 0 or 1, not {}", had_seek);
  if (!std::isfinite(out.speed) || out.speed <= 0)
    return fail(ErrorCode::invalid_data, "the speed must be a positive number");
  if (!in.at_end()) return fail(ErrorCode::invalid_data, "{} bytes follow the frame", in.remaining());
  out.pause = command == 1;
  if (had_seek == 1) out.seek_ns = seek_ns;
  return ClientFrame(out);
}

}  // namespace

Result<ClientFrame> parse_text_frame(std::string_view text) {
  GS_TRY(const Node root, parse_json(text, kFrameLimits));
  if (!root.is_map()) return fail(ErrorCode::invalid_data, "a frame must be a JSON object, not {}", name_of(root.kind));
  const Node& op = root["op"];
  if (!op.is_text()) return fail(ErrorCode::invalid_data, "the frame has no text \"op\"");
  for (const auto& [name, parse] : kOperations) {
    if (name == op.text) return parse(name, root);
  }
  return fail(ErrorCode::unsupported, "unknown operation \"{}\"", printable(op.text.substr(0, 60)));
}

Result<ClientFrame> parse_binary_frame(Bytes bytes) {
  if (bytes.size() > kMaxFrameBytes)
    return fail(ErrorCode::limit_exceeded, "a frame of {} bytes exceeds the limit of {}", bytes.size(), kMaxFrameBytes);
  ByteReader in(bytes);
  GS_TRY(const uint8_t operation, in.u8());
  if (operation == 1) {
    GS_TRY(const uint32_t channel, in.u32().with_context("message data"));
    return ClientFrame(ClientMessage{channel, in.rest()});
  }
  if (operation == 2) return service_request(in).with_context("service call request");
  if (operation == 3) return playback_control(in).with_context("playback control");
  return fail(ErrorCode::unsupported, "unknown binary operation {}", operation);
}

}  // namespace gs::web
