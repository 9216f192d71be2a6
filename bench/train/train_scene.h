// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training data: images rendered along a street, and points at its Gaussians.
#pragma once

#include "bench/splat/street.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/training_data.h"

namespace bench {

// Renders `views` images of width x height; the second view is held out.
inline gs::Result<gs::splat::train::TrainingData> street_training_data(std::size_t gaussians, int width, int height,
                                                                       int views) {
  gs::splat::train::TrainingData data;
  GS_TRY(gs::splat::GaussianCloud truth, street(gaussians, 0));
  for (std::size_t i = 0; i < truth.size(); ++i) data.points.push_back({std::as_const(truth).view().position_of(i)});
  GS_TRY(const auto rasterizer, gs::splat::make_rasterizer(gs::Backend::cpu));
  GS_CHECK(rasterizer->upload(std::move(truth)));
  const std::vector<gs::splat::RenderView> drive = street_drive(width, height, 0.8 * width, views);
  GS_TRY(std::vector<gs::splat::SplatImage> images, rasterizer->render(drive, {}));
  for (std::size_t i = 0; i < drive.size(); ++i) {
    data.views.push_back({.name = std::to_string(i),
                          .camera = drive[i].camera,
                          .map_from_camera = drive[i].map_from_camera,
                          .rgb8 = std::move(images[i].rgb8),
                          .held_out = i == 1});
  }
  return data;
}

}  // namespace bench
