// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/fast_endpoint.h"

#include <fastdds/dds/subscriber/SampleInfo.hpp>

#include "gs/ros2/wire/opaque_type.h"

namespace gs::ros2 {

void MatchSet::update(const Guid& guid, int change) {
  {
    const std::lock_guard lock(mutex_);
    if (change > 0) guids_.insert(guid);
    if (change < 0) guids_.erase(guid);
  }
  changed_.notify_all();
}

std::vector<Guid> MatchSet::all() const {
  const std::lock_guard lock(mutex_);
  return {guids_.begin(), guids_.end()};
}

bool MatchSet::wait(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, limit, [&] { return std::any_of(guids_.begin(), guids_.end(), wanted); });
}

Result<std::unique_ptr<Writer>> FastWriter::create(const FastEntities& entities, dds::Topic* topic,
                                                   const EndpointOptions& options) {
  auto out = std::make_unique<FastWriter>();
  out->entities_ = entities;
  out->topic_ = options.topic;
  // Only the listener callbacks that are implemented.
  const auto mask = dds::StatusMask::publication_matched();
  out->writer_ = entities.publisher->create_datawriter(topic, writer_qos(options), out.get(), mask);
  if (out->writer_ == nullptr)
    return fail(ErrorCode::network_error, "cannot create a DDS writer for topic {}", options.topic);
  out->guid_ = to_guid(out->writer_->guid());
  return std::unique_ptr<Writer>(std::move(out));
}

FastWriter::~FastWriter() {
  if (writer_ != nullptr) entities_.publisher->delete_datawriter(writer_);
}

Result<SampleId> FastWriter::write(Bytes payload, const SampleId& related) {
  OpaqueSample sample{.outgoing = payload};
  // The related sample identity carries the identity of a service call in the inline QoS.
  fast::WriteParams params;
  if (related.writer.is_known()) params.related_sample_identity(to_fast(related));
  if (!writer_->write(&sample, params))
    return fail(ErrorCode::network_error, "DDS could not send a sample of topic {}", topic_);
  return to_sample_id(params.sample_identity());
}

bool FastWriter::wait_for_acknowledgements(std::chrono::milliseconds limit) {
  return writer_->wait_for_acknowledgments(to_fast(Duration::from_ms(limit.count()))) == ReturnCode_t::RETCODE_OK;
}

void FastWriter::on_match(std::function<void()> changed) {
  const std::lock_guard lock(mutex_);
  on_match_ = std::move(changed);
}

void FastWriter::on_publication_matched(dds::DataWriter*, const dds::PublicationMatchedStatus& status) {
  matches_.update(to_guid(fast::iHandle2GUID(status.last_subscription_handle)), status.current_count_change);
  const std::lock_guard lock(mutex_);
  if (on_match_) on_match_();
}

Result<std::unique_ptr<Reader>> FastReader::create(const FastEntities& entities, dds::Topic* topic,
                                                   const EndpointOptions& options, std::function<void()> on_data) {
  auto out = std::make_unique<FastReader>();
  out->entities_ = entities;
  out->on_data_ = std::move(on_data);
  const auto mask = dds::StatusMask::data_available() << dds::StatusMask::subscription_matched();
  out->reader_ = entities.subscriber->create_datareader(topic, reader_qos(options), out.get(), mask);
  if (out->reader_ == nullptr)
    return fail(ErrorCode::network_error, "cannot create a DDS reader for topic {}", options.topic);
  out->guid_ = to_guid(out->reader_->guid());
  return std::unique_ptr<Reader>(std::move(out));
}

FastReader::~FastReader() {
  if (reader_ != nullptr) entities_.subscriber->delete_datareader(reader_);
}

std::optional<Sample> FastReader::take() {
  OpaqueSample sample;
  dds::SampleInfo info;
  // Samples without data only report that a writer has left.
  while (reader_->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK) {
    if (!info.valid_data) continue;
    return Sample{.payload = std::move(sample.incoming),
                  .id = to_sample_id(info.sample_identity),
                  .related = to_sample_id(info.related_sample_identity),
                  .source_time = Timestamp{info.source_timestamp.to_ns()}};
  }
  return std::nullopt;
}

void FastReader::on_subscription_matched(dds::DataReader*, const dds::SubscriptionMatchedStatus& status) {
  matches_.update(to_guid(fast::iHandle2GUID(status.last_publication_handle)), status.current_count_change);
}

}  // namespace gs::ros2
