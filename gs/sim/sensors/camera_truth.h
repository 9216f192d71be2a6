// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground-truth images beside the images of cameras: depth, instances, classes and motion, from the same pass.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/time.h"
#include "gs/sim/options.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::sim {

// Ground truth of one image; planes of [height, width] that were not asked for are empty. A pixel belongs to the point
// at which its light falls below one half.
struct TruthImages {
  std::string camera_id;
  int width = 0, height = 0;
  Timestamp stamp;                   // of the image
  std::vector<float> depth_m;        // along the optical axis; NaN where there is no such point
  std::vector<uint16_t> instance;    // Actor::number; 0: no actor
  std::vector<uint16_t> class_code;  // class_code_of() of the actor; 0: no actor
  std::vector<float> motion_px;      // [height, width, 2], see image_motion() (render/image_truth.h)
};

// An actor in an image: value of its pixels.
struct ActorLabel {
  uint16_t number = 0, class_code = 0;
};

// What an image shows, and the previous image of the camera.
struct TruthScene {
  std::vector<ActorLabel> labels;  // of the instances of the image, in their order
  // The previous image with the same instances, in the same order; empty if it has none or poses are not known.
  std::optional<splat::RenderView> before{};
  std::vector<splat::SplatInstance> before_instances;
};

// Makes the ground truth of images from the planes of the rasterizer. Keeps the rays of every camera.
class CameraTruth {
 public:
  explicit CameraTruth(const GroundTruthOptions& wanted) : wanted_(wanted) {}

  // Adds the planes that the ground truth needs.
  void add_outputs(splat::RenderSettings& settings) const;
  // Ground truth of an image, as rendered with these outputs from `view`.
  TruthImages make(const std::string& camera_id, Timestamp stamp, const splat::RenderView& view,
                   const splat::SplatImage& image, const TruthScene& scene);

 private:
  const std::vector<Vec3f>& rays_of(const std::string& camera_id, const CameraD& camera);

  GroundTruthOptions wanted_;
  std::map<std::string, std::vector<Vec3f>> rays_;
};

}  // namespace gs::sim
