// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Hands messages from the stepping thread to the network thread. The stepping thread never waits for a client: it only
// exchanges pointers under a lock that no other thread holds for longer than that.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gs/web/foxglove/server_frames.h"
#include "gs/web/lanes/client_lanes.h"

namespace gs::web {

// One topic. `subscribers` counts the subscriptions of all clients; the stepping thread reads it to skip messages that
// nobody wants.
struct Channel {
  AdvertisedChannel info;
  Lane lane = Lane::state;
  std::atomic<int> subscribers{0};

  // True if a message of the channel would be sent or kept.
  bool is_wanted() const { return lane == Lane::latched || subscribers > 0; }
};

// The topics of one world. Their ids are never used again for another world.
struct ChannelTable {
  std::deque<Channel> channels;
  std::string session_id;  // names the data of this table; see ServerInfo

  // The channel of a topic or of an id; nullptr: there is none.
  const Channel* find(std::string_view topic) const;
  Channel* find(uint32_t id);
};

// Thread-safe. Messages that the network thread has not taken are replaced by newer ones of their channel, except in
// Lane::order.
class Feed {
 public:
  // `wake` is called when something waits that did not before, from the thread that called flush(). It must not block.
  explicit Feed(std::function<void()> wake) : wake_(std::move(wake)) {}

  // Stepping and encoding threads: announce other topics, offer a message, offer the time, then flush.
  void announce(std::shared_ptr<ChannelTable> table);
  void publish(const Channel& channel, Timestamp log_time, std::vector<std::byte> payload);
  void set_time(Timestamp time);
  // Offers the state of a playback. After a jump in time the messages that still wait are dropped.
  void show(PlaybackState state);
  // A text for all clients, those who come later included; a notice with the same id replaces it.
  struct Notice {
    StatusLevel level = StatusLevel::info;
    std::string message, id;
  };
  void tell(Notice notice);
  void flush();

  // A message taken from the feed, and how many of its channel were replaced before it.
  struct Update {
    uint32_t channel_id = 0;
    Timestamp log_time;
    SharedBytes payload;
    uint64_t replaced = 0;
  };
  // Everything that waited. A table comes before the messages of its channels.
  struct Batch {
    std::shared_ptr<ChannelTable> table;
    std::vector<PlaybackState> playback;
    std::vector<Notice> notices;
    std::vector<Update> updates;
    std::optional<Timestamp> time;
  };
  // Network thread: takes everything that waits.
  Batch take();

 private:
  static constexpr std::size_t kMaxOrdered = 1024;  // messages of Lane::order that may wait
  static constexpr std::size_t kMaxStates = 512;    // of a playback that may wait
  static constexpr std::size_t kMaxNotices = 64;
  std::function<void()> wake_;
  std::mutex mutex_;
  Batch waiting_;
  bool woken_ = false;  // wake() was called since the last take()
};

}  // namespace gs::web
