// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/heightmap.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gs/config/yaml.h"
#include "gs/core/file.h"
#include "gs/world/document/fields.h"
#include "gs/world/version.h"

namespace gs::world {
namespace {

constexpr int kMaxSide = 1 << 20;
// The range in the YAML file may be rounded; samples are float32.
constexpr double kRangeTolerance = 1e-4;

// heightmap.yaml. The size is limited before the samples are read.
void heightmap_fields(Fields& f, HeightmapData& h) {
  std::string version(kFileVersion);
  f.version(version);
  f("width", h.width, {1, kMaxSide});
  f("height", h.height, {1, kMaxSide});
  const int side = std::max(h.width, h.height);
  if (side > kRecommendedHeightmapSide) {
    f.warning(h.width >= h.height ? "width" : "height", format("is {}", side), "at most 4096 is recommended",
              "use a coarser resolution or a smaller extent");
  }
  f("resolution", h.resolution, kPositive);
  f.group("origin", [&](Fields& g) {
    g("x", h.origin_x);
    g("y", h.origin_y);
    g("z", h.origin_z);
  });
  f("min_height", h.min_height);
  f("max_height", h.max_height);
  if (h.min_height > h.max_height) {
    f.error("max_height", format("is {}, below min_height {}", h.max_height, h.min_height), "min_height <= max_height");
  }
}

// 64 bits: width * height of the largest grid does not fit into 32 bits.
uint64_t expected_bytes(const HeightmapData& map) {
  return static_cast<uint64_t>(map.width) * static_cast<uint64_t>(map.height) * sizeof(float);
}

Error wrong_size(const HeightmapData& map, uint64_t found) {
  return fail(ErrorCode::invalid_data, "INVALID_HEIGHTMAP_SIZE: {} bytes, but width {} x height {} x 4 is {}", found,
              map.width, map.height, expected_bytes(map))
      .with_hint("width and height are the numbers of samples in x and y");
}

// Counts and range of the samples of a bin file.
struct SampleStatistics {
  std::size_t unknown = 0, infinite = 0, first_infinite = 0;
  double min = INFINITY, max = -INFINITY;
};

SampleStatistics statistics_of(Bytes samples) {
  SampleStatistics s;
  const std::size_t count = samples.size() / sizeof(float);
  for (std::size_t i = 0; i < count; ++i) {
    const double v = load_le<float>(samples.data() + i * sizeof(float));
    if (std::isnan(v)) {
      ++s.unknown;
    } else if (std::isinf(v)) {
      if (s.infinite++ == 0) s.first_infinite = i;
    } else {
      s.min = std::min(s.min, v), s.max = std::max(s.max, v);
    }
  }
  return s;
}

}  // namespace

std::optional<double> ground_height(const HeightmapData& map, double x, double y) {
  const double u = (x - map.origin_x) / map.resolution, v = (y - map.origin_y) / map.resolution;
  if (!(u >= 0 && v >= 0 && u <= map.width - 1 && v <= map.height - 1)) return std::nullopt;
  // The last row and column have no neighbour; clamp, so that their samples can still be read.
  const int x0 = std::max(0, std::min(static_cast<int>(u), map.width - 2)), x1 = std::min(x0 + 1, map.width - 1);
  const int y0 = std::max(0, std::min(static_cast<int>(v), map.height - 2)), y1 = std::min(y0 + 1, map.height - 1);
  const auto sample = [&](int ix, int iy) -> double {
    return map.data[static_cast<std::size_t>(iy) * static_cast<std::size_t>(map.width) + static_cast<std::size_t>(ix)];
  };
  const double fu = u - x0, fv = v - y0;
  const double low = sample(x0, y0) * (1 - fu) + sample(x1, y0) * fu;
  const double high = sample(x0, y1) * (1 - fu) + sample(x1, y1) * fu;
  const double height = low * (1 - fv) + high * fv + map.origin_z;
  return std::isnan(height) ? std::nullopt : std::optional(height);
}

void set_height_range(HeightmapData& map) {
  const SampleStatistics s = statistics_of(std::as_bytes(std::span(map.data)));
  const bool any = s.min <= s.max;
  map.min_height = any ? s.min : 0;
  map.max_height = any ? s.max : 0;
}

HeightmapData parse_heightmap_meta(std::string_view yaml, std::string_view file, Problems& problems) {
  return read_fields<HeightmapData>(config::parse_yaml(yaml), file, problems, heightmap_fields);
}

std::string write_heightmap_meta(const HeightmapData& map) {
  HeightmapData meta = map;
  meta.data.clear();
  return config::write_yaml(write_fields(meta, heightmap_fields));
}

void check_heightmap_samples(const HeightmapData& meta, Bytes samples, std::string_view file, Problems& problems) {
  if (samples.size() != expected_bytes(meta)) {
    return problems.add(Severity::error, wrong_size(meta, samples.size()), file);
  }
  const auto add = [&](Severity severity, std::string message, std::string allowed, std::string hint) {
    problems.add({severity, ErrorCode::invalid_data, std::string(file), "", std::move(message), std::move(allowed),
                  std::move(hint)});
  };
  const SampleStatistics s = statistics_of(samples);
  if (s.infinite > 0) {
    const auto width = static_cast<std::size_t>(meta.width);
    add(Severity::error,
        format("{} samples are infinite, the first at column {}, row {}", s.infinite, s.first_infinite % width,
               s.first_infinite / width),
        "a finite height, or NaN for unknown ground", "");
  }
  if (!(s.min <= s.max)) {
    return add(Severity::error, "no sample has a finite height", "at least one known sample",
               "the whole ground is unknown");
  }
  // Samples outside of the stated range are an error; a range that is too wide is a warning.
  const bool outside = s.min < meta.min_height - kRangeTolerance || s.max > meta.max_height + kRangeTolerance;
  const bool loose = s.min > meta.min_height + 1e-3 || s.max < meta.max_height - 1e-3;
  const std::string found = format("heights run from {} to {}, but the YAML file states {} to {}", s.min, s.max,
                                   meta.min_height, meta.max_height);
  if (outside) {
    add(Severity::error, found, "min_height <= height <= max_height", "correct the range in the yaml file");
  } else if (loose) {
    add(Severity::warning, found, "the range of the finite samples", "correct the range in the yaml file");
  }
}

Result<HeightmapData> load_heightmap(const fs::path& meta, const fs::path& samples) {
  GS_TRY(HeightmapData map, load_checked(meta, parse_heightmap_meta));
  GS_TRY(const MappedFile file, MappedFile::open(samples));
  Problems problems;
  check_heightmap_samples(map, file.bytes(), samples.filename().string(), problems);
  if (auto error = first_error(problems)) return std::move(*error);
  map.data.resize(file.bytes().size() / sizeof(float));
  std::memcpy(map.data.data(), file.bytes().data(), file.bytes().size());
  return map;
}

Result<void> save_heightmap(const HeightmapData& map, const fs::path& meta, const fs::path& samples) {
  const Bytes bytes = std::as_bytes(std::span(map.data));
  if (bytes.size() != expected_bytes(map)) return wrong_size(map, bytes.size());
  GS_CHECK(write_file(samples, bytes));
  return write_file(meta, write_heightmap_meta(map));
}

}  // namespace gs::world
