// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/runs/run_server.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "gs/core/version.h"
#include "gs/web/lanes/thread_priority.h"
#include "gs/web/live/hub_handler.h"
#include "gs/web/page/page.h"

namespace gs::web {
namespace {

constexpr std::size_t kMaxRequests = 256;  // of all clients, that wait for the thread that plays

Error not_in_a_recording() { return {ErrorCode::unsupported, "the server plays a recording"}; }

// Of several seeks that wait only the last one is done; each request is answered. So dragging a time bar never lags.
void keep_last_seek(std::vector<PlaybackRequest>& requests) {
  bool is_last = true;
  for (auto request = requests.rbegin(); request != requests.rend(); ++request) {
    if (!request->seek) continue;
    if (!std::exchange(is_last, false)) request->seek.reset();
  }
}

}  // namespace

// Threads: the server's thread calls the handler and the backend; a second one plays. Members are destroyed in reverse
// order: first the thread that wakes the server, then the server, then what it calls.
struct RunServer::Impl final : public HubHandler, public HubBackend {
  explicit Impl(RunServerOptions o) : options(std::move(o)), feed([this] { wake(); }) { on_refused = options.refused; }
  ~Impl() override {
    {
      const std::lock_guard lock(mutex);
      ending = true;
    }
    changed.notify_one();
    if (player.joinable()) player.join();
  }

  Result<void> start(const std::filesystem::path& path);
  void wake() {
    if (Server* running = running_server) running->wake();
  }
  void run();

  // ServerHandler
  HttpResponse get(const FileRequest& request) override { return respond(manifest, request); }

  // HubBackend
  Result<void> command(Bytes) override { return not_in_a_recording(); }
  Result<void> drive(const std::string&, Bytes) override { return not_in_a_recording(); }
  void drive_ended() override {}
  std::vector<ParameterValue> parameters() override { return {}; }
  Result<void> set_parameter(const std::string&, const Node*) override { return not_in_a_recording(); }
  Result<void> call(uint32_t, Bytes, Done) override { return not_in_a_recording(); }
  Result<void> play(const PlaybackControl& request) override;
  void subscribed(uint32_t channel) override;

  RunServerOptions options;
  std::unique_ptr<RunLog> log;
  Manifest manifest;
  std::atomic<Server*> running_server{nullptr};
  Feed feed;
  std::unique_ptr<Playback> playback;  // of the thread that plays, after the start
  std::unique_ptr<Server> server;

  std::mutex mutex;  // guards the members up to the next blank line
  std::condition_variable changed;
  std::vector<PlaybackRequest> requests;
  std::vector<uint32_t> new_channels;
  bool ending = false;

  std::thread player;
};

Result<void> RunServer::Impl::start(const std::filesystem::path& path) {
  if (options.server.guard.token.empty()) {
    GS_TRY(options.server.guard.token, make_token());
  }
  GS_TRY(log, RunLog::open(path));
  GS_TRY(std::string session, make_token());  // a random name, so that clients notice another run at the same address
  add_page(manifest);
  hub = std::make_unique<Hub>(HubOptions{.name = "gs-studio",
                                         .version = std::string(kVersion),
                                         .recording = RecordedTime{log->start(), log->end()},
                                         .control_topic = {},
                                         .control_type = {},
                                         .services = {}},
                              *this, feed);
  playback = std::make_unique<Playback>(*log, feed, options.playback, std::move(session));
  hub->pump();  // the first client finds the topics
  GS_TRY(server, Server::start(options.server, *this));
  running_server = server.get();
  player = std::thread([this] { run(); });
  return {};
}

// Times beyond the range of a Timestamp are those behind every run.
Result<void> RunServer::Impl::play(const PlaybackControl& request) {
  PlaybackRequest out{
      .pause = request.pause, .speed = request.speed, .seek = {}, .id = std::string(request.request_id)};
  constexpr uint64_t kLast = std::numeric_limits<int64_t>::max();
  if (request.seek_ns) out.seek = Timestamp{static_cast<int64_t>(std::min(*request.seek_ns, kLast))};
  {
    const std::lock_guard lock(mutex);
    if (requests.size() >= kMaxRequests)
      return fail(ErrorCode::limit_exceeded, "{} requests wait already; send fewer a second", kMaxRequests);
    requests.push_back(std::move(out));
  }
  changed.notify_one();
  return {};
}

void RunServer::Impl::subscribed(uint32_t channel) {
  {
    const std::lock_guard lock(mutex);
    if (std::find(new_channels.begin(), new_channels.end(), channel) == new_channels.end())
      new_channels.push_back(channel);
  }
  changed.notify_one();
}

void RunServer::Impl::run() {
  yield_to_stepping_thread();
  std::unique_lock lock(mutex);
  while (!ending) {
    std::vector<PlaybackRequest> asked = std::exchange(requests, {});
    const std::vector<uint32_t> added = std::exchange(new_channels, {});
    lock.unlock();
    keep_last_seek(asked);
    for (const PlaybackRequest& request : asked) playback->control(request, options.now());
    for (const uint32_t channel : added) playback->subscribed(channel);
    const auto due = playback->advance(options.now());
    lock.lock();
    const auto has_work = [this] { return ending || !requests.empty() || !new_channels.empty(); };
    due ? static_cast<void>(changed.wait_for(lock, *due - options.now(), has_work)) : changed.wait(lock, has_work);
  }
}

RunServer::RunServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunServer::~RunServer() = default;

Result<std::unique_ptr<RunServer>> RunServer::start(const std::filesystem::path& run, RunServerOptions options) {
  auto impl = std::make_unique<Impl>(std::move(options));
  GS_CHECK(impl->start(run));
  return std::unique_ptr<RunServer>(new RunServer(std::move(impl)));
}

uint16_t RunServer::port() const { return impl_->server->port(); }
const std::string& RunServer::token() const { return impl_->options.server.guard.token; }
Duration RunServer::length() const { return impl_->log->end() - impl_->log->start(); }

}  // namespace gs::web
