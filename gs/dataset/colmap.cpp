// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/colmap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/core/file.h"
#include "gs/core/number_type.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::dataset {
namespace {

// Number of parameters by model number: SIMPLE_PINHOLE, PINHOLE, SIMPLE_RADIAL, RADIAL, OPENCV, OPENCV_FISHEYE,
// FULL_OPENCV.
constexpr std::array<std::size_t, 7> kParameters = {3, 4, 4, 5, 8, 8, 12};

// Checks a count against the remaining bytes before memory is allocated for it.
Result<void> check_count(uint64_t count, std::size_t least_bytes, const ByteReader& in, std::string_view what) {
  if (count <= in.remaining() / least_bytes) return {};
  return fail(ErrorCode::truncated, "{} {} do not fit into the remaining {} bytes", count, what, in.remaining());
}

// Zero-terminated text.
Result<std::string> read_name(ByteReader& in) {
  std::string name;
  for (;;) {
    GS_TRY(const uint8_t letter, in.u8());
    if (letter == 0) return name;
    if (name.size() >= 4096) return fail(ErrorCode::corrupt, "the name of an image is longer than 4096 bytes");
    name += static_cast<char>(letter);
  }
}

}  // namespace

Result<CameraD> colmap_camera(int model, uint64_t width, uint64_t height, const std::vector<double>& p) {
  if (model < 0 || model >= static_cast<int>(kParameters.size())) {
    return fail(ErrorCode::unsupported, "unsupported COLMAP camera model {}", model)
        .with_hint("undistort the images with COLMAP first");
  }
  if (p.size() != kParameters[static_cast<std::size_t>(model)]) {
    return fail(ErrorCode::invalid_data, "COLMAP camera model {} needs {} parameters, but has {}", model,
                kParameters[static_cast<std::size_t>(model)], p.size());
  }
  if (width < 1 || height < 1 || width > splat::kMaxImageSide || height > splat::kMaxImageSide) {
    return fail(ErrorCode::invalid_data, "invalid camera size: {} x {} pixels", width, height);
  }
  CameraD c;
  c.width = static_cast<int>(width), c.height = static_cast<int>(height);
  const bool one_focal = model == 0 || model == 2 || model == 3;
  std::size_t k = 0;
  // COLMAP's pixel coordinates are 0.5 larger: its first pixel centre is (0.5, 0.5).
  c.fx = p[k++], c.fy = one_focal ? c.fx : p[k++];
  c.cx = p[k] - 0.5, c.cy = p[k + 1] - 0.5;
  k += 2;
  if (model == 2 || model == 3) c.k1 = p[k], c.k2 = model == 3 ? p[k + 1] : 0.0;
  if (model == 4 || model == 6) c.k1 = p[k], c.k2 = p[k + 1], c.p1 = p[k + 2], c.p2 = p[k + 3];
  if (model == 6) c.k3 = p[k + 4], c.k4 = p[k + 5], c.k5 = p[k + 6], c.k6 = p[k + 7];
  if (model == 5) c.lens = Lens::equidistant, c.k1 = p[k], c.k2 = p[k + 1], c.k3 = p[k + 2], c.k4 = p[k + 3];
  return with_limits(c);
}

// cameras.bin: count, then id, model, width, height and parameters of each camera.
Result<std::map<uint32_t, CameraD>> parse_colmap_cameras(Bytes file) {
  ByteReader in(file);
  std::map<uint32_t, CameraD> out;
  GS_TRY(const uint64_t count, in.u64());
  GS_CHECK(check_count(count, 24 + 3 * 8, in, "cameras"));
  for (uint64_t i = 0; i < count; ++i) {
    GS_TRY(const uint32_t id, in.u32());
    GS_TRY(const uint32_t model, in.u32());
    GS_TRY(const uint64_t width, in.u64());
    GS_TRY(const uint64_t height, in.u64());
    const std::size_t parameters = model < kParameters.size() ? kParameters[model] : 0;
    std::vector<double> values(parameters);
    for (double& value : values) {
      GS_TRY(value, in.f64());
    }
    GS_TRY(out[id], colmap_camera(static_cast<int>(std::min(model, 1000u)), width, height, values));
  }
  return out;
}

