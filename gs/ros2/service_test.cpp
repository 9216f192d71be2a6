// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services with misbehaving clients, over loopback sockets.
#include "gs/ros2/service.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "gs/ros2/node.h"
#include "gs/ros2/testing/loopback.h"
#include "gs/ros2/wire/names.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::ros2 {
namespace {

using namespace std::chrono_literals;
using rosmsg::std_srvs::SetBool;

constexpr auto kLimit = kTestLimit;

// A client with a request writer but without a reply reader.
Result<std::unique_ptr<Writer>> deaf_client(Node& node, const std::string& service, const Qos& qos) {
  return node.context().participant().create_writer(
      {.topic = dds_request_topic(service), .type = dds_type(rosmsg::type_of<SetBool::Request>().name), .qos = qos});
}

SetBool::Response agree(const SetBool::Request& request) { return {.success = request.data, .message = "done"}; }

TEST(Service, RequestsWithoutAReplyReaderDoNotBlockOthers) {
  auto server = loopback_node("server"), attacker = loopback_node("attacker"), caller = loopback_node("caller");
  auto flooded = server->serve<SetBool>("/flooded", agree, qos::kParameters);
  auto other = server->serve<SetBool>("/other", agree);
  ASSERT_TRUE(flooded && other);
  auto writer = deaf_client(*attacker, "/flooded", qos::kParameters);
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_TRUE((*writer)->wait_for_match([](const Guid&) { return true; }, kLimit));
  const auto request = rosmsg::encode_cdr(SetBool::Request{.data = true});
  for (int i = 0; i < 500; ++i) ASSERT_TRUE((*writer)->write(request));
  // Waiting half a second for each of them would take 250 s.
  auto to_other = caller->client<SetBool>("/other"), to_flooded = caller->client<SetBool>("/flooded");
  const auto first = to_other->call({.data = true}, kLimit);
  ASSERT_TRUE(first) << first.error().message;
  const auto second = to_flooded->call({.data = true}, kLimit);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_TRUE(second->success);
}

TEST(Service, EndsWithABacklogOfRequests) {
  auto server = loopback_node("server"), attacker = loopback_node("attacker");
  std::promise<void> begun, go_on;
  std::atomic<int> served = 0;
  auto service = server->serve<SetBool>(
      "/slow",
      [&](const SetBool::Request& request) {
        if (++served == 1) begun.set_value(), go_on.get_future().wait();
        return agree(request);
      },
      qos::kParameters);
  auto writer = deaf_client(*attacker, "/slow", qos::kParameters);
  ASSERT_TRUE((*writer)->wait_for_match([](const Guid&) { return true; }, kLimit));
  // The first request blocks the handler, so that the others pile up.
  for (int i = 0; i < 900; ++i) ASSERT_TRUE((*writer)->write(rosmsg::encode_cdr(SetBool::Request{})));
  begun.get_future().wait();
  (*writer)->wait_for_acknowledgements(kLimit);  // all requests are queued at the server
  std::thread end([&] { service->reset(); });
  std::this_thread::sleep_for(
      50ms);  // destruction has most likely begun; if not, the test checks less but does not fail
  go_on.set_value();
  end.join();
  EXPECT_LT(served, 900);
}

// serve_later: the response is given from another thread, while other services answer.
TEST(Service, AnAnswerMayComeLaterAndOthersAreServedMeanwhile) {
  auto server = loopback_node("server"), caller = loopback_node("caller");
  std::mutex mutex;
  std::function<void(const SetBool::Response&)> owed;
  auto slow = server->serve_later<SetBool>("/slow", [&](const SetBool::Request&, auto respond) {
    const std::lock_guard lock(mutex);
    owed = respond;
  });
  auto quick = server->serve<SetBool>("/quick", agree);
  ASSERT_TRUE(slow && quick);
  auto answer =
      std::async(std::launch::async, [&] { return caller->client<SetBool>("/slow")->call({.data = true}, kLimit); });
  ASSERT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return static_cast<bool>(owed);
  }));
  EXPECT_TRUE(caller->client<SetBool>("/quick")->call({.data = true}, kLimit));
  owed({.success = true, .message = "at last"});
  const auto response = answer.get();
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->message, "at last");
  slow->reset();
  owed({.success = true, .message = "to nobody"});  // after the service was destroyed: no effect
}

// A reply may be malformed.
TEST(Client, AReplyShorterThanItsHeadersIsAnError) {
  for (const std::size_t header_bytes : {std::size_t{0}, kCallHeaderBytes}) {
    for (std::size_t size = 0; size < rosmsg::kEncapsulationBytes + header_bytes; ++size) {
      const auto body = reply_body({std::vector<std::byte>(size), header_bytes});
      ASSERT_FALSE(body) << size;
      EXPECT_EQ(body.error().code, ErrorCode::truncated);
    }
    const auto empty = reply_body({std::vector<std::byte>(rosmsg::kEncapsulationBytes + header_bytes), header_bytes});
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->size(), rosmsg::kEncapsulationBytes);
  }
}

TEST(Client, ACallEndsWhenItIsInterrupted) {
  auto caller = loopback_node("caller");
  auto client = caller->client<SetBool>("/nobody");
  const auto response = client->call({}, 600s, [] { return true; });
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::interrupted);
}

}  // namespace
}  // namespace gs::ros2
