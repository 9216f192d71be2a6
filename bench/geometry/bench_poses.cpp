// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of refined poses on synthetic drives with planted errors: LiDAR beams and extrinsics, odometry drift, noisy
// GNSS. Each row is the largest error of the poses that refine_drive() decides for; a page shows the errors along the
// drive.
#include <cstdio>

#include "bench/geometry/pose_plots.h"
#include "bench/geometry/synth_sweeps.h"
#include "bench/table.h"
#include "gs/core/file.h"
#include "gs/geometry/geodetic.h"
#include "gs/mapping/lidar_bias/bias_survey.h"
#include "gs/mapping/odometry/track.h"
#include "gs/mapping/pose_fusion/refine_drive.h"
#include "gs/mapping/poses/deskew.h"
#include "gs/report/html.h"
#include "gs/report/page.h"
#include "gs/synth/drive/drive_log.h"

namespace {

using namespace gs;
using namespace gs::mapping;

constexpr double kDeg = kPi / 180;

// Errors of one drive.
struct Planted {
  std::string name;
  LidarCorrection lidar{};  // added to the measurements
  double drift_share = 0;
  bool gnss = false;
  double bar_m = 0.3;
  bool lidar_only = false;  // no odometry: poses of LiDAR odometry
};

// Table of the largest errors and, if a file is named, page of the errors along the drives.
struct PoseResults {
  bench::Table table{"refined poses against synthetic truth"};
  report::Page page{"Refined poses against synthetic truth"};
  std::string html_file{};
};

// Writes the page with the rows measured so far.
Result<void> save_page(const PoseResults& results) {
  if (results.html_file.empty()) return {};
  return write_file(results.html_file, results.page.html());
}

// Sweeps with planted errors, deskewed with the odometry of the log as the ingest does.
class PlantedSweeps final : public SweepSource {
 public:
  static Result<PlantedSweeps> make(const std::vector<Sweep>& raw, const LidarCorrection& lidar,
                                    const Trajectory& odometry) {
    PlantedSweeps out;
    for (const Sweep& sweep : raw) {
      GS_TRY(Sweep moved, deskew(corrected(sweep, lidar), odometry));
      out.sweeps_.push_back(std::move(moved));
    }
    return out;
  }
  std::size_t count() const override { return sweeps_.size(); }
  Result<Sweep> read(std::size_t index) override { return sweeps_[index]; }

