// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/build_config.h"

#include <algorithm>
#include <set>

#include "gs/config/yaml.h"
#include "gs/config/yaml_options.h"
#include "gs/world/document/fields.h"
#include "gs/world/version.h"

namespace gs::builder {
namespace {

constexpr std::string_view kComponent = "configuration";

BuildError bad_config(Error error) {
  return BuildError(BuildCode::configuration, std::string(kComponent), std::move(error));
}

// Removes the map group.key from the document and returns it, so that only options with fixed names remain.
Result<IdMap> take_id_map(Node& root, std::string_view group, std::string_view key) {
  IdMap out;
  for (auto& [name, inner] : root.members) {
    if (name != group || !inner.is_map()) continue;
    const auto at = std::ranges::find_if(inner.members, [&](const auto& member) { return member.first == key; });
    if (at == inner.members.end()) continue;
    if (!at->second.is_map() && !at->second.is_null()) {
      return fail(ErrorCode::invalid_option, "line {}: {}.{} must be a map from sensor ids to names", at->second.line,
                  group, key);
    }
    for (const auto& [id, value] : at->second.members) {
      if (!world::kSensorId.accepts(id)) {
        return fail(ErrorCode::invalid_option,
                    "line {}: invalid sensor id '{}': use lower case letters, digits and underscores", value.line, id);
      }
      if (value.kind != Node::Kind::text || value.text.empty()) {
        return fail(ErrorCode::invalid_option, "line {}: {}.{}.{} must be a non-empty text", value.line, group, key,
                    id);
      }
      out[id] = value.text;
    }
    inner.members.erase(at);
  }
  return out;
}

// A topic may serve one purpose only.
Result<void> check_topics_once(const TopicsConfig& topics) {
  std::set<std::string> seen;
  const auto add = [&](const std::string& topic) -> Result<void> {
    if (seen.insert(topic).second) return {};
    return fail(ErrorCode::invalid_option, "topic {} is used for two sensors or purposes", topic);
  };
  for (const auto& [id, topic] : topics.cameras) GS_CHECK(add(topic));
  for (const auto& [id, topic] : topics.lidars) GS_CHECK(add(topic));
  for (const auto& topic : {topics.odom, topics.tf, topics.tf_static}) {
    if (topic) GS_CHECK(add(*topic));
  }
  return {};
}

// Warnings about newer minor versions are ignored here: unknown keys are errors anyway.
Result<void> check_version(const std::string& version) {
  if (const auto problem = world::check_format_version(version, "configuration");
      problem && problem->severity == Severity::error) {
    return fail(ErrorCode::version_mismatch, "{}", to_string(*problem));
  }
  return {};
}

// config.yaml: the maps of sensor ids are taken out first, then the options with fixed names are set strictly.
Result<BuildConfig> parse(Node root) {
  BuildConfig config;
  GS_TRY(config.topics.cameras, take_id_map(root, "topics", "cameras"));
  GS_TRY(config.topics.lidars, take_id_map(root, "topics", "lidars"));
  GS_TRY(config.frames.cameras, take_id_map(root, "frames", "cameras"));
  GS_TRY(config.frames.lidars, take_id_map(root, "frames", "lidars"));
  GS_CHECK(config::set_options(root, OptionTable::of(config)));
  GS_CHECK(check_version(config.version));
  GS_CHECK(check_topics_once(config.topics));
  // Checks across several values.
  const auto& o = config.origin;
  if (o.latitude.has_value() != o.longitude.has_value() || o.latitude.has_value() != o.altitude.has_value()) {
    return fail(ErrorCode::invalid_option, "origin needs latitude, longitude and altitude, or none of them");
  }
  if (config.scene_id && !world::kSceneId.accepts(*config.scene_id)) {
    return fail(ErrorCode::invalid_option, "output.scene_id: '{}' is not a valid folder name", *config.scene_id);
  }
  return config;
}

Result<BuildConfig> parse(std::string_view yaml) {
  GS_TRY(Node root, config::parse_yaml(yaml));
  return parse(std::move(root));
}

// The keys of `topics:` alone.
Result<TopicsConfig> parse_topics(std::string_view yaml) {
  Node root = Node::map();
  GS_TRY(Node topics, config::parse_yaml(yaml));
  root.add("topics", std::move(topics));
  GS_TRY(BuildConfig config, parse(std::move(root)));
  return std::move(config.topics);
}

// Checkpoints outside 03_gs_training would survive its deletion, and another world would continue from them.
Result<void> check_checkpoint_dir(const std::string& name) {
  if (world::kSceneId.accepts(name)) return {};
  return fail(ErrorCode::invalid_option, "output.checkpoint_dir is '{}', but must be a plain folder name", name)
      .with_hint("use a name like 'checkpoints': the folder is created inside 03_gs_training of the workspace");
}

Result<void> check_values(const GsTrainingConfig& config) {
  GS_CHECK(check_checkpoint_dir(config.trainer.output.checkpoint_dir));
  if (config.backend == "import" && config.imported.file.empty()) {
    return fail(ErrorCode::invalid_option, "training.backend is import, but import.file is empty");
  }
  if (config.backend == "drivestudio" && config.drivestudio.command.empty()) {
    return fail(ErrorCode::invalid_option, "training.backend is drivestudio, but drivestudio.command is empty");
  }
  return {};
}
// Empty extents and even median windows.
Result<void> check_values(const GeometryConfig& config) {
  const auto ordered = [](const auto& low, const auto& high) { return !low || !high || *low < *high; };
  if (!ordered(config.x_min, config.x_max) || !ordered(config.y_min, config.y_max)) {
    return fail(ErrorCode::invalid_option, "heightmap.extent is empty: each minimum must be less than its maximum");
  }
  if (config.median_kernel % 2 == 1) return {};
  return fail(ErrorCode::invalid_option, "heightmap.filter.median_kernel must be odd");
}

// Configurations whose keys all have fixed names.
template <class Config>
Result<Config> parse_plain(std::string_view yaml) {
  Config config;
  GS_CHECK(config::read_yaml_options(yaml, OptionTable::of(config)));
  GS_CHECK(check_version(config.version));
  GS_CHECK(check_values(config));
  return config;
}

template <class Config>
BuildResult<Config> or_bad_config(Result<Config> config) {
  if (!config) return bad_config(std::move(config).error());
  return *std::move(config);
}

template <class Config>
BuildResult<Config> read_plain(const fs::path& path) {
  auto text = read_text_file(path, config::kMaxYamlBytes);
  if (!text) return bad_config(std::move(text).error());
  return or_bad_config(parse_plain<Config>(*text).with_context(path.filename().string()));
}

Node id_map_node(const IdMap& map) {
  Node node = Node::map();
  for (const auto& [id, name] : map) node.add(id, Node::of(name));
  return node;
}

// Child map of a node; added if missing.
Node& group_of(Node& root, std::string_view key) {
  for (auto& [name, value] : root.members) {
    if (name == key) return value;
  }
  return root.add(std::string(key), Node::map());
}

}  // namespace

BuildResult<BuildConfig> parse_build_config(std::string_view yaml) {
  auto config = parse(yaml);
  if (!config) return bad_config(std::move(config).error());
  return *std::move(config);
}

BuildResult<BuildConfig> read_build_config(const fs::path& path) {
  auto text = read_text_file(path, config::kMaxYamlBytes);
  if (!text) return bad_config(std::move(text).error());
  auto config = parse(*text);
  if (!config) return bad_config(std::move(config).error().with_context(path.filename().string()));
  return *std::move(config);
}

BuildResult<std::monostate> read_topics_file(const fs::path& path, TopicsConfig& topics) {
  auto text = read_text_file(path, config::kMaxYamlBytes);
  if (!text) return bad_config(std::move(text).error());
  auto given = parse_topics(*text);
  if (!given) return bad_config(std::move(given).error().with_context(path.filename().string()));
  if (!given->cameras.empty()) topics.cameras = std::move(given->cameras);
  if (!given->lidars.empty()) topics.lidars = std::move(given->lidars);
  if (given->odom) topics.odom = given->odom;
  if (given->tf) topics.tf = given->tf;
  if (given->tf_static) topics.tf_static = given->tf_static;
  if (given->lidar_calibration) topics.lidar_calibration = given->lidar_calibration;
  return std::monostate{};
}

BuildResult<GsTrainingConfig> read_gs_training_config(const fs::path& path) {
  return read_plain<GsTrainingConfig>(path);
}
BuildResult<GsTrainingConfig> parse_gs_training_config(std::string_view yaml) {
  return or_bad_config(parse_plain<GsTrainingConfig>(yaml));
}
BuildResult<GeometryConfig> read_geometry_config(const fs::path& path) { return read_plain<GeometryConfig>(path); }
BuildResult<GeometryConfig> parse_geometry_config(std::string_view yaml) {
  return or_bad_config(parse_plain<GeometryConfig>(yaml));
}

BuildResult<std::monostate> check_training_config(const GsTrainingConfig& config) {
  if (auto checked = check_values(config); !checked) return bad_config(std::move(checked).error());
  return std::monostate{};
}

// The option table has fixed names only, so the maps of sensor ids are added to their groups.
Node to_node(const BuildConfig& config) {
  BuildConfig copy = config;
  Node node = config::options_node(OptionTable::of(copy));
  group_of(node, "topics").add("cameras", id_map_node(config.topics.cameras));
  group_of(node, "topics").add("lidars", id_map_node(config.topics.lidars));
  group_of(node, "frames").add("cameras", id_map_node(config.frames.cameras));
  group_of(node, "frames").add("lidars", id_map_node(config.frames.lidars));
  return node;
}
Node to_node(const GsTrainingConfig& config) {
  GsTrainingConfig copy = config;
  return config::options_node(OptionTable::of(copy));
}
Node to_node(const GeometryConfig& config) {
  GeometryConfig copy = config;
  return config::options_node(OptionTable::of(copy));
}

}  // namespace gs::builder
