// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and eigenvectors of symmetric 3 x 3 matrices satisfy their definition.
#include "gs/geometry/symmetric_eigen.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/numbers/random.h"
#include "gs/geometry/quaternion.h"

namespace gs {
namespace {

// A symmetric matrix with the given eigenvalues and random eigenvectors, which are the columns of `vectors`.
struct Known {
  Mat3d matrix, vectors;
};
Known with_eigenvalues(Vec3d values, uint64_t seed) {
  Random random(seed, purpose("symmetric_eigen_test"), 0);
  const Mat3d vectors =
      to_matrix(normalized(Quaterniond{random.normal(), random.normal(), random.normal(), random.normal()}));
  return {vectors * Mat3d::diagonal(values) * transpose(vectors), vectors};
}

TEST(SymmetricEigen, SatisfiesItsDefinition) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const Vec3d values = seed % 2 == 0 ? Vec3d{5, 1, 1e-4} : Vec3d{2, 2, -1};
    const Mat3d a = with_eigenvalues(values, seed).matrix;
    const SymmetricEigen e = symmetric_eigen(a);
    for (int k = 0; k < 3; ++k) {
      const Vec3d v = e.vectors.column(k);
      EXPECT_NEAR(norm(v), 1, 1e-12) << "seed " << seed;
      EXPECT_NEAR(dot(v, e.vectors.column((k + 1) % 3)), 0, 1e-12) << "seed " << seed;
      EXPECT_NEAR(norm(a * v - v * e.values[static_cast<std::size_t>(k)]), 0, 1e-11) << "seed " << seed;
    }
    std::array<double, 3> ascending = e.values;
    std::ranges::sort(ascending);
    EXPECT_NEAR(ascending[0], values.z, 1e-12);
    EXPECT_NEAR(ascending[1], values.y, 1e-12);
    EXPECT_NEAR(ascending[2], values.x, 1e-12);
  }
}

TEST(SymmetricEigen, OfADiagonalMatrixIsTheMatrix) {
  const SymmetricEigen e = symmetric_eigen(Mat3d::diagonal({3, 0, 7}));
  EXPECT_EQ(e.values, (std::array<double, 3>{3, 0, 7}));
  EXPECT_EQ(e.vectors.column(2), (Vec3d{0, 0, 1}));
}

// The closed formula against the vectors the matrix was made of, for flat, round and nearly equal spreads.
TEST(SmallestEigenvector, IsTheNormalOfAPlane) {
  for (const Vec3d values : {Vec3d{1, 0.5, 1e-4}, Vec3d{1e-3, 1e-3, 0}, Vec3d{4, 3, 2.9}}) {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      const Known known = with_eigenvalues(values, seed);
      const auto normal = smallest_eigenvector(known.matrix);
      ASSERT_TRUE(normal);
      EXPECT_NEAR(std::fabs(dot(*normal, known.vectors.column(2))), 1, 1e-9) << "seed " << seed;
    }
  }
}

TEST(SmallestEigenvector, IsEmptyWithoutADirection) {
  EXPECT_FALSE(smallest_eigenvector(Mat3d::identity()));
  EXPECT_FALSE(smallest_eigenvector(Mat3d{}));
}

TEST(SmallestEigenvector, OfALineIsPerpendicularToItOrEmpty) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const Known line = with_eigenvalues({2, 1, 1}, seed);
    const auto found = smallest_eigenvector(line.matrix);
    EXPECT_NEAR(dot(found.value_or(Vec3d{}), line.vectors.column(0)), 0, 1e-6) << "seed " << seed;
  }
}

TEST(MiddleEigenvalue, IsTheSecondSmallest) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    EXPECT_NEAR(middle_eigenvalue(with_eigenvalues({5, 2, 0.5}, seed).matrix, 0.5), 2, 1e-12);
    EXPECT_NEAR(middle_eigenvalue(with_eigenvalues({4, 4, 1}, seed).matrix, 1), 4, 1e-6);  // a double root
  }
}

}  // namespace
}  // namespace gs
