// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/lidar_bias.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/mapping/lidar_bias/hand_eye.h"
#include "gs/mapping/lidar_bias/plane_adjustment.h"
#include "gs/mapping/poses/deskew.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {
namespace {

constexpr double kDeg = kPi / 180;
constexpr Duration kTolerance = Duration::from_ms(100);
constexpr double kShortestPiece_m = 20;
// Limits of the elevation: smaller ones do no harm, larger ones are a wrong beam table.
constexpr double kLeastElevation_rad = 0.02 * kDeg, kMostElevation_rad = 1 * kDeg;
// The scatter of pieces is 2 to 3 times the formal deviation, and never below 0.005 deg.
constexpr double kFormalFactor = 3, kElevationFloor_rad = 0.005 * kDeg;
constexpr double kLeastRotation_rad = 0.15 * kDeg, kMostRotationSigma_rad = 0.05 * kDeg;
constexpr double kSigmas = 3;

// The sweeps of one LiDAR in one piece of the drive.
struct SensorPiece {
  std::vector<KeySweep> sweeps;
  std::vector<Rigid3d> odometry;  // at the stamps of the sweeps
  Vec3d sensor_in_base{};
  double begin_m = 0;
};

// Points of a sweep for the adjustment: one a voxel around the sensor, within the ranges.
std::vector<AdjustmentPoint> points_of(const Sweep& sweep, const LidarBiasOptions& options) {
  KeyIndex seen;
  std::vector<AdjustmentPoint> out;
  const bool has_origins = sweep.ray_origins.size() == sweep.points.size();
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const Vec3d origin = has_origins ? cast<double>(sweep.ray_origins[i]) : sweep.sensor_in_base;
    const Vec3d point = cast<double>(sweep.points[i].position_in_base), ray = point - origin;
    const double range = norm(ray);
    if (!(range >= options.min_range_m && range <= options.max_range_m)) continue;  // also NaN
    const auto voxel = voxel_of(ray, options.thinning_m);
    if (!voxel || seen.find_or_add(pack(*voxel)) != out.size()) continue;
    out.push_back({cast<float>(point), cast<float>(elevation_derivative(ray, sweep.sensor_up_in_base))});
  }
  return out;
}

// Number of the first sweep at or after a time, by bisection: only some sweeps are read.
Result<std::size_t> first_sweep_at(SweepSource& sweeps, Timestamp time) {
  std::size_t low = 0, high = sweeps.count();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    GS_TRY(const Sweep sweep, sweeps.read(middle));
    (sweep.stamp < time ? low : high) = sweep.stamp < time ? middle + 1 : middle;
  }
  return low;
}

// Time at which the path has gone a distance [m].
Timestamp time_at(const Trajectory& path, double distance_m) {
  double gone = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    gone += norm(path.poses()[i].map_from_body.translation - path.poses()[i - 1].map_from_body.translation);
    if (gone >= distance_m) return path.poses()[i].stamp;
  }
  return path.end();
}

// Reads the key sweeps of one piece, by LiDAR.
Result<std::map<std::size_t, SensorPiece>> read_piece(SweepSource& sweeps, const Trajectory& path,
                                                      const Trajectory& odometry, double begin_m,
                                                      const LidarBiasOptions& options) {
  std::map<std::size_t, SensorPiece> pieces;
  std::map<std::size_t, Vec3d> last;
  GS_TRY(const std::size_t first, first_sweep_at(sweeps, time_at(path, begin_m)));
  const Timestamp end = time_at(path, begin_m + options.piece_m);
  for (std::size_t i = first; i < sweeps.count(); ++i) {
    GS_TRY(Sweep sweep, sweeps.read(i));
    if (sweep.stamp > end) break;
    const auto pose = path.at(sweep.stamp, kTolerance), measured = odometry.at(sweep.stamp, kTolerance);
    if (!pose || !measured) continue;
    const auto before = last.find(sweep.sensor);
    if (before != last.end() && norm(pose->translation - before->second) < options.key_step_m) continue;
    last[sweep.sensor] = pose->translation;
    if (!sweep.time_offset_s.empty()) {
      GS_TRY(sweep, deskew(std::move(sweep), odometry, kTolerance));
    }
    SensorPiece& piece = pieces[sweep.sensor];
    piece.begin_m = begin_m;
    piece.sensor_in_base = sweep.sensor_in_base;
    piece.odometry.push_back(*measured);
    piece.sweeps.push_back({*pose, points_of(sweep, options)});
  }
  return pieces;
}

