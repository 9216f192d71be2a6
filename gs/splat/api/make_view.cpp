// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gs/splat/api/rasterizer.h"

namespace gs::splat {
namespace {

constexpr double kThinnest = 0.001, kWidest = 10;  // [px^2] limits of the low-pass filter

// Finite, and a quaternion that can be normalised.
bool is_finite(const Rigid3d& pose) {
  const Quaterniond& q = pose.rotation;
  return gs::is_finite(pose.translation) && std::isfinite(q.x + q.y + q.z + q.w) && norm(q) > 0.5 && norm(q) < 2.0;
}

// Checks size and intrinsics of a camera.
Result<void> check(const CameraD& c) {
  if (c.width < 1 || c.height < 1 || c.width > kMaxImageSide || c.height > kMaxImageSide) {
    return fail(ErrorCode::invalid_argument, "an image of {} x {} pixels cannot be rendered: sides go from 1 to {}",
                c.width, c.height, kMaxImageSide);
  }
  const double all = c.fx + c.fy + c.cx + c.cy + c.k1 + c.k2 + c.k3 + c.k4 + c.k5 + c.k6 + c.p1 + c.p2;
  if (!std::isfinite(all) || !(c.fx > 0) || !(c.fy > 0)) {
    return fail(ErrorCode::invalid_argument, "camera intrinsics must be finite, with fx, fy > 0: fx = {}, fy = {}",
                c.fx, c.fy);
  }
  return {};
}

// Range of normalised coordinates x / z, y / z.
struct Bounds {
  Vec2d low{1e30, 1e30}, high{-1e30, -1e30};
};

// Range of x / z and y / z along the image border, where the camera model is defined.
Bounds border_tangents(const CameraD& camera) {
  constexpr int kSamples = 16;
  Bounds bounds;
  const auto visit = [&](double x, double y) {
    const auto ray = unproject(camera, {x, y});
    if (!ray || ray->z <= 1e-6) return;
    bounds.low = {std::min(bounds.low.x, ray->x / ray->z), std::min(bounds.low.y, ray->y / ray->z)};
    bounds.high = {std::max(bounds.high.x, ray->x / ray->z), std::max(bounds.high.y, ray->y / ray->z)};
  };
  const double right = camera.width - 0.5, bottom = camera.height - 0.5;
  for (int i = 0; i <= kSamples; ++i) {
    const double x = -0.5 + camera.width * static_cast<double>(i) / kSamples;
    const double y = -0.5 + camera.height * static_cast<double>(i) / kSamples;
    visit(x, -0.5), visit(x, bottom), visit(-0.5, y), visit(right, y);
  }
  return bounds;
}

// Limits for the linearisation of a pinhole camera: the image border plus 15 % of the field of view on each side, like
// the factor 1.3 on tan(half field of view) in the code of Kerbl et al. 2023.
void hold_jacobian(const CameraD& camera, ViewF& view) {
  if (camera.lens != Lens::radtan) return;
  const Bounds b = border_tangents(camera);
  if (b.low.x > b.high.x) return;
  const Vec2d margin = (b.high - b.low) * 0.15;
  view.tangent_low = {static_cast<float>(b.low.x - margin.x), static_cast<float>(b.low.y - margin.y)};
  view.tangent_high = {static_cast<float>(b.high.x + margin.x), static_cast<float>(b.high.y + margin.y)};
}

}  // namespace

Result<ViewF> make_view(const RenderView& in, const RenderSettings& settings) {
  GS_CHECK(check(in.camera));
  if (!(settings.near_m > 0) || !(settings.far_m > settings.near_m)) {
    return fail(ErrorCode::invalid_argument, "near and far planes must satisfy 0 < near < far: {} and {}",
                settings.near_m, settings.far_m);
  }
  if (!(settings.low_pass_px2 >= kThinnest && settings.low_pass_px2 <= kWidest)) {
    return fail(ErrorCode::invalid_argument, "the low-pass filter must lie within {} and {} px^2: {}", kThinnest,
                kWidest, settings.low_pass_px2);
  }
  Rigid3d pose = in.map_from_camera;
  ViewF view;
  if (in.rolling_shutter) {
    const Rigid3d &first = in.rolling_shutter->map_from_camera_first, &last = in.rolling_shutter->map_from_camera_last;
    if (!is_finite(first) || !is_finite(last)) {
      return fail(ErrorCode::invalid_argument, "a pose of the rolling shutter is not finite or not a rotation");
    }
    // The view holds the pose in the middle of the readout and the motion during it, in camera axes.
    pose = interpolate(first, last, 0.5);
    const Quaterniond camera_from_map = normalized(pose.rotation).conjugate();
    view.shutter = in.rolling_shutter->direction;
    view.shutter_translation = cast<float>(camera_from_map * (last.translation - first.translation));
    const Vec3d turn = rotation_vector(normalized(first.rotation).conjugate() * normalized(last.rotation));
    view.shutter_rotation = cast<float>(turn);  // the axis of a rotation is the same in both frames
  }
  if (!is_finite(pose)) return fail(ErrorCode::invalid_argument, "the camera's pose is not finite or not a rotation");
  const Mat3d rotation = to_matrix(normalized(pose.rotation).conjugate());
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) view.camera_from_map.m[i][j] = static_cast<float>(rotation.m[i][j]);
  }
  view.camera = to_float(in.camera);
  view.position = cast<float>(pose.translation);
  view.near_m = static_cast<float>(settings.near_m);
  view.far_m = static_cast<float>(settings.far_m);
  view.low_pass_px2 = static_cast<float>(settings.low_pass_px2);
  view.antialiasing = settings.antialiasing;
  hold_jacobian(in.camera, view);
  return view;
}

