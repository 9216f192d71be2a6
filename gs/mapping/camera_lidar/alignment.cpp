// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/alignment.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gs/core/parallel.h"
#include "gs/mapping/camera_lidar/visible_points.h"
#include "gs/mapping/poses/smooth_pose.h"

namespace gs::mapping {
namespace {

constexpr int kWidestImage_px = 1000, kMostLevels = 4;
constexpr double kTimeStep_s = 1e-3;  // of the derivative of poses

// Ranks of the grey values of all seen pixels of a camera, so that one surface has one rank.
GreyRanks grey_ranks(std::span<const CameraView> views, std::span<const uint8_t> seen) {
  std::array<uint64_t, 256> counts{};
  for (const CameraView& view : views) {
    for (std::size_t i = 0; i < view.image.pixels.size(); ++i) {
      if (seen.empty() || seen[i] != 0) ++counts[view.image.pixels[i]];
    }
  }
  return ranks_of(counts);
}

}  // namespace

CameraAlignment::CameraAlignment(const CameraScene& scene) : scene_(scene) {
  CameraD camera = scene.camera;
  // Wide images are halved before anything else: the points are sparser than their pixels.
  for (; camera.width > kWidestImage_px; ++shrink_) camera = halved(camera);
  for (; levels_ < kMostLevels && std::min(camera.width, camera.height) >= kSmallestCameraImage_px; ++levels_) {
    camera = halved(camera);
  }
  // Images near the ends of the path are left out, because every clock offset of the search needs a pose there.
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < scene.views.size(); ++i) {
    const Timestamp stamp = scene.views[i].stamp;
    const Duration most = Duration::from_seconds(kLargestTime_s);
    if (smooth_pose_at(*scene.map_from_base, stamp + most) && smooth_pose_at(*scene.map_from_base, stamp - most)) {
      usable.push_back(i);
    }
  }
  views_.resize(usable.size());
  set_seen();
  const GreyRanks ranks = grey_ranks(scene.views, scene.seen);
  parallel_for(
      usable.size(),
      [&](std::size_t i) {
        const CameraView& view = scene.views[usable[i]];
        GreyImage grey = view.image;
        if (!scene.seen.empty()) fill_unseen(grey, scene.seen);
        RankImage image = ranked(grey, ranks);
        for (int k = 0; k < shrink_; ++k) image = halved(image);
        views_[i].stamp = view.stamp;
        for (int level = 0; level < levels_; ++level) {
          RankImage next = level + 1 < levels_ ? halved(image) : RankImage{};
          views_[i].levels.push_back(std::move(image));
          image = std::move(next);
        }
      },
      1);
  // Images at half resolution are fine enough for the list of candidates.
  const int level = std::min(1, levels_ - 1);
  parallel_for(
      levels_ > 0 ? views_.size() : 0,
      [&](std::size_t i) {
        views_[i].candidates = nearly_visible_points(scene_.points, camera_at({}, level), place(i, {}).camera_from_map,
                                                     {.voxel_m = scene_.voxel_m});
      },
      1);
  set_bins();
}

// The seen pixels of every level.
void CameraAlignment::set_seen() {
  if (scene_.seen.empty()) return;
  CameraD camera = scene_.camera;
  std::vector<uint8_t> seen(scene_.seen.begin(), scene_.seen.end());
  for (int i = 0; i < shrink_ + levels_; ++i) {
    if (i >= shrink_) seen_.push_back(seen);
    seen = halved_seen(seen, camera.width, camera.height);
    camera = halved(camera);
  }
}

// Bins of equal numbers of points, by intensity. Equal intensities share a bin.
void CameraAlignment::set_bins() {
  const auto points = scene_.points;
  std::vector<uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](uint32_t i) { return points[i].intensity; });
  bins_.resize(points.size());
  std::size_t filled = 0;
  for (std::size_t begin = 0, last = kInformationBins; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && points[order[end]].intensity == points[order[begin]].intensity) ++end;
    const std::size_t bin = (begin + end - 1) / 2 * kInformationBins / order.size();
    for (std::size_t i = begin; i < end; ++i) bins_[order[i]] = static_cast<uint8_t>(bin);
    if (bin != last) ++filled, last = bin;
    begin = end;
  }
  has_intensity_ = filled >= 3;
}

