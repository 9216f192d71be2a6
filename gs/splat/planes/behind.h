// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Colour behind all splats of a pixel, for host and device.
#pragma once

#include "gs/splat/kernel/shutter.h"
#include "gs/splat/planes/compose.h"

namespace gs::splat {

// Viewing direction of a pixel in map axes at the time it is read. `ray` is the pixel's direction in camera axes
// (image/rays.h). With a rolling shutter the camera rotates between lines; its translation is irrelevant for the sky.
GS_HD inline Vec3f sky_direction(const ViewF& view, Vec3f ray, Vec2f pixel) {
  return rotate_back(view.camera_from_map, unturn(view, ray, -readout_time(view, pixel)));
}

// Sky colour of a pixel, 0..1; the background where the pixel has no viewing direction (zero ray: outside the image
// circle of a fisheye camera).
GS_HD inline Vec3f color_behind(const SkyView& sky, const ViewF& view, Vec3f ray, Vec2f pixel, Vec3f background) {
  if (ray.x == 0.0f && ray.y == 0.0f && ray.z == 0.0f) return background;
  return sample_sky(sky, sky_direction(view, ray, pixel));
}

}  // namespace gs::splat
