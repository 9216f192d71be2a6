// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Small graphs with known solutions, false closures, and graphs without a unique solution.
#include "gs/mapping/pose_graph/pose_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs::mapping {
namespace {

constexpr double kDeg = kPi / 180;

Vec3d normal3(Random& random, double sigma) {
  return {random.normal(0, sigma), random.normal(0, sigma), random.normal(0, sigma)};
}

// A drive on an S-shaped road over a hill: one pose a metre.
std::vector<Rigid3d> planted_drive(std::size_t count) {
  std::vector<Rigid3d> out(1);
  for (std::size_t i = 1; i < count; ++i) {
    const double s = static_cast<double>(i);
    const Rigid3d step{Quaterniond::from_rpy(0, 0.002 * std::cos(s / 40), 0.01 * std::sin(s / 50)), {1, 0, 0}};
    out.push_back(out.back() * step);
    out.back().rotation = normalized(out.back().rotation);
  }
  return out;
}

// Measured steps between consecutive poses, with noise, and the path that they add up to.
PoseGraph graph_of_steps(const std::vector<Rigid3d>& truth, double sigma_rad, double sigma_m, uint64_t seed) {
  PoseGraph graph;
  graph.start.poses = {truth[0]};
  for (std::size_t i = 0; i + 1 < truth.size(); ++i) {
    Random random(seed, purpose("step"), i);
    Rigid3d step = truth[i].inverse() * truth[i + 1];
    step.rotation = normalized(step.rotation * rotation_from_vector(normal3(random, sigma_rad)));
    step.translation += normal3(random, sigma_m);
    graph.relative.push_back({i, i + 1, step, independent_errors(sigma_rad, sigma_m), {}});
    graph.start.poses.push_back(graph.start.poses.back() * step);
  }
  graph.priors.push_back({0, truth[0], independent_errors(1e-6, 1e-4), {}});
  return graph;
}

void add_loop(PoseGraph& graph, std::size_t from, std::size_t to, const Rigid3d& from_from_to, RobustKernel kernel) {
  graph.relative.push_back({from, to, from_from_to, independent_errors(0.05 * kDeg, 0.05), kernel});
}

double largest_error(const std::vector<Rigid3d>& truth, const std::vector<Rigid3d>& poses) {
  double worst = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    worst = std::max(worst, norm(truth[i].translation - poses[i].translation));
  }
  return worst;
}

TEST(PoseGraph, AChainAloneIsTheSumOfItsSteps) {
  const auto truth = planted_drive(40);
  PoseGraph graph = graph_of_steps(truth, 0, 0, 1);
  for (auto& f : graph.relative) f.sqrt_information = independent_errors(1e-3, 0.02);
  for (std::size_t i = 1; i < 40; ++i) graph.start.poses[i].translation += Vec3d{0.3, -0.2, 0.1} * (0.1 * double(i));
  const auto solved = solve(graph);
  ASSERT_TRUE(solved) << solved.error().message;
  EXPECT_TRUE(solved->converged);
  EXPECT_LT(largest_error(truth, solved->state.poses), 1e-6);
  EXPECT_LT(solved->cost_after, 1e-9);
}

// n steps and one closure with variances s^2 and c^2 in a straight line: a misclosure d is spread as d s^2 / (n s^2 +
// c^2) a step.
TEST(PoseGraph, SpreadsAMisclosureByTheVariances) {
  PoseGraph graph;
  const std::size_t n = 10;
  for (std::size_t i = 0; i <= n; ++i) graph.start.poses.push_back({{}, {double(i), 0, 0}});
  for (std::size_t i = 0; i < n; ++i) {
    graph.relative.push_back({i, i + 1, {{}, {1, 0, 0}}, independent_errors(1e-9, 0.02), {}});
  }
  graph.relative.push_back({0, n, {{}, {double(n) + 0.5, 0, 0}}, independent_errors(1, 0.05), {}});
  graph.priors.push_back({0, {}, independent_errors(1e-6, 1e-6), {}});
  const auto solved = solve(graph).value();
  const double share = 0.5 * 0.02 * 0.02 / (n * 0.02 * 0.02 + 0.05 * 0.05);
  for (std::size_t i = 0; i <= n; ++i) {
    EXPECT_NEAR(solved.state.poses[i].translation.x, double(i) * (1 + share), 1e-6);
  }
}

