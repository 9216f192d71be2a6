// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of calibrate_camera() on a synthetic drive: what is left of planted rotations, translations and clock offsets,
// and what is done to a good calibration. One line per camera and case.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/table.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"
#include "gs/mapping/poses/deskew.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/exposure.h"
#include "gs/synth/drive/rig.h"

namespace {

using namespace gs;
using namespace gs::mapping;

constexpr double kDegrees = kPi / 180;
constexpr std::size_t kViews = 32;

// Sweeps kept in memory.
class DriveSweeps final : public SweepSource {
 public:
  std::size_t count() const override { return sweeps.size(); }
  Result<Sweep> read(std::size_t index) override { return sweeps[index]; }
  std::vector<Sweep> sweeps;
};

// A drive with its map and the images of each camera at their true times.
struct Drive {
  synth::Rig rig;
  Trajectory path;
  StaticMap map;
  std::vector<std::vector<CameraView>> views;
};

Result<Drive> make_drive(const synth::DriveOptions& o, double voxel_m) {
  Drive out;
  GS_TRY(out.rig, synth::make_rig(o));
  GS_TRY(synth::Scene scene, synth::make_drive_scene(o));
  const synth::Ego ego(scene.street().road, o.duration_s, o.ego);
  std::vector<StampedPose> poses;
  for (int64_t ms = -100; ms <= static_cast<int64_t>(o.duration_s * 1e3) + 200; ms += 10) {
    poses.push_back({synth::kDriveStart + Duration::from_ms(ms), ego.map_from_base(1e-3 * static_cast<double>(ms))});
  }
  GS_TRY(out.path, Trajectory::from_poses(std::move(poses)));
  const synth::LidarSensor lidar(*out.rig.lidar);
  const Rigid3d base_from_lidar = out.rig.base_from_lidar;
  const auto seed = static_cast<uint64_t>(o.street.seed);
  DriveSweeps sweeps;
  for (uint32_t i = 0; 0.1 * i < o.duration_s - 0.1; ++i) {
    GS_TRY(const auto points, lidar.sweep(
                                  scene, 0.1 * i, [&](double t) { return ego.map_from_base(t) * base_from_lidar; },
                                  o.lidar_noise, synth::frame_seed(seed, 1000, i)));
    Sweep sweep{.stamp = synth::kDriveStart + Duration::from_seconds(0.1 * i),
                .sensor_in_base = base_from_lidar.translation};
    for (const synth::LidarPoint& p : points) {
      sweep.points.push_back({cast<float>(base_from_lidar * cast<double>(p.point)), p.intensity});
      sweep.time_offset_s.push_back(p.time_s);
    }
    GS_TRY(sweep, deskew(std::move(sweep), out.path));
    sweeps.sweeps.push_back(std::move(sweep));
  }
  NoProgress quiet;
  GS_TRY(out.map, PointcloudIntegrator::run(sweeps, {.voxel_m = voxel_m, .remove_moving = o.traffic}, quiet));
  for (std::size_t c = 0; c < out.rig.cameras.size(); ++c) {
    const synth::CameraSensor sensor(out.rig.cameras[c].camera, 1);
    out.views.emplace_back();
    for (std::size_t i = 0; i < kViews; ++i) {
      const double t = 0.2 + (o.duration_s - 0.4) * (static_cast<double>(i) + 0.5) / kViews;
      GS_CHECK(scene.set_interval(t, t));
      const Rigid3d pose = ego.map_from_base(t) * out.rig.cameras[c].base_from_camera;
      const auto frame = sensor.take(scene, std::span(&pose, 1), o.imaging, synth::frame_seed(seed, c, i));
      out.views.back().push_back({synth::kDriveStart + Duration::from_seconds(t),
                                  grey_of_rgb(frame.rgb.width, frame.rgb.height, frame.rgb.data)});
    }
  }
  return out;
}

// Errors planted into one camera.
struct Planted {
  std::string name;
  Vec3d rpy_deg, shift_m;
  double time_s = 0;

