// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/jpeg_worker.h"

#include <utility>

#include "gs/bridge/messages/compressed_image.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/web/lanes/thread_priority.h"

namespace gs::web {
namespace {

constexpr int kQuality = 85;

}  // namespace

JpegWorker::JpegWorker(Feed& feed) : feed_(feed), thread_([this] { run(); }) {}

JpegWorker::~JpegWorker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void JpegWorker::offer(std::shared_ptr<const ChannelTable> table, const Channel& channel,
                       const world::RenderedImage& image, const std::string& frame_id) {
  Job job{std::move(table), &channel, image, frame_id};
  {
    const std::lock_guard lock(mutex_);
    std::swap(waiting_[channel.info.id], job);  // the image that it replaces is freed after the lock
  }
  changed_.notify_one();
}

void JpegWorker::run() {
  yield_to_stepping_thread();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    const Job job = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    lock.unlock();
    encode(job);
    lock.lock();
  }
}

// An image of the simulator is RGB of a valid size, so encoding it does not fail.
void JpegWorker::encode(const Job& job) {
  const auto message = bridge::compressed_image_message(job.image, job.frame_id, kQuality);
  if (!message) return;
  feed_.publish(*job.channel, job.image.stamp, rosmsg::encode_cdr(*message));
  feed_.flush();
}

}  // namespace gs::web