// Positions of one body with different variances: the weighted mean, less the rotated lever.
TEST(PoseGraph, PositionsAverageByTheirVariances) {
  PoseGraph graph;
  const Quaterniond rotation = Quaterniond::from_rpy(0, 0, kPi / 2);
  graph.start.poses = {{rotation, {}}};
  graph.priors.push_back({0, {rotation, {}}, independent_errors(1e-6, 1e6), {}});
  graph.positions.push_back({0, {2, 0, 1}, {10, 0, 5}, {1, 1, 1}, {}});
  graph.positions.push_back({0, {2, 0, 1}, {13, 6, 8}, {2, 2, 2}, {}});
  const Vec3d at = solve(graph).value().state.poses[0].translation;
  // Weights 1 and 1/4: means 10.6, 1.2, 5.6; the lever in map is (0, 2, 1).
  EXPECT_NEAR(at.x, 10.6, 1e-4);
  EXPECT_NEAR(at.y, 1.2 - 2, 1e-4);
  EXPECT_NEAR(at.z, 5.6 - 1, 1e-4);
}

TEST(PoseGraph, VerticalsTakeABendOutOfTheChain) {
  const auto truth = planted_drive(300);
  PoseGraph graph = graph_of_steps(truth, 0, 0, 1);
  // The same pitch error in every step: 0.013 deg a metre, as beams 0.2 deg off give.
  for (auto& f : graph.relative) {
    f.from_from_to.rotation = normalized(f.from_from_to.rotation * rotation_from_vector({0, 0.013 * kDeg, 0}));
    f.sqrt_information = independent_errors(0.02 * kDeg, 0.02);
  }
  for (std::size_t i = 1; i < truth.size(); ++i) {
    graph.start.poses[i] = graph.start.poses[i - 1] * graph.relative[i - 1].from_from_to;
  }
  EXPECT_GT(largest_error(truth, graph.start.poses), 5);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    graph.verticals.push_back({i, truth[i].rotation.conjugate() * Vec3d{0, 0, 1}, 0.3 * kDeg, {KernelShape::huber, 2}});
  }
  const auto solved = solve(graph).value();
  EXPECT_LT(largest_error(truth, solved.state.poses), 0.35);
}

// GNSS in a frame of unknown yaw and origin: the fixes take out the drift of the steps, and the alignment is found. The
// first pose holds the map, so an error of the first steps turns the whole path: it is judged in the frame of the
// fixes.
TEST(PoseGraph, FindsTheAlignmentOfPositions) {
  const auto truth = planted_drive(400);
  const Alignment map_from_enu{0.7, {100, -50, 3}};
  PoseGraph graph = graph_of_steps(truth, 0.05 * kDeg, 0.02, 3);
  const Vec3d lever{0.2, 0.1, 1.6};
  for (std::size_t i = 0; i < truth.size(); i += 2) {
    Random random(5, purpose("fix"), i);
    const Vec3d antenna = truth[i] * lever + normal3(random, 0.1);
    const Vec3d enu = map_from_enu.rotation().conjugate() * (antenna - map_from_enu.translation);
    graph.positions.push_back({i, lever, enu, {0.1, 0.1, 0.1}, {KernelShape::cauchy, 2}});
  }
  graph.alignment_is_unknown = true;
  graph.start.alignment = {0.5, {90, -40, 0}};
  const auto solved = solve(graph).value();
  EXPECT_TRUE(solved.converged);
  EXPECT_NEAR(solved.state.alignment.yaw_rad, 0.7, 0.25 * kDeg);
  const auto in_enu = [&](const Alignment& a, const Rigid3d& pose) {
    return a.rotation().conjugate() * (pose * lever - a.translation);
  };
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_LT(norm(in_enu(solved.state.alignment, solved.state.poses[i]) - in_enu(map_from_enu, truth[i])), 0.15) << i;
  }
  EXPECT_GT(largest_error(truth, graph.start.poses), 1);
}

TEST(PoseGraph, AJumpOfPositionsByTwentyMetresIsOutvoted) {
  const auto truth = planted_drive(300);
  PoseGraph graph = graph_of_steps(truth, 0.02 * kDeg, 0.01, 4);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const Vec3d jump = i >= 100 && i < 140 ? Vec3d{0, 20, 0} : Vec3d{};
    graph.positions.push_back({i, {}, truth[i].translation + jump, {0.3, 0.3, 0.3}, {KernelShape::cauchy, 2}});
  }
  EXPECT_LT(largest_error(truth, solve(graph).value().state.poses), 0.15);
}

