// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/calibration_builder.h"

#include <algorithm>
#include <cmath>

#include "gs/builder/calibration/lens_models.h"
#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/lidar_corrections.h"
#include "gs/core/json/json.h"
#include "gs/mapping/pose_fusion/fix_jumps.h"
#include "gs/world/files/tf_static.h"

namespace gs::builder {
namespace {

constexpr std::string_view kCalibrationComponent = "calibration_builder";

// The transforms that the ingest stored.
Result<TfTree> load_transforms(const fs::path& ingest) {
  TfTree tree;
  GS_TRY(const auto fixed, read_tf_json(ingest / "raw_extract/tf/tf_static.json"));
  GS_TRY(const auto moving, read_tf_json(ingest / "raw_extract/tf/tf.json"));
  for (const StampedTransform& t : fixed) tree.add(t, true);
  for (const StampedTransform& t : moving) tree.add(t, false);
  tree.finish();
  return tree;
}

// Builds calibration.yaml sensor by sensor.
class Builder {
 public:
  Builder(const FramesConfig& frames, const TfTree& tf, bool may_estimate)
      : frames_(frames), tf_(tf), may_estimate_(may_estimate) {}

  // Sensors in the order of sensors.json. A camera without camera_info gets a guess if a LiDAR can estimate its
  // intrinsics; if not, it is an error only if no camera has camera_info.
  BuildResult<CalibrationReport> run(const std::vector<SensorSummary>& sensors) {
    some_camera_has_info_ = std::ranges::any_of(sensors, [](const auto& s) { return s.record.info.has_value(); });
    may_estimate_ = may_estimate_ && std::ranges::any_of(sensors, [](const SensorSummary& s) {
                      return s.record.kind == SensorKind::lidar;
                    });
    for (const SensorSummary& sensor : sensors) {
      if (sensor.record.kind == SensorKind::camera) GS_CHECK(add_camera(sensor));
      if (sensor.record.kind == SensorKind::lidar) GS_CHECK(add_lidar(sensor));
    }
    return std::move(report_);
  }

 private:
  using Done = BuildResult<std::monostate>;

  // base_link_from_sensor. Sensors are fixed to the vehicle: if the chain moves (a steered camera, a wrong tree), its
  // first pose is used.
  BuildResult<Rigid3d> extrinsics(const SensorRecord& sensor, const IdMap& named) {
    const auto configured = named.find(sensor.id);
    const std::string& frame = configured != named.end() ? configured->second : sensor.frame_id;
    const auto pose = tf_.lookup(frames_.base_link, frame, Timestamp{});
    if (pose) {
      if (tf_.moves(frames_.base_link, frame)) {
        warn(sensor, format("{} moves in {}: its first pose is used", frame, frames_.base_link));
      }
      return *pose;
    }
    Node names = Node::list();
    for (const std::string& name : tf_.frames()) names.items.push_back(Node::of(name));
    return BuildError(BuildCode::tf_missing, std::string(kCalibrationComponent),
                      format("no transform from {} to '{}', the frame of {}", frames_.base_link, frame, sensor.key()),
                      std::string(kGivePoseHint))
        .with_detail("available_frames", std::move(names));
  }

  // Intrinsics from camera_info, extrinsics from the transforms. Frames with body axes are rotated to optical axes.
  Done add_camera(const SensorSummary& sensor) {
    const SensorRecord& record = sensor.record;
    if (!record.info && add_uncalibrated(sensor)) return std::monostate{};
    if (!record.info && some_camera_has_info_) {
      warn(record, format("no camera_info for {}: the camera is not used", record.topic));
      return std::monostate{};
    }
    if (!record.info) {
      return BuildError(BuildCode::camera_info_missing, std::string(kCalibrationComponent),
                        format("no camera_info for {} ({})", record.key(), record.topic), std::string(kGiveInfoHint));
    }
    auto intrinsics = to_intrinsics(*record.info, record.width, record.height);
    if (!intrinsics) {
      return BuildError(BuildCode::invalid_calibration, std::string(kCalibrationComponent),
                        std::move(intrinsics).error().with_context(record.key()));
    }
    GS_TRY(const Rigid3d pose, extrinsics(record, frames_.cameras));
    add_placed(sensor, *intrinsics, pose);
    return std::monostate{};
  }