Result<ViewF> make_view(const RenderView& view, const SplatInstance& instance, const RenderSettings& settings) {
  const auto pose_error = [] {
    return fail(ErrorCode::invalid_argument, "the pose of an instance is not finite or not a rotation");
  };
  // Pose of the camera in the frame of the asset.
  const auto seen_from = [](Rigid3d map_from_asset, const Rigid3d& map_from_camera) {
    map_from_asset.rotation = normalized(map_from_asset.rotation);
    return map_from_asset.inverse() * map_from_camera;
  };
  if (!is_finite(instance.map_from_asset)) return pose_error();
  RenderView relative{view.camera, seen_from(instance.map_from_asset, view.map_from_camera)};
  if (view.rolling_shutter) {
    const InstanceMotion motion =
        instance.motion.value_or(InstanceMotion{instance.map_from_asset, instance.map_from_asset});
    if (!is_finite(motion.map_from_asset_first) || !is_finite(motion.map_from_asset_last)) return pose_error();
    relative.rolling_shutter = {view.rolling_shutter->direction,
                                seen_from(motion.map_from_asset_first, view.rolling_shutter->map_from_camera_first),
                                seen_from(motion.map_from_asset_last, view.rolling_shutter->map_from_camera_last)};
  }
  return make_view(relative, settings);
}

Result<void> check_instances(const RenderView& view, std::size_t asset_count, const RenderSettings& settings) {
  if (settings.instance && view.instances.size() > kMaxNumberedInstances) {
    return fail(ErrorCode::limit_exceeded, "a view shows {} instances; with the output instance at most {}",
                view.instances.size(), kMaxNumberedInstances);
  }
  for (const SplatInstance& instance : view.instances) {
    if (instance.asset < asset_count) continue;
    return fail(ErrorCode::invalid_argument, "an instance shows asset {}, but the scene has {}", instance.asset,
                asset_count)
        .with_hint("give the assets to upload() together with the cloud");
  }
  return {};
}

Result<void> check_shadows(const RenderView& view) {
  for (std::size_t k = 0; k < view.shadows.size(); ++k) {
    const GroundShadow& s = view.shadows[k];
    if (s.corners < 3 || s.corners > kMaxShadowCorners) {
      return fail(ErrorCode::invalid_argument, "shadow {} has {} corners, not 3 to {}", k, s.corners,
                  kMaxShadowCorners);
    }
    float sum = s.low.x + s.low.y + s.high.x + s.high.y;
    for (int i = 0; i < s.corners; ++i) sum += s.corner[i].x + s.corner[i].y;
    if (!std::isfinite(sum) || !(s.strength >= 0 && s.strength <= 1) || !(s.softness_m > 0 && s.softness_m < 100)) {
      return fail(ErrorCode::invalid_argument,
                  "shadow {} needs finite corners, a strength within 0 and 1 and a softness up to 100 m: {}, {} m", k,
                  s.strength, s.softness_m);
    }
  }
  return {};
}

Result<void> check_ground(std::size_t gaussians, std::size_t marks) {
  if (marks == 0 || marks == gaussians) return {};
  return fail(ErrorCode::invalid_argument, "{} Gaussians have {} marks of the ground layer", gaussians, marks);
}

Result<void> check_sky(const SkyImage& sky) {
  const bool empty = sky.width == 0 && sky.height == 0;
  const auto pixels =
      static_cast<std::size_t>(std::max(sky.width, 0)) * static_cast<std::size_t>(std::max(sky.height, 0));
  if ((!empty && pixels == 0) || sky.rgb8.size() != pixels * 3) {
    return fail(ErrorCode::invalid_argument, "a sky of {} x {} pixels needs three bytes a pixel, not {} bytes",
                sky.width, sky.height, sky.rgb8.size());
  }
  return {};
}

}  // namespace gs::splat