CameraD CameraAlignment::camera_at(const CameraVector& unknowns, int level) const {
  CameraD camera = with_unknowns(scene_.camera, unknowns);
  for (int i = 0; i < shrink_ + level; ++i) camera = halved(camera);
  return camera;
}

CameraAlignment::Placed CameraAlignment::place(std::size_t view, const CameraVector& unknowns) const {
  const CameraCorrection correction = to_correction(unknowns);
  const Rigid3d camera_from_base = corrected(scene_.base_from_camera, correction).inverse();
  const auto at = [&](double extra_s) {
    const Timestamp t = views_[view].stamp + Duration::from_seconds(correction.time_s + extra_s);
    const Duration most = Duration::from_seconds(10);  // clamps a search that leaves the drive
    return camera_from_base * smooth_pose_at(*scene_.map_from_base, t, most).value_or(Rigid3d{}).inverse();
  };
  const Rigid3d before = at(-kTimeStep_s), now = at(0), after = at(kTimeStep_s);
  // The velocity of the camera by central differences; a clock offset moves the points with it.
  const Rigid3d step = after * before.inverse();
  return {now, rotation_vector(step.rotation) / (2 * kTimeStep_s), step.translation / (2 * kTimeStep_s)};
}

Rigid3d CameraAlignment::camera_from_map(std::size_t view, const CameraVector& unknowns) const {
  return place(view, unknowns).camera_from_map;
}

CameraAlignment::Samples CameraAlignment::select(const ViewList& views, const CameraVector& unknowns,
                                                 const Selection& selection) const {
  Samples out(views.size());
  const CameraD camera = camera_at(unknowns, selection.level);
  VisibilityOptions options{.voxel_m = scene_.voxel_m, .cell_px = selection.cell_px, .most = selection.most};
  if (!seen_.empty()) options.seen = seen_[static_cast<std::size_t>(selection.level)];
  parallel_for(
      views.size(),
      [&](std::size_t i) {
        out[i] = visible_points(scene_.points, views_[views[i]].candidates, camera,
                                place(views[i], unknowns).camera_from_map, options);
      },
      1);
  return out;
}

std::vector<CameraAlignment::Measured> CameraAlignment::measure(std::size_t view, const std::vector<uint32_t>& samples,
                                                                const CameraVector& unknowns, int level) const {
  const CameraD camera = camera_at(unknowns, level);
  const Rigid3d pose = place(view, unknowns).camera_from_map;
  const Mat3d rotation = to_matrix(pose.rotation);
  const RankImage& image = views_[view].levels[static_cast<std::size_t>(level)];
  std::vector<Measured> out(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Measured& m = out[i];
    m.in_camera = rotation * scene_.points[samples[i]].position + pose.translation;
    m.valid = can_project(camera, m.in_camera);
    if (!m.valid) continue;
    const PixelAndJacobian<double> at = project_with_jacobian(camera, m.in_camera);
    const RankImage::Sampled grey = image.at(at.pixel.x, at.pixel.y);
    const double dx = double{grey.dx}, dy = double{grey.dy};
    m.grey = grey.value, m.dx = grey.dx, m.dy = grey.dy;
    m.slope = {dx * at.j[0][0] + dy * at.j[1][0], dx * at.j[0][1] + dy * at.j[1][1], dx * at.j[0][2] + dy * at.j[1][2]};
  }
  return out;
}