// images.bin: count, then id, quaternion, translation, camera id, name and feature points of each image. Features are
// skipped.
Result<std::vector<ColmapImage>> parse_colmap_images(Bytes file) {
  ByteReader in(file);
  std::vector<ColmapImage> out;
  GS_TRY(const uint64_t count, in.u64());
  GS_CHECK(check_count(count, 4 + 7 * 8 + 4 + 1 + 8, in, "images"));
  for (uint64_t i = 0; i < count; ++i) {
    ColmapImage image;
    double v[7] = {};
    GS_CHECK(in.u32());  // image id
    for (double& value : v) {
      GS_TRY(value, in.f64());
    }
    // COLMAP stores quaternions as w x y z.
    image.camera_from_map = {normalized(Quaterniond{v[1], v[2], v[3], v[0]}), {v[4], v[5], v[6]}};
    GS_TRY(image.camera_id, in.u32());
    GS_TRY(image.name, read_name(in));
    GS_TRY(const uint64_t features, in.u64());
    GS_CHECK(check_count(features, 24, in, "features"));
    GS_CHECK(in.bytes(features * 24));
    out.push_back(std::move(image));
  }
  return out;
}

// points3D.bin: count, then id, position, colour, error and observations of each point. Observations are skipped.
Result<std::vector<splat::train::ColoredPoint>> parse_colmap_points(Bytes file) {
  ByteReader in(file);
  std::vector<splat::train::ColoredPoint> out;
  GS_TRY(const uint64_t count, in.u64());
  GS_CHECK(check_count(count, 8 + 24 + 3 + 8 + 8, in, "points"));
  out.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    splat::train::ColoredPoint point;
    double p[3] = {};
    GS_CHECK(in.u64());  // point id
    for (double& value : p) {
      GS_TRY(value, in.f64());
    }
    point.position = {nearest_float(p[0]), nearest_float(p[1]), nearest_float(p[2])};
    GS_TRY(point.red, in.u8());
    GS_TRY(point.green, in.u8());
    GS_TRY(point.blue, in.u8());
    GS_CHECK(in.f64());  // reprojection error
    GS_TRY(const uint64_t track, in.u64());
    GS_CHECK(check_count(track, 8, in, "observations"));
    GS_CHECK(in.bytes(track * 8));
    out.push_back(point);
  }
  return out;
}

fs::path find_colmap_model(const fs::path& folder) {
  for (const fs::path& place : {folder, folder / "sparse" / "0", folder / "sparse"}) {
    if (fs::exists(place / "cameras.bin") || fs::exists(place / "cameras.txt")) return place;
  }
  return {};
}

Result<ColmapModel> read_colmap_model(const fs::path& folder) {
  ColmapModel model;
  const bool binary = fs::exists(folder / "cameras.bin");
  const auto file = [&](const char* name) { return folder / (std::string(name) + (binary ? ".bin" : ".txt")); };
  GS_TRY(const MappedFile cameras, MappedFile::open(file("cameras")));
  GS_TRY(const MappedFile images, MappedFile::open(file("images")));
  GS_TRY(model.cameras,
         (binary ? parse_colmap_cameras(cameras.bytes()) : parse_colmap_cameras_text(as_text(cameras.bytes())))
             .with_context(file("cameras").string()));
  GS_TRY(model.images,
         (binary ? parse_colmap_images(images.bytes()) : parse_colmap_images_text(as_text(images.bytes())))
             .with_context(file("images").string()));
  // Points are optional.
  if (fs::exists(file("points3D"))) {
    GS_TRY(const MappedFile points, MappedFile::open(file("points3D")));
    GS_TRY(model.points,
           (binary ? parse_colmap_points(points.bytes()) : parse_colmap_points_text(as_text(points.bytes())))
               .with_context(file("points3D").string()));
  }
  std::sort(model.images.begin(), model.images.end(), [](auto& a, auto& b) { return a.name < b.name; });
  return model;
}

}  // namespace gs::dataset
