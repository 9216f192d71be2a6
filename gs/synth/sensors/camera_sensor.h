// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Renders images of a scene by ray casting, through any camera model of gs/geometry.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/camera.h"
#include "gs/synth/sensors/scene.h"

namespace gs::synth {

class Shader;

// Exposure, noise and sampling of a camera.
struct ImagingOptions {
  double exposure = 1.0;     // factor on radiance
  double noise = 0.6;        // standard deviation of dark pixels [8-bit steps]; white pixels have twice that
  double vignetting = 0.25;  // share of light lost in the corners
  int samples = 1;           // rays per pixel: 1, 2, 4 or 16
  bool smooth_edges = true;  // with one ray per pixel: two more where neighbouring rays hit different objects
};

void describe(auto& visit, ImagingOptions& o) {
  visit("exposure", o.exposure, "exposure factor", Range{0.05, 20});
  visit("noise", o.noise, "noise of dark pixels [8-bit steps]", Range{0, 30});
  visit("vignetting", o.vignetting, "share of light lost in the corners", Range{0, 0.9});
  visit("samples", o.samples, "rays per pixel: 1, 2, 4 or 16", Range{1, 16});
  visit("smooth_edges", o.smooth_edges, "cast more rays at object edges");
}

// An image and its ground truth. Arrays are [height, width].
struct CameraFrame {
  assets::Image rgb;
  uint64_t rays = 0;               // rays cast, including shadow rays
  std::vector<float> depth_m;      // depth along the optical axis; infinity: sky
  std::vector<uint32_t> instance;  // instance id of the object; 0: ground or sky
  std::vector<uint8_t> moving;     // 255 on objects that can move, else 0
  std::vector<uint32_t> body;      // body of the scene; kFixedBody: none that can move
};

// A camera with precomputed ray directions.
class CameraSensor {
 public:
  // samples: rays per pixel, rounded down to 1, 2, 4 or 16.
  explicit CameraSensor(const CameraD& camera, int samples = 1);

  // The camera model.
  const CameraD& camera() const { return camera_; }

  // Renders an image. map_from_camera: one pose, or one per row from the top (rolling shutter); row i is then cast at
  // ray time i / (height - 1) of the scene's interval. frame_seed: seed of this image's noise. with_truth: fill all
  // fields, otherwise only rgb and rays.
  CameraFrame take(const Scene& scene, std::span<const Rigid3d> map_from_camera, const ImagingOptions& options,
                   uint64_t frame_seed, bool with_truth = false) const;

 private:
  struct Block;  // a few rows under construction
  void aim(Block& block, int table, std::span<const Rigid3d> map_from_camera) const;
  void smooth_edges(Block& block, std::span<const Rigid3d> map_from_camera, const Shader& shader) const;
  void develop(const Block& block, const ImagingOptions& options, uint64_t frame_seed, assets::Image& rgb) const;
  raycast::Ray ray_of(int table, int x, int y, std::span<const Rigid3d> map_from_camera) const;

  CameraD camera_;
  int samples_;
  double pixel_angle_;             // angle of the central pixel [rad]
  std::vector<Vec3f> directions_;  // [tables, height, width] unit vectors in the camera; zero outside its view
};

}  // namespace gs::synth
