// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti_360/boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "gs/core/format.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"
#include "gs/core/text/xml_tags.h"

namespace gs::importers::kitti_360 {
namespace {

constexpr std::size_t kMostBoxes = 1'000'000, kMostVertices = 100'000;
constexpr double kMostNumber = 1e7;  // coordinates of the set are below 10 km
constexpr double kMostSkew = 0.05;   // cosine between two axes of a box
constexpr double kShortest = 1e-6;   // side of a box [m]
constexpr double kStands = -1;       // timestamp of an object that does not move

// The elements of one object by their name: "index", "transform/data".
using Texts = std::map<std::string, std::string, std::less<>>;

Result<double> number_of(std::string_view text, std::string_view key) {
  const auto value = parse_decimal(text);
  if (value && std::abs(*value) <= kMostNumber) return *value;
  return fail(ErrorCode::invalid_data, "'{}' of a box is '{}', a number up to {} is expected", key, excerpt(text, 40),
              kMostNumber);
}

Result<double> number_in(const Texts& texts, std::string_view key) {
  const auto found = texts.find(key);
  if (found == texts.end()) return fail(ErrorCode::invalid_data, "a box has no '{}'", key);
  return number_of(found->second, key);
}

// Numbers of a matrix in rows, separated by blanks and line ends.
Result<std::vector<double>> matrix_in(const Texts& texts, std::string_view key) {
  std::vector<double> numbers;
  const auto found = texts.find(key);
  if (found == texts.end()) return fail(ErrorCode::invalid_data, "a box has no '{}'", key);
  const std::string_view text = found->second;
  for (std::size_t begin = text.find_first_not_of(" \t\r\n"); begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    GS_TRY(const double value, number_of(text.substr(begin, end - begin), key));
    if (numbers.size() == 3 * kMostVertices) {
      return fail(ErrorCode::limit_exceeded, "'{}' has more than {} numbers", key, numbers.size());
    }
    numbers.push_back(value);
    begin = text.find_first_not_of(" \t\r\n", end);
  }
  return numbers;
}

// Sets pose and size from the matrix [R | t] in rows, whose columns R may be scaled, and the vertices in the frame of
// the box. False if the object is no box.
bool set_shape(const std::vector<double>& transform, const std::vector<double>& vertices, Box& box) {
  std::array<Vec3d, 3> axes;
  Vec3d low{1e30, 1e30, 1e30}, high = -low;
  for (std::size_t i = 0; i + 2 < vertices.size(); i += 3) {
    low = {std::min(low.x, vertices[i]), std::min(low.y, vertices[i + 1]), std::min(low.z, vertices[i + 2])};
    high = {std::max(high.x, vertices[i]), std::max(high.y, vertices[i + 1]), std::max(high.z, vertices[i + 2])};
  }
  const Vec3d extent = high - low, middle = (low + high) * 0.5;
  std::array<double, 3> sizes{extent.x, extent.y, extent.z};
  const std::array<double, 3> centre{middle.x, middle.y, middle.z};
  box.world_from_box.translation = {transform[3], transform[7], transform[11]};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d column{transform[i], transform[4 + i], transform[8 + i]};
    box.world_from_box.translation += column * centre[i];
    sizes[i] *= norm(column);
    if (!(norm(column) > kShortest && sizes[i] > kShortest)) return false;
    axes[i] = column * (1 / norm(column));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::abs(dot(axes[i], axes[(i + 1) % 3])) < kMostSkew)) return false;
  }
  // The axes of the file are those of its editor: put them in order.
  const auto by_height = [&](std::size_t a, std::size_t b) { return std::abs(axes[a].z) < std::abs(axes[b].z); };
  std::array<std::size_t, 3> order{0, 1, 2};
  std::swap(order[2], *std::max_element(order.begin(), order.end(), by_height));
  if (sizes[order[0]] < sizes[order[1]]) std::swap(order[0], order[1]);
  const Vec3d up = axes[order[2]].z < 0 ? -axes[order[2]] : axes[order[2]];
  const Vec3d y = normalized(cross(up, axes[order[0]])), x = normalized(cross(y, up));
  box.world_from_box.rotation =
      normalized(to_quaternion(Mat3d{{{x.x, y.x, up.x}, {x.y, y.y, up.y}, {x.z, y.z, up.z}}}));
  box.size_m = {sizes[order[0]], sizes[order[1]], sizes[order[2]]};
  return true;
}

// The box of an object; empty if it is no box.
Result<std::optional<Box>> box_of(const Texts& texts) {
  GS_TRY(const double timestamp, number_in(texts, "timestamp"));
  GS_TRY(const double first, number_in(texts, "start_frame"));
  GS_TRY(const double last, number_in(texts, "end_frame"));
  GS_TRY(const double semantic, number_in(texts, "semanticId"));
  GS_TRY(const double instance, number_in(texts, "instanceId"));
  GS_TRY(const auto transform, matrix_in(texts, "transform/data"));
  GS_TRY(const auto vertices, matrix_in(texts, "vertices/data"));
  if (transform.size() != 12 && transform.size() != 16) {
    return fail(ErrorCode::invalid_data, "'transform' of a box has {} numbers, 12 or 16 are expected",
                transform.size());
  }
  if (vertices.empty() || vertices.size() % 3 != 0) {
    return fail(ErrorCode::invalid_data, "'vertices' of a box has {} numbers, which are no list of positions",
                vertices.size());
  }
  Box box;
  box.object = format("{:.0f}_{:.0f}", semantic, instance);
  const auto label = texts.find("label");
  box.category = label == texts.end() ? format("class {:.0f}", semantic) : label->second;
  box.first = static_cast<int>(first), box.last = static_cast<int>(last);
  if (timestamp != kStands) box.frame = static_cast<int>(timestamp);
  if (!set_shape(transform, vertices, box)) return std::optional<Box>{};
  return std::optional(std::move(box));
}

}  // namespace

Result<Boxes> parse_boxes(std::string_view xml) {
  Boxes out;
  Texts object;
  GS_CHECK(for_each_xml_element(xml, [&](std::string_view path, std::string_view text) -> Result<void> {
    const std::size_t root = path.find('/');
    if (root == std::string_view::npos) return {};
    const std::size_t name = path.find('/', root + 1);
    if (name != std::string_view::npos)
      return object.insert_or_assign(std::string(path.substr(name + 1)), text), Result<void>{};
    // The end of an object. Other parts of the file have no transform.
    const Texts texts = std::exchange(object, {});
    if (!texts.contains("transform/data")) return {};
    if (out.boxes.size() == kMostBoxes) return fail(ErrorCode::limit_exceeded, "more than {} boxes", kMostBoxes);
    GS_TRY(auto box, box_of(texts));
    if (box) {
      out.boxes.push_back(*std::move(box));
    } else {
      ++out.left_out;
    }
    return {};
  }));
  return out;
}

}  // namespace gs::importers::kitti_360