TEST(PoseGraph, ClosesALoopThoughHalfOfTheClosuresAreFalse) {
  // Two rounds of 200 m: pose i + 200 is at pose i.
  std::vector<Rigid3d> truth;
  for (int i = 0; i < 400; ++i) {
    const double a = 2 * kPi * i / 200;
    truth.push_back({Quaterniond::from_rpy(0, 0, a + kPi / 2), {32 * std::cos(a), 32 * std::sin(a), 0}});
  }
  PoseGraph graph = graph_of_steps(truth, 0.1 * kDeg, 0.03, 6);
  const double before = largest_error(truth, graph.start.poses);
  const RobustKernel bounded{KernelShape::geman_mcclure, 4};
  for (std::size_t i = 0; i < 200; i += 10) {
    Random random(6, purpose("loop"), i);
    const Rigid3d measured = truth[i].inverse() * truth[i + 200];
    add_loop(graph, i, i + 200, {measured.rotation, measured.translation + normal3(random, 0.03)}, bounded);
    const Rigid3d false_one{rotation_from_vector(normal3(random, 0.3)), normal3(random, 4)};
    add_loop(graph, (i + 77) % 200, i + 200, false_one, bounded);
  }
  const auto solved = solve(graph).value();
  EXPECT_GT(before, 0.5);
  EXPECT_LT(largest_error(truth, solved.state.poses), 0.5 * before);
  for (std::size_t i = 0; i < 200; i += 10) {
    EXPECT_LT(norm(solved.state.poses[i].translation - solved.state.poses[i + 200].translation), 0.15) << i;
  }
  std::size_t rejected = 0;
  for (std::size_t k = truth.size() - 1; k < graph.relative.size(); ++k) {
    rejected += chi_squared(graph.relative[k], solved.state) > 16.8 ? 1 : 0;
  }
  EXPECT_EQ(rejected, 20u);
}

TEST(PoseGraph, SolvesThreeThousandPosesInTheSameBitsTwice) {
  const auto truth = planted_drive(3000);
  PoseGraph graph = graph_of_steps(truth, 0.02 * kDeg, 0.01, 7);
  for (std::size_t i = 0; i < truth.size(); i += 10) {
    graph.positions.push_back({i, {}, truth[i].translation, {0.5, 0.5, 1}, {KernelShape::cauchy, 2}});
  }
  for (std::size_t i = 0; i + 15 < truth.size(); ++i) {
    add_loop(graph, i, i + 15, truth[i].inverse() * truth[i + 15], {KernelShape::cauchy, 3});
  }
  const auto one = solve(graph).value(), two = solve(graph).value();
  EXPECT_TRUE(one.converged);
  EXPECT_LT(one.iterations, 20);
  EXPECT_LT(largest_error(truth, one.state.poses), 0.5);
  for (std::size_t i = 0; i < truth.size(); ++i) ASSERT_EQ(one.state.poses[i], two.state.poses[i]);
}

TEST(PoseGraph, StandingStillWithAnUnknownAlignmentKeepsTheYaw) {
  PoseGraph graph;
  for (std::size_t i = 0; i < 5; ++i) graph.start.poses.push_back({});
  for (std::size_t i = 0; i < 4; ++i) graph.relative.push_back({i, i + 1, {}, independent_errors(1e-4, 1e-3), {}});
  graph.priors.push_back({0, {}, independent_errors(1e-6, 1e-6), {}});
  for (std::size_t i = 0; i < 5; ++i) graph.positions.push_back({i, {}, {}, {1, 1, 1}, {}});
  graph.alignment_is_unknown = true;
  graph.start.alignment = {0.4, {5, 6, 7}};
  const auto solved = solve(graph).value();
  EXPECT_NEAR(solved.state.alignment.yaw_rad, 0.4, 1e-9);
  EXPECT_NEAR(norm(solved.state.alignment.translation), 0, 1e-6);
}

TEST(PoseGraph, RefusesGraphsWithoutAUniqueSolution) {
  const auto truth = planted_drive(4);
  const PoseGraph good = graph_of_steps(truth, 1e-4, 1e-3, 1);
  EXPECT_TRUE(solve(PoseGraph{}));
  EXPECT_TRUE(solve(good));
  const auto message_of = [](const PoseGraph& graph) {
    const auto solved = solve(graph);
    return solved ? std::string("solved") : solved.error().message;
  };
  PoseGraph bad = good;
  bad.priors.clear();
  EXPECT_THAT(message_of(bad), testing::HasSubstr("pose 0 of 4 is not connected"));
  bad = good;
  bad.relative.erase(bad.relative.begin() + 1);
  EXPECT_THAT(message_of(bad), testing::HasSubstr("pose 2 of 4 is not connected"));
  bad = good;
  bad.relative[2].to = 9;
  EXPECT_THAT(message_of(bad), testing::HasSubstr("relative factor 2 names pose 9: the graph has 4 poses"));
  bad = good;
  bad.positions.push_back({1, {}, {0, 0, 0}, {1, 0, 1}, {}});
  EXPECT_THAT(message_of(bad), testing::HasSubstr("position factor 0"));
  bad = good;
  bad.start.poses[3].translation.x = std::nan("");
  EXPECT_THAT(message_of(bad), testing::HasSubstr("start pose 3 of 4"));
  bad = good;
  bad.alignment_is_unknown = true;
  EXPECT_THAT(message_of(bad), testing::HasSubstr("needs 2 positions"));
}

}  // namespace
}  // namespace gs::mapping
