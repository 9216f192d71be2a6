// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes what an importer found in the folders of a data set as the messages of a drive. Topics and frames are the same
// for every set:
//
//   /camera/NAME/image_raw/compressed   sensor_msgs/CompressedImage  the bytes of the file (or image_raw, decoded)
//   /camera/NAME/camera_info            sensor_msgs/CameraInfo       P without baseline; frame camera_NAME
//   /lidar/NAME/points                  sensor_msgs/PointCloud2      x y z intensity time [ring label]; lidar_NAME
//   /odom                               nav_msgs/Odometry            odom -> base_link
//   /tf, /tf_static                     tf2_msgs/TFMessage           odom -> base_link; map -> odom (identity), sensors
//   /gps/fix                            sensor_msgs/NavSatFix
//   /labels/objects                     vision_msgs/Detection3DArray labelled boxes in map
//
// base_link is on the ground under the rear axle: x forward, y left, z up. The origin of map is base_link at the first
// pose.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"
#include "gs/importers/common/import_options.h"
#include "gs/importers/common/path.h"
#include "gs/logio/api/log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::importers {

// A camera. Its axes: x right, y down, z forward. Focal lengths and principal point in pixels.
struct Camera {
  std::string name;           // of its topics; its frame is camera_NAME
  int width = 0, height = 0;  // 0: that of its first image
  double fx = 0, fy = 0, cx = 0, cy = 0;
  // plumb_bob: k1 k2 p1 p2 k3, empty for none. omni (Mei and Rives 2007): xi k1 k2 p1 p2, and fx, fy are the
  // generalised focal lengths.
  std::string distortion_model = "plumb_bob";
  std::vector<double> distortion;
  Rigid3d base_from_camera;
};

// The camera of a rectified set with the projection P = K [I | t] in rows [3, 4], where t leads from the rectified
// camera 0 to this one (Geiger et al. 2013). Name and size are left open. `key` appears in errors. Errors:
// invalid_data.
Result<Camera> camera_of_projection(std::span<const double> p, const Rigid3d& base_from_rectified,
                                    std::string_view key);

// The points of one LiDAR sweep, in the frame of the sensor [m].
struct Sweep {
  struct Point {
    float x = 0, y = 0, z = 0;
    float intensity = 0;
    float time_s = 0;  // after the stamp; 0 for all points of a sweep that is already corrected for motion
    uint16_t ring = 0;
    uint16_t label = 0;
  };
  std::vector<Point> points;
  bool has_ring = false, has_label = false;
};

// A labelled box. Its axes: x along its length, y along its width, z up.
struct LabelledBox {
  std::string object, category;
  Rigid3d map_from_box;  // its centre
  Vec3d size_m;          // length, width, height
};

// Conversions to messages.
rosmsg::geometry_msgs::Vector3 vector3(Vec3d v);
rosmsg::geometry_msgs::Quaternion quaternion(const Quaterniond& q);
rosmsg::geometry_msgs::TransformStamped transform_message(const std::string& parent, const std::string& child,
                                                          const Rigid3d& parent_from_child, Timestamp time);

// Collects the messages of a drive by time, then writes them in order of time. Files are read when they are written.
class DriveWriter {
 public:
  // `source` goes into the metadata of the log: the kind of the set and its licence.
  DriveWriter(logio::LogWriter& log, const ImportOptions& options, std::string source)
      : log_(log), raw_images_(options.images == "raw"), source_(std::move(source)) {}

  // Schedules work at a time: usually one write().
  void at(Timestamp time, std::function<Result<void>()> work) { tasks_.push_back({time, std::move(work)}); }
  // Adds a frame to /tf_static.
  void add_frame(std::string name, const Rigid3d& base_from_frame) {
    frames_.emplace_back(std::move(name), base_from_frame);
  }
  // Checks the path and schedules /tf and /odom; the velocity is that of the path. Errors: those of check_path().
  Result<void> add_path(const std::vector<PathPose>& path);
  // Adds a camera with its frame; returns its number for add_image().
  std::size_t add_camera(Camera camera);
  void add_image(std::size_t camera, std::filesystem::path file, Timestamp time);
  // Schedules a sweep of the LiDAR `name`, read by `read`.
  void add_sweep(const std::string& name, Timestamp time, std::function<Result<Sweep>()> read);
  // Schedules labelled boxes, given or made when they are written.
  void add_boxes(Timestamp time, std::vector<LabelledBox> boxes);
  void add_boxes(Timestamp time, std::function<std::vector<LabelledBox>()> make);
  // Schedules a position of a GNSS receiver in frame base_link.
  void add_fix(Timestamp time, double latitude_deg, double longitude_deg, double altitude_m);

  // Writes one message at once. Only work of at() may call it.
  template <rosmsg::Message M>
  Result<void> write(const std::string& topic, const M& message, Timestamp time) {
    GS_TRY(const uint32_t channel, this->channel(topic, M::kType, [] {
      return std::pair{rosmsg::ros2msg_text(rosmsg::type_of<M>()), rosmsg::type_hash(rosmsg::type_of<M>())};
    }));
    rosmsg::encode_cdr_into(message, payload_);
    return log_.write(channel, time, time, sequence_[topic]++, payload_);
  }

  // Writes everything; does not close the log. Errors: invalid_data for times that no stamp of ROS holds (before 1970,
  // after January 2038); those of reading the files and of writing; interrupted.
  Result<ImportReport> run(Progress& progress);
  // What is written so far; importers count their own messages here.
  ImportReport& report() { return report_; }

 private:
  struct Task {
    Timestamp time;
    std::function<Result<void>()> work;
  };
  Result<uint32_t> channel(const std::string& topic, std::string_view type,
                           const std::function<std::pair<std::string, std::string>()>& text_and_hash);
  Result<void> check_times() const;
  Result<void> write_static(Timestamp time);
  Result<void> write_image(Camera& camera, const std::filesystem::path& file, Timestamp time);
  Result<void> write_decoded(const Camera& camera, const std::filesystem::path& file, Bytes bytes, Timestamp time);
  Result<void> write_sweep(const std::string& name, const Sweep& sweep, Timestamp time);
  Result<void> write_boxes(const std::vector<LabelledBox>& boxes, Timestamp time);

  logio::LogWriter& log_;
  bool raw_images_;
  std::string source_;
  std::vector<Task> tasks_;
  std::vector<std::pair<std::string, Rigid3d>> frames_;
  std::deque<Camera> cameras_;
  std::map<std::string, uint32_t> channels_, sequence_;
  std::vector<std::byte> payload_;
  ImportReport report_;
};

}  // namespace gs::importers