  // A camera whose intrinsics will be estimated; false if that cannot be tried.
  bool add_uncalibrated(const SensorSummary& sensor) {
    const SensorRecord& record = sensor.record;
    if (!may_estimate_ || record.width <= 0 || record.height <= 0) return false;
    const auto pose = extrinsics(record, frames_.cameras);
    if (!pose) return false;
    add_placed(sensor, guessed_intrinsics(record.width, record.height), *pose);
    report_.uncalibrated.push_back(record.id);
    return true;
  }

  void add_placed(const SensorSummary& sensor, const world::CameraIntrinsics& intrinsics, Rigid3d pose) {
    const SensorRecord& record = sensor.record;
    if (has_body_axes(pose)) {
      // Rotation from optical axes (x right, y down, z forward) to body axes (x forward, y left, z up).
      const Quaterniond body_from_optical{-0.5, 0.5, -0.5, 0.5};
      pose.rotation = normalized(pose.rotation * body_from_optical);
      warn(record, format("frame '{}' has body axes (z up) instead of optical axes: it was rotated", record.frame_id));
    }
    if (record.info && record.info->r != decltype(record.info->r){}) {
      // R turns the axes of the camera to those of the rectified image.
      const auto& r = record.info->r;
      const Quaterniond rectified_from_camera =
          to_quaternion(Mat3d::from_rows({r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}));
      pose.rotation = normalized(pose.rotation * rectified_from_camera.conjugate());
    }
    // Frames of a bundle are named after the sensors, not after the frames of the log.
    world::CameraCalibration camera{.id = record.id, .intrinsics = intrinsics};
    camera.intrinsics.frame_id = record.key();
    camera.extrinsics.transform = pose;
    camera.rate_hz = sensor.rate_hz;
    report_.calibration.cameras.push_back(std::move(camera));
  }

  // Estimated parameters of the LiDAR with its extrinsics.
  Done add_lidar(const SensorSummary& sensor) {
    world::LidarCalibration lidar{.id = sensor.record.id, .spec = sensor.record.spec.value_or(world::LiDARSpec{})};
    lidar.spec.frame_id = sensor.record.key();
    GS_TRY(lidar.extrinsics.transform, extrinsics(sensor.record, frames_.lidars));
    lidar.rate_hz = sensor.rate_hz;
    report_.calibration.lidars.push_back(std::move(lidar));
    return std::monostate{};
  }

  void warn(const SensorRecord& sensor, std::string message) {
    report_.problems.add({.severity = Severity::warning,
                          .code = ErrorCode::invalid_data,
                          .file = "calibration.yaml",
                          .place = sensor.key(),
                          .message = std::move(message)});
  }

  const FramesConfig& frames_;
  const TfTree& tf_;
  bool may_estimate_, some_camera_has_info_ = false;
  CalibrationReport report_;
};

constexpr double kDeg = kPi / 180;
// Above these the user is warned: the world does not lie where its origin says, or its axes are not east and north.
constexpr double kMostYaw_rad = 2 * kDeg, kMostRms_m = 5;

// Fixes of the log in the local frame of the first one, and the position of their antenna: that of base_link if the
// transforms do not know the antenna's frame.
struct Gnss {
  Geodetic reference;
  mapping::GnssTrack track;
};
Result<Gnss> load_gnss(const fs::path& ingest, const TfTree& tf, const FramesConfig& frames) {
  GS_TRY(const RecordedFixes fixes, read_fixes(ingest / kFixesFile));
  LocalFixes local = to_local(fixes);
  Gnss out{local.reference, {std::move(local.fixes), {}}};
  const auto antenna = tf.lookup(frames.base_link, fixes.frame_id, Timestamp{});
  if (antenna) out.track.antenna_in_base = antenna->translation;
  return out;
}

void warn_of_gnss(Problems& problems, std::string message, std::string hint) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = std::string(kFixesFile),
                .message = std::move(message),
                .hint = std::move(hint)});
}

