// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <sstream>

#include "gs/core/number_type.h"
#include "gs/dataset/colmap.h"

namespace gs::dataset {
namespace {

// Model names by model number, as in colmap.cpp.
constexpr std::array<std::string_view, 7> kModels = {"SIMPLE_PINHOLE", "PINHOLE",        "SIMPLE_RADIAL", "RADIAL",
                                                     "OPENCV",         "OPENCV_FISHEYE", "FULL_OPENCV"};

// Calls read(fields) for every line that is not a comment, blank lines included.
template <class Read>
Result<void> for_each_line(std::string_view text, Read read) {
  std::istringstream in{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line[0] == '#') continue;
    std::istringstream fields(line);
    GS_CHECK(read(fields).with_context(format("line {}", number)));
  }
  return {};
}

bool is_blank(std::istringstream& in) { return (in >> std::ws).eof(); }

}  // namespace

Result<std::map<uint32_t, CameraD>> parse_colmap_cameras_text(std::string_view text) {
  std::map<uint32_t, CameraD> out;
  GS_CHECK(for_each_line(text, [&](std::istringstream& in) -> Result<void> {
    if (is_blank(in)) return {};
    uint32_t id = 0;
    std::string model;
    uint64_t width = 0, height = 0;
    in >> id >> model >> width >> height;
    if (!in) return fail(ErrorCode::corrupt, "a camera line needs id, model, width, height and parameters");
    std::vector<double> values;
    for (double value = 0; in >> value;) values.push_back(value);
    int number = 0;
    while (number < static_cast<int>(kModels.size()) && kModels[static_cast<std::size_t>(number)] != model) ++number;
    GS_TRY(out[id], colmap_camera(number, width, height, values));
    return {};
  }));
  return out;
}

// Two lines per image; the name is the rest of the first line and may contain blanks.
Result<std::vector<ColmapImage>> parse_colmap_images_text(std::string_view text) {
  std::vector<ColmapImage> out;
  bool features = false;  // every second line lists feature points
  GS_CHECK(for_each_line(text, [&](std::istringstream& in) -> Result<void> {
    if (features) return features = false, Result<void>{};
    if (is_blank(in)) return {};
    ColmapImage image;
    uint32_t id = 0;
    double v[7] = {};
    in >> id;
    for (double& value : v) in >> value;
    in >> image.camera_id >> std::ws;
    std::getline(in, image.name);
    while (!image.name.empty() && (image.name.back() == '\r' || image.name.back() == ' ')) image.name.pop_back();
    if (image.name.empty())
      return fail(ErrorCode::corrupt, "an image line needs id, 7 pose values, camera id and name");
    image.camera_from_map = {normalized(Quaterniond{v[1], v[2], v[3], v[0]}), {v[4], v[5], v[6]}};
    out.push_back(std::move(image));
    features = true;
    return {};
  }));
  return out;
}

Result<std::vector<splat::train::ColoredPoint>> parse_colmap_points_text(std::string_view text) {
  std::vector<splat::train::ColoredPoint> out;
  GS_CHECK(for_each_line(text, [&](std::istringstream& in) -> Result<void> {
    if (is_blank(in)) return {};
    uint64_t id = 0;
    double p[3] = {};
    int color[3] = {};
    in >> id >> p[0] >> p[1] >> p[2] >> color[0] >> color[1] >> color[2];
    if (!in) return fail(ErrorCode::corrupt, "a point line needs id, x y z and red green blue");
    for (const int value : color) {
      if (value < 0 || value > 255) return fail(ErrorCode::invalid_data, "the colour {} is not in 0..255", value);
    }
    out.push_back({{nearest_float(p[0]), nearest_float(p[1]), nearest_float(p[2])},
                   static_cast<uint8_t>(color[0]),
                   static_cast<uint8_t>(color[1]),
                   static_cast<uint8_t>(color[2])});
    return {};
  }));
  return out;
}

}  // namespace gs::dataset