  bool is_nothing() const { return rpy_deg == Vec3d{} && shift_m == Vec3d{} && time_s == 0; }
};

double largest(Vec3d v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// Whether what is left holds the bars on every axis: 0.05 deg, 2 cm and 5 ms of planted errors, 0.02 deg, 1 cm and 1 ms
// of a good calibration.
bool holds(const Planted& planted, Vec3d turn_rad, Vec3d shift_m, double time_s) {
  if (planted.is_nothing()) {
    return largest(turn_rad) <= 0.02 * kDegrees && largest(shift_m) <= 0.01 && std::abs(time_s) <= 1e-3;
  }
  return largest(turn_rad) <= 0.05 * kDegrees && largest(shift_m) <= 0.02 && std::abs(time_s) <= 5e-3;
}

std::string show(Vec3d v, double scale) {
  return format("{:+.3f} {:+.3f} {:+.3f}", v.x * scale, v.y * scale, v.z * scale);
}

Result<void> measure(const Drive& drive, std::size_t c, const Planted& planted, int seed) {
  const synth::CameraMount& mount = drive.rig.cameras[c];
  const Quaterniond turn =
      Quaterniond::from_rpy(planted.rpy_deg.x * kDegrees, planted.rpy_deg.y * kDegrees, planted.rpy_deg.z * kDegrees);
  std::vector<CameraView> views = drive.views[c];
  for (CameraView& view : views) view.stamp = view.stamp + Duration::from_seconds(planted.time_s);
  const CameraScene scene{.camera = mount.camera,
                          .base_from_camera = {turn * mount.base_from_camera.rotation,
                                               mount.base_from_camera.translation + planted.shift_m},
                          .views = views,
                          .points = drive.map.points,
                          .voxel_m = drive.map.voxel_m,
                          .map_from_base = &drive.path};
  NoProgress quiet;
  const double start = bench::cpu_seconds();
  GS_TRY(const CameraLidarResult r, calibrate_camera(scene, {}, quiet));
  const double seconds = bench::cpu_seconds() - start;
  // What is left after the decision, in the axes of base_link.
  const CameraCorrection done = r.taken ? r.correction : CameraCorrection{};
  const Vec3d left = rotation_vector(rotation_from_vector(done.rotation) * turn);
  const Vec3d shift = planted.shift_m + done.translation_m;
  const double time_s = planted.time_s + done.time_s;
  std::string free;
  for (std::size_t i = 0; i < kFirstLensUnknown; ++i) free += r.free[i] ? "xyzXYZt"[i] : '.';
  std::printf(
      "%2d %-6s %-8s %s %s free %s  left deg %s  m %s  ms %+6.2f | sigma deg %s m %s ms %.2f | nid %.4f -> %.4f share "
      "%.2f z %.1f spread %.4f -> %.4f  %.1f s: %s\n",
      seed, mount.id.c_str(), planted.name.c_str(), holds(planted, left, shift, time_s) ? "holds" : "FAILS",
      r.taken ? "taken" : "kept", free.c_str(), show(left, 1 / kDegrees).c_str(), show(shift, 1).c_str(), 1e3 * time_s,
      show({r.sigma[0], r.sigma[1], r.sigma[2]}, 1 / kDegrees).c_str(),
      show({r.sigma[3], r.sigma[4], r.sigma[5]}, 1).c_str(), 1e3 * r.sigma[6], r.before, r.after, r.share_better,
      r.gain_sigmas, r.spread_before, r.spread_after, seconds, r.reason.c_str());
  std::fflush(stdout);
  return {};
}

// Whether a list of names with commas holds a name; an empty list holds all.
bool is_chosen(const std::string& only, const std::string& name) {
  return only.empty() || ("," + only + ",").find("," + name + ",") != std::string::npos;
}

Result<void> run(const bench::Arguments& arguments) {
  const std::vector<Planted> cases = {{"nothing", {}, {}, 0},
                                      {"all", {0.3, -0.3, 0.3}, {0.06, -0.06, 0.05}, 0.03},
                                      {"rotation", {0.5, 0.5, -0.5}, {}, 0},
                                      {"time", {}, {}, -0.03},
                                      {"shift", {}, {0.1, 0, 0}, 0}};
  synth::DriveOptions o;
  o.street.seed = static_cast<int64_t>(arguments.number("seed", 1));
  o.street.shape = arguments.text("shape", "road");
  o.duration_s = arguments.number("duration", 16);
  o.lidar_columns = 1024;
  o.cameras.clear();
  for (const char* name : {"front", "left"}) {
    if (is_chosen(arguments.text("cameras", ""), name)) o.cameras.push_back(name);
  }
  // The turn of a junction, in the middle of the road, comes in the middle of the drive.
  if (o.street.shape == "junction") o.ego.start_s_m = 0.5 * o.street.length_m - 0.35 * o.duration_s * o.ego.speed_mps;
  const double start = bench::cpu_seconds();
  GS_TRY(const Drive drive, make_drive(o, arguments.number("voxel", 0.1)));
  std::printf("drive of %.0f s: %zu points, %.1f s\n", o.duration_s, drive.map.points.size(),
              bench::cpu_seconds() - start);
  for (std::size_t c = 0; c < drive.rig.cameras.size(); ++c) {
    for (const Planted& planted : cases) {
      if (is_chosen(arguments.text("only", ""), planted.name)) {
        GS_CHECK(measure(drive, c, planted, static_cast<int>(o.street.seed)));
      }
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_cameras [--seed N] [--duration S] [--shape road|loop|junction] "
                                   "[--voxel M] [--cameras front,left] [--only nothing,all,rotation,time,shift]");
  const auto done = run(arguments);
  if (!done) std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return done ? 0 : 1;
}
