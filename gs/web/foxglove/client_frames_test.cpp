// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames of clients: every operation is read, and every malformed frame is refused by name.
#include "gs/web/foxglove/client_frames.h"

#include <gtest/gtest.h>

namespace gs::web {
namespace {

// The frame of an operation that must parse.
template <class T>
T read_text(std::string_view text) {
  auto frame = parse_text_frame(text);
  EXPECT_TRUE(frame) << text << ": " << frame.error().message;
  if (!frame) return {};
  EXPECT_TRUE(std::holds_alternative<T>(*frame)) << text;
  return std::holds_alternative<T>(*frame) ? std::get<T>(*frame) : T{};
}

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

Error text_error(std::string_view text) {
  auto frame = parse_text_frame(text);
  EXPECT_FALSE(frame) << text;
  return frame ? Error{} : frame.error();
}

TEST(ClientTextFrames, ReadEveryOperation) {
  const auto subscribed = read_text<Subscribe>(R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":3}]})");
  ASSERT_EQ(subscribed.subscriptions.size(), 1u);
  EXPECT_EQ(subscribed.subscriptions[0].id, 7u);
  EXPECT_EQ(subscribed.subscriptions[0].channel_id, 3u);
  EXPECT_EQ(read_text<Unsubscribe>(R"({"op":"unsubscribe","subscriptionIds":[7,4294967295]})").subscription_ids,
            (std::vector<uint32_t>{7, 4294967295}));
  const auto advertised = read_text<Advertise>(
      R"({"op":"advertise","channels":[{"id":1,"topic":"/t","encoding":"cdr","schemaName":"a/msg/B"}]})");
  ASSERT_EQ(advertised.channels.size(), 1u);
  EXPECT_EQ(advertised.channels[0].schema_name, "a/msg/B");
  EXPECT_EQ(read_text<Unadvertise>(R"({"op":"unadvertise","channelIds":[1]})").channel_ids.size(), 1u);
  const auto asked = read_text<GetParameters>(R"({"op":"getParameters","parameterNames":["a"],"id":"x"})");
  EXPECT_EQ(asked.names, std::vector<std::string>{"a"});
  EXPECT_EQ(asked.id, "x");
  EXPECT_FALSE(read_text<GetParameters>(R"({"op":"getParameters","parameterNames":[]})").id);
  const auto set = read_text<SetParameters>(
      R"({"op":"setParameters","parameters":[{"name":"a","value":0.5,"type":"float64"},{"name":"b"}]})");
  ASSERT_EQ(set.parameters.size(), 2u);
  EXPECT_EQ(set.parameters[0].value->real, 0.5);
  EXPECT_FALSE(set.parameters[1].value);
  EXPECT_TRUE(read_text<WatchParameters>(R"({"op":"subscribeParameterUpdates","parameterNames":[]})").begin);
  EXPECT_FALSE(read_text<WatchParameters>(R"({"op":"unsubscribeParameterUpdates","parameterNames":[]})").begin);
  EXPECT_TRUE(read_text<WatchConnectionGraph>(R"({"op":"subscribeConnectionGraph"})").begin);
  EXPECT_FALSE(read_text<WatchConnectionGraph>(R"({"op":"unsubscribeConnectionGraph"})").begin);
  EXPECT_EQ(read_text<FetchAsset>(R"({"op":"fetchAsset","uri":"package://a","requestId":9})").request_id, 9u);
}

TEST(ClientTextFrames, NameWhatIsWrong) {
  EXPECT_EQ(text_error("").code, ErrorCode::corrupt);
  EXPECT_EQ(text_error("{").code, ErrorCode::corrupt);
  EXPECT_EQ(text_error("[1]").message, "a frame must be a JSON object, not a list");
  EXPECT_EQ(text_error("{}").message, "the frame has no text \"op\"");
  EXPECT_EQ(text_error(R"({"op":7})").message, "the frame has no text \"op\"");
  EXPECT_EQ(text_error(R"({"op":"dance"})").message, "unknown operation \"dance\"");
  EXPECT_EQ(text_error(R"({"op":"subscribe"})").message, "subscribe: subscriptions must be a list, not null");
  EXPECT_EQ(text_error(R"({"op":"fetchAsset","uri":1,"requestId":9})").message,
            "fetchAsset: uri must be a text, not an integer");
}

TEST(ClientTextFrames, RefuseIdsThatAreNoWholeNumbersOf32Bits) {
  for (const char* id : {"-1", "1.5", "4294967296", "9007199254740992", "1e300", "\"1\"", "null", "[1]"}) {
    const std::string text = std::string(R"({"op":"unsubscribe","subscriptionIds":[)") + id + "]}";
    EXPECT_EQ(text_error(text).code, ErrorCode::invalid_data) << text;
    const std::string pair = std::string(R"({"op":"subscribe","subscriptions":[{"channelId":1,"id":)") + id + "}]}";
    EXPECT_EQ(text_error(pair).code, ErrorCode::invalid_data) << pair;
  }
}

TEST(ClientTextFrames, RefuseDeepAndLongFrames) {
  std::string deep = R"({"op":"setParameters","parameters":[{"name":"a","value":)";
  deep += std::string(1000, '[') + std::string(1000, ']') + "}]}";
  EXPECT_EQ(text_error(deep).code, ErrorCode::limit_exceeded);
  std::string many = R"({"op":"unsubscribe","subscriptionIds":[0)";
  for (int i = 0; i < 1024; ++i) many += ",1";
  EXPECT_EQ(text_error(many + "]}").message, "unsubscribe: subscriptionIds has 1025 items, the limit is 1024");
  EXPECT_EQ(text_error(std::string(kMaxFrameBytes + 1, ' ')).code, ErrorCode::limit_exceeded);
}

TEST(ClientBinaryFrames, ReadMessagesCallsAndPlayback) {
  const auto message = bytes_of({1, 7, 0, 0, 0, 'a', 'b'});
  const auto parsed = parse_binary_frame(message);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(std::get<ClientMessage>(*parsed).channel_id, 7u);
  EXPECT_EQ(as_text(std::get<ClientMessage>(*parsed).payload), "ab");
  const auto call = bytes_of({2, 5, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 'c', 'd', 'r', 0, 1});
  const auto request = parse_binary_frame(call);
  ASSERT_TRUE(request);
  EXPECT_EQ(std::get<ServiceRequest>(*request).service_id, 5u);
  EXPECT_EQ(std::get<ServiceRequest>(*request).call_id, 9u);
  EXPECT_EQ(std::get<ServiceRequest>(*request).encoding, "cdr");
  EXPECT_EQ(std::get<ServiceRequest>(*request).payload.size(), 2u);
  const auto play = bytes_of({3, 1, 0, 0, 0, 0x40, 1, 0x39, 0x30, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'x'});
  const auto control = parse_binary_frame(play);
  ASSERT_TRUE(control);
  EXPECT_TRUE(std::get<PlaybackControl>(*control).pause);
  EXPECT_EQ(std::get<PlaybackControl>(*control).speed, 2.0f);
  EXPECT_EQ(std::get<PlaybackControl>(*control).seek_ns, 12345u);
  EXPECT_EQ(std::get<PlaybackControl>(*control).request_id, "x");
}

TEST(ClientBinaryFrames, RefuseEveryTruncation) {
  const auto call = bytes_of({2, 5, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 'c', 'd', 'r'});
  const auto play = bytes_of({3, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'x'});
  const auto message = bytes_of({1, 7, 0, 0, 0});
  for (const auto& whole : {call, play, message}) {
    EXPECT_TRUE(parse_binary_frame(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto cut = parse_binary_frame(Bytes(whole).first(size));
      ASSERT_FALSE(cut) << size;
      EXPECT_EQ(cut.error().code, ErrorCode::truncated);
    }
  }
}

TEST(ClientBinaryFrames, RefuseLyingLengthsAndUnknownValues) {
  const auto error = [](std::initializer_list<int> values) {
    const auto bytes = bytes_of(values);
    const auto frame = parse_binary_frame(bytes);
    EXPECT_FALSE(frame);
    return frame ? Error{} : frame.error();
  };
  EXPECT_EQ(error({2, 5, 0, 0, 0, 9, 0, 0, 0, 255, 255, 255, 255, 'c'}).code, ErrorCode::truncated);
  EXPECT_EQ(error({0}).message, "unknown binary operation 0");
  EXPECT_EQ(error({4, 0, 0}).message, "unknown binary operation 4");
  EXPECT_EQ(error({3, 2, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}).code, ErrorCode::unsupported);
  const int nan = 0xff;
  EXPECT_EQ(error({3, 0, nan, nan, nan, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}).code, ErrorCode::invalid_data);
  EXPECT_EQ(error({3, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}).code, ErrorCode::invalid_data);
}

}  // namespace
}  // namespace gs::web
