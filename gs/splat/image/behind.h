// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a camera sees behind all splats, one pixel at a time, for host and device.
#pragma once

#include "gs/splat/image/compose.h"
#include "gs/splat/kernel/shutter.h"

namespace gs {

// Direction in map axes in which a pixel looks at the moment it is read. `ray` is the pixel's direction in the axes of
// the camera at that moment (image/rays.h). With a rolling shutter the camera turns between the lines; where it is does
// not matter for what is infinitely far away.
GS_HD inline Vec3f sky_direction(const ViewF& view, Vec3f ray, Vec2f pixel) {
  return rotate_back(view.camera_from_map, unturn(view, ray, -readout_time(view, pixel)));
}

// Colour behind the splats of a pixel, 0..1: the sky, or the background where no direction maps to the pixel (a ray of
// length zero: outside the circle of a fisheye).
GS_HD inline Vec3f color_behind(const SkyView& sky, const ViewF& view, Vec3f ray, Vec2f pixel, Vec3f background) {
  if (ray.x == 0.0f && ray.y == 0.0f && ray.z == 0.0f) return background;
  return sample_sky(sky, sky_direction(view, ray, pixel));
}

}  // namespace gs
