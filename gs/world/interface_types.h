// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The 14 structures that are passed between the parts of a simulation. Names and fields are those of the interface
// specification, with Timestamp in place of rclcpp::Time and our geometry types in place of Eigen.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/time.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"

namespace gs::world {

// 1. Pose of base_link in map (ENU), metres; quaternion of unit length within 1e-6.
struct EgoPose {
  double x = 0, y = 0, z = 0;
  double qx = 0, qy = 0, qz = 0, qw = 1;
  Timestamp stamp;
};

// 2. Velocity in base_link (FLU): vx forward, vy left [m/s]; wz positive when turning left [rad/s].
struct EgoTwist {
  double vx = 0, vy = 0, vz = 0;
  double wx = 0, wy = 0, wz = 0;
};

// 3. State of the ego vehicle. speed equals twist.vx; steering_angle is positive to the left.
struct EgoState {
  EgoPose pose;
  EgoTwist twist;
  double steering_angle = 0;  // [rad]
  double speed = 0;           // [m/s], positive forward
};

// 4. Control command. A zero stamp means the time of arrival.
struct ControlInput {
  double steering_angle = 0;           // [rad]
  double steering_angle_velocity = 0;  // [rad/s], optional
  double speed = 0;                    // [m/s]
  double acceleration = 0;             // [m/s^2]
  Timestamp stamp;
};

// 5. Summary of world.yaml and timebase.yaml. Paths are relative to bundle_path and stay inside it.
struct WorldData {
  std::string scene_id;
  std::filesystem::path bundle_path;
  std::string gaussian_ply_path;
  std::string render_config_path;
  std::string heightmap_bin_path;
  std::string heightmap_yaml_path;
  std::string drivable_geojson_path;
  std::string calibration_yaml_path;
  std::string tf_static_json_path;
  std::string timebase_yaml_path;
  std::string static_mesh_glb_path;  // empty: none
  double dt = 0.01;                  // [s]
  double start_time = 0;             // [s]
  EgoPose initial_pose;
  double initial_velocity = 0;  // [m/s] along base_link x
};

// 6. Grid of ground heights. Sample (ix, iy) is the ground at (origin_x + ix * resolution, origin_y + iy * resolution);
// its height in map is data[iy * width + ix] + origin_z. NaN: unknown ground.
struct HeightmapData {
  int width = 0, height = 0;
  double resolution = 0.1;  // [m]
  double origin_x = 0, origin_y = 0, origin_z = 0;
  double min_height = 0, max_height = 0;  // of the finite samples, without origin_z
  std::vector<float> data;                // row major: y, then x
};

// A closed ring: the first point is repeated at the end. Outer rings run counter-clockwise, holes clockwise.
using Ring = std::vector<Vec2d>;

// A polygon in the x-y plane of map [m] with its properties.
struct DrivablePolygon {
  Ring outer;
  std::vector<Ring> holes;
  int priority = 0;                       // in overlaps the properties of the polygon with the higher priority apply
  std::optional<double> speed_limit_kmh;  // `speed_limit` in the file

  friend bool operator==(const DrivablePolygon&, const DrivablePolygon&) = default;
};

// 7. Drivable area in the x-y plane of map. Holes belong to their polygon; the flat list of rings in the specification
// cannot express that.
struct DrivableArea {
  std::vector<DrivablePolygon> polygons;

  friend bool operator==(const DrivableArea&, const DrivableArea&) = default;
};

// 8. State of the episode.
struct SimulationStatus {
  bool is_collision = false;
  bool is_offroad = false;
  double elapsed_time = 0;  // [s]
  std::string message;
};

// 9. Camera intrinsics [px]: pinhole with radtan (rational with k4..k6), or fisheye with equidistant distortion
// (k1..k4).
struct CameraIntrinsics {
  std::string frame_id;
  int width = 0, height = 0;
  double fx = 0, fy = 0, cx = 0, cy = 0;
  double k1 = 0, k2 = 0, p1 = 0, p2 = 0;
  double k3 = 0, k4 = 0, k5 = 0, k6 = 0;
  Lens lens = Lens::radtan;
};

// 10. Pose of the camera in base_link (base_link_from_camera), with the axes of camera_convention.
struct CameraExtrinsics {
  Rigid3d transform;
};

// 11. Rendered image, RGB8, row major: data.size() == width * height * 3.
struct RenderedImage {
  std::string camera_id;
  int width = 0, height = 0;
  std::vector<uint8_t> data;
  Timestamp stamp;
};

// 12. LiDAR parameters. Ring 0 is the lowest beam.
struct LiDARSpec {
  std::string frame_id;
  std::string model;  // free text, as in the file
  int channels = 128;
  double horizontal_resolution = 0.2;            // [deg]
  double vertical_fov_min = -25.0;               // [deg]
  double vertical_fov_max = 15.0;                // [deg]
  double max_range = 200.0;                      // [m]
  double min_range = 0.5;                        // [m]
  std::vector<double> beam_elevations_deg;       // one per channel; empty: evenly over the field of view
  std::vector<double> beam_azimuth_offsets_deg;  // one per channel; empty: all zero
  int max_points = 200'000;                      // larger sweeps are thinned; 0: no limit
};

// 13. Pose of the LiDAR (FLU) in base_link (base_link_from_lidar).
struct LiDARExtrinsics {
  Rigid3d transform;
};

// 14. Simulated sweep: x, y, z [m] in the LiDAR's frame, intensity 0 to 255.
struct GeneratedPointCloud {
  std::string lidar_id;
  std::vector<Vec4f> points;
  Timestamp stamp;
};

// Conversions between EgoPose and map_from_base_link.
inline Rigid3d map_from_base_link(const EgoPose& pose) {
  return {{pose.qx, pose.qy, pose.qz, pose.qw}, {pose.x, pose.y, pose.z}};
}
inline EgoPose to_ego_pose(const Rigid3d& map_from_base_link, Timestamp stamp) {
  const auto& [q, t] = map_from_base_link;
  return {t.x, t.y, t.z, q.x, q.y, q.z, q.w, stamp};
}

}  // namespace gs::world
