// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/metadata.h"

#include "gs/core/json/json.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

constexpr std::array<std::pair<std::string_view, SourceType>, 4> kSourceTypes{{{"mcap", SourceType::mcap},
                                                                               {"rosbag2", SourceType::rosbag2},
                                                                               {"rosbag1", SourceType::rosbag1},
                                                                               {"synthetic", SourceType::synthetic}}};

// True if the text has digits where the pattern has '0' and the same character elsewhere.
bool matches(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (pattern[i] == '0' ? !digit : text[i] != pattern[i]) return false;
  }
  return true;
}

// "2026-02-14T10:30:00Z", with or without a fraction of seconds, with Z or an offset.
bool is_iso8601(std::string_view text) {
  constexpr std::string_view kDate = "0000-00-00T00:00:00";
  if (!matches(text.substr(0, kDate.size()), kDate)) return false;
  const auto number = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  if (number(5) < 1 || number(5) > 12 || number(8) < 1 || number(8) > 31) return false;
  if (number(11) > 23 || number(14) > 59 || number(17) > 60) return false;
  std::string_view rest = text.substr(kDate.size());
  if (rest.starts_with('.')) {
    const auto end = rest.find_first_not_of("0123456789", 1);
    if (end == 1 || end == std::string_view::npos) return false;
    rest.remove_prefix(end);
  }
  return rest == "Z" || matches(rest, "+00:00") || matches(rest, "-00:00");
}

bool is_md5(std::string_view text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

const TextRule kDateRule{"a time as \"2026-02-14T10:30:00Z\" (ISO 8601)", is_iso8601};
const TextRule kMetres{"meters", [](std::string_view t) { return t == "meters"; }};

// Group `source`; all but the type is optional, because synthetic worlds have no log.
void source_fields(Fields& f, SourceInfo& s) {
  f.choice("type", s.type, kSourceTypes);
  f("file", s.file);
  f("md5", s.md5);
  if (s.md5 && !is_md5(*s.md5)) f.warning("md5", "is '" + *s.md5 + "'", "32 hexadecimal digits");
  f("duration_sec", s.duration_sec, kNotNegative);
  f("size_bytes", s.size_bytes, kNotNegative);
}

// All three values or none.
void origin_fields(Fields& f, std::optional<GeoOrigin>& origin) {
  if (f.reading()) {
    const bool lat = f.has("origin_lat"), lon = f.has("origin_lon"), alt = f.has("origin_alt");
    for (const char* key : {"origin_lat", "origin_lon", "origin_alt"}) f.ignore(key);
    if (!lat && !lon && !alt) return;
    if (!lat || !lon || !alt) {
      f.error("", "has an incomplete origin", "origin_lat, origin_lon and origin_alt together, or none");
    }
    origin.emplace();
  }
  if (!origin) return;
  f("origin_lat", origin->lat_deg, {-90, 90}, Need::optional);
  f("origin_lon", origin->lon_deg, {-180, 180}, Need::optional);
  f("origin_alt", origin->alt_m, kAny, Need::optional);
}

// Group `coordinate_system`. Another convention is a warning: axes are ROS REP-103 in any case.
void coordinate_fields(Fields& f, CoordinateSystem& c) {
  const std::string convention = c.convention;
  f("map_frame", c.map_frame, kFrameId);
  f("odom_frame", c.odom_frame, kFrameId);
  f("base_link_frame", c.base_link_frame, kFrameId);
  f("convention", c.convention);
  if (c.convention != convention) f.warning("convention", "is '" + c.convention + "'", convention);
  origin_fields(f, c.origin);
  f("base_link_shift", c.base_link_shift);
  f("map_shift", c.map_shift);
}

// Group `spatial_extent`.
void extent_fields(Fields& f, SpatialExtent& e) {
  const auto axis = [&](const char* low, const char* high, double& min, double& max) {
    f(low, min);
    f(high, max);
    if (min > max) f.error(high, "is smaller than " + std::string(low), "min <= max");
  };
  axis("min_x", "max_x", e.min.x, e.max.x);
  axis("min_y", "max_y", e.min.y, e.max.y);
  axis("min_z", "max_z", e.min.z, e.max.z);
  std::string units = "meters";
  f("units", units, kMetres);
}

void processing_fields(Fields& f, ProcessingInfo& p) {
  f("drivesim_commit", p.drivesim_commit);
  f("gs_training_iterations", p.gs_training_iterations, kNotNegative);
  f("gs_training_config", p.gs_training_config);
}

// The whole file.
void metadata_fields(Fields& f, Metadata& m) {
  f.version(m.version);
  f("scene_id", m.scene_id, kSceneId);
  f("created_at", m.created_at, kDateRule);
  f("builder_version", m.builder_version);
  f.group("source", [&](Fields& g) { source_fields(g, m.source); });
  f.group("coordinate_system", [&](Fields& g) { coordinate_fields(g, m.coordinate_system); });
  f.group("spatial_extent", [&](Fields& g) { extent_fields(g, m.spatial_extent); });
  f.group("sensors", [&](Fields& g) {
    g.texts("cameras", m.cameras, kSensorId, Need::required);
    g.texts("lidars", m.lidars, kSensorId, Need::required);
  });
  f.optional_group("processing_info", m.processing_info, processing_fields);
}

}  // namespace

Metadata parse_metadata(std::string_view json, std::string_view file, Problems& problems) {
  return read_fields<Metadata>(parse_json(json), file, problems, metadata_fields);
}

std::string write_metadata(const Metadata& metadata) { return write_json(write_fields(metadata, metadata_fields)); }

}  // namespace gs::world
