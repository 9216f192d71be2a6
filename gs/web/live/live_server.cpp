// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/live_server.h"

#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "gs/bridge/messages/control_messages.h"
#include "gs/core/version.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/web/drive/wheel.h"
#include "gs/web/live/hub_handler.h"
#include "gs/web/live/run_channels.h"
#include "gs/web/live/run_parameters.h"
#include "gs/web/live/service_worker.h"
#include "gs/web/live/world_files.h"
#include "gs/web/page/page.h"

namespace gs::web {
namespace {

constexpr std::string_view kNodeName = "/simulator_node";

double wall_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// "~/get_entities" below the name of the node, as on ROS 2.
std::string resolved_name(std::string_view name) {
  return name.starts_with("~") ? std::string(kNodeName) + std::string(name.substr(1)) : std::string(name);
}

AdvertisedService advertised(uint32_t id, const bridge::ServiceDescription& service) {
  return {.id = id,
          .name = resolved_name(service.name),
          .type = std::string(service.type->name),
          .request_schema_name = service.type->request->name,
          .request_schema = rosmsg::ros2msg_text(*service.type->request),
          .response_schema_name = service.type->response->name,
          .response_schema = rosmsg::ros2msg_text(*service.type->response)};
}

}  // namespace

// Threads: the stepping one calls the hooks; the server's thread calls the handler and the backend; the worker's thread
// calls services; a fourth encodes images. Members are destroyed in reverse order: first the threads that wake the
// server, then the server, then what it calls.
struct LiveServer::Impl final : public HubHandler, public HubBackend {
  Impl(sim::Simulator& s, LiveOptions o)
      : simulator(s),
        options(std::move(o)),
        first_options(s.options()),
        feed([this] { wake(); }),
        wheel(options.now_s ? options.now_s : wall_s, first_options.vehicle.allow_reverse) {
    on_refused = options.refused;
  }
  ~Impl() override {
    if (services) services->close();
  }

  Result<void> start(bridge::RunServices::Load load);
  void make_services(bridge::RunServices::Load load);
  Result<void> make_hub();
  void wake() {
    if (Server* running = running_server) running->wake();
  }
  void announce_world();
  // On the stepping thread: serve requests before a step and submit what the clients command.
  bool may_step();
  void submit_hand();
  std::vector<std::vector<std::byte>> take_commands();

  // ServerHandler
  HttpResponse get(const FileRequest& request) override { return respond(*manifest, request); }

  // HubBackend
  Result<void> command(Bytes cdr) override {
    GS_CHECK(services->receive_command(cdr));
    wheel.yield();
    return {};
  }
  Result<void> drive(const std::string& driver, Bytes json) override { return wheel.input(driver, json); }
  void drive_ended() override { wheel.left(); }
  std::vector<ParameterValue> parameters() override {
    sim::SimulatorOptions now = first_options;
    now.simulation.real_time_factor = services->real_time_factor();
    return parameters_of(now);
  }
  Result<void> set_parameter(const std::string& name, const Node* value) override {
    GS_TRY(const double factor, read_real_time_factor(name, value));
    services->set_real_time_factor(factor);
    return {};
  }
  // Answers come back on the server's thread.
  Result<void> call(uint32_t service, Bytes request, Done done) override {
    return worker->call(handlers[service], request, [this, done = std::move(done)](Result<std::vector<std::byte>> out) {
      if (Server* running = running_server) running->post([done, answer = std::move(out)] { done(answer); });
    });
  }