// Leaves out fixes that jump against the path, and warns of them, and of fixes that move while the path does not.
void check_gnss(Gnss& gnss, const Trajectory& path, Problems& problems) {
  constexpr double kStill_m = 5, kMoves_m = 20;
  if (path.empty() || gnss.track.fixes.empty()) return;
  mapping::SteadyFixes steady = mapping::without_jumps(path, gnss.track.fixes, gnss.track.antenna_in_base);
  if (!steady.jumps.empty()) {
    const auto largest = std::ranges::max_element(steady.jumps, {}, &mapping::FixJump::size_m);
    warn_of_gnss(problems,
                 format("GNSS positions jump {} times against the path, by up to {:.1f} m ({:.1f} s after its start)",
                        steady.jumps.size(), largest->size_m, (largest->stamp - path.start()).seconds()),
                 format("{} of {} positions are not used; check the receiver's status and its corrections",
                        steady.left_out, gnss.track.fixes.size()));
    gnss.track.fixes = std::move(steady.fixes);
  }
  double path_m = 0, fixes_m = 0;
  const mapping::PositionFix& first = gnss.track.fixes.front();
  for (const StampedPose& pose : path.poses()) {
    path_m = std::max(path_m, norm(pose.map_from_body.translation - path.poses()[0].map_from_body.translation));
  }
  for (const mapping::PositionFix& fix : gnss.track.fixes) {
    const Vec3d moved = fix.position_in_enu - first.position_in_enu;
    fixes_m = std::max(fixes_m, std::hypot(moved.x, moved.y) - 4 * std::hypot(fix.sigma_m.x, first.sigma_m.x));
  }
  if (path_m < kStill_m && fixes_m > kMoves_m) {
    warn_of_gnss(problems, format("GNSS positions move by {:.0f} m, but the path by {:.1f} m only", fixes_m, path_m),
                 "the poses are wrong: the log needs odometry where the LiDAR sees no motion (tunnel, open field)");
  }
}

world::GeoOrigin to_origin(const Geodetic& g) { return {g.latitude_deg, g.longitude_deg, g.altitude_m}; }

// The configured origin has priority over a fit of the path to all fixes; a path that stands still takes the first fix.
void find_origin(const CalibrationOptions& options, const Gnss& gnss, const Trajectory& path,
                 CalibrationReport& report) {
  const OriginConfig& o = options.origin;
  std::optional<world::GeoOrigin>& origin = report.coordinate_system.origin;
  const auto fit = mapping::fit_alignment(path, gnss.track.fixes, gnss.track.antenna_in_base);
  if (fit) report.origin = {"fit", fit->fixes, fit->rms_m, -fit->map_from_enu.yaw_rad};
  if (o.latitude && o.longitude && o.altitude) {
    report.origin.method = "configuration";
    origin = world::GeoOrigin{*o.latitude, *o.longitude, *o.altitude};
  } else if (fit) {
    const mapping::Alignment& a = fit->map_from_enu;
    origin = to_origin(from_enu(a.rotation().conjugate() * -a.translation, gnss.reference));
  } else if (!gnss.track.fixes.empty()) {
    report.origin = {"first fix", 1};
    origin = to_origin(gnss.reference);
  }
}

// Warns if an origin that was fitted does not describe the world well.
void warn_of_origin(CalibrationReport& report) {
  const auto warn = [&](std::string message, std::string hint) {
    report.problems.add({.severity = Severity::warning,
                         .code = ErrorCode::invalid_data,
                         .file = "metadata.json",
                         .message = std::move(message),
                         .hint = std::move(hint)});
  };
  const OriginReport& o = report.origin;
  if (o.method != "fit") return;
  if (std::abs(o.yaw_rad) > kMostYaw_rad) {
    warn(format("the x axis of {} points {:.1f} deg from east", report.coordinate_system.map_frame, o.yaw_rad / kDeg),
         "positions relative to the origin are in the axes of the map, not east and north");
  }
  if (o.rms_m > kMostRms_m) {
    warn(format("GNSS fixes and path differ by {:.1f} m (RMS of {} fixes)", o.rms_m, o.fixes),
         "the origin is that uncertain; check the odometry and the receiver");
  }
}

// The extrinsics with the rotations that were found; the elevation offset is no extrinsic.
void turn_lidars(world::Calibration& calibration, const RefinementReport& refinement) {
  for (world::LidarCalibration& lidar : calibration.lidars) {
    for (const auto& [id, bias] : refinement.lidars) {
      Quaterniond& rotation = lidar.extrinsics.transform.rotation;
      if (id == lidar.id) rotation = normalized(rotation_from_vector(bias.correction.rotation) * rotation);
    }
  }
}

