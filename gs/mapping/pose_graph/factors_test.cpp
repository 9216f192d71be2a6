// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives of every factor equal differences; error floors and kernels follow their formulas.
#include "gs/mapping/pose_graph/factors.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"
#include "gs/mapping/pose_graph/linearise.h"

namespace gs::mapping {
namespace {

Vec3d random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
Rigid3d random_pose(Random& random) {
  return {rotation_from_vector(random_vector(random, 1.5)), random_vector(random, 20)};
}
Matrix6 random_matrix(Random& random) {
  Matrix6 out;
  for (auto& row : out) {
    for (double& v : row) v = random.uniform(-1, 1);
  }
  return out;
}
GraphState random_state(Random& random) {
  return {{random_pose(random), random_pose(random)}, {random.uniform(-3, 3), random_vector(random, 20)}};
}

// Central differences of the residual by the six numbers of a block; block 2 is the alignment.
template <class Linearise>
EigenMatrix6 numeric_jacobian(const GraphState& state, std::size_t block, const Linearise& linearise_at) {
  constexpr double kStep = 1e-6;
  EigenMatrix6 out;
  for (int i = 0; i < 6; ++i) {
    const auto residual = [&](double step) {
      EigenVector6 increment = EigenVector6::Zero();
      increment[i] = step;
      GraphState at = state;
      if (block < at.poses.size()) {
        at.poses[block] = moved(state.poses[block], increment);
      } else {
        at.alignment = moved(state.alignment, increment);
      }
      return linearise_at(at).residual;
    };
    out.col(i) = (residual(kStep) - residual(-kStep)) / (2 * kStep);
  }
  return out;
}

template <class Linearise>
void expect_jacobians(const GraphState& state, const Linearise& linearise_at) {
  const LinearFactor f = linearise_at(state);
  const double size = 1 + f.by_first.norm();
  EXPECT_LT((f.by_first - numeric_jacobian(state, f.first, linearise_at)).norm(), 1e-6 * size);
  if (f.second) {
    EXPECT_LT((f.by_second - numeric_jacobian(state, *f.second, linearise_at)).norm(), 1e-6 * size);
  }
}

TEST(Factors, DerivativesOfRelativeFactorsEqualDifferences) {
  for (uint64_t k = 0; k < 50; ++k) {
    Random random(1, purpose("relative"), k);
    const GraphState state = random_state(random);
    RelativeFactor factor{.from = 0, .to = 1, .sqrt_information = random_matrix(random)};
    // Measurements near the state and far from it: residual rotations from 0 to some 2 rad.
    factor.from_from_to = state.poses[0].inverse() * state.poses[1];
    const double off = k < 5 ? 0 : 0.05 * static_cast<double>(k);
    factor.from_from_to.rotation =
        normalized(factor.from_from_to.rotation * rotation_from_vector(random_vector(random, 0.5 * off)));
    expect_jacobians(state, [&](const GraphState& s) { return linearise(factor, s); });
  }
}

TEST(Factors, DerivativesOfPositionsEqualDifferences) {
  for (uint64_t k = 0; k < 20; ++k) {
    Random random(1, purpose("position"), k);
    const GraphState state = random_state(random);
    const PositionFactor factor{.pose = 1,
                                .lever_in_body = random_vector(random, 2),
                                .position_in_enu = random_vector(random, 30),
                                .sigma_m = {0.5, 0.7, 1.2}};
    for (const bool unknown : {true, false}) {
      expect_jacobians(state, [&](const GraphState& s) { return linearise(factor, s, unknown); });
    }
  }
}

TEST(Factors, DerivativesOfVerticalsAndPriorsEqualDifferences) {
  for (uint64_t k = 0; k < 20; ++k) {
    Random random(1, purpose("vertical"), k);
    const GraphState state = random_state(random);
    const VerticalFactor vertical{.pose = 0, .up_in_body = normalized(random_vector(random, 1)), .sigma_rad = 0.1};
    expect_jacobians(state, [&](const GraphState& s) { return linearise(vertical, s); });
    PriorFactor prior{.pose = 1, .map_from_body = random_pose(random), .sqrt_information = random_matrix(random)};
    prior.map_from_body.rotation = normalized(
        state.poses[1].rotation * rotation_from_vector(random_vector(random, 0.05 * static_cast<double>(k))));
    expect_jacobians(state, [&](const GraphState& s) { return linearise(prior, s); });
  }
}

TEST(Factors, VerticalMeasuresTheAngleToTheVertical) {
  const GraphState state{{{rotation_from_vector({0.01, -0.02, 1.3}), {}}}, {}};
  const VerticalFactor factor{.pose = 0, .sigma_rad = 0.1};
  const double angle = std::acos((state.poses[0].rotation * Vec3d{0, 0, 1}).z);
  EXPECT_NEAR(std::sqrt(chi_squared(factor, state)), std::sin(angle) / 0.1, 1e-12);
}

// Information I of n points and a floor s: the covariance is 1/I + s^2.
TEST(Factors, ErrorFloorAddsToTheCovariance) {
  Matrix6 information{};
  for (std::size_t i = 0; i < 6; ++i) information[i][i] = i < 3 ? 1e8 : 2500;  // 1e-4 rad, 0.02 m
  const EigenMatrix6 root = to_eigen(with_error_floor(information, 3e-4, 0.01));
  const EigenMatrix6 covariance = (root.transpose() * root).inverse();
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(covariance(i, i), i < 3 ? 1e-8 + 9e-8 : 4e-4 + 1e-4, 1e-12);
  }
}

TEST(Factors, ErrorFloorKeepsDirectionsWithoutInformationEmpty) {
  const Vec3d blind = normalized(Vec3d{1, 2, 0});  // no information along this direction of translation
  Matrix6 information{};
  for (std::size_t i = 0; i < 3; ++i) information[i][i] = 1e8;
  const double b[3] = {blind.x, blind.y, blind.z};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) information[3 + i][3 + j] = 1e6 * ((i == j ? 1 : 0) - b[i] * b[j]);
  }
  const EigenMatrix6 root = to_eigen(with_error_floor(information, 1e-4, 0.01));
  EigenVector6 along = EigenVector6::Zero(), across = EigenVector6::Zero();
  along.tail<3>() = to_eigen(blind);
  across.tail<3>() = to_eigen(Vec3d{-blind.y, blind.x, 0});
  EXPECT_LT((root * along).norm(), 1e-3);  // rounding; across it is 100
  EXPECT_NEAR((root * across).norm(), 1 / std::sqrt(1e-6 + 1e-4), 1e-6);
}

TEST(Factors, SharedErrorsAddUp) {
  EXPECT_DOUBLE_EQ(shared_error_sigma(0.01, 100), 0.1);
  EXPECT_DOUBLE_EQ(shared_error_sigma(0.01, 0), 0.01);
}

TEST(Factors, KernelWeightsAreTheDerivativesOfTheirCosts) {
  for (const KernelShape shape :
       {KernelShape::none, KernelShape::huber, KernelShape::cauchy, KernelShape::geman_mcclure}) {
    const RobustKernel kernel{shape, 2.0};
    EXPECT_NEAR(robust_cost(kernel, 1e-6), 1e-6, 1e-11);
    for (const double s : {0.1, 3.9, 4.1, 50.0}) {
      const double slope = (robust_cost(kernel, s + 1e-5) - robust_cost(kernel, s - 1e-5)) / 2e-5;
      EXPECT_NEAR(robust_weight(kernel, s), slope, 1e-7) << static_cast<int>(shape) << " " << s;
    }
  }
}

}  // namespace
}  // namespace gs::mapping
