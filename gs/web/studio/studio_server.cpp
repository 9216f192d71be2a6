// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/studio/studio_server.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "gs/core/format.h"
#include "gs/core/json/json_writer.h"
#include "gs/web/builds/build_view.h"
#include "gs/web/lanes/thread_priority.h"
#include "gs/web/page/page.h"
#include "gs/web/studio/child_server.h"
#include "gs/web/studio/folder_watch.h"

namespace gs::web {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPeriod{200};            // of looking at processes, builds and the watch
constexpr std::chrono::seconds kUnwatched{2}, kWatched{15};  // longest time between two scans
constexpr std::size_t kMaxWishes = 64, kMaxWatched = 2000;
constexpr uint16_t kNoData = 1008;  // WebSocket: policy violation

// A report has its scripts, styles and images inside. In a sandbox its scripts have no origin, so they can read and
// ask nothing here.
constexpr const char* kReportPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; media-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

// A wish of a client.
struct Wish {
  bool open = true;
  std::string id;
};

// A world or run that was opened.
struct Opened {
  std::optional<ChildServer> child;  // empty: it could not be started
  std::string reason;                // why not
};

// What the server's thread needs to answer.
struct Answers {
  Manifest manifest;
  std::set<std::string, std::less<>> openable, open;  // ids
};

Resource json_resource(std::string text) {
  return {.content = text_content(std::move(text)), .type = "application/json"};
}

ChildServer::State state_of(const Opened& opened) {
  return opened.child ? opened.child->state() : ChildServer::State::ended;
}

std::string_view name_of(ChildServer::State state) {
  if (state == ChildServer::State::starting) return "starting";
  return state == ChildServer::State::running ? "running" : "ended";
}

std::string list_json(const Catalog& catalog, const std::map<std::string, Opened>& opened) {
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().key("entries").begin_array();
  for (const CatalogEntry& entry : catalog.entries) {
    json.begin_object().field("id", entry.id).field("kind", to_string(entry.kind)).field("name", entry.name);
    json.field("folder", entry.folder).field("bytes", entry.bytes).field("changed_s", entry.changed_s);
    if (!entry.problem.empty()) json.field("problem", entry.problem);
    if (const auto found = opened.find(entry.id); found != opened.end())
      json.field("state", name_of(state_of(found->second)));
    json.end_object();
  }
  json.end_array().field("complete", catalog.is_complete).end_object();
  return json.text();
}

std::string open_json(const std::string& id, const Opened& opened, bool is_listed) {
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().field("id", id).field("listed", is_listed);
  const auto state = state_of(opened);
  json.field("state", name_of(state));
  if (state == ChildServer::State::running) json.field("url", opened.child->url());
  if (state == ChildServer::State::ended) json.field("reason", opened.child ? opened.child->reason() : opened.reason);
  json.end_object();
  return json.text();
}

}  // namespace

// Threads: the server's thread calls the handler; a second one scans, watches, and owns the processes. It hands
// complete answers to the first one.
struct StudioServer::Impl final : public ServerHandler {
  Impl(const fs::path& root, StudioOptions o) : options(std::move(o)), scanner(root) {}
  ~Impl() override {
    {
      const std::lock_guard lock(mutex);
      ending = true;
    }
    changed.notify_one();
    if (worker.joinable()) worker.join();
  }

  Result<void> start(const fs::path& root);
  void run();
  void scan();
  bool look_at_builds();
  bool grant(const std::deque<Wish>& granted);
  void open(const std::string& id);
  std::shared_ptr<const Answers> make_answers() const;

  // ServerHandler
  HttpResponse get(const FileRequest& request) override;
  HttpResponse take_wish(bool open, std::string id, const FileRequest& request);
  void opened(uint32_t, std::shared_ptr<ClientLanes> lanes) override {
    lanes->close(kNoData, "a folder has no data of its own: open one of its worlds or runs");
  }
  void text(uint32_t, std::string_view) override {}
  void binary(uint32_t, Bytes) override {}
  void closed(uint32_t) override {}
  void woken() override {}
  void refused(int status, const std::string& reason) override {
    if (options.refused) options.refused(status, reason);
  }

  StudioOptions options;
  std::shared_ptr<const Answers> answers;  // of the server's thread, after the start

  // Of the worker, after the start.
  Scanner scanner;
  FolderWatch watch;
  Catalog catalog;
  Clock::time_point scanned{};
  std::map<std::string, Opened> opened_servers;
  struct Build {
    std::string stamp;
    std::map<std::string, Resource> resources;
  };
  std::map<std::string, Build> builds;  // by id

  std::unique_ptr<Server> server;
  std::mutex mutex;  // guards the members up to the next blank line
  std::condition_variable changed;
  std::deque<Wish> wishes;
  bool ending = false;

  std::thread worker;
};

Result<void> StudioServer::Impl::start(const fs::path& root) {
  std::error_code error;
  if (!fs::is_directory(root, error)) return fail(ErrorCode::not_found, "{} is no folder", root.string());
  if (options.server.guard.token.empty()) {
    GS_TRY(options.server.guard.token, make_token());
  }
  scan();
  look_at_builds();
  answers = make_answers();
  GS_TRY(server, Server::start(options.server, *this));
  worker = std::thread([this] { run(); });
  return {};
}

void StudioServer::Impl::scan() {
  catalog = scanner.scan();
  scanned = Clock::now();
  std::vector<fs::path> folders = catalog.folders;
  for (const CatalogEntry& entry : catalog.entries) {
    if (entry.kind != EntryKind::build || folders.size() > kMaxWatched) continue;
    for (fs::path& folder : build_folders(entry.path)) folders.push_back(std::move(folder));
  }
  watch.set(folders);
}

