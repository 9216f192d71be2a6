// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writer and Reader implemented with Fast DDS. Private: includes Fast DDS.
#pragma once

#include <condition_variable>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <mutex>
#include <set>

#include "gs/ros2/wire/fast_convert.h"

namespace gs::ros2 {

// Set of the endpoints that an endpoint is matched with. Thread-safe.
class MatchSet {
 public:
  // change > 0 adds, < 0 removes the endpoint. wait() waits until one fulfils the condition; false after `limit`.
  void update(const Guid& guid, int change);
  std::vector<Guid> all() const;
  bool wait(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit);

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::set<Guid> guids_;
};

// Entities of a participant; owned and deleted by Participant.
struct FastEntities {
  dds::DomainParticipant* participant = nullptr;
  dds::Publisher* publisher = nullptr;
  dds::Subscriber* subscriber = nullptr;
};

// See Writer.
class FastWriter final : public Writer, private dds::DataWriterListener {
 public:
  // Errors: network_error.
  static Result<std::unique_ptr<Writer>> create(const FastEntities& entities, dds::Topic* topic,
                                                const EndpointOptions& options);
  ~FastWriter() override;
  Result<SampleId> write(Bytes payload, const SampleId& related) override;
  const Guid& guid() const override { return guid_; }
  std::vector<Guid> matched() const override { return matches_.all(); }
  bool wait_for_match(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) override {
    return matches_.wait(wanted, limit);
  }
  void on_match(std::function<void()> changed) override;
  bool wait_for_acknowledgements(std::chrono::milliseconds limit) override;

 private:
  void on_publication_matched(dds::DataWriter*, const dds::PublicationMatchedStatus& status) override;
  FastEntities entities_;
  std::string topic_;
  dds::DataWriter* writer_ = nullptr;
  Guid guid_;
  MatchSet matches_;
  std::mutex mutex_;
  std::function<void()> on_match_;  // guarded by mutex_
};

// See Reader.
class FastReader final : public Reader, private dds::DataReaderListener {
 public:
  // Errors: network_error. on_data is called on a thread of DDS.
  static Result<std::unique_ptr<Reader>> create(const FastEntities& entities, dds::Topic* topic,
                                                const EndpointOptions& options, std::function<void()> on_data);
  ~FastReader() override;
  std::optional<Sample> take() override;
  const Guid& guid() const override { return guid_; }
  std::vector<Guid> matched() const override { return matches_.all(); }
  bool wait_for_match(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) override {
    return matches_.wait(wanted, limit);
  }

 private:
  void on_data_available(dds::DataReader*) override { on_data_(); }
  void on_subscription_matched(dds::DataReader*, const dds::SubscriptionMatchedStatus& status) override;
  FastEntities entities_;
  std::function<void()> on_data_;
  dds::DataReader* reader_ = nullptr;
  Guid guid_;
  MatchSet matches_;
};

}  // namespace gs::ros2
