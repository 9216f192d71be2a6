// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/fast_convert.h"

namespace gs::ros2 {
namespace {

template <class FastQos>
void apply_common(const EndpointOptions& options, FastQos& out) {
  const Qos& qos = options.qos;
  out.reliability().kind = qos.reliable ? dds::RELIABLE_RELIABILITY_QOS : dds::BEST_EFFORT_RELIABILITY_QOS;
  out.durability().kind = qos.transient_local ? dds::TRANSIENT_LOCAL_DURABILITY_QOS : dds::VOLATILE_DURABILITY_QOS;
  out.history().kind = qos.keep_all ? dds::KEEP_ALL_HISTORY_QOS : dds::KEEP_LAST_HISTORY_QOS;
  out.history().depth = std::max(1, qos.depth);
  // Topics have no key, so there is one instance; its history must fit into the limits.
  out.resource_limits().max_samples = std::max(5000, qos.depth);
  out.resource_limits().max_instances = 1;
  out.resource_limits().max_samples_per_instance = out.resource_limits().max_samples;
  out.resource_limits().allocated_samples = std::min(16, std::max(1, qos.depth));
  out.endpoint().history_memory_policy = fast::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  // Data sharing uses shared memory, which is not used here.
  out.data_sharing().off();
  const std::vector<fast::octet> user_data(options.user_data.begin(), options.user_data.end());
  out.user_data().setValue(user_data);
}

}  // namespace

dds::DataWriterQos writer_qos(const EndpointOptions& options) {
  dds::DataWriterQos out;
  apply_common(options, out);
  // XCDR1, the encoding of all ROS 2 versions.
  out.representation().m_value = {dds::XCDR_DATA_REPRESENTATION};
  if (options.qos.lifespan) out.lifespan().duration = to_fast(*options.qos.lifespan);
  // Only best-effort writers are paced. A reliable sample is sent at once: see the heartbeats below.
  const bool paced = options.qos.paced && !options.qos.reliable;
  out.publish_mode().kind = paced ? dds::ASYNCHRONOUS_PUBLISH_MODE : dds::SYNCHRONOUS_PUBLISH_MODE;
  if (paced) out.publish_mode().flow_controller_name = kPacedController;
  // Readers ask for missing samples, and late joiners for old ones, after a heartbeat: the default period of 3 s is too
  // long for both. Piggybacked heartbeats are off because Fast DDS would send one behind each fragment once a send
  // buffer is full: a volatile Cyclone reader takes the first heartbeat as the start of its history, and one in the
  // middle of its first image makes it drop that image.
  out.reliable_writer_qos().times.heartbeatPeriod = {0, 100'000'000};
  out.reliable_writer_qos().times.initialHeartbeatDelay = {0, 0};
  out.reliable_writer_qos().disable_heartbeat_piggyback = true;
  return out;
}

dds::DataReaderQos reader_qos(const EndpointOptions& options) {
  dds::DataReaderQos out;
  apply_common(options, out);
  out.type_consistency().representation.m_value = {dds::XCDR_DATA_REPRESENTATION};
  return out;
}

}  // namespace gs::ros2
