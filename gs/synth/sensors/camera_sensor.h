// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pictures of a scene by ray casting, through any camera model of gs/geometry.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/camera.h"
#include "gs/synth/sensors/scene.h"

namespace gs {

class Shader;

struct ImagingOptions {
  double exposure = 1.0;
  double noise = 0.6;        // standard deviation of dark pixels in steps of 8 bit; bright ones have twice that
  double vignetting = 0.25;  // share of light lost in the corners
  int samples = 1;           // rays a pixel: 1, 2, 4 or 16
  bool smooth_edges = true;  // with one ray a pixel: two more where neighbours see different things
};

void describe(auto& visit, ImagingOptions& o) {
  visit("exposure", o.exposure, "brightness", Range{0.05, 20});
  visit("noise", o.noise, "noise of dark pixels [8-bit steps]", Range{0, 30});
  visit("vignetting", o.vignetting, "light lost in the corners", Range{0, 0.9});
  visit("samples", o.samples, "rays a pixel: 1, 2, 4 or 16", Range{1, 16});
  visit("smooth_edges", o.smooth_edges, "more rays at edges");
}

// What the scene looked like and what was there, pixel by pixel.
struct CameraFrame {
  Image rgb;
  uint64_t rays = 0;               // cast for it, shadows included
  std::vector<float> depth_m;      // along the optical axis; infinite: sky
  std::vector<uint32_t> instance;  // 0: ground, or nothing
  std::vector<uint8_t> moving;     // 255 on actors
};

class CameraSensor {
 public:
  explicit CameraSensor(const CameraD& camera, int samples = 1);

  const CameraD& camera() const { return camera_; }

  // map_from_camera: one pose, or one per row from the top (rolling shutter), with row i at ray time i / (height - 1)
  // of the scene's interval. frame_seed: noise differs from frame to frame. with_truth fills all fields, else only rgb.
  CameraFrame take(const Scene& scene, std::span<const Rigid3d> map_from_camera, const ImagingOptions& options,
                   uint64_t frame_seed, bool with_truth = false) const;

 private:
  struct Block;  // a few rows in the making
  void aim(Block& block, int table, std::span<const Rigid3d> map_from_camera) const;
  void smooth_edges(Block& block, std::span<const Rigid3d> map_from_camera, const Shader& shader) const;
  void develop(const Block& block, const ImagingOptions& options, uint64_t frame_seed, Image& rgb) const;
  Ray ray_of(int table, int x, int y, std::span<const Rigid3d> map_from_camera) const;

  CameraD camera_;
  int samples_;
  double pixel_angle_;             // of the middle pixel
  std::vector<Vec3f> directions_;  // [tables, height, width] unit, in the camera; zero where the lens sees nothing
};

}  // namespace gs
