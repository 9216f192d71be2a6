// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sensors/camera_truth.h"

#include <limits>
#include <optional>

#include "gs/render/image_truth.h"
#include "gs/splat/planes/rays.h"

namespace gs::sim {
namespace {

// One value of the labels for every pixel.
std::vector<uint16_t> label_plane(const std::vector<uint16_t>& instance, const std::vector<ActorLabel>& labels,
                                  uint16_t ActorLabel::*value) {
  std::vector<uint16_t> out(instance.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (instance[i] > 0) out[i] = labels[instance[i] - 1].*value;
  }
  return out;
}

}  // namespace

void CameraTruth::add_outputs(splat::RenderSettings& settings) const {
  settings.depth = settings.depth || wanted_.depth || wanted_.flow;
  settings.instance = settings.instance || wanted_.instance || wanted_.class_code || wanted_.flow;
}

// The calibration of a camera does not change during a run.
const std::vector<Vec3f>& CameraTruth::rays_of(const std::string& camera_id, const CameraD& camera) {
  std::vector<Vec3f>& rays = rays_[camera_id];
  if (rays.empty()) rays = splat::pixel_rays(camera);
  return rays;
}

TruthImages CameraTruth::make(const std::string& camera_id, Timestamp stamp, const splat::RenderView& view,
                              const splat::SplatImage& image, const TruthScene& scene) {
  TruthImages out{.camera_id = camera_id, .width = image.width, .height = image.height, .stamp = stamp};
  if (wanted_.depth)
    out.depth_m = render::axial_depth(view.camera, rays_of(camera_id, view.camera), image.median_depth);
  if (wanted_.instance) out.instance = label_plane(image.instance, scene.labels, &ActorLabel::number);
  if (wanted_.class_code) out.class_code = label_plane(image.instance, scene.labels, &ActorLabel::class_code);
  if (!wanted_.flow) return out;
  if (!scene.before) {
    out.motion_px.assign(2 * image.instance.size(), std::numeric_limits<float>::quiet_NaN());
    return out;
  }
  splat::RenderView before = *scene.before;
  before.instances = scene.before_instances;
  out.motion_px = render::image_motion(image, rays_of(camera_id, view.camera), view, before);
  return out;
}

}  // namespace gs::sim
