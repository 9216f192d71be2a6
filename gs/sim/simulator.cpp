// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gs/core/format.h"
#include "gs/raycast/sweep_factory.h"
#include "gs/sim/sensors/gaussian_caster.h"
#include "gs/sim/simulator_impl.h"

namespace gs::sim {

namespace {

// An empty list of ids selects every sensor.
bool selected(const std::vector<std::string>& ids, const std::string& id) {
  return ids.empty() || std::find(ids.begin(), ids.end(), id) != ids.end();
}

// Errors: not_found if an id of the options is not in the calibration; the hint lists the known ids.
template <class Sensors>
Result<void> check_ids(const std::vector<std::string>& ids, const Sensors& known, std::string_view kind) {
  std::string list;
  for (const auto& sensor : known) list += (list.empty() ? "known ids: " : ", ") + sensor.id;
  for (const std::string& id : ids) {
    const bool found = std::any_of(known.begin(), known.end(), [&](const auto& sensor) { return sensor.id == id; });
    if (!found) return fail(ErrorCode::not_found, "the world has no {} '{}'", kind, id).with_hint(list);
  }
  return {};
}

// Number of steps from the first row of an image to its last, rounded up. Errors: unsupported if the readout is longer
// than the pose history.
Result<uint64_t> steps_of_readout(const world::CameraCalibration& camera, Duration dt) {
  const Duration readout = Duration::from_seconds(camera.rolling_shutter ? camera.rolling_shutter->readout_sec : 0);
  if (readout.ns <= 0) return uint64_t{0};
  // Rounding up to whole steps lengthens the wait by up to one dt.
  if (readout + dt >= PoseHistory::kSpan) {
    return fail(ErrorCode::unsupported,
                "the rolling shutter of camera {} takes {} s, the simulator supports at most {} s", camera.id,
                readout.seconds(), (PoseHistory::kSpan - dt).seconds())
        .with_hint(
            "reduce rolling_shutter.readout_sec in sensors/calibration.yaml, or leave the camera out of "
            "sensors.camera.cameras");
  }
  return static_cast<uint64_t>((readout.ns + dt.ns - 1) / dt.ns);
}

// Errors: invalid_data (INVALID_HEIGHTMAP_SIZE) when the number of samples is not width x height.
Result<void> check_heightmap(const world::HeightmapData& map) {
  const auto wanted = static_cast<uint64_t>(std::max(map.width, 0)) * static_cast<uint64_t>(std::max(map.height, 0));
  if (map.data.size() == wanted) return {};
  return fail(ErrorCode::invalid_data, "{}",
              to_string(SimError{"WorldLoader", SimErrorType::invalid_heightmap_size,
                                 format("{} samples, expected width {} x height {} = {}", map.data.size(), map.width,
                                        map.height, wanted)}));
}

// Warns about a sensor rate above the step rate of the simulation.
void warn_if_capped(const SensorTrigger& trigger, const std::string& name, Duration dt, Notices& notices) {
  if (!trigger.is_capped()) return;
  notices.push_back({NoticeLevel::warning, format("[SensorTrigger] RATE_CAPPED: {} asks for {} Hz, the simulation "
                                                  "steps at {} Hz: the sensor fires at every step",
                                                  name, trigger.rate_hz(), 1.0 / dt.seconds())});
}

}  // namespace

// Builds mesh, collision grid, drivable area, ground contact and vehicle from the bundle.
Result<void> Simulator::Impl::build_geometry() {
  GS_CHECK(check_heightmap(world.bundle.heightmap));
  const Vec3d origin = world.ray_origin();
  if (!world.mesh_triangles.empty()) {
    GS_TRY(auto mesh_rays, raycast::MeshCaster::build({world.mesh_vertices, world.mesh_triangles}));
    mesh = std::make_unique<raycast::MeshCaster>(std::move(mesh_rays));
    collision = std::make_unique<CollisionGrid>(world.mesh_vertices, world.mesh_triangles, origin);
  }
  GS_TRY(auto query, world::DrivableQuery::create(world.bundle.drivable));
  drivable = std::make_unique<world::DrivableQuery>(std::move(query));
  ground = std::make_unique<GroundContact>(world.bundle.heightmap, mesh.get(), origin);
  dynamics = make_vehicle_dynamics(options.vehicle);
  ego = std::make_unique<EgoStateCore>(*drivable, *ground, collision.get(), options.vehicle);
  GS_TRY(traffic, Traffic::create(world, *ground, options.simulation.traffic == "replay"));
  return {};
}

// Creates the enabled sensors and their triggers. The Gaussians are uploaded only if a camera or a LiDAR needs them.
Result<void> Simulator::Impl::build_sensors() {
  const CameraOptions& camera = options.sensors.camera;
  const LidarOptions& lidar = options.sensors.lidar;
  GS_CHECK(check_ids(camera.cameras, world.bundle.calibration.cameras, "camera"));
  GS_CHECK(check_ids(lidar.lidars, world.bundle.calibration.lidars, "LiDAR"));
  for (const world::CameraCalibration& c : world.bundle.calibration.cameras) {
    if (!camera.enable || !selected(camera.cameras, c.id)) continue;
    GS_TRY(const uint64_t readout_steps, steps_of_readout(c, clock.dt()));
    cameras.push_back({&c, SensorTrigger(camera.rate_override.value_or(c.rate_hz), clock.dt()), readout_steps});
    warn_if_capped(cameras.back().trigger, "camera " + c.id, clock.dt(), pending);
    GS_CHECK(check_flow(cameras.back()));
  }
  for (const world::LidarCalibration& l : world.bundle.calibration.lidars) {
    if (!lidar.enable || !selected(lidar.lidars, l.id)) continue;
    const double rate = lidar.rate_override.value_or(l.rate_hz);
    lidars.push_back({LiDARGenerator(l, lidar.raycast, rate, static_cast<uint64_t>(options.simulation.seed)),
                      SensorTrigger(rate, clock.dt())});
    warn_if_capped(lidars.back().trigger, "LiDAR " + l.id, clock.dt(), pending);
    if (const auto& thinned = lidars.back().generator.thinned())
      pending.push_back({NoticeLevel::warning, to_string(*thinned)});
  }
  if (!lidars.empty()) GS_CHECK(build_surfaces());
  if (!lidars.empty() && !world.actor_models.empty()) {
    GS_TRY(actor_rays, ActorCaster::build(world.actor_models));
  }
  const bool rays_meet_splats = !lidars.empty() && lidar.raycast.use_gaussians;
  if (cameras.empty() && !rays_meet_splats) return {};
  GS_TRY(auto rasterizer, splat::make_rasterizer(backend));
  // Given away, because the Gaussians would otherwise stay in memory twice.
  GS_TRY(std::vector<splat::GaussianCloud> actors, take_actor_clouds());
  std::vector<uint8_t> ground_marks;  // needed only if something can cast shadows
  if (actor_clouds && options.simulation.shadows != "none")
    ground_marks = ground_layer(world.cloud, world.bundle.heightmap);
  GS_CHECK(rasterizer->upload(std::exchange(world.cloud, {}), std::move(actors), std::move(ground_marks)));
  if (world.sky) GS_CHECK(rasterizer->set_sky(std::move(*world.sky)));
  tell_backend("CameraRenderer", rasterizer->name());
  if (camera.ground_truth.any()) camera_truth.emplace(camera.ground_truth);
  renderer = std::make_unique<CameraRenderer>(std::move(rasterizer), world.bundle.render_config);
  return {};
}

// Builds the ray-cast scene of the LiDARs (heightmap and mesh, as enabled) on the same backend as the cameras.
Result<void> Simulator::Impl::build_surfaces() {
  const RaycastOptions& rays = options.sensors.lidar.raycast;
  const world::HeightmapData& map = world.bundle.heightmap;
  raycast::SweepScene scene{.rays_origin = world.ray_origin()};
  if (rays.use_heightmap) {
    scene.heightmap = raycast::HeightmapView{.heights = map.data,
                                             .width = map.width,
                                             .height = map.height,
                                             .resolution = map.resolution,
                                             .origin = {map.origin_x, map.origin_y, map.origin_z}};
  }
  if (rays.use_static_mesh && mesh != nullptr) {
    // The CPU borrows the caster of the ground contact; the GPU builds its own from the triangles.
    scene.mesh = {world.mesh_vertices, world.mesh_triangles};
    scene.mesh_caster = mesh.get();
  }
  GS_TRY(surfaces, raycast::make_sweep_caster(backend, scene));
  tell_backend("LiDARGenerator", surfaces->name());
  return {};
}

// With Backend::automatic, informs the user when no GPU was usable.
void Simulator::Impl::tell_backend(std::string_view component, const std::string& name) {
  if (backend != Backend::automatic || !name.starts_with("cpu")) return;
  pending.push_back({NoticeLevel::info, format("[{}] BACKEND: no usable GPU, using {}", component, name)});
}

// Initial pose of the bundle, with the fields that simulation.initial_pose gives.
Rigid3d Simulator::Impl::initial_pose() const {
  Rigid3d pose = gs::world::map_from_base_link(world.data.initial_pose);
  const InitialPoseOptions& given = options.simulation.initial_pose;
  const Rpy rpy = to_rpy(pose.rotation);
  pose.translation = {given.x.value_or(pose.translation.x), given.y.value_or(pose.translation.y),
                      given.z.value_or(pose.translation.z)};
  // Without a given angle the stored rotation stays as it is, free of rounding.
  if (given.roll || given.pitch || given.yaw) {
    pose.rotation = Quaterniond::from_rpy(given.roll.value_or(rpy.roll), given.pitch.value_or(rpy.pitch),
                                          given.yaw.value_or(rpy.yaw));
  }
  return pose;
}

// Places the vehicle and forgets everything from before: commands, timeout and pose history.
void Simulator::Impl::place(const Rigid3d& pose, double speed) {
  ego->place(pose, speed, clock.now());
  commands = std::make_unique<CommandHistory>(hold(0, speed, options.vehicle));
  newest_command = clock.now();
  timed_out = false;
  poses.clear();
  poses.add(clock.now(), ego->pose());
  traffic->step(clock.now());
  begun.clear();
  meet_actors(false);
}

// Starts the emergency stop if the control timeout expires within the coming step. The timeout runs from the newest
// command, or from the start; the stop takes effect at the exact expiry time, also inside a step.
void Simulator::Impl::check_timeout() {
  const Duration timeout = Duration::from_seconds(options.simulation.control_timeout_sec);
  if (timed_out || !newest_command || timeout.ns <= 0) return;
  const Timestamp due = *newest_command + timeout;
  if (due >= clock.now() + clock.dt()) return;
  timed_out = true;
  commands->add(std::max(due, clock.now()),
                emergency_stop(ego->planar().steering, commands->at(clock.now()).gear, options.vehicle));
  pending.push_back({NoticeLevel::warning,
                     format("[VehicleDynamics] CONTROL_TIMEOUT: no command for {} s, emergency stop at {} m/s^2",
                            timeout.seconds(), kEmergencyDeceleration)});
}

// Text of all conditions that hold now, for SimulationStatus. A notice is sent only when one begins.
std::string Simulator::Impl::status_text() const {
  std::string text = timed_out ? "control timeout: emergency stop" : "";
  const int wheels = ego->core().stance.wheels_on_ground;
  if (wheels < 4) {
    text += text.empty() ? "" : "; ";
    text += format("ground unknown under {} of 4 wheels", 4 - wheels);
    if (wheels < 3) text += ", last valid height kept";
  }
  if (!contacts.empty()) text += (text.empty() ? "" : "; ") + contacts;
  return text;
}

// Function that casts rays against the splats; empty unless raycast.use_gaussians is set. If rendering fails, the sweep
// has no splat returns and an error notice is issued.
std::function<void(std::span<const raycast::Ray>, std::span<float>)> Simulator::Impl::gaussian_rays(
    const world::LidarCalibration& lidar) {
  if (!options.sensors.lidar.raycast.use_gaussians || !renderer) return {};
  const GaussianCastSettings settings{
      .resolution_rad = lidar.spec.horizontal_resolution * kPi / 180.0,
      .max_elevation_rad =
          std::max(std::abs(lidar.spec.vertical_fov_min), std::abs(lidar.spec.vertical_fov_max)) * kPi / 180.0 + 0.2,
      .max_range_m = lidar.spec.max_range};
  return [this, settings](std::span<const raycast::Ray> rays, std::span<float> distances) {
    const auto cast =
        cast_gaussians(renderer->rasterizer(), renderer->settings(), settings, world.ray_origin(), rays, distances);
    if (!cast) pending.push_back({NoticeLevel::error, "[LiDARGenerator] RENDER_FAILED: " + cast.error().message});
  };
}

// Images that become complete at this step. A camera fires, and its image is stamped, when the first row is read. A
// rolling shutter needs the poses up to its last row, so its image is rendered readout_steps later. Images that began
// before the vehicle was placed are skipped, because their first poses are unknown.
std::vector<Exposure> Simulator::Impl::exposures() const {
  std::vector<Exposure> out;
  for (const CameraUnit& camera : cameras) {
    if (clock.step() < camera.readout_steps) continue;
    const uint64_t first = clock.step() - camera.readout_steps;
    if (camera.trigger.fires_at(first) && clock.at(first) >= poses.oldest())
      out.push_back({camera.calibration, clock.at(first)});
  }
  return out;
}

Observation Simulator::Impl::observe() {
  Observation out;
  out.step = clock.step();
  out.stamp = clock.now();
  out.ego = ego->state();
  out.acceleration = ego->core().acceleration;
  out.steering_rate = ego->core().steering_rate;
  out.gear = commands->at(clock.now()).gear;
  out.status = {.is_collision = ego->core().is_collision,
                .is_offroad = ego->core().is_offroad,
                .elapsed_time = clock.elapsed().seconds(),
                .message = status_text()};
  out.actors.assign(traffic->states().begin(), traffic->states().end());
  out.collisions = std::exchange(begun, {});
  const auto pose_at = [this](Timestamp t) { return poses.at(t); };
  // All cameras are rendered in one call, so that the rasterizer can share work between them.
  const std::vector<Exposure> firing = exposures();
  const double before_s = stopwatch ? stopwatch() : 0;
  if (actor_clouds) draw_actors(firing);
  if (camera_truth) prepare_truth(firing);
  TruthRequest truth{camera_truth ? &*camera_truth : nullptr, truth_scenes, &out.truth};
  if (renderer)
    out.images = renderer->render(firing, pose_at, pending, drawn, shadows, camera_truth ? &truth : nullptr);
  if (stopwatch && !firing.empty()) out.render_s = stopwatch() - before_s;
  const double before_rays_s = stopwatch ? stopwatch() : 0;
  for (LidarUnit& lidar : lidars) {
    if (!lidar.trigger.fires_at(clock.step())) continue;
    if (actor_rays) traffic->motions(clock.now() - lidar.generator.interval(), clock.now(), clock.now(), motions);
    const RaySources sources{.origin = world.ray_origin(),
                             .surfaces = surfaces.get(),
                             .gaussians = gaussian_rays(lidar.generator.calibration()),
                             .actors = actor_rays ? &*actor_rays : nullptr,
                             .motions = motions};
    out.sweeps.push_back(lidar.generator.sweep(sources, pose_at, clock.now(), clock.step(), pending));
  }
  if (stopwatch && !out.sweeps.empty()) out.cast_s = stopwatch() - before_rays_s;
  // At the end, because cameras and LiDARs add notices.
  out.notices = std::exchange(pending, {});
  return out;
}

Simulator::Simulator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;
Simulator::~Simulator() = default;

Result<Simulator> Simulator::create(SimWorld world, const SimulatorOptions& options, Backend backend) {
  const double dt = options.simulation.dt.value_or(world.data.dt);
  if (!(dt > 0))
    return fail(ErrorCode::invalid_data, "the simulation step dt is {} s", dt)
        .with_hint("set a positive simulation.dt in sim/timebase.yaml");
  const SimClock clock(Timestamp::from_seconds(world.data.start_time), Duration::from_seconds(dt));
  auto impl = std::make_unique<Impl>(std::move(world), options, clock, backend);
  GS_CHECK(impl->build_geometry());
  GS_CHECK(impl->build_sensors());
  impl->place(impl->initial_pose(), impl->initial_speed());
  if (options.simulation.start_paused) impl->clock.pause();
  return Simulator(std::move(impl));
}

const SimWorld& Simulator::world() const { return impl_->world; }
const SimulatorOptions& Simulator::options() const { return impl_->options; }
const SimClock& Simulator::clock() const { return impl_->clock; }
const Traffic& Simulator::traffic() const { return *impl_->traffic; }
std::string Simulator::renderer_name() const { return impl_->renderer ? impl_->renderer->rasterizer().name() : "none"; }
std::string Simulator::caster_name() const { return impl_->surfaces ? impl_->surfaces->name() : "none"; }

std::vector<const world::CameraCalibration*> Simulator::cameras() const {
  std::vector<const world::CameraCalibration*> out;
  for (const CameraUnit& camera : impl_->cameras) out.push_back(camera.calibration);
  return out;
}

std::vector<const world::LidarCalibration*> Simulator::lidars() const {
  std::vector<const world::LidarCalibration*> out;
  for (const LidarUnit& lidar : impl_->lidars) out.push_back(&lidar.generator.calibration());
  return out;
}

void Simulator::set_stopwatch(Stopwatch stopwatch) { impl_->stopwatch = stopwatch; }

std::optional<SimError> Simulator::submit(const CheckedCommand& command, Timestamp stamp) {
  const Timestamp now = impl_->clock.now();
  if (stamp.ns < 0) {
    const SimError error{"VehicleDynamics", SimErrorType::invalid_timestamp,
                         format("stamp={} s is negative, the command is ignored", stamp.seconds())};
    if (impl_->bad_command(true)) impl_->pending.push_back({NoticeLevel::warning, to_string(error)});
    return error;
  }
  // A zero stamp is legal (`ros2 topic pub` sends it); it is mentioned once because the command age is then unknown.
  if (stamp.ns == 0 && now > impl_->clock.start() && !std::exchange(impl_->zero_stamp_seen, true)) {
    impl_->pending.push_back(
        {NoticeLevel::info, "[VehicleDynamics] ZERO_STAMP: commands carry no stamp, their age counts from arrival"});
  }
  if (command.command) {
    DriveCommand drive = *command.command;
    if (drive.hold_steering) drive.steering_angle = impl_->commands->at(now).steering_angle;
    impl_->commands->add(now, drive);
    impl_->newest_command = command_reference_time(stamp, now, impl_->clock.dt());
    impl_->timed_out = false;
  }
  if (impl_->bad_command(command.error.has_value()))
    impl_->pending.push_back({NoticeLevel::warning, to_string(*command.error)});
  return command.error;
}

PlanarState Simulator::next_motion() {
  Impl& s = *impl_;
  // First, so that an emergency stop acts within this step.
  s.check_timeout();
  const Timestamp now = s.clock.now();
  const PlanarState next =
      advance_step(*s.dynamics, s.options.vehicle, s.ego->planar(), *s.commands, s.ego->road(), now, s.clock.dt());
  // Commands older than the longest dead time can no longer take effect.
  s.commands->forget_before(now - Duration::from_seconds(std::max(s.options.vehicle.actuator.steering_delay,
                                                                  s.options.vehicle.actuator.acceleration_delay)));
  return next;
}

Observation Simulator::move_to(const PlanarState& next) {
  Impl& s = *impl_;
  // The clock goes first: state and pose belong to the end of the step.
  s.clock.advance();
  const bool was_collision = s.ego->core().is_collision;
  s.ego->update(next, s.clock.dt().seconds(), s.clock.now(), s.pending);
  if (s.ego->core().is_collision && !was_collision) {
    const Vec3d point = *s.ego->contact();
    const double speed = std::hypot(next.vx, next.vy);
    s.begun.push_back(
        {false, "static_mesh", point, speed, side_of(collision_box(s.options.vehicle), s.ego->pose(), point)});
  }
  s.traffic->step(s.clock.now());
  s.meet_actors(true);
  s.poses.add(s.clock.now(), s.ego->pose());
  return s.observe();
}

Observation Simulator::step() { return move_to(next_motion()); }
Observation Simulator::observe() { return impl_->observe(); }
void Simulator::pause() { impl_->clock.pause(); }
void Simulator::resume() { impl_->clock.resume(); }

void Simulator::reset(std::optional<Rigid3d> map_from_base_link, bool reset_time) {
  // Before place(), which takes its stamps from the clock.
  if (reset_time) impl_->clock.set_step(0);
  impl_->traffic->reset();
  impl_->place(map_from_base_link.value_or(impl_->initial_pose()), impl_->initial_speed());
}

Result<void> Simulator::load_world(SimWorld world) {
  SimulatorOptions next_options = options();
  next_options.simulation.initial_pose = {};  // coordinates of the first world, meaningless in another
  // Built beside the old one, which stays in use if the new world is not valid.
  GS_TRY(Simulator next, create(std::move(world), next_options, impl_->backend));
  next.set_stopwatch(impl_->stopwatch);
  clock().paused() ? next.pause() : next.resume();
  *this = std::move(next);
  return {};
}

std::optional<SimError> Simulator::set_ego_pose(const Rigid3d& pose, double speed) {
  if (auto error = check_ego_pose(pose, speed, impl_->options.vehicle)) return error;
  impl_->place({normalized(pose.rotation), pose.translation}, speed);
  return std::nullopt;
}

Snapshot Simulator::save() const {
  const Impl& s = *impl_;
  return {.step = s.clock.step(),
          .paused = s.clock.paused(),
          .ego = s.ego->core(),
          .commands = s.commands->entries(),
          .newest_command = s.newest_command,
          .timed_out = s.timed_out,
          .bad_command = s.bad_command.active(),
          .poses = s.poses.poses(),
          .actors = s.traffic->actors()};
}

void Simulator::restore(const Snapshot& snapshot) {
  Impl& s = *impl_;
  s.clock.set_step(snapshot.step);
  snapshot.paused ? s.clock.pause() : s.clock.resume();
  s.ego->restore(snapshot.ego, s.clock.now());
  s.commands->restore(snapshot.commands);
  s.newest_command = snapshot.newest_command;
  s.timed_out = snapshot.timed_out;
  s.bad_command.restore(snapshot.bad_command);
  s.poses.restore(snapshot.poses);
  s.traffic->restore(snapshot.actors);
  s.traffic->step(s.clock.now());
  s.meet_actors(false);
}

}  // namespace gs::sim
