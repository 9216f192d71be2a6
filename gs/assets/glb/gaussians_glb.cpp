// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/glb/gaussians_glb.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "gs/assets/glb/container.h"
#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

constexpr std::string_view kExtension = "KHR_gaussian_splatting";
constexpr int kPoints = 0, kFloat = 5126, kVertexBuffer = 34962;  // codes of glTF 2.0

// One attribute: [N, width] floats.
struct PointAttribute {
  std::string name;
  std::size_t width;
  std::vector<float> values;
};

// Fills an attribute: value(i, k) is component k of Gaussian i.
template <class Value>
PointAttribute attribute(std::string name, std::size_t width, std::size_t count, Value value) {
  PointAttribute out{std::move(name), width, std::vector<float>(width * count)};
  parallel_for(count, [&](std::size_t i) {
    for (std::size_t k = 0; k < width; ++k) out.values[i * width + k] = value(i, k);
  });
  return out;
}

std::vector<PointAttribute> attributes_of(splat::CloudView cloud) {
  const std::size_t n = cloud.size, coefficients = static_cast<std::size_t>(cloud.coefficients());
  const std::string prefix = std::string(kExtension) + ":";
  std::vector<PointAttribute> out;
  out.push_back(attribute("POSITION", 3, n, [&](std::size_t i, std::size_t k) { return cloud.position[k][i]; }));
  out.push_back(
      attribute(prefix + "ROTATION", 4, n, [&](std::size_t i, std::size_t k) { return cloud.rotation[k][i]; }));
  out.push_back(
      attribute(prefix + "SCALE", 3, n, [&](std::size_t i, std::size_t k) { return std::exp(cloud.log_scale[k][i]); }));
  out.push_back(attribute(prefix + "OPACITY", 1, n,
                          [&](std::size_t i, std::size_t) { return 1 / (1 + std::exp(-cloud.opacity_logit[i])); }));
  for (std::size_t degree = 0; degree <= static_cast<std::size_t>(cloud.sh_degree); ++degree) {
    for (std::size_t m = 0; m <= 2 * degree; ++m) {
      const std::size_t at = degree * degree + m;
      out.push_back(attribute(prefix + format("SH_DEGREE_{}_COEF_{}", degree, m), 3, n,
                              [&](std::size_t i, std::size_t c) { return cloud.sh_of(i)[c * coefficients + at]; }));
    }
  }
  return out;
}

std::string_view type_of(std::size_t width) { return width == 1 ? "SCALAR" : width == 3 ? "VEC3" : "VEC4"; }

// min and max of the positions, required by glTF.
void write_position_bounds(JsonWriter& json, const std::vector<float>& positions) {
  float low[3], high[3];
  for (std::size_t i = 0; i < positions.size(); ++i) {
    low[i % 3] = i < 3 ? positions[i] : std::min(low[i % 3], positions[i]);
    high[i % 3] = i < 3 ? positions[i] : std::max(high[i % 3], positions[i]);
  }
  json.key("min").begin_array().value(low[0]).value(low[1]).value(low[2]).end_array();
  json.key("max").begin_array().value(high[0]).value(high[1]).value(high[2]).end_array();
}

void write_primitive(JsonWriter& json, const std::vector<PointAttribute>& attributes) {
  json.begin_object().key("attributes").begin_object();
  for (std::size_t i = 0; i < attributes.size(); ++i) json.field(attributes[i].name, i);
  json.end_object().field("mode", kPoints).key("extensions").begin_object().key(kExtension).begin_object();
  json.field("kernel", "ellipse").field("colorSpace", "srgb_rec709_display");
  json.field("projection", "perspective").field("sortingMethod", "cameraDistance");
  json.end_object().end_object().end_object();
}

void write_buffers(JsonWriter& json, const std::vector<PointAttribute>& attributes, std::size_t count) {
  json.key("accessors").begin_array();
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    json.begin_object().field("bufferView", i).field("componentType", kFloat);
    json.field("count", count).field("type", type_of(attributes[i].width));
    if (i == 0) write_position_bounds(json, attributes[0].values);
    json.end_object();
  }
  json.end_array().key("bufferViews").begin_array();
  uint64_t offset = 0;
  for (const PointAttribute& a : attributes) {
    const uint64_t bytes = a.values.size() * sizeof(float);
    json.begin_object().field("buffer", 0).field("byteOffset", offset).field("byteLength", bytes);
    json.field("target", kVertexBuffer).end_object();
    offset += bytes;
  }
  json.end_array().key("buffers").begin_array().begin_object().field("byteLength", offset).end_object().end_array();
}

std::string description(const std::vector<PointAttribute>& attributes, std::size_t count,
                        const GaussiansGlbOptions& options) {
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object();
  json.key("asset").begin_object().field("version", "2.0").field("generator", "gs");
  json.key("extras").begin_object().field("frame", options.frame).field("antialiasing", options.antialiased);
  json.field("low_pass_px2", options.low_pass_px2).end_object().end_object();
  // Used, not required: readers without the extension show points.
  json.key("extensionsUsed").begin_array().value(kExtension).end_array();
  json.field("scene", 0).key("scenes").begin_array().begin_object();
  json.key("nodes").begin_array().value(0).end_array().end_object().end_array();
  json.key("nodes").begin_array().begin_object().field("name", "gaussians").field("mesh", 0).end_object().end_array();
  json.key("meshes").begin_array().begin_object().field("name", "gaussians").key("primitives").begin_array();
  write_primitive(json, attributes);
  json.end_array().end_object().end_array();
  write_buffers(json, attributes, count);
  json.end_object();
  return json.text();
}

}  // namespace

Result<std::vector<std::byte>> to_gaussians_glb(splat::CloudView cloud, const GaussiansGlbOptions& options) {
  if (cloud.size == 0) return fail(ErrorCode::invalid_argument, "a cloud without Gaussians cannot be written as glTF");
  const std::vector<PointAttribute> attributes = attributes_of(cloud);
  std::vector<Bytes> pieces;
  for (const PointAttribute& a : attributes) {
    const auto bad = std::find_if(a.values.begin(), a.values.end(), [](float v) { return !std::isfinite(v); });
    if (bad != a.values.end()) {
      return fail(ErrorCode::invalid_data, "Gaussian {}: {} is not finite",
                  static_cast<std::size_t>(bad - a.values.begin()) / a.width, a.name);
    }
    pieces.push_back(std::as_bytes(std::span(a.values)));
  }
  return glb::to_container(description(attributes, cloud.size, options), pieces);
}

Result<void> save_gaussians_glb(const std::filesystem::path& path, splat::CloudView cloud,
                                const GaussiansGlbOptions& options) {
  GS_TRY(const std::vector<std::byte> bytes, to_gaussians_glb(cloud, options));
  return write_file(path, bytes);
}

}  // namespace gs::assets
