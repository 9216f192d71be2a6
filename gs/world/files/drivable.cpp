// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/drivable.h"

#include <algorithm>
#include <cmath>

#include "gs/core/json/json.h"
#include "gs/core/text/printable.h"
#include "gs/world/document/fields.h"
#include "gs/world/query/geos.h"
#include "gs/world/version.h"

namespace gs::world {
namespace {

constexpr DocumentLimits kLimits{.max_depth = 32, .max_nodes = 4'000'000};
constexpr std::string_view kFrame = "map_frame";

// Reads the features by hand: coordinates are nested lists, which Fields does not support.
class GeoJsonReader {
 public:
  GeoJsonReader(std::string_view file, Problems& problems) : file_(file), problems_(problems) {}

  // Reads the FeatureCollection (RFC 7946) and collects the valid drivable polygons.
  DrivableArea read(const Node& root) {
    if (!root.is_map())
      return error("", format("the document is {}", name_of(root.kind)), "a FeatureCollection"), area_;
    if (!has_text(root, "type", "FeatureCollection"))
      error("type", "is not a FeatureCollection", "\"FeatureCollection\"");
    if (const Node* version = root.find("version"); version != nullptr && version->kind == Node::Kind::text) {
      if (auto problem = check_format_version(version->text, file_)) problems_.add(std::move(*problem));
    }
    read_frame(root);
    notice_unknown_keys(root, "", {"type", "version", "crs", "features", "name", "bbox"});
    const Node* features = root.find("features");
    if (features == nullptr || !features->is_list()) {
      error("features", features == nullptr ? "is missing" : "is not a list", "a list of features");
      return area_;
    }
    for (std::size_t i = 0; i < features->items.size(); ++i) {
      read_feature(features->items[i], format("features[{}]", i));
    }
    if (area_m2(area_) <= 0) {
      error("features", "there is no drivable area", "at least one valid polygon with positive area",
            "without a drivable area every position is off-road");
    }
    return std::move(area_);
  }

 private:
  void add(Severity severity, std::string place, std::string message, std::string allowed, std::string hint) {
    problems_.add({severity, ErrorCode::invalid_data, std::string(file_), std::move(place), std::move(message),
                   std::move(allowed), std::move(hint)});
  }
  void error(std::string place, std::string message, std::string allowed = {}, std::string hint = {}) {
    add(Severity::error, std::move(place), std::move(message), std::move(allowed), std::move(hint));
  }
  // True if a member is this text.
  static bool has_text(const Node& map, std::string_view key, std::string_view value) {
    const Node* node = map.find(key);
    return node != nullptr && node->kind == Node::Kind::text && node->text == value;
  }
  void notice_unknown_keys(const Node& map, const std::string& place, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : map.members) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      add(Severity::notice, place.empty() ? key : place + "." + key, "unknown key, ignored", "", "");
    }
  }

  // RFC 7946 has no `crs`; it is our statement that coordinates are metres in map instead of degrees.
  void read_frame(const Node& root) {
    const Node* crs = root.find("crs");
    if (crs == nullptr) {
      return add(Severity::warning, "crs", "is missing", "crs.properties.name = \"map_frame\"",
                 "coordinates are taken as metres in map");
    }
    const Node* properties = crs->find("properties");
    if (properties == nullptr || !has_text(*properties, "name", kFrame)) {
      error("crs.properties.name", "names another frame", "\"map_frame\"", "coordinates must be metres in map");
    }
  }