  sim::Simulator& simulator;
  LiveOptions options;
  const sim::SimulatorOptions first_options;  // for the server's thread; they are the same in every world
  std::shared_ptr<const Manifest> manifest;   // of the server's thread after the start
  std::atomic<Server*> running_server{nullptr};
  Feed feed;
  Wheel wheel;
  std::vector<std::vector<std::byte>> hand_commands;  // CDR of the commands submitted by hand, until taken
  std::vector<ros2::Service::LaterHandler> handlers;  // by id of the service
  std::unique_ptr<bridge::RunServices> services;
  std::unique_ptr<Server> server;
  std::unique_ptr<RunChannels> channels;
  std::unique_ptr<ServiceWorker> worker;
};

void LiveServer::Impl::make_services(bridge::RunServices::Load load) {
  bridge::RunServicesOptions of_run;
  of_run.world_changed = [this] { announce_world(); };
  of_run.paused_or_resumed = [this] {
    channels->publish_status(services->last_seen(), simulator.clock().dt(), services->last_status());
  };
  services = bridge::RunServices::create(simulator, std::move(of_run), std::move(load));
}

Result<void> LiveServer::Impl::make_hub() {
  HubOptions of_hub{.name = "gs-simulator",
                    .version = std::string(kVersion),
                    .view_only = options.view_only,
                    .control_topic = "/vehicle/control_cmd",
                    .control_type = std::string(bridge::control_type(first_options.simulation.control_mode)),
                    .drive_topic = std::string(kDriveTopic),
                    .services = {}};
  GS_CHECK(services->serve([&](bridge::ServiceDescription service) -> Result<void> {
    of_hub.services.push_back(advertised(static_cast<uint32_t>(handlers.size()), service));
    handlers.push_back(std::move(service.handler));
    return {};
  }));
  hub = std::make_unique<Hub>(std::move(of_hub), *this, feed);
  return {};
}

Result<void> LiveServer::Impl::start(bridge::RunServices::Load load) {
  if (options.server.guard.token.empty()) {
    GS_TRY(options.server.guard.token, make_token());
  }
  GS_TRY(std::string session, make_token());  // a random name, so that clients notice another run at the same address
  make_services(std::move(load));
  GS_CHECK(make_hub());
  worker = std::make_unique<ServiceWorker>();
  channels = std::make_unique<RunChannels>(feed, std::move(session));
  announce_world();
  hub->pump();  // the first client finds the topics
  GS_TRY(server, Server::start(options.server, *this));
  running_server = server.get();
  return {};
}

// On the stepping thread.
void LiveServer::Impl::announce_world() {
  auto made = std::make_shared<Manifest>();
  add_page(*made);
  add_world_files(simulator.world(), first_options.vehicle, *made);
  if (Server* running = running_server) {
    running->post([this, made] { manifest = made; });
  } else {
    manifest = made;
  }
  channels->announce(simulator);
}

bool LiveServer::Impl::may_step() {
  if (!services->may_step()) return false;
  submit_hand();
  return true;
}

// The command of a person at the wheel goes through a message as all others do, so that a recording has its numbers.
void LiveServer::Impl::submit_hand() {
  const sim::Observation& seen = services->last_seen();
  const sim::SimulatorOptions& now = simulator.options();
  auto input = wheel.step(seen.step + 1, seen.ego.speed, seen.ego.steering_angle, simulator.clock().dt(), now.vehicle);
  if (!input) return;
  input->stamp = seen.stamp;
  std::vector<std::byte> cdr = bridge::encode_control(now.simulation.control_mode, *input, now.vehicle);
  const auto arrived = bridge::read_control(now.simulation.control_mode, cdr, now.vehicle);
  GS_EXPECT(arrived);
  simulator.submit(arrived->command, arrived->stamp);
  hand_commands.push_back(std::move(cdr));
}

// In the order of their submission.
std::vector<std::vector<std::byte>> LiveServer::Impl::take_commands() {
  std::vector<std::vector<std::byte>> out = services->take_commands();
  for (std::vector<std::byte>& cdr : std::exchange(hand_commands, {})) out.push_back(std::move(cdr));
  return out;
}

LiveServer::LiveServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

LiveServer::~LiveServer() = default;

Result<std::unique_ptr<LiveServer>> LiveServer::start(sim::Simulator& simulator, LiveOptions options,
                                                      bridge::RunServices::Load load) {
  auto impl = std::make_unique<Impl>(simulator, std::move(options));
  GS_CHECK(impl->start(std::move(load)));
  return std::unique_ptr<LiveServer>(new LiveServer(std::move(impl)));
}

bridge::RunHooks LiveServer::hooks() {
  bridge::RunHooks out;
  out.observed = [this](const sim::Observation& now, const bridge::RunStatus& status) {
    impl_->services->observed(now, status);
    impl_->channels->publish_driver(impl_->wheel.report(), now.stamp);
    impl_->channels->publish(impl_->simulator, now, status);
  };
  out.may_step = [this] { return impl_->may_step(); };
  out.wait = [this](std::chrono::nanoseconds limit) { return impl_->services->wait(limit); };
  out.event = [this] { return impl_->services->take_event(); };
  out.commands = [this] { return impl_->take_commands(); };
  out.real_time_factor = [this] { return impl_->services->real_time_factor(); };
  return out;
}

uint16_t LiveServer::port() const { return impl_->server->port(); }
const std::string& LiveServer::token() const { return impl_->options.server.guard.token; }

}  // namespace gs::web
