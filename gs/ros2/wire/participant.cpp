// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/participant.h"

#include <arpa/inet.h>

#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/attributes/LibrarySettingsAttributes.h>
#include <fastrtps/utils/IPLocator.h>
#include <fastrtps/xmlparser/XMLProfileManager.h>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/domain/DomainParticipantListener.hpp>

#include "gs/ros2/wire/fast_endpoint.h"
#include "gs/ros2/wire/filter_transport.h"
#include "gs/ros2/wire/opaque_type.h"
#include "gs/ros2/wire/user_data.h"

namespace gs::ros2 {
namespace {

// Requested socket buffer. The kernel's default of 208 KiB is smaller than one image. Linux grants at most
// net.core.rmem_max.
constexpr uint32_t kSocketBufferBytes = 4u << 20;
// Participant ids per host that are tried for initial peers.
constexpr uint32_t kPeerSlots = 32;
constexpr const char* kDiscoveryMulticast = "239.255.0.1";

// Locator of an IPv4 address.
Result<fast::Locator_t> locator(const std::string& address) {
  in_addr parsed{};
  if (inet_pton(AF_INET, address.c_str(), &parsed) != 1) {
    return fail(ErrorCode::invalid_option, "'{}' is not an IPv4 address", address)
        .with_hint("ROS_STATIC_PEERS takes addresses like 192.168.1.7, separated by semicolons");
  }
  fast::Locator_t out;
  out.kind = LOCATOR_KIND_UDPv4;
  eprosima::fastrtps::rtps::IPLocator::setIPv4(out, address);
  return out;
}

// Settings of the participant: UDP only, filtered transport, peers by discovery range, flow controller for paced
// writers.
Result<dds::DomainParticipantQos> participant_qos(const DiscoveryOptions& options, std::string_view enclave,
                                                  std::shared_ptr<rtps::DatagramFilter> filter) {
  dds::DomainParticipantQos qos;
  qos.name(std::string(enclave));
  const std::string user_data = enclave_user_data(enclave);
  qos.user_data().setValue(std::vector<fast::octet>(user_data.begin(), user_data.end()));

  // No shared memory: Fast DDS versions with different layouts under the same name make each other abort.
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  udp->sendBufferSize = udp->receiveBufferSize = kSocketBufferBytes;
  udp->maxInitialPeersRange = kPeerSlots;
  if (options.loopback_only) udp->interfaceWhiteList = {"127.0.0.1"};
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports.push_back(filtered(udp, std::move(filter)));
  qos.transport().send_socket_buffer_size = kSocketBufferBytes;
  qos.transport().listen_socket_buffer_size = kSocketBufferBytes;

  auto& builtin = qos.wire_protocol().builtin;
  builtin.readerHistoryMemoryPolicy = fast::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  builtin.writerHistoryMemoryPolicy = fast::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  // Lease: a killed peer is forgotten after 20 s. Announcements are frequent because late joiners discover us by them:
  // with the default period of 3 s, a tool that searches for 2 s would miss a running simulator.
  builtin.discovery_config.leaseDuration = {20, 0};
  builtin.discovery_config.leaseDuration_announcementperiod = {0, 500'000'000};
  // Peers by discovery range: static peers always, this host unless OFF, multicast for the subnet.
  std::vector<std::string> peers = options.static_peers;
  if (options.range != DiscoveryRange::off) peers.push_back("127.0.0.1");
  if (options.range == DiscoveryRange::subnet || options.range == DiscoveryRange::system_default) {
    peers.push_back(kDiscoveryMulticast);
  } else {
    // A unicast locator in the list prevents the default multicast locator from being added.
    builtin.metatrafficUnicastLocatorList.push_back(fast::Locator_t());
  }
  for (const std::string& peer : peers) {
    GS_TRY(const fast::Locator_t at, locator(peer));
    builtin.initialPeersList.push_back(at);
  }

  // 128 KiB per millisecond, about 1 Gbit/s: a receive buffer of some MB can absorb an image at this rate.
  auto pace = std::make_shared<eprosima::fastdds::rtps::FlowControllerDescriptor>();
  pace->name = kPacedController;
  pace->max_bytes_per_period = 131'072;
  pace->period_ms = 1;
  qos.flow_controllers().push_back(pace);
  return qos;
}

template <class FastQos>
Qos discovered_qos(const FastQos& qos) {
  return {.reliable = qos.m_reliability.kind == dds::RELIABLE_RELIABILITY_QOS,
          .transient_local = qos.m_durability.kind != dds::VOLATILE_DURABILITY_QOS};
}

template <class Proxy>
EndpointInfo discovered(const Proxy& proxy, bool is_writer) {
  const std::vector<fast::octet> data = proxy.m_qos.m_userData.getValue();
  return {.guid = to_guid(proxy.guid()),
          .is_writer = is_writer,
          .topic = proxy.topicName().to_string(),
          .type = proxy.typeName().to_string(),
          .qos = discovered_qos(proxy.m_qos),
          .user_data = parse_user_data({reinterpret_cast<const char*>(data.data()), data.size()})};
}

// Forwards discovery events to the graph.
class GraphListener final : public dds::DomainParticipantListener {
 public:
  explicit GraphListener(Graph& graph) : graph_(graph) {}

