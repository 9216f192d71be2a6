// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The lists of all messages and services of this library. The registry and the tests run over them.
#pragma once

#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/autoware_perception_msgs.h"
#include "gs/rosmsg/messages/builtin_interfaces.h"
#include "gs/rosmsg/messages/diagnostic_msgs.h"
#include "gs/rosmsg/messages/ffmpeg_image_transport_msgs.h"
#include "gs/rosmsg/messages/foxglove_msgs.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/livox_ros_driver2.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/nebula_msgs.h"
#include "gs/rosmsg/messages/ouster_sensor_msgs.h"
#include "gs/rosmsg/messages/pandar_msgs.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"
#include "gs/rosmsg/messages/realsense_msgs.h"
#include "gs/rosmsg/messages/rmw_dds_common.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/service_msgs.h"
#include "gs/rosmsg/messages/simulation_entities.h"
#include "gs/rosmsg/messages/simulation_interfaces.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/rosmsg/messages/tf.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/messages/unique_identifier_msgs.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"

namespace gs::rosmsg {

// A list of types, for templates that run over all messages or services.
template <class... T>
struct TypeList {};

using AllMessages = TypeList<
    builtin_interfaces::Time, builtin_interfaces::Duration, std_msgs::Header, std_msgs::Empty, std_msgs::Bool,
    std_msgs::Byte, std_msgs::Char, std_msgs::Int8, std_msgs::UInt8, std_msgs::Int16, std_msgs::UInt16, std_msgs::Int32,
    std_msgs::UInt32, std_msgs::Int64, std_msgs::UInt64, std_msgs::Float32, std_msgs::Float64, std_msgs::String,
    std_msgs::ColorRGBA, std_msgs::MultiArrayDimension, std_msgs::MultiArrayLayout, std_msgs::UInt8MultiArray,
    std_msgs::Int32MultiArray, std_msgs::Float32MultiArray, std_msgs::Float64MultiArray, geometry_msgs::Point,
    geometry_msgs::Point32, geometry_msgs::Vector3, geometry_msgs::Quaternion, geometry_msgs::Pose,
    geometry_msgs::Transform, geometry_msgs::Twist, geometry_msgs::Accel, geometry_msgs::Wrench,
    geometry_msgs::PoseWithCovariance, geometry_msgs::TwistWithCovariance, geometry_msgs::AccelWithCovariance,
    geometry_msgs::PointStamped, geometry_msgs::Vector3Stamped, geometry_msgs::QuaternionStamped,
    geometry_msgs::PoseStamped, geometry_msgs::PoseArray, geometry_msgs::PoseWithCovarianceStamped,
    geometry_msgs::TransformStamped, geometry_msgs::TwistStamped, geometry_msgs::TwistWithCovarianceStamped,
    geometry_msgs::AccelStamped, geometry_msgs::AccelWithCovarianceStamped, geometry_msgs::WrenchStamped,
    geometry_msgs::Polygon, geometry_msgs::PolygonStamped, sensor_msgs::Image, sensor_msgs::CompressedImage,
    sensor_msgs::RegionOfInterest, sensor_msgs::CameraInfo, sensor_msgs::PointField, sensor_msgs::PointCloud2,
    sensor_msgs::Imu, sensor_msgs::MagneticField, sensor_msgs::NavSatStatus, sensor_msgs::NavSatFix,
    sensor_msgs::LaserScan, sensor_msgs::JointState, sensor_msgs::Joy, sensor_msgs::Temperature,
    sensor_msgs::FluidPressure, nav_msgs::Odometry, nav_msgs::Path, nav_msgs::MapMetaData, nav_msgs::OccupancyGrid,
    tf2_msgs::TFMessage, tf2_msgs::TF2Error, tf::tfMessage, rosgraph_msgs::Clock, ackermann_msgs::AckermannDrive,
    ackermann_msgs::AckermannDriveStamped, diagnostic_msgs::KeyValue, diagnostic_msgs::DiagnosticStatus,
    diagnostic_msgs::DiagnosticArray, realsense_msgs::StreamInfo, realsense_msgs::ImuIntrinsic,
    realsense_msgs::Notification, rcl_interfaces::Log, rcl_interfaces::ParameterType, rcl_interfaces::ParameterValue,
    rcl_interfaces::Parameter, rcl_interfaces::FloatingPointRange, rcl_interfaces::IntegerRange,
    rcl_interfaces::ParameterDescriptor, rcl_interfaces::ParameterEvent, rcl_interfaces::SetParametersResult,
    rcl_interfaces::ListParametersResult, gs_sim_msgs::VehicleControlCmd, gs_sim_msgs::VehicleState,
    gs_sim_msgs::Collision, gs_sim_msgs::PlanarMotion, gs_sim_msgs::EgoCore, gs_sim_msgs::SimulationEvent,
    gs_sim_msgs::SimulationStatus, gs_sim_msgs::WorldInfo, simulation_interfaces::Result,
    simulation_interfaces::SimulationState, simulation_interfaces::EntityState,
    simulation_interfaces::SimulatorFeatures, simulation_interfaces::Resource, simulation_interfaces::WorldResource,
    simulation_interfaces::TagsFilter, simulation_interfaces::Bounds, simulation_interfaces::EntityCategory,
    simulation_interfaces::EntityFilters, simulation_interfaces::Spawnable, service_msgs::ServiceEventInfo,
    rmw_dds_common::Gid<16>, rmw_dds_common::NodeEntitiesInfo<16>, rmw_dds_common::ParticipantEntitiesInfo<16>,
    velodyne_msgs::VelodynePacket, velodyne_msgs::VelodyneScan, pandar_msgs::PandarPacket, pandar_msgs::PandarScan,
    nebula_msgs::NebulaPacket, nebula_msgs::NebulaPackets, ouster_sensor_msgs::PacketMsg,
    livox_ros_driver2::CustomPoint, livox_ros_driver2::CustomMsg, vision_msgs::ObjectHypothesis,
    vision_msgs::ObjectHypothesisWithPose, vision_msgs::BoundingBox3D, vision_msgs::Detection3D,
    vision_msgs::Detection3DArray, unique_identifier_msgs::UUID, autoware_perception_msgs::ObjectClassification,
    autoware_perception_msgs::Shape, autoware_perception_msgs::TrackedObjectKinematics,
    autoware_perception_msgs::TrackedObject, autoware_perception_msgs::TrackedObjects,
    ffmpeg_image_transport_msgs::FFMPEGPacket, foxglove_msgs::CompressedVideo, foxglove_msgs::CompressedImage,
    foxglove_msgs::RawImage>;

using AllServices =
    TypeList<std_srvs::Empty, std_srvs::SetBool, std_srvs::Trigger, rcl_interfaces::GetParameters,
             rcl_interfaces::GetParameterTypes, rcl_interfaces::SetParameters, rcl_interfaces::SetParametersAtomically,
             rcl_interfaces::DescribeParameters, rcl_interfaces::ListParameters, gs_sim_msgs::ResetWorld,
             gs_sim_msgs::SetEgoPose, gs_sim_msgs::LoadWorld, gs_sim_msgs::SimulationControl,
             simulation_interfaces::GetSimulatorFeatures, simulation_interfaces::StepSimulation,
             simulation_interfaces::GetSimulationState, simulation_interfaces::SetSimulationState,
             simulation_interfaces::ResetSimulation, simulation_interfaces::GetEntityState,
             simulation_interfaces::SetEntityState, simulation_interfaces::GetAvailableWorlds,
             simulation_interfaces::GetCurrentWorld, simulation_interfaces::LoadWorld,
             simulation_interfaces::UnloadWorld, simulation_interfaces::GetSpawnables,
             simulation_interfaces::SpawnEntity, simulation_interfaces::DeleteEntity,
             simulation_interfaces::GetEntities, simulation_interfaces::GetEntitiesStates>;

}  // namespace gs::rosmsg