 private:
  std::vector<Sweep> sweeps_;
};

// The true poses, or those of an odometry that drifts, at the same times.
Result<Trajectory> odometry_of(const synth::Ego& ego, const Trajectory& truth, double drift_share) {
  const synth::MotionOptions motion{.odometry_drift = drift_share > 0, .drift_share = drift_share};
  std::vector<StampedPose> poses = truth.poses();
  for (StampedPose& pose : poses) {
    pose.map_from_body = synth::read_odometry(ego, (pose.stamp - synth::kDriveStart).seconds(), motion);
  }
  return Trajectory::from_poses(std::move(poses));
}

// Poses of LiDAR odometry alone, beginning at the true first pose. A significant elevation offset is removed first.
Result<Trajectory> lidar_odometry_of(const std::vector<Sweep>& raw, const LidarCorrection& planted,
                                     const Trajectory& truth) {
  LidarCorrection removed;
  while (true) {
    LidarOdometry odometry({});
    BiasSurvey survey;
    for (const Sweep& sweep : raw) {
      const Sweep now = corrected(corrected(sweep, planted), removed);
      GS_CHECK(odometry.add(now));
      survey.add(now, odometry.poses().back().map_from_base);
    }
    GS_TRY(const Trajectory path, dense_trajectory_of(odometry.poses(), {}));
    NoProgress quiet;
    GS_TRY(const auto bias, survey.estimate(path, quiet));
    if (removed.is_none() && bias && !bias->correction.is_none()) {
      removed = bias->correction;
      continue;
    }
    const Rigid3d map_from_track = *truth.at(odometry.poses().front().stamp);
    std::vector<StampedPose> poses = path.poses();
    for (StampedPose& pose : poses) pose.map_from_body = map_from_track * pose.map_from_body;
    return Trajectory::from_poses(std::move(poses));
  }
}

// Largest error of the motion from the first to the second passage of a position, over all positions that a drive
// passes again after at least 20 s; 0 without one.
double misclosure_m(const Trajectory& truth, const Trajectory& path, Timestamp first, Timestamp last) {
  constexpr double kApart_s = 20, kSame_m = 0.5;
  double worst = 0;
  for (const StampedPose& late : truth.poses()) {
    if (late.stamp > last) break;
    for (const StampedPose& early : truth.poses()) {
      if (early.stamp < first) continue;
      if ((late.stamp - early.stamp).seconds() < kApart_s) break;
      if (norm(late.map_from_body.translation - early.map_from_body.translation) > kSame_m) continue;
      const Vec3d is = (path.at(early.stamp)->inverse() * *path.at(late.stamp)).translation;
      const Vec3d should = (early.map_from_body.inverse() * late.map_from_body).translation;
      worst = std::max(worst, norm(is - should));
    }
  }
  return worst;
}

// Fixes of a receiver with noise of 0.6 m, five a second.
GnssTrack gnss_of(const synth::Ego& ego, double duration_s, uint64_t seed) {
  const synth::MotionOptions motion;
  const Geodetic reference{motion.latitude_deg, motion.longitude_deg, motion.altitude_m};
  const Rigid3d base_from_antenna = synth::Rig{}.base_from_gnss;
  GnssTrack out{.fixes = {}, .antenna_in_base = base_from_antenna.translation};
  for (uint64_t i = 0; static_cast<double>(i) < 5 * duration_s; ++i) {
    const double t = 0.2 * static_cast<double>(i);
    const synth::GnssFix fix = synth::read_gnss(ego, t, base_from_antenna, motion, seed, i);
    out.fixes.push_back({synth::kDriveStart + Duration::from_seconds(t),
                         to_enu({fix.latitude_deg, fix.longitude_deg, fix.altitude_m}, reference),
                         Vec3d{1, 1, 1.6} * motion.gnss_noise_m});
  }
  return out;
}

// Largest errors of the poses that are taken, of the fused poses and of the odometry.
struct LargestErrors {
  double taken_m = 0, taken_rad = 0, fused_m = 0, odometry_m = 0;
};

LargestErrors largest_errors(const Trajectory& truth, const Trajectory& odometry, const DriveRefinement& found,
                             const bench::ComparedTime& compared) {
  const Trajectory &fused = found.fused.trajectory, &taken = found.verdict.accepted ? fused : odometry;
  LargestErrors out;
  for (const StampedPose& pose : truth.poses()) {
    if (pose.stamp < compared.first || pose.stamp > compared.last) continue;
    const Rigid3d should = pose.map_from_body, is = *taken.at(pose.stamp);
    out.taken_m = std::max(out.taken_m, norm(is.translation - should.translation));
    out.taken_rad = std::max(out.taken_rad, angle_between(is.rotation, should.rotation));
    out.fused_m = std::max(out.fused_m, norm(fused.at(pose.stamp)->translation - should.translation));
    out.odometry_m = std::max(out.odometry_m, norm(odometry.at(pose.stamp)->translation - should.translation));
  }
  return out;
}

Result<void> measure(const bench::SynthSweeps& drive, const synth::DriveOptions& options, const Planted& planted,
                     PoseResults& results) {
  const synth::Ego ego(drive.road(), options.duration_s, options.ego);
  GS_TRY(const Trajectory odometry, planted.lidar_only
                                        ? lidar_odometry_of(drive.raw(), planted.lidar, drive.trajectory())
                                        : odometry_of(ego, drive.trajectory(), planted.drift_share));
  GS_TRY(PlantedSweeps sweeps, PlantedSweeps::make(drive.raw(), planted.lidar, odometry));
  const GnssTrack gnss =
      planted.gnss ? gnss_of(ego, options.duration_s, static_cast<uint64_t>(options.street.seed)) : GnssTrack{};
  NoProgress progress;
  const double start = bench::cpu_seconds();
  GS_TRY(const DriveRefinement found, refine_drive(sweeps, {odometry, gnss, {}, planted.lidar_only}, progress));
  const double cpu_s = bench::cpu_seconds() - start;
  const Trajectory& taken = found.verdict.accepted ? found.fused.trajectory : odometry;
  // Before the first and after the last sweep nothing corrects the odometry.
  const Timestamp first = drive.sweeps().front().stamp, last = drive.sweeps().back().stamp;
  const LargestErrors errors = largest_errors(drive.trajectory(), odometry, found, {first, last});
  const LidarBias bias = found.lidars.empty() ? LidarBias{} : found.lidars[0];
  const std::string name = options.lidar + ", " + planted.name + ": ";
  results.table.add({.name = name + "position",
                     .value = errors.taken_m,
                     .unit = "m",
                     .bound = errors.odometry_m,
                     .bar = planted.bar_m,
                     .note = format("bound: odometry; fused {:.3f} m; {}: {}; {:.0f} s of CPU", errors.fused_m,
                                    found.verdict.accepted ? "refined" : "log kept", found.verdict.reason, cpu_s)});
  const bool loop = options.street.shape == "loop";
  if (loop) {
    results.table.add(
        {.name = name + "misclosure",
         .value = misclosure_m(drive.trajectory(), taken, first, last),
         .unit = "m",
         .bound = misclosure_m(drive.trajectory(), odometry, first, last),
         .bar = 0.05,
         .note = format("bound: odometry; {} loops, {} refused", found.fused.loops, found.fused.refused_loops)});
  }
  results.table.add({.name = name + "rotation", .value = errors.taken_rad / kDeg, .unit = "deg", .bar = 0.2});
  results.table.add({.name = name + "elevation, error of the correction",
                     .value = std::abs(bias.correction.elevation_rad + planted.lidar.elevation_rad) / kDeg,
                     .unit = "deg",
                     .bar = options.lidar == "vlp16" ? 0.03 : 0.01,
                     .note = format("found {:+.4f} +- {:.4f} deg, {}; pitch {:+.3f} +- {:.3f} deg, {}",
                                    bias.elevation_rad / kDeg, bias.elevation_sigma_rad / kDeg, bias.elevation_reason,
                                    bias.rotation.y / kDeg, bias.rotation_sigma_rad.y / kDeg, bias.rotation_reason)});
  results.page.add(options.lidar + ", " + planted.name,
                   bench::pose_plots({.truth = drive.trajectory(),
                                      .recorded = odometry,
                                      .refined = found.fused.trajectory,
                                      .compared = {first, last},
                                      .recorded_name = planted.lidar_only ? "LiDAR odometry" : "recorded",
                                      .taken = found.verdict.accepted,
                                      .reason = found.verdict.reason,
                                      .plan_view = loop}));
  return save_page(results);
}

// Whether a list of names with commas holds a row; an empty list holds all.
bool is_chosen(const std::string& only, const std::string& row) {
  return only.empty() || ("," + only + ",").find("," + row + ",") != std::string::npos;
}

Result<void> run(const bench::Arguments& arguments, PoseResults& results) {
  results.html_file = arguments.text("html", "");
  if (arguments.has("html") && results.html_file.empty()) {
    return fail(ErrorCode::invalid_option, "--html has no value: give the name of the HTML file to write");
  }
  synth::DriveOptions options;
  options.cameras.clear();
  options.duration_s = arguments.number("duration", 30);
  options.lidar = arguments.text("lidar", "os1_64");
  options.lidar_columns = static_cast<int>(arguments.number("columns", 512));
  options.street.seed = static_cast<int64_t>(arguments.number("seed", 1));
  options.street.shape = arguments.text("shape", "road");
  const std::string only = arguments.text("only", "");
  results.page.introduce(report::paragraph(format(
      "Synthetic drive of {:.0f} s ({}, seed {}) with planted errors, LiDAR {} with {} columns. Errors are those "
      "of the positions against the truth, without alignment, from the first to the last sweep.",
      options.duration_s, options.street.shape, options.street.seed, options.lidar, options.lidar_columns)));
  GS_CHECK(save_page(results));  // reports a file that cannot be written before minutes of work
  GS_TRY(const bench::SynthSweeps drive, bench::SynthSweeps::drive(options));
  const LidarCorrection beams{.elevation_rad = 0.2 * kDeg}, pitch{.elevation_rad = 0, .rotation = {0, 0.2 * kDeg, 0}};
  for (const Planted& planted :
       {Planted{.name = "exact", .gnss = true, .bar_m = 0.05}, Planted{.name = "beams", .lidar = beams},
        Planted{.name = "drift", .drift_share = 0.01, .bar_m = 0.10},
        Planted{.name = "drift_gnss", .drift_share = 0.01, .gnss = true, .bar_m = 0.15},
        Planted{.name = "beams_drift", .lidar = beams, .drift_share = 0.01}, Planted{.name = "pitch", .lidar = pitch},
        Planted{.name = "lidar", .bar_m = 0.6, .lidar_only = true},
        Planted{.name = "beams_lidar", .lidar = beams, .bar_m = 0.6, .lidar_only = true}}) {
    if (is_chosen(only, planted.name)) GS_CHECK(measure(drive, options, planted, results));
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_poses [--duration S] [--lidar NAME] [--columns N] [--seed N] "
                                   "[--shape road|loop] "
                                   "[--only exact,beams,drift,drift_gnss,beams_drift,pitch,lidar,beams_lidar] "
                                   "[--html FILE]");
  PoseResults results;
  const auto done = run(arguments, results);
  if (!done) {
    fprintf(stderr, "%s\n", done.error().message.c_str());
    return 1;
  }
  return results.table.finish(arguments);
}
