// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares our encoding of every message of the simulator's interface with Fast CDR, the encoder of the default RMW.
// Fields are listed here by hand in the order of their definitions, so that neither our encoder nor our field lists are
// involved.
#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/hash/block_hash.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/simulation_entities.h"
#include "gs/rosmsg/messages/simulation_interfaces.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/testing/random_message.h"

namespace gs::ros2 {
namespace {

using eprosima::fastcdr::Cdr;

template <class T>
concept Primitive = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

template <class... T>
void put_all(Cdr& out, const T&... fields);

template <Primitive T>
void put(Cdr& out, const T& value) {
  out.serialize(value);
}
// Declared here, defined below the messages that they may contain.
template <class T>
void put(Cdr& out, const std::vector<T>& values);
template <class T, std::size_t N>
void put(Cdr& out, const std::array<T, N>& values);

// std_msgs, builtin_interfaces, geometry_msgs.
void put(Cdr& out, const rosmsg::builtin_interfaces::Time& m) { put_all(out, m.sec, m.nanosec); }
void put(Cdr& out, const rosmsg::builtin_interfaces::Duration& m) { put_all(out, m.sec, m.nanosec); }
void put(Cdr& out, const rosmsg::std_msgs::Header& m) { put_all(out, m.stamp, m.frame_id); }
void put(Cdr& out, const rosmsg::geometry_msgs::Point& m) { put_all(out, m.x, m.y, m.z); }
void put(Cdr& out, const rosmsg::geometry_msgs::Vector3& m) { put_all(out, m.x, m.y, m.z); }
void put(Cdr& out, const rosmsg::geometry_msgs::Quaternion& m) { put_all(out, m.x, m.y, m.z, m.w); }
void put(Cdr& out, const rosmsg::geometry_msgs::Pose& m) { put_all(out, m.position, m.orientation); }
void put(Cdr& out, const rosmsg::geometry_msgs::Twist& m) { put_all(out, m.linear, m.angular); }
void put(Cdr& out, const rosmsg::geometry_msgs::Accel& m) { put_all(out, m.linear, m.angular); }
void put(Cdr& out, const rosmsg::geometry_msgs::Transform& m) { put_all(out, m.translation, m.rotation); }
void put(Cdr& out, const rosmsg::geometry_msgs::TransformStamped& m) {
  put_all(out, m.header, m.child_frame_id, m.transform);
}
void put(Cdr& out, const rosmsg::geometry_msgs::TwistStamped& m) { put_all(out, m.header, m.twist); }
void put(Cdr& out, const rosmsg::geometry_msgs::PoseWithCovariance& m) { put_all(out, m.pose, m.covariance); }
void put(Cdr& out, const rosmsg::geometry_msgs::TwistWithCovariance& m) { put_all(out, m.twist, m.covariance); }

// Topics.
void put(Cdr& out, const rosmsg::rosgraph_msgs::Clock& m) { put_all(out, m.clock); }
void put(Cdr& out, const rosmsg::tf2_msgs::TFMessage& m) { put_all(out, m.transforms); }
void put(Cdr& out, const rosmsg::nav_msgs::Odometry& m) { put_all(out, m.header, m.child_frame_id, m.pose, m.twist); }
void put(Cdr& out, const rosmsg::sensor_msgs::Image& m) {
  put_all(out, m.header, m.height, m.width, m.encoding, m.is_bigendian, m.step, m.data);
}
void put(Cdr& out, const rosmsg::sensor_msgs::RegionOfInterest& m) {
  put_all(out, m.x_offset, m.y_offset, m.height, m.width, m.do_rectify);
}
void put(Cdr& out, const rosmsg::sensor_msgs::CameraInfo& m) {
  put_all(out, m.header, m.height, m.width, m.distortion_model, m.d, m.k, m.r, m.p, m.binning_x, m.binning_y, m.roi);
}
void put(Cdr& out, const rosmsg::sensor_msgs::PointField& m) { put_all(out, m.name, m.offset, m.datatype, m.count); }
void put(Cdr& out, const rosmsg::sensor_msgs::PointCloud2& m) {
  put_all(out, m.header, m.height, m.width, m.fields, m.is_bigendian, m.point_step, m.row_step, m.data, m.is_dense);
}
void put(Cdr& out, const rosmsg::ackermann_msgs::AckermannDrive& m) {
  put_all(out, m.steering_angle, m.steering_angle_velocity, m.speed, m.acceleration, m.jerk);
}
void put(Cdr& out, const rosmsg::ackermann_msgs::AckermannDriveStamped& m) { put_all(out, m.header, m.drive); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::VehicleControlCmd& m) {
  put_all(out, m.header, m.steering_angle, m.steering_angle_rate, m.throttle, m.brake, m.target_velocity,
          m.target_acceleration, m.gear, m.control_mode);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::VehicleState& m) {
  put_all(out, m.header, m.pose, m.twist, m.accel, m.steering_angle, m.steering_angle_rate, m.wheel_speed_fl,
          m.wheel_speed_fr, m.wheel_speed_rl, m.wheel_speed_rr, m.gear);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::SimulationStatus& m) {
  put_all(out, m.header, m.sim_time, m.sim_dt, m.step_count, m.real_time_factor, m.step_duration_ms, m.is_collision,
          m.is_offroad, m.is_paused, m.warnings, m.errors);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::WorldInfo& m) {
  put_all(out, m.header, m.world_id, m.world_bundle_path, m.source_mcap, m.world_version, m.map_frame, m.odom_frame,
          m.base_link_frame, m.world_origin, m.world_extent_x, m.world_extent_y, m.world_extent_z, m.available_cameras,
          m.available_lidars);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::PlanarMotion& m) {
  put_all(out, m.header, m.epoch, m.step, m.x, m.y, m.yaw, m.vx, m.vy, m.yaw_rate, m.steering, m.acceleration, m.gear,
          m.warnings);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::EgoCore& m) {
  put_all(out, m.motion, m.z, m.pitch, m.roll, m.wheels_on_ground, m.acceleration, m.steering_rate, m.is_offroad,
          m.is_collision, m.ground_unknown, m.world_bundle_path, m.world_reads, m.start_time, m.dt);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::SimulationEvent& m) {
  put_all(out, m.header, m.step, m.kind, m.has_pose, m.pose, m.twist, m.reset_time, m.world_bundle_path, m.entity,
          m.resource);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::Collision& m) {
  put_all(out, m.header, m.kind, m.other, m.point, m.relative_speed, m.side);
}

// Services.
void put(Cdr& out, const rosmsg::std_srvs::Trigger::Request&) { out.serialize(uint8_t{0}); }
void put(Cdr& out, const rosmsg::std_srvs::Trigger::Response& m) { put_all(out, m.success, m.message); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::ResetWorld::Request& m) { put_all(out, m.initial_pose, m.reset_time); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::ResetWorld::Response& m) { put_all(out, m.success, m.message); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::SetEgoPose::Request& m) { put_all(out, m.pose, m.twist); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::SetEgoPose::Response& m) { put_all(out, m.success, m.message); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::LoadWorld::Request& m) { put_all(out, m.world_bundle_path); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::LoadWorld::Response& m) {
  put_all(out, m.success, m.message, m.world_info);
}
void put(Cdr& out, const rosmsg::gs_sim_msgs::SimulationControl::Request& m) { put_all(out, m.command, m.step_once); }
void put(Cdr& out, const rosmsg::gs_sim_msgs::SimulationControl::Response& m) { put_all(out, m.success, m.message); }

// Messages that every node uses.
void put(Cdr& out, const rosmsg::rcl_interfaces::Log& m) {
  put_all(out, m.stamp, m.level, m.name, m.msg, m.file, m.function, m.line);
}
void put(Cdr& out, const rosmsg::rcl_interfaces::ParameterValue& m) {
  put_all(out, m.type, m.bool_value, m.integer_value, m.double_value, m.string_value, m.byte_array_value,
          m.bool_array_value, m.integer_array_value, m.double_array_value, m.string_array_value);
}
void put(Cdr& out, const rosmsg::rcl_interfaces::Parameter& m) { put_all(out, m.name, m.value); }
void put(Cdr& out, const rosmsg::rcl_interfaces::FloatingPointRange& m) {
  put_all(out, m.from_value, m.to_value, m.step);
}
void put(Cdr& out, const rosmsg::rcl_interfaces::IntegerRange& m) { put_all(out, m.from_value, m.to_value, m.step); }
void put(Cdr& out, const rosmsg::rcl_interfaces::ParameterDescriptor& m) {
  put_all(out, m.name, m.type, m.description, m.additional_constraints, m.read_only, m.dynamic_typing,
          m.floating_point_range, m.integer_range);
}
void put(Cdr& out, const rosmsg::rcl_interfaces::ParameterEvent& m) {
  put_all(out, m.stamp, m.node, m.new_parameters, m.changed_parameters, m.deleted_parameters);
}
void put(Cdr& out, const rosmsg::rcl_interfaces::SetParametersResult& m) { put_all(out, m.successful, m.reason); }
void put(Cdr& out, const rosmsg::rcl_interfaces::ListParametersResult& m) { put_all(out, m.names, m.prefixes); }

// simulation_interfaces.
void put(Cdr& out, const rosmsg::simulation_interfaces::Result& m) { put_all(out, m.result, m.error_message); }
void put(Cdr& out, const rosmsg::simulation_interfaces::SimulationState& m) { put_all(out, m.state); }
void put(Cdr& out, const rosmsg::simulation_interfaces::EntityState& m) {
  put_all(out, m.header, m.pose, m.twist, m.acceleration);
}
void put(Cdr& out, const rosmsg::simulation_interfaces::SimulatorFeatures& m) {
  put_all(out, m.features, m.spawn_formats, m.custom_info);
}
void put(Cdr& out, const rosmsg::simulation_interfaces::Resource& m) { put_all(out, m.uri, m.resource_string); }
void put(Cdr& out, const rosmsg::simulation_interfaces::WorldResource& m) {
  put_all(out, m.name, m.world_resource, m.description, m.tags);
}
void put(Cdr& out, const rosmsg::simulation_interfaces::GetEntityState::Response& m) {
  put_all(out, m.result, m.state);
}
void put(Cdr& out, const rosmsg::simulation_interfaces::GetAvailableWorlds::Response& m) {
  put_all(out, m.result, m.worlds);
}

template <class T>
void put(Cdr& out, const std::vector<T>& values) {
  out.serialize(static_cast<uint32_t>(values.size()));
  for (const T& value : values) put(out, value);
}
template <class T, std::size_t N>
void put(Cdr& out, const std::array<T, N>& values) {
  for (const T& value : values) put(out, value);
}

template <class... T>
void put_all(Cdr& out, const T&... fields) {
  (put(out, fields), ...);
}

template <class M>
std::vector<std::byte> by_fast_cdr(const M& message) {
  std::vector<char> zeros(1 << 20);  // Fast CDR does not write padding bytes
  eprosima::fastcdr::FastBuffer buffer(zeros.data(), zeros.size());
  Cdr out(buffer, Cdr::LITTLE_ENDIANNESS, Cdr::DDS_CDR);
  out.serialize_encapsulation();
  put(out, message);
  const auto* begin = reinterpret_cast<const std::byte*>(buffer.getBuffer());
  return {begin, begin + out.getSerializedDataLength()};
}

template <class M>
class FastCdr : public ::testing::Test {};

using Interface = ::testing::Types<
    rosmsg::rosgraph_msgs::Clock, rosmsg::tf2_msgs::TFMessage, rosmsg::nav_msgs::Odometry, rosmsg::sensor_msgs::Image,
    rosmsg::sensor_msgs::CameraInfo, rosmsg::sensor_msgs::PointCloud2, rosmsg::ackermann_msgs::AckermannDriveStamped,
    rosmsg::geometry_msgs::TwistStamped, rosmsg::gs_sim_msgs::VehicleControlCmd, rosmsg::gs_sim_msgs::VehicleState,
    rosmsg::gs_sim_msgs::SimulationStatus, rosmsg::gs_sim_msgs::WorldInfo, rosmsg::gs_sim_msgs::PlanarMotion,
    rosmsg::gs_sim_msgs::EgoCore, rosmsg::gs_sim_msgs::SimulationEvent, rosmsg::gs_sim_msgs::Collision,
    rosmsg::std_srvs::Trigger::Request, rosmsg::std_srvs::Trigger::Response, rosmsg::gs_sim_msgs::ResetWorld::Request,
    rosmsg::gs_sim_msgs::ResetWorld::Response, rosmsg::gs_sim_msgs::SetEgoPose::Request,
    rosmsg::gs_sim_msgs::SetEgoPose::Response, rosmsg::gs_sim_msgs::LoadWorld::Request,
    rosmsg::gs_sim_msgs::LoadWorld::Response, rosmsg::gs_sim_msgs::SimulationControl::Request,
    rosmsg::gs_sim_msgs::SimulationControl::Response, rosmsg::rcl_interfaces::Log,
    rosmsg::rcl_interfaces::ParameterEvent, rosmsg::rcl_interfaces::ParameterDescriptor,
    rosmsg::rcl_interfaces::SetParametersResult, rosmsg::rcl_interfaces::ListParametersResult,
    rosmsg::simulation_interfaces::SimulatorFeatures, rosmsg::simulation_interfaces::SimulationState,
    rosmsg::simulation_interfaces::GetEntityState::Response,
    rosmsg::simulation_interfaces::GetAvailableWorlds::Response>;
// Test names by type: "nav_msgs_msg_Odometry".
struct TypeName {
  template <class M>
  static std::string GetName(int) {
    std::string name = rosmsg::type_of<M>().name;
    std::replace(name.begin(), name.end(), '/', '_');
    return name;
  }
};
TYPED_TEST_SUITE(FastCdr, Interface, TypeName);

TYPED_TEST(FastCdr, WritesTheSameBytes) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto message = rosmsg::random_message<TypeParam>(seed);
    EXPECT_EQ(to_hex(rosmsg::encode_cdr(message)), to_hex(by_fast_cdr(message))) << seed;
  }
  EXPECT_EQ(to_hex(rosmsg::encode_cdr(TypeParam{})), to_hex(by_fast_cdr(TypeParam{})));
}

}  // namespace
}  // namespace gs::ros2
