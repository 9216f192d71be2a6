// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: a participant of Cyclone DDS with types that its own compiler generated from peer.idl.
#pragma once

#include <dds/dds.h>
#include <gtest/gtest.h>

#include "gs/ros2/testing/loopback.h"
#include "peer.h"  // made by idlc

namespace gs::bridge {

// Domain shared with the loopback participants.
inline uint32_t domain() { return ros2::loopback().domain_id; }

// Fixture with a Cyclone domain on loopback and functions to create its endpoints.
class CycloneTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    domain_ = dds_create_domain(domain(),
                                "<CycloneDDS><Domain><General><Interfaces><NetworkInterface address=\"127.0.0.1\"/>"
                                "</Interfaces><AllowMulticast>false</AllowMulticast></General><Discovery>"
                                "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32"
                                "</MaxAutoParticipantIndex><Peers><Peer address=\"127.0.0.1\"/></Peers></Discovery>"
                                "<Internal><SocketReceiveBufferSize min=\"4MB\"/></Internal></Domain></CycloneDDS>");
  }
  static void TearDownTestSuite() { dds_delete(domain_); }

  void SetUp() override {
    ASSERT_GT(domain_, 0);
    participant_ = dds_create_participant(domain(), nullptr, nullptr);
    ASSERT_GT(participant_, 0);
    qos_ = dds_create_qos();
    dds_qset_reliability(qos_, DDS_RELIABILITY_RELIABLE, DDS_SECS(1));
    dds_qset_history(qos_, DDS_HISTORY_KEEP_LAST, 10);
  }
  void TearDown() override {
    dds_delete_qos(qos_);
    dds_delete(participant_);
  }

  dds_entity_t reader(const dds_topic_descriptor_t& type, const char* topic) {
    return dds_create_reader(participant_, dds_create_topic(participant_, &type, topic, nullptr, nullptr), qos_,
                             nullptr);
  }
  dds_entity_t writer(const dds_topic_descriptor_t& type, const char* topic) {
    return dds_create_writer(participant_, dds_create_topic(participant_, &type, topic, nullptr, nullptr), qos_,
                             nullptr);
  }
  // Next sample, or null after 20 s. The memory is borrowed from Cyclone and never returned; the test process ends
  // soon.
  template <class T>
  const T* take(dds_entity_t from) {
    void* sample[1] = {nullptr};
    dds_sample_info_t info{};
    const bool got = ros2::wait_until([&] { return dds_take(from, sample, &info, 1, 1) == 1 && info.valid_data; });
    return got ? static_cast<const T*>(sample[0]) : nullptr;
  }
  // True if the endpoint is matched. Both sides must be matched: samples that reach a volatile reader before it knows
  // the writer are dropped.
  static bool is_reading(dds_entity_t reader) {
    dds_subscription_matched_status_t status{};
    return dds_get_subscription_matched_status(reader, &status) == 0 && status.current_count > 0;
  }
  static bool is_matched(dds_entity_t writer) {
    dds_publication_matched_status_t status{};
    return dds_get_publication_matched_status(writer, &status) == 0 && status.current_count > 0;
  }

  static inline dds_entity_t domain_ = 0;
  dds_entity_t participant_ = 0;
  dds_qos_t* qos_ = nullptr;
};

}  // namespace gs::bridge
