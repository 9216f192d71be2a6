// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/common/json_poses.h"

#include <array>
#include <cmath>

namespace gs::importers {
namespace {

template <std::size_t N>
Result<std::array<double, N>> numbers_of(const Node& list, std::string_view name) {
  if (!list.is_list() || list.items.size() != N) {
    return fail(ErrorCode::invalid_data, "'{}' must be a list of {} numbers, found {}", name, N, name_of(list.kind));
  }
  std::array<double, N> numbers{};
  for (std::size_t i = 0; i < N; ++i) {
    GS_TRY(numbers[i], finite_number(list.items[i], name));
  }
  return numbers;
}

}  // namespace

Result<double> finite_number(const Node& node, std::string_view name) {
  if (node.is_number() && std::isfinite(node.real)) return node.real;
  return fail(ErrorCode::invalid_data, "'{}' must be a finite number, found {}", name, name_of(node.kind));
}

Result<Quaterniond> unit_quaternion(double w, double x, double y, double z, std::string_view name) {
  const Quaterniond q{x, y, z, w};
  if (!(std::abs(norm(q) - 1) < 0.02)) {
    return fail(ErrorCode::invalid_data, "the quaternion '{}' has the norm {:.6g}, 1 is expected", name, norm(q));
  }
  return normalized(q);
}

Result<Vec3d> vector_of(const Node& list, std::string_view name) {
  GS_TRY(const auto v, numbers_of<3>(list, name));
  return Vec3d{v[0], v[1], v[2]};
}

Result<Quaterniond> quaternion_of(const Node& list, std::string_view name) {
  GS_TRY(const auto q, numbers_of<4>(list, name));
  return unit_quaternion(q[0], q[1], q[2], q[3], name);
}

}  // namespace gs::importers