 private:
  void on_participant_discovery(dds::DomainParticipant*, fast::ParticipantDiscoveryInfo&& info) override {
    using Info = fast::ParticipantDiscoveryInfo;
    if (info.status == Info::REMOVED_PARTICIPANT || info.status == Info::DROPPED_PARTICIPANT)
      graph_.remove_participant(to_guid(info.info.m_guid));
  }
  void on_subscriber_discovery(dds::DomainParticipant*, fast::ReaderDiscoveryInfo&& info) override {
    if (info.status == fast::ReaderDiscoveryInfo::REMOVED_READER) return graph_.remove(to_guid(info.info.guid()));
    graph_.add(discovered(info.info, false));
  }
  void on_publisher_discovery(dds::DomainParticipant*, fast::WriterDiscoveryInfo&& info) override {
    if (info.status == fast::WriterDiscoveryInfo::REMOVED_WRITER) return graph_.remove(to_guid(info.info.guid()));
    graph_.add(discovered(info.info, true));
  }
  Graph& graph_;
};

}  // namespace

struct Participant::Impl {
  explicit Impl(Graph& graph) : listener(graph) {}
  GraphListener listener;
  // Shared with the transport of the participant.
  std::shared_ptr<rtps::DatagramFilter> filter =
      std::make_shared<rtps::DatagramFilter>(rtps::FilterOptions{.own_networks = own_networks()});
  FastEntities entities;
  Guid guid;
  std::mutex mutex;

  // One DDS topic serves all endpoints of its name and type. A second type under one name needs another participant.
  Result<dds::Topic*> topic(const EndpointOptions& options) {
    const std::lock_guard lock(mutex);
    auto* participant = entities.participant;
    if (auto* description = participant->lookup_topicdescription(options.topic)) {
      if (description->get_type_name() == options.type) return static_cast<dds::Topic*>(description);
      return fail(ErrorCode::already_exists, "topic {} already has type {} in this process, not {}", options.topic,
                  description->get_type_name(), options.type);
    }
    if (participant->find_type(options.type).empty()) {
      const dds::TypeSupport type(new OpaqueType(options.type));
      if (type.register_type(participant) != ReturnCode_t::RETCODE_OK)
        return fail(ErrorCode::network_error, "DDS refused the type {}", options.type);
    }
    dds::Topic* made = participant->create_topic(options.topic, options.type, dds::TOPIC_QOS_DEFAULT);
    if (made == nullptr) return fail(ErrorCode::network_error, "DDS refused the topic {}", options.topic);
    return made;
  }
};

Participant::Participant(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Participant>> Participant::create(const DiscoveryOptions& options, std::string_view enclave,
                                                         Graph& graph) {
  // Delivery inside the process is switched off: samples go over sockets, so that a reader's work never runs on a
  // writer's thread.
  eprosima::fastrtps::LibrarySettingsAttributes settings;
  settings.intraprocess_delivery = eprosima::fastrtps::INTRAPROCESS_OFF;
  eprosima::fastrtps::xmlparser::XMLProfileManager::library_settings(settings);

  auto impl = std::make_unique<Impl>(graph);
  GS_TRY(const dds::DomainParticipantQos qos, participant_qos(options, enclave, impl->filter));
  auto* factory = dds::DomainParticipantFactory::get_instance();
  impl->entities.participant =
      factory->create_participant(options.domain_id, qos, &impl->listener, dds::StatusMask::none());
  std::unique_ptr<Participant> out(new Participant(std::move(impl)));
  FastEntities& entities = out->impl_->entities;
  if (entities.participant == nullptr) {
    return fail(ErrorCode::network_error, "cannot create a DDS participant in domain {}", options.domain_id)
        .with_hint("check that the network is up and ROS_DOMAIN_ID is between 0 and 232");
  }
  entities.publisher = entities.participant->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
  entities.subscriber = entities.participant->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
  if (entities.publisher == nullptr || entities.subscriber == nullptr)
    return fail(ErrorCode::network_error, "cannot create the DDS publisher or subscriber");
  out->impl_->guid = to_guid(entities.participant->guid());
  // From now on the filter removes messages to other participants, and messages in our name from other hosts.
  rtps::GuidPrefix own;
  std::copy_n(reinterpret_cast<const std::byte*>(entities.participant->guid().guidPrefix.value), own.size(),
              own.begin());
  out->impl_->filter->set_own_prefix(own);
  return out;
}

Participant::~Participant() {
  if (impl_->entities.participant == nullptr) return;
  impl_->entities.participant->set_listener(nullptr);
  impl_->entities.participant->delete_contained_entities();
  dds::DomainParticipantFactory::get_instance()->delete_participant(impl_->entities.participant);
}

const Guid& Participant::guid() const { return impl_->guid; }

rtps::FilterCounts Participant::dropped_datagrams() const { return impl_->filter->counts(); }

Result<std::unique_ptr<Writer>> Participant::create_writer(const EndpointOptions& options) {
  GS_TRY(dds::Topic * topic, impl_->topic(options));
  return FastWriter::create(impl_->entities, topic, options);
}

Result<std::unique_ptr<Reader>> Participant::create_reader(const EndpointOptions& options,
                                                           std::function<void()> on_data) {
  GS_TRY(dds::Topic * topic, impl_->topic(options));
  return FastReader::create(impl_->entities, topic, options, std::move(on_data));
}

}  // namespace gs::ros2
