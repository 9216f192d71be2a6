// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sends datagrams that abort or hang Fast DDS 2.9 to a node over loopback; the node must still answer.
#include "gs/ros2/wire/filter_transport.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include "gs/ros2/rtps/testing/datagram.h"
#include "gs/ros2/testing/loopback.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::ros2 {
namespace {

using rtps::DatagramBuilder;
using rtps::EntityId;
using rtps::Fragment;
using rtps::ListBuilder;
using rtps::Pid;

constexpr rtps::Address kLoopback = 0x7f000001;
constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

// Sends datagrams to the discovery ports of the participants of the test's domain (RTPS 2.3, 9.6.1.1).
class Attacker {
 public:
  Attacker() : socket_(::socket(AF_INET, SOCK_DGRAM, 0)) {}
  ~Attacker() { ::close(socket_); }

  void send(const DatagramBuilder& datagram) const {
    const std::vector<std::byte> bytes = datagram.bytes();
    for (uint16_t participant = 0; participant < 64; ++participant) {
      sockaddr_in to{};
      to.sin_family = AF_INET;
      to.sin_addr.s_addr = htonl(kLoopback);
      to.sin_port = htons(static_cast<uint16_t>(7410 + 250 * loopback().domain_id + 2 * participant));
      ::sendto(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
  }
  static DatagramBuilder announced() {
    DatagramBuilder out;
    out.data(rtps::kSpdpReader, rtps::kSpdpWriter, 1, rtps::participant_list(rtps::peer_prefix(), kLoopback).payload());
    return out;
  }

 private:
  int socket_;
};

// Datagrams that make Fast DDS 2.9 abort or hang.
std::vector<DatagramBuilder> attacks() {
  using namespace gs::ros2::rtps;
  const std::vector<std::byte> few(16), many(1024);
  const auto key = ListBuilder().guid(Pid::key_hash, peer_prefix(), kParticipant).list();
  ListBuilder nameless;
  nameless.number(Pid::protocol_version, 0x0302).locator(0x32, kLoopback, 7412).duration(Pid::lease_duration, 1);
  std::vector<std::byte> nested{std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  for (int i = 0; i < 12'000; ++i) {
    for (const int octet : {0x80, 0xf3, 0, 0, 1}) nested.push_back(static_cast<std::byte>(octet));
  }
  const auto sedp = [](EntityId w) { return w + 5; };
  const EntityId w = kSedpPublicationsWriter;
  std::vector<DatagramBuilder> out;
  out.push_back(DatagramBuilder().data(kSpdpReader, kSpdpWriter, 1, nameless.payload(), key));
  out.push_back(DatagramBuilder().heartbeat(kUserWriter, 1, 1).sub(0x80, 7, std::vector<std::byte>(56)));
  out.push_back(DatagramBuilder().sub(0x80, 1, std::vector<std::byte>(4)));
  out.push_back(Attacker::announced().heartbeat(w, 1, kLargest));
  out.push_back(Attacker::announced().heartbeat(w, kLargest, kLargest));
  out.push_back(Attacker::announced().heartbeat(w, int64_t{1} << 47, int64_t{1} << 47));
  out.push_back(Attacker::announced().heartbeat(w, int64_t{1} << 32, int64_t{1} << 32));
  out.push_back(Attacker::announced().gap(w, 1, kLargest));
  out.push_back(Attacker::announced().gap(w, 1, int64_t{1} << 32));
  out.push_back(Attacker::announced().frag(sedp(w), w, {1, 1, 0x1000, 0xffff, 0x1000 * 0xffff}, few));
  out.push_back(Attacker::announced().frag(sedp(w), w, {1, 1, 1, 0x400, 0xfffffff0}, many));
  DatagramBuilder tiny = Attacker::announced();
  for (uint32_t i = 1; i < 40; ++i) tiny.frag(sedp(w), w, {i, 1, 1, 1, 5000 + 8 * i}, few);
  out.push_back(tiny);
  ListBuilder list = endpoint_list(kUserWriter);
  out.push_back(Attacker::announced().data(sedp(w), w, 1, list.add(0x69, nested).payload()));
  return out;
}

TEST(FilterTransport, ANodeUnderAttackStillAnswers) {
  auto server = loopback_node("server"), client = loopback_node("client");
  auto service = server->serve<rosmsg::std_srvs::Trigger>("ping", [](const rosmsg::std_srvs::Trigger::Request&) {
    return rosmsg::std_srvs::Trigger::Response{.success = true};
  });
  auto caller = client->client<rosmsg::std_srvs::Trigger>("ping");
  ASSERT_TRUE(service && caller);
  ASSERT_TRUE(caller->call({}, kTestLimit));
  const Attacker attacker;
  for (const DatagramBuilder& datagram : attacks()) {
    attacker.send(datagram);
    const auto answer = caller->call({}, kTestLimit);
    ASSERT_TRUE(answer) << answer.error().message;
  }
  // By now the lease of the participant without a GUID would have expired.
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_TRUE(caller->call({}, kTestLimit));
  const auto count_of = [&](rtps::Rule rule) { return server->context().participant().dropped_datagrams()[rule]; };
  using rtps::Rule;
  EXPECT_TRUE(wait_until([&] { return count_of(Rule::bad_fragment) > 0; }));
  EXPECT_GT(count_of(Rule::sequence_number), 0u);
  EXPECT_GT(count_of(Rule::bad_discovery), 0u);
  EXPECT_GT(count_of(Rule::too_much_work), 0u);
}

TEST(FilterTransport, OrdinaryPeersLoseNothing) {
  auto a = loopback_node("talker"), b = loopback_node("listener");
  std::atomic<int> heard = 0;
  auto subscription =
      b->subscribe<rosmsg::std_msgs::String>("chatter", [&](const rosmsg::std_msgs::String&) { ++heard; });
  auto publisher = a->publish<rosmsg::std_msgs::String>("chatter");
  ASSERT_TRUE(publisher && subscription);
  ASSERT_TRUE(wait_until([&] { return publisher->subscriber_count() == 1; }));
  // Samples of every length modulo 4 around the datagram size, which includes fragments of 1 to 3 bytes.
  int sent = 0;
  for (const std::size_t length : {10u, 65'000u, 65'400u, 65'500u, 130'000u, 131'001u, 131'002u, 131'003u}) {
    ASSERT_TRUE(publisher->publish({.data = std::string(length, 'x')}));
    ++sent;
    ASSERT_TRUE(wait_until([&] { return heard == sent; })) << length;
  }
  auto counts = b->context().participant().dropped_datagrams();
  counts[rtps::Rule::unannounced] = counts[rtps::Rule::unsupported_endpoint] = 0;  // normal during discovery
  EXPECT_EQ(counts.total_removed(), 0u) << describe(counts);
}

TEST(FilterTransport, KnowsTheNetworksOfThisHost) {
  const auto networks = own_networks();
  EXPECT_TRUE(std::any_of(networks.begin(), networks.end(), [](const auto& n) { return n.contains(kLoopback); }));
}

}  // namespace
}  // namespace gs::ros2