  // Reads one feature; a MultiPolygon gives several polygons with the same properties.
  void read_feature(const Node& feature, const std::string& place) {
    if (!has_text(feature, "type", "Feature")) return error(place + ".type", "is not a Feature", "\"Feature\"");
    notice_unknown_keys(feature, place, {"type", "geometry", "properties", "id", "bbox"});
    DrivablePolygon style;
    if (!read_properties(feature.find("properties"), place + ".properties", style)) return;
    const Node* geometry = feature.find("geometry");
    const Node* coordinates = geometry == nullptr ? nullptr : geometry->find("coordinates");
    if (coordinates == nullptr || !coordinates->is_list()) {
      return error(place + ".geometry", "has no coordinates", "a Polygon or MultiPolygon");
    }
    const std::string inside = place + ".geometry.coordinates";
    if (has_text(*geometry, "type", "Polygon")) {
      read_polygon(*coordinates, inside, style);
    } else if (has_text(*geometry, "type", "MultiPolygon")) {
      for (std::size_t i = 0; i < coordinates->items.size(); ++i) {
        read_polygon(coordinates->items[i], format("{}[{}]", inside, i), style);
      }
    } else {
      error(place + ".geometry.type", "is neither Polygon nor MultiPolygon", "\"Polygon\", \"MultiPolygon\"");
    }
  }

  // Reads the properties into `style`. False if the feature is not a drivable polygon.
  bool read_properties(const Node* properties, const std::string& place, DrivablePolygon& style) {
    if (properties == nullptr || !properties->is_map() || properties->find("type") == nullptr) {
      error(place + ".type", "is missing", "\"drivable\"");
      return false;
    }
    if (!has_text(*properties, "type", "drivable")) {
      add(Severity::warning, place + ".type", "is not \"drivable\"; the feature is ignored", "\"drivable\"", "");
      return false;
    }
    notice_unknown_keys(*properties, place, {"type", "speed_limit", "priority"});
    if (const Node* limit = properties->find("speed_limit"); limit != nullptr && !limit->is_null()) {
      if (!limit->is_number() || !std::isfinite(limit->real) || limit->real <= 0) {
        error(place + ".speed_limit", format("is {}", excerpt(limit->text)), "a finite number > 0 [km/h]");
      } else {
        style.speed_limit_kmh = limit->real;
      }
    }
    if (const Node* priority = properties->find("priority"); priority != nullptr && !priority->is_null()) {
      if (priority->kind != Node::Kind::integer || std::abs(priority->real) > 1e9) {
        error(place + ".priority", format("is {}", excerpt(priority->text)), "an integer");
      } else {
        style.priority = static_cast<int>(priority->integer);
      }
    }
    return true;
  }

  // The first ring is the outer one. A polygon with one bad ring is left out as a whole.
  void read_polygon(const Node& rings, const std::string& place, const DrivablePolygon& style) {
    if (!rings.is_list() || rings.items.empty())
      return error(place, "is empty", "a list of rings, the outer one first");
    DrivablePolygon polygon = style;
    for (std::size_t i = 0; i < rings.items.size(); ++i) {
      auto ring = read_ring(rings.items[i], format("{}[{}]", place, i), i == 0);
      if (!ring) return;
      if (i == 0) {
        polygon.outer = std::move(*ring);
      } else {
        polygon.holes.push_back(std::move(*ring));
      }
    }
    if (is_valid(polygon, place)) area_.polygons.push_back(std::move(polygon));
  }

  // Reads and checks one ring; empty if it is invalid.
  std::optional<Ring> read_ring(const Node& points, const std::string& place, bool outer) {
    const std::string kRing = "4 points [x, y] or more, the last equal to the first";
    const auto refuse = [&](std::string message, std::string hint = {}) {
      error(place, std::move(message), kRing, std::move(hint));
      return std::nullopt;
    };
    if (!points.is_list()) return refuse(format("is {}", name_of(points.kind)));
    Ring ring;
    for (std::size_t i = 0; i < points.items.size(); ++i) {
      const Node& p = points.items[i];
      const bool good = p.is_list() && p.items.size() >= 2 && p.items[0].is_number() && p.items[1].is_number() &&
                        std::isfinite(p.items[0].real) && std::isfinite(p.items[1].real);
      if (!good) return refuse(format("point {} is not a pair of finite numbers", i));
      ring.push_back({p.items[0].real, p.items[1].real});
    }
    if (ring.size() < 4) return refuse(format("has {} points", ring.size()));
    if (ring.front() != ring.back()) return refuse("is not closed", "repeat the first point at the end");
    // Direction of the ring by the sign of its area.
    const double area = signed_area(ring);
    if (!(std::abs(area) > 0)) return refuse("encloses no area", "its points are collinear, or it intersects itself");
    if ((area > 0) != outer) {
      error(place, outer ? "the outer ring runs clockwise" : "the hole runs counter-clockwise",
            "outer rings counter-clockwise, holes clockwise", "reverse the order of its points");
      return std::nullopt;
    }
    return ring;
  }

