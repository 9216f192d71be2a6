// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/matrix_text.h"

#include <array>
#include <cmath>
#include <sstream>

#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"

namespace gs::builder {

std::string matrix_text(const Rigid3d& pose) {
  const Mat3d r = to_matrix(pose.rotation);
  const Vec3d& t = pose.translation;
  const double place[3] = {t.x, t.y, t.z};
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) text += json_number(r.m[row][column]) + " ";
    text += json_number(place[row]) + "\n";
  }
  return text + "0.0 0.0 0.0 1.0\n";
}

Result<Rigid3d> parse_matrix(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::array<double, 16> m{};
  std::size_t count = 0;
  while (count < m.size() && in >> m[count]) ++count;
  std::string more;
  in.clear();
  if ((count != 12 && count != 16) || in >> more) {
    return fail(ErrorCode::invalid_data, "a pose needs 12 or 16 numbers, row by row");
  }
  const Mat3d rotation{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const bool fine = std::abs(dot(rotation.row(i), rotation.row(j)) - (i == j ? 1 : 0)) < 1e-3;
      if (!fine) return fail(ErrorCode::invalid_data, "the matrix of a pose does not contain a rotation");
    }
  }
  const Vec3d place{m[3], m[7], m[11]};
  const bool finite = std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z);
  if (!finite || determinant(rotation) < 0)
    return fail(ErrorCode::invalid_data,
                "the matrix of a pose contains a reflection or a translation that is not finite");
  return Rigid3d{to_quaternion(rotation), place};
}

Result<Rigid3d> read_matrix(const fs::path& path) {
  GS_TRY(const std::string text, read_text_file(path, 64 << 10));
  return parse_matrix(text).with_context(path.string());
}

}  // namespace gs::builder
