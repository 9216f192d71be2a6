// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encodes images as JPEG on a thread of its own, so that no step waits for it. Of each camera the newest image is
// encoded; those that come meanwhile are left out.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "gs/web/lanes/feed.h"
#include "gs/world/interface_types.h"

namespace gs::web {

// Thread-safe. Its destructor ends the thread; waiting images are dropped.
class JpegWorker {
 public:
  // The feed must outlive the worker.
  explicit JpegWorker(Feed& feed);
  ~JpegWorker();
  JpegWorker(const JpegWorker&) = delete;
  JpegWorker& operator=(const JpegWorker&) = delete;

  // Copies an image; it is published on `channel` of `table` later.
  void offer(std::shared_ptr<const ChannelTable> table, const Channel& channel, const world::RenderedImage& image,
             const std::string& frame_id);

 private:
  struct Job {
    std::shared_ptr<const ChannelTable> table;  // shared: keeps the channel alive
    const Channel* channel = nullptr;
    world::RenderedImage image;
    std::string frame_id;
  };
  void run();
  void encode(const Job& job);

  Feed& feed_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<uint32_t, Job> waiting_;  // by channel
  bool ending_ = false;
  std::thread thread_;  // declared last because it uses all members above
};

}  // namespace gs::web