  // GEOS check: no self-intersection; holes inside and not touching along a line.
  bool is_valid(const DrivablePolygon& polygon, const std::string& place) {
    const geos::Geometry geometry = geos::make_polygon(context_, polygon);
    if (geometry == nullptr) return error(place, "is not a valid polygon"), false;
    if (GEOSisValid_r(context_.get(), geometry.get()) == 1) return true;
    char* reason = GEOSisValidReason_r(context_.get(), geometry.get());
    error(place, format("is not simple: {}", reason != nullptr ? reason : "unknown reason"),
          "rings without self-intersection, holes inside the outer ring");
    if (reason != nullptr) GEOSFree_r(context_.get(), reason);
    return false;
  }

  std::string_view file_;
  Problems& problems_;
  geos::Context context_;
  DrivableArea area_;
};

// Closes the ring and reverses it if necessary.
Node ring_node(Ring ring, bool counter_clockwise) {
  if (!ring.empty() && ring.front() != ring.back()) ring.push_back(ring.front());
  if ((signed_area(ring) > 0) != counter_clockwise) std::reverse(ring.begin(), ring.end());
  Node points = Node::list();
  for (const Vec2d& p : ring) points.items.push_back(Node::list({Node::of(p.x), Node::of(p.y)}));
  return points;
}

// Optional properties are written only if they are set.
Node feature_node(const DrivablePolygon& polygon) {
  Node rings = Node::list({ring_node(polygon.outer, true)});
  for (const Ring& hole : polygon.holes) rings.items.push_back(ring_node(hole, false));
  Node geometry = Node::map();
  geometry.add("type", Node::of("Polygon"));
  geometry.add("coordinates", std::move(rings));
  Node properties = Node::map();
  properties.add("type", Node::of("drivable"));
  if (polygon.speed_limit_kmh) properties.add("speed_limit", Node::of(*polygon.speed_limit_kmh));
  if (polygon.priority != 0) properties.add("priority", Node::of(polygon.priority));
  Node feature = Node::map();
  feature.add("type", Node::of("Feature"));
  feature.add("geometry", std::move(geometry));
  feature.add("properties", std::move(properties));
  return feature;
}

}  // namespace

double signed_area(const Ring& ring) {
  double twice = 0;
  // Relative to the first point, because map coordinates may be large.
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) twice += cross(ring[i] - ring[0], ring[i + 1] - ring[0]);
  return twice / 2;
}

double area_m2(const DrivableArea& area) {
  double sum = 0;
  for (const DrivablePolygon& polygon : area.polygons) {
    sum += std::abs(signed_area(polygon.outer));
    for (const Ring& hole : polygon.holes) sum -= std::abs(signed_area(hole));
  }
  return sum;
}

DrivableArea parse_drivable(std::string_view geojson, std::string_view file, Problems& problems) {
  const Result<Node> root = parse_json(geojson, kLimits);
  if (!root) return problems.add(Severity::error, Error(root.error()), file), DrivableArea{};
  return GeoJsonReader(file, problems).read(*root);
}

Result<DrivableArea> load_drivable(const std::filesystem::path& path) { return load_checked(path, parse_drivable); }

std::string write_drivable(const DrivableArea& area) {
  Node name = Node::map();
  name.add("name", Node::of(kFrame));
  Node crs = Node::map();
  crs.add("type", Node::of("name"));
  crs.add("properties", std::move(name));
  Node features = Node::list();
  for (const DrivablePolygon& polygon : area.polygons) features.items.push_back(feature_node(polygon));
  Node root = Node::map();
  root.add("type", Node::of("FeatureCollection"));
  root.add("crs", std::move(crs));
  root.add("features", std::move(features));
  return write_json(root);
}

}  // namespace gs::world
