// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/filter_transport.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <chrono>

#include <fastdds/rtps/network/SenderResource.h>
#include <fastdds/rtps/transport/ChainingTransport.h>
#include <fastdds/rtps/transport/TransportReceiverInterface.h>

namespace gs::ros2 {
namespace {

namespace transport = eprosima::fastdds::rtps;
namespace fast = eprosima::fastrtps::rtps;

// The IPv4 address of a locator: the last four of its sixteen octets.
rtps::Address address_of(const fast::Locator_t& locator) {
  rtps::Address out = 0;
  for (int i = 12; i < 16; ++i) out = out << 8 | locator.address[i];
  return out;
}

// Monotonic time for the filter's time limits.
Timestamp steady_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(since).count()};
}

// Sends the filter's requests for missing fragments. The sockets of the transport below are not accessible, so it has
// its own.
class RequestSocket {
 public:
  RequestSocket() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {}
  ~RequestSocket() {
    if (socket_ >= 0) ::close(socket_);
  }
  RequestSocket(const RequestSocket&) = delete;
  RequestSocket& operator=(const RequestSocket&) = delete;

  // A request that is lost is repeated at the next heartbeat.
  void send(const rtps::Request& request) const {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(request.to.address);
    to.sin_port = htons(request.to.port);
    [[maybe_unused]] const ssize_t sent = ::sendto(socket_, request.bytes.data(), request.bytes.size(), MSG_NOSIGNAL,
                                                   reinterpret_cast<const sockaddr*>(&to), sizeof to);
  }

 private:
  int socket_;
};

// Forwards received data after the filter has checked it; sends unchanged.
class FilterTransport final : public transport::ChainingTransport {
 public:
  FilterTransport(const transport::ChainingTransportDescriptor& descriptor,
                  std::shared_ptr<rtps::DatagramFilter> filter)
      : ChainingTransport(descriptor), descriptor_(descriptor), filter_(std::move(filter)) {}

  transport::TransportDescriptorInterface* get_configuration() override { return &descriptor_; }

  bool send(fast::SenderResource* below, const fast::octet* bytes, uint32_t size, fast::LocatorsIterator* begin,
            fast::LocatorsIterator* end, const std::chrono::steady_clock::time_point& timeout) override {
    return below->send(bytes, size, begin, end, timeout);
  }

  // Called by the receiving thread of each port, with the buffer of that thread: editing it in place is safe.
  void receive(transport::TransportReceiverInterface* next, const fast::octet* bytes, uint32_t size,
               const fast::Locator_t& local, const fast::Locator_t& remote) override {
    const std::span datagram(reinterpret_cast<std::byte*>(const_cast<fast::octet*>(bytes)), size);
    const rtps::Passed passed = filter_->check(datagram, address_of(remote), steady_now());
    // Reassembled discovery messages first, then requests for fragments, then what is left of the datagram itself.
    for (const std::vector<std::byte>& message : passed.reassembled) {
      next->OnDataReceived(reinterpret_cast<const fast::octet*>(message.data()), static_cast<uint32_t>(message.size()),
                           local, remote);
    }
    for (const rtps::Request& request : passed.requests) requests_.send(request);
    if (passed.size > 0) next->OnDataReceived(bytes, static_cast<uint32_t>(passed.size), local, remote);
  }

 private:
  // Copy of the descriptor for get_configuration().
  struct Configuration final : transport::ChainingTransportDescriptor {
    using ChainingTransportDescriptor::ChainingTransportDescriptor;
    explicit Configuration(const transport::ChainingTransportDescriptor& other) : ChainingTransportDescriptor(other) {}
    transport::TransportInterface* create_transport() const override { return nullptr; }
  };
  Configuration descriptor_;
  RequestSocket requests_;
  std::shared_ptr<rtps::DatagramFilter> filter_;  // shared: see filtered()
};

// Creates FilterTransports with a shared filter.
struct FilterDescriptor final : transport::ChainingTransportDescriptor {
  FilterDescriptor(std::shared_ptr<transport::TransportDescriptorInterface> below,
                   std::shared_ptr<rtps::DatagramFilter> given)
      : ChainingTransportDescriptor(std::move(below)), filter(std::move(given)) {}
  transport::TransportInterface* create_transport() const override { return new FilterTransport(*this, filter); }
  std::shared_ptr<rtps::DatagramFilter> filter;
};

}  // namespace

std::vector<rtps::Network> own_networks() {
  std::vector<rtps::Network> out;
  ifaddrs* list = nullptr;
  // Prefix length = number of one bits of the mask.
  if (getifaddrs(&list) != 0) return out;
  const auto ipv4 = [](const sockaddr* address) {
    return ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr);
  };
  for (const ifaddrs* it = list; it != nullptr; it = it->ifa_next) {
    if (it->ifa_addr == nullptr || it->ifa_addr->sa_family != AF_INET || it->ifa_netmask == nullptr) continue;
    out.push_back({ipv4(it->ifa_addr), std::popcount(ipv4(it->ifa_netmask))});
  }
  freeifaddrs(list);
  return out;
}

std::shared_ptr<transport::ChainingTransportDescriptor> filtered(
    std::shared_ptr<transport::TransportDescriptorInterface> below, std::shared_ptr<rtps::DatagramFilter> filter) {
  return std::make_shared<FilterDescriptor>(std::move(below), std::move(filter));
}

}  // namespace gs::ros2
