// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/camera_fit.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/camera_lidar/minimise.h"
#include "gs/mapping/pose_graph/eigen_types.h"

namespace gs::mapping {
namespace {

// Weight of the distance of one point against the prior and the spread. Neighbouring points are not independent, a
// distance of NID is about a fifth of the log-likelihood, and light and shadow change grey values without intensities:
// on images to the side the scatter of the gradients is several times the curvature.
constexpr double kWeight = 0.1;
constexpr int kEvaluations = 30;
// Per view. With a quarter of the fine ones the curvature had negative eigenvalues on drives that show all unknowns.
constexpr std::size_t kSamples = 10'000, kCoarseSamples = 1500;
constexpr double kDifference = 0.15;  // of gradients, for second derivatives, in units of the prior: about half a pixel
constexpr int kFinestLevels = 1;
// Weight of the squared spread of grey values: 1 / (2 sigma^2), divided by ten for neighbouring points that are not
// independent.
constexpr double kSpreadWeight = 0.1 / (2 * 0.06 * 0.06);

CameraAlignment::Selection selection_at(int level) {
  return {.level = level, .cell_px = std::max(1, 3 >> level), .most = level > 0 ? kCoarseSamples : kSamples};
}

// Sum of g g^T over groups of `together` neighbouring views, with g = gradient by the listed unknowns in units of the
// prior, and 1 for the prior.
Eigen::MatrixXd scatter_of(const std::vector<CameraVector>& of_view, const std::vector<std::size_t>& index,
                           const CameraVector& prior, std::size_t together) {
  const auto n = static_cast<int>(index.size());
  Eigen::MatrixXd out = Eigen::MatrixXd::Identity(n, n);
  for (std::size_t begin = 0; begin < of_view.size(); begin += together) {
    Eigen::VectorXd g = Eigen::VectorXd::Zero(n);
    for (std::size_t v = begin; v < std::min(begin + together, of_view.size()); ++v) {
      for (int i = 0; i < n; ++i) {
        const std::size_t u = index[static_cast<std::size_t>(i)];
        g(i) += of_view[v][u] * prior[u];
      }
    }
    out += g * g.transpose();
  }
  return out;
}

}  // namespace

CameraFit::Chosen CameraFit::choose(const CameraAlignment::ViewList& views, const CameraVector& at, int level) const {
  Chosen out{alignment_.select(views, at, selection_at(level)), {}};
  // Photo-consistency is sharp near the truth and misleading far from it.
  if (with_spread_ && level <= kFinestLevels) out.tracks = find_tracks(alignment_, views, at, level, kCameraBlock);
  return out;
}

CameraFit::Cost CameraFit::evaluate(const CameraAlignment::ViewList& views, const Chosen& chosen,
                                    const CameraVector& at, int level) const {
  const CameraAlignment::Evaluation e = alignment_.evaluate(views, chosen.samples, at, level, true);
  const double scale = kWeight * static_cast<double>(e.samples);
  Cost out{scale * e.distance, {}, std::vector<CameraVector>(views.size())};
  const SpreadEvaluation spread = evaluate_spread(alignment_, views, chosen.tracks, at, level);
  out.value += kSpreadWeight * spread.value;
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
      out.of_view[v][i] = scale * e.of_view[v][i];
      if (!spread.of_view.empty()) out.of_view[v][i] += kSpreadWeight * spread.of_view[v][i];
      out.gradient[i] += out.of_view[v][i];
    }
  }
  return out;
}

CameraVector CameraFit::at_level(const CameraAlignment::ViewList& views, const CameraVector& start,
                                 const CameraMask& free, int level, int most) const {
  // The same points all the way: if they changed with the pose, the function would jump.
  const Chosen chosen = choose(views, start, level);
  return minimise(
      [&](const CameraVector& at) {
        const Cost cost = evaluate(views, chosen, at, level);
        ValueAndGradient out{.value = cost.value};
        for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
          out.value += 0.5 * at[i] * at[i] / (prior_[i] * prior_[i]);
          out.gradient[i] = cost.gradient[i] + at[i] / (prior_[i] * prior_[i]);
        }
        return out;
      },
      start, free, prior_, most);
}

CameraVector CameraFit::from_afar(const CameraAlignment::ViewList& views, const CameraVector& start,
                                  const CameraMask& free) const {
  CameraVector at = start;
  for (int level = alignment_.level_count() - 1; level > 0; --level) {
    CameraMask now = free;
    // The coarsest level shows only what moves or stretches the whole image: rotation, time and focal length.
    if (level == alignment_.level_count() - 1) {
      for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
        now[i] = free[i] && (i < 3 || i == kTimeUnknown || i == kFirstLensUnknown);
      }
    }
    at = at_level(views, at, now, level, kEvaluations);
  }
  return close_by(views, at, free);
}

CameraVector CameraFit::close_by(const CameraAlignment::ViewList& views, const CameraVector& start,
                                 const CameraMask& free) const {
  // The points that are visible follow the pose.
  const CameraVector once = at_level(views, start, free, 0, kEvaluations);
  return at_level(views, once, free, 0, kEvaluations / 2);
}

CameraVector CameraFit::sigma(const CameraAlignment::ViewList& views, const CameraVector& at,
                              const CameraMask& free) const {
  std::vector<std::size_t> index;
  for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
    if (free[i]) index.push_back(i);
  }
  const auto n = static_cast<int>(index.size());
  const Chosen chosen = choose(views, at, 0);
  const Cost here = evaluate(views, chosen, at, 0);
  Eigen::MatrixXd curvature(n, n);
  // Central differences of the gradient, in units of the prior.
  for (int j = 0; j < n; ++j) {
    const std::size_t u = index[static_cast<std::size_t>(j)];
    CameraVector more = at, less = at;
    const double step = kDifference * prior_[u];
    more[u] += step, less[u] -= step;
    const auto above = evaluate(views, chosen, more, 0);
    const auto below = evaluate(views, chosen, less, 0);
    for (int i = 0; i < n; ++i) {
      const std::size_t v = index[static_cast<std::size_t>(i)];
      curvature(i, j) = (above.gradient[v] - below.gradient[v]) / (2 * step) * prior_[u] * prior_[v];
    }
  }
  curvature = 0.5 * (curvature + curvature.transpose()).eval();
  curvature += Eigen::MatrixXd::Identity(n, n);  // the prior
  // A direction without positive curvature is not determined: its uncertainty is that of the prior or more.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(curvature);
  const Eigen::VectorXd values = solver.eigenvalues().cwiseMax(1.0);
  const Eigen::MatrixXd inverse =
      solver.eigenvectors() * values.cwiseInverse().asDiagonal() * solver.eigenvectors().transpose();
  // Sandwich of curvature and scatter (White 1982): right even if the weights of the two costs are not. Views of one
  // block share their points, so their gradients are summed before they are squared; but few blocks do not span all
  // unknowns. The larger uncertainty counts.
  CameraVector out{};
  for (const std::size_t together : {std::size_t{1}, kCameraBlock}) {
    const Eigen::MatrixXd covariance = inverse * scatter_of(here.of_view, index, prior_, together) * inverse;
    for (int i = 0; i < n; ++i) {
      const std::size_t u = index[static_cast<std::size_t>(i)];
      out[u] = std::max(out[u], std::sqrt(std::max(covariance(i, i), 0.0)) * prior_[u]);
    }
  }
  return out;
}

std::size_t CameraFit::sample_count(const CameraAlignment::ViewList& views) const {
  std::size_t sum = 0;
  for (const auto& points : alignment_.select(views, {}, selection_at(0))) sum += points.size();
  return sum;
}

}  // namespace gs::mapping
