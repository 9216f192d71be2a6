// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The topics of a running simulator as channels: the same topics and types as on ROS 2 and in recordings, and JPEG
// images of the cameras. A message is encoded once for all clients, and only if one of them wants it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/web/drive/wheel.h"
#include "gs/web/lanes/feed.h"
#include "gs/web/live/jpeg_worker.h"

namespace gs::web {

// Publishes observations to a feed. All functions must be called on the stepping thread.
class RunChannels {
 public:
  // The feed must outlive the object. `session` begins the names of sessions.
  RunChannels(Feed& feed, std::string session);

  // Announces the topics of the simulator's world and publishes /tf_static and /sim/world_info. Call it at the start
  // and when another world was loaded.
  void announce(const sim::Simulator& simulator);
  // Publishes all topics of an observation; /sim/status when it is due.
  void publish(const sim::Simulator& simulator, const sim::Observation& now, const bridge::RunStatus& status);
  // Offers the report about the person at the wheel; it is sent with the next publish().
  void publish_driver(const DriverReport& report, Timestamp stamp);
  // Publishes /sim/status immediately.
  void publish_status(const sim::Observation& now, Duration dt, bridge::RunStatus status);

 private:
  void add(const std::string& topic, const rosmsg::MessageType& type, Lane lane);
  void add(AdvertisedChannel info, Lane lane);
  void add_topics(const sim::Simulator& simulator);
  void publish_states(const sim::Simulator& simulator, const sim::Observation& now);
  void publish_sensors(const sim::Simulator& simulator, const sim::Observation& now);
  // The channel of a topic, if a client wants its messages; otherwise nullptr.
  const Channel* wanted(const std::string& topic) const;
  // Publishes the message that `make()` returns if it is wanted.
  template <class Make>
  void offer(const std::string& topic, Timestamp stamp, Make make) {
    if (const Channel* channel = wanted(topic)) feed_.publish(*channel, stamp, rosmsg::encode_cdr(make()));
  }

  Feed& feed_;
  std::string session_;
  uint32_t next_id_ = 1, worlds_ = 0;
  std::shared_ptr<ChannelTable> table_;             // shared with the network and encoding threads
  std::map<std::string, const Channel*> by_topic_;  // in *table_
  bridge::RunStatus gathered_;                      // notices since the last /sim/status
  JpegWorker jpegs_;                                // declared last: its thread uses the feed
};

}  // namespace gs::web