// The coordinate system part of metadata.json; the packer adds the rest.
std::string write_frames(const world::CoordinateSystem& c, const OriginReport& origin) {
  Node frames = Node::map();
  frames.add("map_frame", Node::of(c.map_frame));
  frames.add("odom_frame", Node::of(c.odom_frame));
  frames.add("base_link_frame", Node::of(c.base_link_frame));
  frames.add("convention", Node::of(c.convention));
  if (c.origin) {
    frames.add("origin_lat", Node::of(c.origin->lat_deg));
    frames.add("origin_lon", Node::of(c.origin->lon_deg));
    frames.add("origin_alt", Node::of(c.origin->alt_m));
  }
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("coordinate_system", std::move(frames));
  Node& fit = root.add("origin_fit", Node::map());
  fit.add("method", Node::of(origin.method));
  fit.add("fixes", Node::of(static_cast<int64_t>(origin.fixes)));
  fit.add("rms_m", Node::of(origin.rms_m));
  fit.add("yaw_deg", Node::of(origin.yaw_rad / kDeg));
  return write_json(root);
}

// Puts estimated intrinsics into the calibration. A camera without an estimate is left out; that is an error if no
// camera is left, and else a warning, as for cameras that were never tried.
BuildResult<std::monostate> apply_lenses(const std::vector<SensorSummary>& sensors, CalibrationReport& report) {
  set_lenses(report.calibration, report.lenses);
  for (const EstimatedLens& lens : report.lenses) {
    const auto sensor = std::ranges::find_if(
        sensors, [&](const SensorSummary& s) { return s.record.kind == SensorKind::camera && s.record.id == lens.id; });
    const std::string topic = sensor == sensors.end() ? lens.id : sensor->record.topic;
    if (!lens.found.found && report.calibration.cameras.empty()) {
      return BuildError(BuildCode::camera_info_missing, std::string(kCalibrationComponent),
                        format("no camera_info for camera_{} ({}), and its intrinsics cannot be estimated: {}", lens.id,
                               topic, lens.found.reason),
                        std::string(kGiveInfoHint));
    }
    report.problems.add(
        {.severity = Severity::warning,
         .code = ErrorCode::invalid_data,
         .file = "calibration.yaml",
         .place = "camera_" + lens.id,
         .message = lens.found.found
                        ? format("no camera_info for {}: its intrinsics were estimated from the drive (focal length "
                                 "{:.1f} px, +-{:.1f} %)",
                                 topic, lens.found.camera.fx, 100 * lens.found.focal_sigma_share)
                        : format("no camera_info for {}: the camera is not used, because its intrinsics cannot be "
                                 "estimated: {}",
                                 topic, lens.found.reason),
         .hint = std::string(kGiveInfoHint)});
  }
  return std::monostate{};
}

// Replaces intrinsics and extrinsics by those of the calibration file, if there is one. What was used is said in the
// report and returned as a document; null without a file.
BuildResult<Node> apply_given(const CalibrationOptions& options, CalibrationInputs& inputs, CalibrationReport& report) {
  GS_TRY(const auto file, open_calibration(options.calibration_file));
  if (!file) return Node{};
  auto used = apply_calibration(file->content, file->name, inputs, report.problems);
  if (!used) {
    return BuildError(BuildCode::invalid_calibration, std::string(kCalibrationComponent), std::move(used).error());
  }
  report.given = to_lines(*file, *used);
  return to_node(*file, *used);
}

}  // namespace

Result<world::CameraIntrinsics> to_intrinsics(const rosmsg::sensor_msgs::CameraInfo& info, int width, int height) {
  world::CameraIntrinsics c;
  // K = [fx 0 cx; 0 fy cy; 0 0 1], row major (sensor_msgs/CameraInfo).
  c.width = static_cast<int>(info.width), c.height = static_cast<int>(info.height);
  c.fx = info.k[0], c.cx = info.k[2], c.fy = info.k[4], c.cy = info.k[5];
  if (!(c.fx > 0) || !(c.fy > 0) || !std::isfinite(c.fx + c.fy + c.cx + c.cy)) {
    return fail(ErrorCode::invalid_data, "focal lengths must be positive, but are {} and {}", c.fx, c.fy);
  }
  // KITTI's odometry files do not state the size: their matrices are those of the recorded images.
  if (c.width <= 0 || c.height <= 0) c.width = width, c.height = height;
  GS_TRY(c, with_distortion(c, info.distortion_model, info.d));
  if (width <= 0 || (width == c.width && height == c.height)) return c;
  // Images were scaled or binned after the calibration.
  const CameraD small = scaled(world::to_camera(c), width, height);
  c.width = width, c.height = height;
  c.fx = small.fx, c.fy = small.fy, c.cx = small.cx, c.cy = small.cy;
  return c;
}