CameraAlignment::Evaluation CameraAlignment::evaluate(const ViewList& views, const Samples& samples,
                                                      const CameraVector& unknowns, int level,
                                                      bool with_gradient) const {
  std::vector<JointHistogram> parts(views.size());
  std::vector<std::vector<Measured>> measured(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t i) {
        measured[i] = measure(views[i], samples[i], unknowns, level);
        for (std::size_t k = 0; k < samples[i].size(); ++k) parts[i].add(bins_[samples[i][k]], measured[i][k].grey);
      },
      1);
  // Summed in the order of the images, so that the result does not depend on the number of threads.
  JointHistogram all;
  for (const JointHistogram& part : parts) all.add(part);
  const JointHistogram::Distance distance = all.distance();
  Evaluation out{.distance = distance.value, .samples = static_cast<std::size_t>(all.count())};
  if (!with_gradient) {
    out.information.resize(views.size());
    for (std::size_t i = 0; i < views.size(); ++i) {
      for (std::size_t k = 0; k < samples[i].size(); ++k) {
        out.information[i] += spline_at(distance.mutual[bins_[samples[i][k]]], measured[i][k].grey).value;
      }
      if (!samples[i].empty()) out.information[i] /= static_cast<double>(samples[i].size());
    }
    return out;
  }
  out.of_view.resize(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t i) {
        // d(distance) / d(share of the bins) * d(share) / d(grey value)
        std::vector<double> weights(samples[i].size());
        for (std::size_t k = 0; k < weights.size(); ++k) {
          weights[k] = spline_at(distance.slope[bins_[samples[i][k]]], measured[i][k].grey).slope;
        }
        out.of_view[i] = gradient(views[i], measured[i], weights, unknowns, level);
      },
      1);
  for (CameraVector& part : out.of_view) {
    for (std::size_t u = 0; u < kCameraUnknowns; ++u) {
      part[u] /= std::max(all.count(), 1.0);
      out.gradient[u] += part[u];
    }
  }
  return out;
}

CameraVector CameraAlignment::gradient(std::size_t view, const std::vector<Measured>& measured,
                                       const std::vector<double>& weights, const CameraVector& unknowns,
                                       int level) const {
  // Derivatives by the unknowns: 0 to 2 rotation, 3 to 5 position, 6 clock, 7 focal length, 8 and 9 principal point,
  // 10 and 11 radial distortion.
  // A twist (w, v) moves a point by w x p + v. With a = d(distance) / dp: a . (w x p + v) = w . (p x a) + v . a.
  Vec3d turning{}, shifting{};
  CameraVector out{};
  const CameraD camera = camera_at(unknowns, level);
  const double pixel_scale = std::ldexp(1.0, -shrink_ - level);  // pixels of this level per pixel of the camera
  for (std::size_t k = 0; k < measured.size(); ++k) {
    const Measured& m = measured[k];
    const double slope = weights[k];
    if (!m.valid || slope == 0) continue;
    turning = turning + cross(m.in_camera, m.slope) * slope;
    shifting = shifting + m.slope * slope;
    const double gx = slope * double{m.dx}, gy = slope * double{m.dy};
    const double x = m.in_camera.x / m.in_camera.z, y = m.in_camera.y / m.in_camera.z, r2 = x * x + y * y;
    // The distortion moves a pixel along its radius by k1 r^2 + k2 r^4.
    const double radial = (gx * camera.fx * x + gy * camera.fy * y) * r2;
    out[8] += gx, out[9] += gy, out[10] += radial, out[11] += radial * r2;
    const detail::Distorted<double> d = detail::distort_radtan(camera, x, y);
    out[7] += gx * camera.fx * d.x + gy * camera.fy * d.y;
  }
  out[8] *= pixel_scale, out[9] *= pixel_scale;
  // A rotation e of the camera in base axes turns points by -R^T e, a translation e moves them by -R^T e.
  const Placed placed = place(view, unknowns);
  const Quaterniond base_from_camera = corrected(scene_.base_from_camera, to_correction(unknowns)).rotation;
  const Vec3d turned = base_from_camera * turning, shifted = base_from_camera * shifting;
  out[0] = -turned.x, out[1] = -turned.y, out[2] = -turned.z;
  out[3] = -shifted.x, out[4] = -shifted.y, out[5] = -shifted.z;
  out[kTimeUnknown] = dot(placed.angular, turning) + dot(placed.linear, shifting);
  return out;
}

std::vector<float> CameraAlignment::greys_at(std::size_t view, std::span<const uint32_t> points,
                                             const CameraVector& unknowns) const {
  const CameraD camera = camera_at(unknowns, 0);
  const Rigid3d pose = place(view, unknowns).camera_from_map;
  std::vector<float> out;
  for (const uint32_t k : points) {
    const Vec3d p = pose * scene_.points[k].position;
    const Vec2d pixel = can_project(camera, p) ? project(camera, p) : Vec2d{};
    out.push_back(views_[view].levels.front().at(pixel.x, pixel.y).value);
  }
  return out;
}

}  // namespace gs::mapping
