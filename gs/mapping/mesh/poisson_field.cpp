// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/mesh/poisson_field.h"

#include "gs/core/parallel.h"

namespace gs::mapping {
namespace {

// Reach of a point in voxels, along its normal and across it. Wider across than in distance_field.cpp, so that gaps
// between scan lines close.
constexpr float kPoissonBand = 1.9f, kPoissonAcross = 2.6f;
constexpr int kPoissonReach = 3, kPoissonSide = 2 * kPoissonReach + 1;
// Weight of the screening term of a voxel on the surface, relative to one gradient term.
constexpr float kScreen = 0.5f;
constexpr int kIterations = 60;
constexpr double kTolerance = 1e-4;
constexpr std::size_t kGrain = 8192;

// Weighted sums of the points that reach a voxel; make_system() turns them into means.
struct Splat {
  Vec3f normal{};
  float distance = 0, weight = 0;
  uint32_t unknown = KeyIndex::kNone;  // index of the voxel's unknown
};
using Splats = BlockGrid<Splat>;

// Adds one point to the voxels around it.
void splat(Splats& grid, const OrientedPoint& point, double voxel_m) {
  const auto centre = voxel_of(point.position, voxel_m);
  if (!centre) return;
  const Voxel low{centre->x - kPoissonReach, centre->y - kPoissonReach, centre->z - kPoissonReach};
  Splats::Window window(grid, low);
  const Vec3f first = cast<float>(Vec3d{low.x + 0.5, low.y + 0.5, low.z + 0.5} - point.position / voxel_m);
  constexpr float kFade = 1 / (kPoissonAcross * kPoissonAcross);
  for (int i = 0; i < kPoissonSide * kPoissonSide * kPoissonSide; ++i) {
    const int x = i % kPoissonSide, y = i / kPoissonSide % kPoissonSide, z = i / (kPoissonSide * kPoissonSide);
    const Vec3f d = first + Vec3f{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    const float along = dot(d, point.normal), inside = 1 - (dot(d, d) - along * along) * kFade;
    if (inside <= 0 || std::abs(along) > kPoissonBand) continue;
    const float w = point.weight * inside * inside;
    Splat& s = window.at(grid, {low.x + x, low.y + y, low.z + z});
    s.normal += point.normal * w;
    s.distance += along * w;
    s.weight += w;
  }
}

// Normal equations of the least squares problem, with one unknown for each voxel that points reach. Off-diagonal
// entries are -1 for each existing neighbour.
struct System {
  std::vector<std::array<uint32_t, 6>> neighbours;  // -x +x -y +y -z +z
  std::vector<float> diagonal, right, start;
};

// Numbers the unknowns in key order (deterministic) and assembles the 7-point stencil.
System make_system(Splats& grid) {
  uint32_t count = 0;
  const std::vector<uint32_t> order = grid.in_order();
  for (const uint32_t b : order) {
    for (Splat& s : grid.block(b)) {
      if (s.weight <= 0) continue;
      s.unknown = count++;
      s.normal = s.normal / std::max(norm(s.normal), 1e-12f);
      s.distance /= s.weight;
    }
  }
  System system;
  system.neighbours.resize(count);
  for (auto* v : {&system.diagonal, &system.right, &system.start}) v->resize(count);
  parallel_for(
      order.size(),
      [&](std::size_t o) {
        const Voxel block = unpack(grid.key(order[o]));
        for (int i = 0; i < 512; ++i) {
          const Splat& s = grid.block(order[o])[static_cast<std::size_t>(i)];
          if (s.unknown == KeyIndex::kNone) continue;
          const Voxel v{8 * block.x + (i & 7), 8 * block.y + (i >> 3 & 7), 8 * block.z + (i >> 6)};
          // The screening term fades with the distance from the surface, where the planes of different points disagree.
          const float held = kScreen * std::max(0.0f, 1 - std::abs(s.distance) / kPoissonBand);
          float diagonal = held, right = held * s.distance;
          for (int k = 0; k < 6; ++k) {
            const int step = k % 2 == 0 ? -1 : 1;
            const Voxel next{v.x + (k / 2 == 0 ? step : 0), v.y + (k / 2 == 1 ? step : 0),
                             v.z + (k / 2 == 2 ? step : 0)};
            const bool same = Splats::block_of(next) == block;
            const Splat* other = same ? &grid.block(order[o])[Splats::inside(next)] : grid.find(next);
            uint32_t& index = system.neighbours[s.unknown][static_cast<std::size_t>(k)];
            index = other == nullptr ? KeyIndex::kNone : other->unknown;
            if (index == KeyIndex::kNone) continue;
            // Required difference between neighbours: the mean normal along the axis.
            const Vec3f mean = (s.normal + other->normal) * 0.5f;
            const float gradient = static_cast<float>(step) * (k / 2 == 0 ? mean.x : k / 2 == 1 ? mean.y : mean.z);
            // From (next - own - gradient)^2: 1 on the diagonal, -1 for the neighbour, -gradient on the right.
            diagonal += 1;
            right -= gradient;
          }
          system.diagonal[s.unknown] = diagonal;
          system.right[s.unknown] = right;
          system.start[s.unknown] = s.distance;
        }
      },
      16);
  return system;
}

// out = A x.
void multiply(const System& system, const std::vector<float>& x, std::vector<float>& out) {
  parallel_for(
      x.size(),
      [&](std::size_t i) {
        float sum = system.diagonal[i] * x[i];
        for (const uint32_t n : system.neighbours[i]) {
          if (n != KeyIndex::kNone) sum -= x[n];
        }
        out[i] = sum;
      },
      kGrain);
}

double product(const std::vector<float>& a, const std::vector<float>& b) {
  return parallel_reduce(
      a.size(), kGrain, 0.0,
      [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += double{a[i]} * double{b[i]};
        return sum;
      },
      [](double x, double y) { return x + y; });
}

// Conjugate gradients with the diagonal (Jacobi) preconditioner, started from the mean point distances.
std::vector<float> solve(const System& system) {
  const std::size_t n = system.right.size();
  std::vector<float> x = system.start, r(n), z(n), p(n), q(n);
  const auto each = [&](auto&& body) { parallel_for(n, body, kGrain); };
  multiply(system, x, q);
  each([&](std::size_t i) {
    r[i] = system.right[i] - q[i], z[i] = r[i] / std::max(system.diagonal[i], 1e-6f), p[i] = z[i];
  });
  double rz = product(r, z);
  const double enough = kTolerance * kTolerance * rz;
  for (int iteration = 0; iteration < kIterations && rz > enough; ++iteration) {
    multiply(system, p, q);
    const double curvature = product(p, q);
    if (!(curvature > 0)) break;
    const auto alpha = static_cast<float>(rz / curvature);
    each([&](std::size_t i) {
      x[i] += alpha * p[i], r[i] -= alpha * q[i], z[i] = r[i] / std::max(system.diagonal[i], 1e-6f);
    });
    const double next = product(r, z);
    const auto beta = static_cast<float>(next / rz);
    each([&](std::size_t i) { p[i] = z[i] + beta * p[i]; });
    rz = next;
  }
  return x;
}

}  // namespace

Field poisson_field(std::span<const OrientedPoint> points, double voxel_m) {
  Splats grid;
  for (const OrientedPoint& point : points) splat(grid, point, voxel_m);
  const std::vector<float> distance = solve(make_system(grid));
  Field field;
  for (uint32_t b = 0; b < grid.size(); ++b) {
    Field::Block& out = field.block(field.add_block(unpack(grid.key(b))));
    for (std::size_t i = 0; i < 512; ++i) {
      const Splat& s = grid.block(b)[i];
      // A sample holds a weighted sum, which extract_surface() divides by the weight.
      if (s.unknown != KeyIndex::kNone) out[i] = {distance[s.unknown] * s.weight, s.weight};
    }
  }
  return field;
}

}  // namespace gs::mapping