bool has_body_axes(const Rigid3d& base_link_from_camera) {
  return (base_link_from_camera.rotation * Vec3d{0, 0, 1}).z > 0.8;
}

BuildResult<CalibrationReport> CalibrationBuilder::run(const Workspace& workspace, const Options& options,
                                                       Progress& progress) {
  const fs::path from = workspace.folder(Step::mcap_ingest);
  CalibrationInputs inputs{.sensors = {}, .tf = {}, .frames = options.frames};
  GS_TRY(inputs.sensors, read_sensors(from / "sensors.json"));
  progress.begin("calibrating", inputs.sensors.size(), "sensors");
  GS_TRY(inputs.tf, load_transforms(from));
  CalibrationReport given;
  GS_TRY(const Node given_node, apply_given(options, inputs, given));
  const bool may_estimate = options.refine_cameras != kRefineNever;
  GS_TRY(CalibrationReport report, Builder(inputs.frames, inputs.tf, may_estimate).run(inputs.sensors));
  report.given = std::move(given.given);
  for (const Problem& problem : given.problems) report.problems.add(problem);
  GS_TRY(Gnss gnss, load_gnss(from, inputs.tf, options.frames));
  report.coordinate_system.map_frame = options.frames.map;
  report.coordinate_system.odom_frame = options.frames.odom;

  // Parse the result, so that only files that every reader accepts are written.
  const std::string yaml = world::write_calibration(report.calibration);
  Problems problems;
  world::parse_calibration(yaml, "calibration.yaml", problems);
  for (const Problem& problem : problems) {
    if (problem.severity != Severity::error) continue;
    return BuildError(BuildCode::invalid_calibration, std::string(kCalibrationComponent), to_string(problem),
                      "check camera_info and the transforms of this sensor");
  }
  // Written under a temporary name; commit() renames it.
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::calibration_builder));
  GS_CHECK(write_file(folder.path() / "calibration.yaml", yaml));
  if (!given_node.is_null()) GS_CHECK(write_file(folder.path() / kCalibrationFileReport, write_json(given_node)));
  GS_CHECK(folder.commit());
  progress.advance(inputs.sensors.size());
  progress.finish();
  // After the folder is in place, because reading sweeps needs the calibration.
  GS_TRY(const Trajectory recorded, recorded_poses(workspace));
  check_gnss(gnss, recorded, report.problems);
  GS_TRY(report.refinement,
         refine_recorded_poses(workspace, options.refine_poses, gnss.track, report.problems, progress));
  turn_lidars(report.calibration, report.refinement);
  GS_TRY(const Trajectory path, recorded_poses(workspace));
  find_origin(options, gnss, path, report);
  warn_of_origin(report);
  const fs::path out = workspace.folder(Step::calibration_builder);
  GS_CHECK(write_file(out / "calibration.yaml", world::write_calibration(report.calibration)));
  if (!report.uncalibrated.empty()) {
    GS_TRY(report.lenses, estimate_lenses(workspace, report.uncalibrated, report.problems, progress));
    GS_CHECK(apply_lenses(inputs.sensors, report));
    GS_CHECK(write_file(out / "calibration.yaml", world::write_calibration(report.calibration)));
  }
  GS_TRY(report.cameras, refine_recorded_cameras(workspace, options.refine_cameras, report.problems, progress));
  turn_cameras(report.calibration, report.cameras);
  GS_CHECK(write_file(out / "calibration.yaml", world::write_calibration(report.calibration)));
  GS_CHECK(write_file(out / "tf_static.json", world::write_tf_static(world::tf_static_of(report.calibration))));
  GS_CHECK(write_file(out / "metadata.json", write_frames(report.coordinate_system, report.origin)));
  return report;
}

}  // namespace gs::builder
