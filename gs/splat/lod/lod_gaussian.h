// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One Gaussian of a level-of-detail tree, and the merge of several into one.
#pragma once

#include <span>

#include "gs/geometry/quaternion.h"
#include "gs/geometry/vec.h"

namespace gs::splat::lod {

// Geometry of a Gaussian. A merged Gaussian can have an alpha above 1: it is denser than any single Gaussian, and its
// opacity reaches further out than that of one with alpha 1.
struct LodGaussian {
  Vec3f position{};        // [m]
  Vec3f log_scale{};       // ln of the standard deviations [m]
  Quaternionf rotation{};  // unit
  float alpha = 0;         // opacity, after the logistic function
};

// Limits of a merged Gaussian.
inline constexpr float kMinMergedAlpha = 1e-6f, kMaxMergedAlpha = 1000;
inline constexpr double kMinMergedVariance = 1e-12;  // [m^2], standard deviation 1 um
// Logarithms of scales are held within +-40 where areas and covariances are computed.
inline constexpr float kMaxLogScale = 40;

// ln of the surface area of the ellipsoid with one standard deviation as semi-axes [m^2]. Thomsen's formula with
// p = 1.6075, at most 1.1 % off.
float log_surface_area(Vec3f log_scale);

// Extent of a Gaussian [m]: two standard deviations along the longest axis, more if alpha is above 1.
float feature_size(const LodGaussian& gaussian);

// Merges Gaussians: mean and covariance of the mixture whose weights are surface area times alpha; alpha such that this
// product is the sum of those of the members, within the limits above. Writes the weights, whose sum is 1, for the SH
// coefficients. Needs at least one member and as many weights as members.
LodGaussian merge(std::span<const LodGaussian> members, std::span<double> weights);

}  // namespace gs::splat::lod
