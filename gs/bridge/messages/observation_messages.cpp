// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/messages/observation_messages.h"

#include <cmath>
#include <cstring>

#include "gs/rosmsg/geometry.h"

namespace gs::bridge {
namespace {

// Parts of messages.
rosmsg::std_msgs::Header header(Timestamp stamp, const std::string& frame_id) {
  return {.stamp = stamp, .frame_id = frame_id};
}

rosmsg::geometry_msgs::TransformStamped transform(Timestamp stamp, const std::string& parent, const std::string& child,
                                                  const Rigid3d& pose) {
  rosmsg::geometry_msgs::TransformStamped out;
  out.header = header(stamp, parent);
  out.child_frame_id = child;
  out.transform.translation = {.x = pose.translation.x, .y = pose.translation.y, .z = pose.translation.z};
  out.transform.rotation = {.x = pose.rotation.x, .y = pose.rotation.y, .z = pose.rotation.z, .w = pose.rotation.w};
  return out;
}

rosmsg::geometry_msgs::Pose pose_message(const world::EgoPose& p) {
  return {.position = {.x = p.x, .y = p.y, .z = p.z}, .orientation = {.x = p.qx, .y = p.qy, .z = p.qz, .w = p.qw}};
}

rosmsg::geometry_msgs::Twist twist_message(const world::EgoTwist& t) {
  return {.linear = {.x = t.vx, .y = t.vy, .z = t.vz}, .angular = {.x = t.wx, .y = t.wy, .z = t.wz}};
}

rosmsg::sensor_msgs::PointField field(const char* name, uint32_t offset, uint8_t datatype) {
  return {.name = name, .offset = offset, .datatype = datatype, .count = 1};
}

}  // namespace

rosmsg::rosgraph_msgs::Clock clock_message(Timestamp stamp) { return {.clock = stamp}; }

// The simulator has no odometry error: map and odom coincide.
rosmsg::tf2_msgs::TFMessage tf_message(const sim::Observation& now, const sim::FrameOptions& frames) {
  return {.transforms = {transform(now.stamp, frames.map, frames.odom, {}),
                         transform(now.stamp, frames.odom, frames.base_link, world::map_from_base_link(now.ego.pose))}};
}

rosmsg::tf2_msgs::TFMessage tf_static_message(const sim::Simulator& simulator) {
  rosmsg::tf2_msgs::TFMessage out;
  const std::string& parent = simulator.options().frames.base_link;
  const world::Calibration& calibration = simulator.world().bundle.calibration;
  for (const world::CameraCalibration& camera : calibration.cameras) {
    out.transforms.push_back(
        transform(simulator.clock().start(), parent, camera.intrinsics.frame_id, camera.extrinsics.transform));
  }
  for (const world::LidarCalibration& lidar : calibration.lidars) {
    out.transforms.push_back(
        transform(simulator.clock().start(), parent, lidar.spec.frame_id, lidar.extrinsics.transform));
  }
  return out;
}

rosmsg::nav_msgs::Odometry odometry_message(const sim::Observation& now, const sim::FrameOptions& frames) {
  rosmsg::nav_msgs::Odometry out;
  out.header = header(now.stamp, frames.odom);
  out.child_frame_id = frames.base_link;
  out.pose.pose = pose_message(now.ego.pose);
  out.twist.twist = twist_message(now.ego.twist);
  return out;
}

rosmsg::gs_sim_msgs::VehicleState vehicle_state_message(const sim::Observation& now,
                                                        const sim::SimulatorOptions& options) {
  const sim::VehicleOptions& vehicle = options.vehicle;
  rosmsg::gs_sim_msgs::VehicleState out;
  out.header = header(now.stamp, options.frames.base_link);
  out.pose = pose_message(now.ego.pose);
  out.twist = twist_message(now.ego.twist);
  out.accel.linear = {.x = now.acceleration.x, .y = now.acceleration.y, .z = now.acceleration.z};
  out.steering_angle = static_cast<float>(now.ego.steering_angle);
  out.steering_angle_rate = static_cast<float>(now.steering_rate);
  // Rolling speed of each wheel [rad/s]: velocity at the hub (x, y in base_link) along the wheel's own direction.
  const double half = 0.5 * vehicle.track_width, wz = now.ego.twist.wz;
  const auto wheel = [&](double x, double y, double steer) {
    const double vx = now.ego.twist.vx - wz * y, vy = now.ego.twist.vy + wz * x;
    return static_cast<float>((vx * std::cos(steer) + vy * std::sin(steer)) / vehicle.wheel_radius);
  };
  out.wheel_speed_fl = wheel(vehicle.wheelbase, half, now.ego.steering_angle);
  out.wheel_speed_fr = wheel(vehicle.wheelbase, -half, now.ego.steering_angle);
  out.wheel_speed_rl = wheel(0, half, 0);
  out.wheel_speed_rr = wheel(0, -half, 0);
  out.gear = static_cast<uint8_t>(now.gear);
  return out;
}

rosmsg::gs_sim_msgs::WorldInfo world_info_message(const sim::Simulator& simulator) {
  const world::World& bundle = simulator.world().bundle;
  const sim::FrameOptions& frames = simulator.options().frames;
  const world::SpatialExtent& extent = bundle.metadata.spatial_extent;
  rosmsg::gs_sim_msgs::WorldInfo out;
  out.header = header(simulator.clock().start(), frames.map);
  out.world_id = bundle.index.scene_id;
  out.world_bundle_path = simulator.world().data.bundle_path.string();
  out.source_mcap = bundle.metadata.source.file.value_or("");
  out.world_version = bundle.index.version;
  out.map_frame = frames.map, out.odom_frame = frames.odom, out.base_link_frame = frames.base_link;
  // Extent of the bundle's metadata, as corner and size.
  out.world_origin = {.x = extent.min.x, .y = extent.min.y, .z = extent.min.z};
  out.world_extent_x = extent.max.x - extent.min.x;
  out.world_extent_y = extent.max.y - extent.min.y;
  out.world_extent_z = extent.max.z - extent.min.z;
  for (const world::CameraCalibration* camera : simulator.cameras()) out.available_cameras.push_back(camera->id);
  for (const world::LidarCalibration* lidar : simulator.lidars()) out.available_lidars.push_back(lidar->id);
  return out;
}

rosmsg::sensor_msgs::Image image_message(world::RenderedImage image, const std::string& frame_id) {
  rosmsg::sensor_msgs::Image out;
  out.header = header(image.stamp, frame_id);
  out.height = static_cast<uint32_t>(image.height), out.width = static_cast<uint32_t>(image.width);
  out.encoding = "rgb8";
  out.step = out.width * 3;
  out.data = std::move(image.data);
  return out;
}

rosmsg::sensor_msgs::CameraInfo camera_info_message(const world::CameraCalibration& camera, Timestamp stamp) {
  const world::CameraIntrinsics& c = camera.intrinsics;
  rosmsg::sensor_msgs::CameraInfo out;
  out.header = header(stamp, c.frame_id);
  out.height = static_cast<uint32_t>(c.height), out.width = static_cast<uint32_t>(c.width);
  // ROS names of the camera models: sensor_msgs/distortion_models.hpp.
  const bool rational = c.k4 != 0 || c.k5 != 0 || c.k6 != 0;
  if (c.lens == Lens::equidistant) {
    out.distortion_model = "equidistant";
    out.d = {c.k1, c.k2, c.k3, c.k4};
  } else {
    out.distortion_model = rational ? "rational_polynomial" : "plumb_bob";
    out.d = {c.k1, c.k2, c.p1, c.p2, c.k3};
    if (rational) out.d.insert(out.d.end(), {c.k4, c.k5, c.k6});
  }
  // Unrectified images: R is the identity, P repeats K.
  out.k = {c.fx, 0, c.cx, 0, c.fy, c.cy, 0, 0, 1};
  out.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  out.p = {c.fx, 0, c.cx, 0, 0, c.fy, c.cy, 0, 0, 0, 1, 0};
  return out;
}

rosmsg::sensor_msgs::PointCloud2 point_cloud_message(const sim::LidarSweep& sweep, const std::string& frame_id) {
  using rosmsg::sensor_msgs::PointField;
  // Unorganised cloud; 2 bytes of padding follow the ring.
  const bool timed = !sweep.time_s.empty();
  rosmsg::sensor_msgs::PointCloud2 out;
  out.header = header(sweep.cloud.stamp, frame_id);
  out.height = 1;
  out.width = static_cast<uint32_t>(sweep.cloud.points.size());
  out.fields = {field("x", 0, PointField::FLOAT32), field("y", 4, PointField::FLOAT32),
                field("z", 8, PointField::FLOAT32), field("intensity", 12, PointField::FLOAT32),
                field("ring", 16, PointField::UINT16)};
  if (timed) out.fields.push_back(field("time", 20, PointField::FLOAT32));
  out.point_step = timed ? 24 : 20;
  out.row_step = out.point_step * out.width;
  out.is_dense = true;
  out.data.resize(out.row_step);
  for (std::size_t i = 0; i < sweep.cloud.points.size(); ++i) {
    uint8_t* to = out.data.data() + i * out.point_step;
    std::memcpy(to, &sweep.cloud.points[i], 16);
    std::memcpy(to + 16, &sweep.ring[i], 2);
    if (timed) std::memcpy(to + 20, &sweep.time_s[i], 4);
  }
  return out;
}

// A collision needs no actor, but worlds without assets keep the topics they have always had.
bool has_objects(const sim::Simulator& simulator) { return !simulator.world().actor_models.empty(); }

bool objects_are_due(const sim::Simulator& simulator, uint64_t step) {
  const double rate = simulator.options().simulation.ground_truth_rate;
  return rate > 0 && has_objects(simulator) && sim::SensorTrigger(rate, simulator.clock().dt()).fires_at(step);
}

rosmsg::vision_msgs::Detection3DArray objects_message(const sim::Simulator& simulator, const sim::Observation& now) {
  rosmsg::vision_msgs::Detection3DArray out;
  out.header = header(now.stamp, simulator.options().frames.map);
  for (const sim::ActorState& state : now.actors) {
    const sim::Actor& actor = simulator.traffic().actors()[state.actor];
    const Vec3d size = simulator.traffic().asset_of(actor).size;
    rosmsg::vision_msgs::Detection3D& box = out.detections.emplace_back();
    box.header = out.header;
    box.id = actor.name;
    box.bbox.center = rosmsg::to_pose(state.map_from_actor * Rigid3d{{}, {0, 0, 0.5 * size.z}});
    box.bbox.size = rosmsg::to_vector3(size);
    box.results.resize(1);
    box.results[0].hypothesis.class_id = word_of(world::kActorClasses, simulator.traffic().class_of(actor));
    box.results[0].hypothesis.score = 1;
    box.results[0].pose.pose = box.bbox.center;
  }
  return out;
}

rosmsg::gs_sim_msgs::Collision collision_message(const sim::Collision& collision, Timestamp stamp,
                                                 const sim::FrameOptions& frames) {
  rosmsg::gs_sim_msgs::Collision out;
  out.header = header(stamp, frames.map);
  out.kind = collision.with_actor ? "actor" : "mesh";
  out.other = collision.other;
  out.point = rosmsg::to_point(collision.point);
  out.relative_speed = collision.relative_speed;
  out.side = static_cast<uint8_t>(collision.side);
  return out;
}

bool status_is_due(uint64_t step, Duration dt) {
  constexpr double kStatusRate = 10.0;  // [Hz]
  return sim::SensorTrigger(kStatusRate, dt).fires_at(step);
}

rosmsg::gs_sim_msgs::SimulationStatus status_message(const sim::Observation& now, Duration dt, RunStatus run) {
  rosmsg::gs_sim_msgs::SimulationStatus out;
  out.header = header(now.stamp, "");
  out.sim_time = now.stamp;
  out.sim_dt = dt.seconds();
  out.step_count = now.step;
  out.real_time_factor = run.real_time_factor;
  out.step_duration_ms = run.step_duration_ms;
  out.is_collision = now.status.is_collision;
  out.is_offroad = now.status.is_offroad;
  out.is_paused = run.is_paused;
  out.warnings = std::move(run.warnings);
  // A lasting condition is in every status; the notice of its beginning is in the warnings only once.
  if (!now.status.message.empty()) out.warnings.push_back(now.status.message);
  out.errors = std::move(run.errors);
  return out;
}

}  // namespace gs::bridge