// A build that runs is looked at every second, for its remaining time.
bool StudioServer::Impl::look_at_builds() {
  bool is_new = false;
  std::map<std::string, Build> now;
  const Timestamp time = options.now ? options.now() : Timestamp{};
  for (const CatalogEntry& entry : catalog.entries) {
    if (entry.kind != EntryKind::build) continue;
    Build build = std::move(builds[entry.id]);
    std::string stamp = build_stamp(entry.path);
    if (stamp.starts_with("running")) stamp += format(" {}", time.ns / 1'000'000'000);
    if (stamp != build.stamp) {
      build = {std::move(stamp), build_resources(entry.path, entry.id, time)};
      is_new = true;
    }
    now[entry.id] = std::move(build);
  }
  builds = std::move(now);
  return is_new;
}

void StudioServer::Impl::open(const std::string& id) {
  const CatalogEntry* const entry = catalog.find(id);
  Opened& place = opened_servers[id];
  const auto is_alive = [](const Opened& o) { return o.child && o.child->state() != ChildServer::State::ended; };
  if (is_alive(place)) return;
  place.child.reset();
  std::size_t alive = 0;
  for (const auto& [other, opened] : opened_servers) alive += is_alive(opened) ? 1 : 0;
  if (entry == nullptr || !options.command) {
    place.reason = "it is gone";
  } else if (alive >= kMaxOpen) {
    place.reason = format("{} worlds and runs are open; close one first", alive);
  } else if (auto child = ChildServer::start(options.command(*entry)); child) {
    place.child.emplace(std::move(*child));
  } else {
    place.reason = child.error().message;
  }
}

bool StudioServer::Impl::grant(const std::deque<Wish>& granted) {
  for (const Wish& wish : granted) {
    if (wish.open) {
      open(wish.id);
    } else {
      opened_servers.erase(wish.id);
    }
  }
  return !granted.empty();
}

std::shared_ptr<const Answers> StudioServer::Impl::make_answers() const {
  auto out = std::make_shared<Answers>();
  add_page(out->manifest);
  out->manifest.add("/api/list.json", json_resource(list_json(catalog, opened_servers)));
  for (const CatalogEntry& entry : catalog.entries) {
    if (entry.kind != EntryKind::build) out->openable.insert(entry.id);
  }
  for (const auto& [id, build] : builds) {
    for (const auto& [url, resource] : build.resources) out->manifest.add(url, resource);
  }
  for (const auto& [id, opened] : opened_servers) {
    out->open.insert(id);
    out->manifest.add(format("/api/open/{}.json", id),
                      json_resource(open_json(id, opened, out->openable.contains(id))));
  }
  return out;
}

void StudioServer::Impl::run() {
  yield_to_stepping_thread();
  while (true) {
    std::deque<Wish> granted;
    {
      std::unique_lock lock(mutex);
      changed.wait_for(lock, kPeriod, [this] { return ending || !wishes.empty(); });
      if (ending) break;
      granted = std::exchange(wishes, {});
    }
    bool is_new = grant(granted);
    for (auto& [id, opened] : opened_servers) is_new = (opened.child && opened.child->poll()) || is_new;
    const auto age = Clock::now() - scanned;
    if (watch.changed() || age > (watch.is_complete() ? kWatched : kUnwatched)) {
      scan();
      is_new = true;
    }
    is_new = look_at_builds() || is_new;
    if (is_new) server->post([this, made = make_answers()] { answers = made; });
  }
  opened_servers.clear();  // ends the processes
}

HttpResponse StudioServer::Impl::get(const FileRequest& request) {
  for (const bool open : {true, false}) {
    const std::string_view begin = open ? "/api/open/" : "/api/close/";
    if (request.path.starts_with(begin) && !request.path.ends_with(".json"))
      return take_wish(open, request.path.substr(begin.size()), request);
  }
  HttpResponse out = respond(answers->manifest, request);
  if (request.path.ends_with("/report.html")) out.headers.emplace_back("Content-Security-Policy", kReportPolicy);
  return out;
}

// The answer comes at once; the state follows under /api/open/ID.json.
HttpResponse StudioServer::Impl::take_wish(bool open, std::string id, const FileRequest& request) {
  if (request.method != "POST") {
    HttpResponse out = text_response(405, "use POST");
    out.headers.emplace_back("Allow", "POST");
    return out;
  }
  const auto& known = open ? answers->openable : answers->open;
  if (!known.contains(id)) return text_response(404, "there is no such world or run");
  {
    const std::lock_guard lock(mutex);
    if (wishes.size() >= kMaxWishes) return text_response(429, "too many requests wait");
    wishes.push_back({open, std::move(id)});
  }
  changed.notify_one();
  return text_response(202, open ? "opening" : "closing");
}

StudioServer::StudioServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StudioServer::~StudioServer() = default;

Result<std::unique_ptr<StudioServer>> StudioServer::start(const fs::path& root, StudioOptions options) {
  auto impl = std::make_unique<Impl>(root, std::move(options));
  GS_CHECK(impl->start(root));
  return std::unique_ptr<StudioServer>(new StudioServer(std::move(impl)));
}

uint16_t StudioServer::port() const { return impl_->server->port(); }
const std::string& StudioServer::token() const { return impl_->options.server.guard.token; }

}  // namespace gs::web