double length_of(const std::vector<KeySweep>& sweeps) {
  double length = 0;
  for (std::size_t i = 1; i < sweeps.size(); ++i) {
    length += norm(sweeps[i].map_from_base.translation - sweeps[i - 1].map_from_base.translation);
  }
  return length;
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

std::vector<double> elevations_without(const std::vector<BiasPiece>& pieces, std::size_t left_out) {
  std::vector<double> out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i != left_out) out.push_back(pieces[i].elevation_rad);
  }
  return out;
}

// The sweeps with their points moved by an elevation.
std::vector<KeySweep> lifted(std::vector<KeySweep> sweeps, double elevation_rad) {
  for (KeySweep& sweep : sweeps) {
    for (AdjustmentPoint& p : sweep.points) p.position += p.by_elevation * static_cast<float>(elevation_rad);
  }
  return sweeps;
}

// Fits each piece without and with the median of the others. A single piece is compared with its own estimate.
void compare_with_others(LidarBias& bias, const std::vector<SensorPiece>& pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double elevation = pieces.size() == 1 ? bias.elevation_rad : median_of(elevations_without(bias.pieces, i));
    const auto without = adjust_planes(pieces[i].sweeps, false);
    const auto with = adjust_planes(lifted(pieces[i].sweeps, elevation), false);
    if (!without || !with) continue;
    bias.pieces[i].residual_without = without->residual_after, bias.pieces[i].residual_with = with->residual_after;
  }
}

// Median, uncertainty and decision of the elevation.
void decide_elevation(LidarBias& bias, const std::vector<SensorPiece>& pieces) {
  const auto count = static_cast<double>(bias.pieces.size());
  std::vector<double> values, formal, off;
  for (const BiasPiece& p : bias.pieces) values.push_back(p.elevation_rad), formal.push_back(p.formal_sigma_rad);
  bias.elevation_rad = median_of(values);
  for (const double v : values) off.push_back(std::abs(v - bias.elevation_rad));
  const double scatter = bias.pieces.size() > 1 ? 1.4826 * median_of(off) / std::sqrt(count) : 0;
  const double expected = kFormalFactor * median_of(formal) / std::sqrt(count);
  bias.elevation_sigma_rad = std::max({scatter, expected, kElevationFloor_rad / std::sqrt(count)});
  const double size = std::abs(bias.elevation_rad);
  if (size > kMostElevation_rad) {
    bias.elevation_reason = "not applied: more than 1 deg is a wrong beam table";
  } else if (size < kLeastElevation_rad || size < kSigmas * bias.elevation_sigma_rad) {
    bias.elevation_reason = "not applied: not significant";
  } else if (compare_with_others(bias, pieces); !others_agree(bias.pieces)) {
    bias.elevation_reason = "not applied: pieces that were left out do not agree better with it";
  } else {
    bias.elevation_reason = "applied: pieces that were left out agree better with it";
    bias.correction.elevation_rad = bias.elevation_rad;
  }
}

// Standard deviation of one axis: the formal one or the scatter of the pieces, whichever is larger. A drift of the
// odometry looks like a rotation that changes from piece to piece.
double scatter_of(const std::vector<HandEyeRotation>& pieces, double Vec3d::*axis, double formal) {
  std::vector<double> values, off;
  for (const HandEyeRotation& piece : pieces) values.push_back(piece.rotation.*axis);
  if (values.size() < 2) return formal;
  const double median = median_of(values);
  for (const double v : values) off.push_back(std::abs(v - median));
  return std::max(formal, 1.4826 * median_of(off) / std::sqrt(static_cast<double>(values.size())));
}

// Decision of the rotation, axis by axis.
void decide_rotation(LidarBias& bias, const std::vector<HandEye>& pieces, bool planar) {
  HandEye sum;
  std::vector<HandEyeRotation> solved;
  for (const HandEye& piece : pieces) sum += piece, solved.push_back(solve(piece));
  HandEyeRotation found = solve(sum);
  for (double Vec3d::*axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
    found.sigma_rad.*axis = scatter_of(solved, axis, found.sigma_rad.*axis);
  }
  bias.rotation = found.rotation, bias.rotation_sigma_rad = found.sigma_rad;
  if (planar) {
    bias.rotation_reason = "not applied: the odometry is planar and says nothing about slopes";
    return;
  }
  const auto significant = [](double value, double sigma) {
    return sigma < kMostRotationSigma_rad && std::abs(value) > std::max(kLeastRotation_rad, kSigmas * sigma);
  };
  Vec3d& applied = bias.correction.rotation;
  if (significant(found.rotation.x, found.sigma_rad.x)) applied.x = found.rotation.x;
  if (significant(found.rotation.y, found.sigma_rad.y)) applied.y = found.rotation.y;
  if (significant(found.rotation.z, found.sigma_rad.z)) applied.z = found.rotation.z;
  bias.rotation_reason =
      applied == Vec3d{} ? "not applied: not significant" : "applied to the axes that are significant";
}

}  // namespace

bool others_agree(const std::vector<BiasPiece>& pieces) {
  std::size_t better = 0, compared = 0;
  double gain = 0;
  // Two pieces may agree by chance.
  bool find_the_same = pieces.size() >= 3;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const BiasPiece& piece = pieces[i];
    if (pieces.size() > 1) {
      const double off = piece.elevation_rad - median_of(elevations_without(pieces, i));
      find_the_same = find_the_same && std::abs(off) < 0.5 * std::abs(piece.elevation_rad);
    }
    // Pieces in which the adjustment failed take no part.
    if (piece.residual_without == 0) continue;
    better += piece.residual_with < piece.residual_without ? 1 : 0;
    gain += piece.residual_without - piece.residual_with;
    ++compared;
  }
  if (compared == 0) return false;
  return 3 * better >= 2 * compared || (gain > 0 && find_the_same);
}

bool is_planar(const Trajectory& odometry) {
  if (odometry.empty()) return true;
  double low = 1e300, high = -1e300, tilt = 0;
  for (const StampedPose& pose : odometry.poses()) {
    low = std::min(low, pose.map_from_body.translation.z), high = std::max(high, pose.map_from_body.translation.z);
    const Vec3d up = pose.map_from_body.rotation * Vec3d{0, 0, 1};
    tilt = std::max(tilt, std::hypot(up.x, up.y));
  }
  return high - low < 0.01 || tilt < 1e-5;
}

Result<std::vector<LidarBias>> estimate_lidar_bias(SweepSource& sweeps, const Trajectory& path,
                                                   const Trajectory& odometry, const LidarBiasOptions& options,
                                                   Progress& progress) {
  std::map<std::size_t, LidarBias> found;
  std::map<std::size_t, std::vector<SensorPiece>> kept;
  std::map<std::size_t, std::vector<HandEye>> steps;
  const double length = path.length_m();
  LidarBiasOptions own = options;
  // Short drives: shorter pieces rather than fewer than three.
  own.piece_m = std::clamp(length / 3, std::min(kShortestPiece_m, options.piece_m), options.piece_m);
  const int count = std::min(options.max_pieces, static_cast<int>(length / own.piece_m + 1e-9));
  progress.begin("estimating LiDAR bias", static_cast<std::size_t>(std::max(0, count)), "pieces");
  for (int k = 0; k < count; ++k) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "estimating the LiDAR bias was stopped");
    const double begin_m = count == 1 ? 0 : (length - own.piece_m) * k / (count - 1);
    GS_TRY(auto pieces, read_piece(sweeps, path, odometry, begin_m, own));
    for (auto& [sensor, piece] : pieces) {
      const double piece_m = length_of(piece.sweeps);
      if (piece_m < 0.6 * own.piece_m) continue;
      const auto adjusted = adjust_planes(piece.sweeps, true);
      if (!adjusted) continue;
      found[sensor].sensor = sensor;
      found[sensor].pieces.push_back({begin_m, piece_m, adjusted->elevation_rad, adjusted->formal_sigma_rad});
      steps[sensor].push_back(compare_steps(adjusted->poses, piece.odometry, piece.sensor_in_base));
      for (std::size_t i = 0; i < piece.sweeps.size(); ++i) piece.sweeps[i].map_from_base = adjusted->poses[i];
      kept[sensor].push_back(std::move(piece));
    }
    progress.advance(static_cast<std::size_t>(k) + 1);
  }
  const bool planar = is_planar(odometry);
  std::vector<LidarBias> out;
  for (auto& [sensor, bias] : found) {
    decide_elevation(bias, kept[sensor]);
    decide_rotation(bias, steps[sensor], planar);
    out.push_back(std::move(bias));
  }
  progress.finish();
  return out;
}

}  // namespace gs::mapping
